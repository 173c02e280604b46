//===- Weights.cpp - Writing the weights of an artifact -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splats are written from one small block, views of the model file from their
// map.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Weights.h"
#include <cstring>

using namespace mlc;
using llvm::Expected;

/// Zeros of this length and more become holes of a file: neither written nor
/// stored.
static constexpr size_t kHoleBytes = 64 << 10;

namespace {
/// Writes and hashes one stream.
class HashedStream {
public:
  explicit HashedStream(llvm::raw_fd_ostream &os) : os(os) {}

  void write(llvm::ArrayRef<uint8_t> bytes, Hasher *one) {
    total.addRaw(bytes);
    if (one)
      one->addRaw(bytes);
    written += bytes.size();
    for (; !bytes.empty(); bytes = bytes.drop_front(size(bytes)))
      put(bytes.take_front(size(bytes)));
  }
  /// Gives the file its length if it would end in a hole.
  void finish() {
    if (!hole)
      return;
    os.seek(os.tell() + hole - 1);
    os << '\0';
    hole = 0;
  }

  Hasher total;
  uint64_t written = 0;

private:
  static size_t size(llvm::ArrayRef<uint8_t> bytes) {
    return std::min(bytes.size(), kHoleBytes);
  }
  static bool isZero(llvm::ArrayRef<uint8_t> bytes) {
    return bytes[0] == 0 &&
           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
  }
  void put(llvm::ArrayRef<uint8_t> bytes) {
    if (bytes.size() == kHoleBytes && os.supportsSeeking() && isZero(bytes)) {
      hole += bytes.size();
      return;
    }
    if (hole)
      os.seek(os.tell() + hole);
    hole = 0;
    os.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  }

  llvm::raw_fd_ostream &os;
  uint64_t hole = 0; // zeros not written yet
};
} // namespace

static void writeLiteral(const Literal &literal, HashedStream &stream,
                         Hasher &one) {
  if (!literal.isSplat()) {
    stream.write(literal.bytes(), &one);
    return;
  }
  // A block of whole elements; sub-byte elements repeat within a byte.
  TensorSpec block{literal.dtype(),
                   {std::min<int64_t>(literal.count(), 1 << 16)}};
  Literal repeated = Literal::splat(block, literal.storage()).expanded();
  for (uint64_t left = literal.spec().bytes(); left;) {
    uint64_t bytes = std::min<uint64_t>(left, repeated.bytes().size());
    stream.write(repeated.bytes().take_front(bytes), &one);
    left -= bytes;
  }
}

Expected<WrittenWeights> mlc::writeWeights(const Manifest &manifest,
                                           const ConstantPool &pool,
                                           llvm::raw_fd_ostream &os) {
  WrittenWeights result;
  HashedStream stream(os);
  static const uint8_t zeros[kWeightAlignment] = {};
  for (const ManifestWeight &weight : manifest.weights) {
    if (weight.offset < stream.written ||
        weight.offset - stream.written >= kWeightAlignment)
      return makeError("weight ", weight.constant.str(),
                       " does not follow the one before it");
    stream.write({zeros, size_t(weight.offset - stream.written)}, nullptr);
    Expected<Literal> literal = pool.evaluate(weight.constant);
    if (!literal)
      return literal.takeError();
    if (literal->spec().bytes() != weight.bytes)
      return makeError("weight ", weight.constant.str(), " has ",
                       literal->spec().bytes(), " bytes, its table row says ",
                       weight.bytes);
    Hasher one;
    writeLiteral(*literal, stream, one);
    result.each.push_back(one.finish());
  }
  stream.finish();
  result.total = stream.total.finish();
  return std::move(result);
}

std::vector<WeightSize> mlc::usedWeights(const ConstantPool &pool) {
  std::vector<WeightSize> sizes;
  for (const Hash128 &hash : pool.usedInOrder())
    sizes.push_back({hash, pool.spec(hash)->bytes()});
  return sizes;
}
