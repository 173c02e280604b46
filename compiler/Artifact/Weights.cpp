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

using namespace mlc;
using llvm::Expected;

namespace {
/// Writes and hashes one stream.
struct HashedStream {
  llvm::raw_ostream &os;
  Hasher total;
  uint64_t written = 0;

  void write(llvm::ArrayRef<uint8_t> bytes, Hasher *one) {
    os.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    total.addRaw(bytes);
    if (one)
      one->addRaw(bytes);
    written += bytes.size();
  }
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
                                           llvm::raw_ostream &os) {
  WrittenWeights result;
  HashedStream stream{os, {}, 0};
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
  result.total = stream.total.finish();
  return std::move(result);
}

std::vector<WeightSize> mlc::usedWeights(const ConstantPool &pool) {
  std::vector<WeightSize> sizes;
  for (const Hash128 &hash : pool.usedInOrder())
    sizes.push_back({hash, pool.spec(hash)->bytes()});
  return sizes;
}
