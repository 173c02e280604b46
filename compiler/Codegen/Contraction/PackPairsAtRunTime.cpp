//===- PackPairsAtRunTime.cpp - Panels of a computed bf16 matrix ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in PackAtRunTime.cpp there are three cases: rows are contiguous
// (interleave two of them), columns are contiguous (transpose words), neither.
// What is shuffled are integers: levels without bf16 have no vectors of it.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackPairsAtRunTime.h"

#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"

using namespace mlir;
using namespace mlc;

namespace {

struct Packer {
  KernelBuilder &k;
  const PanelSource &s;
  Value depth, column, columns, panel;
  int64_t lanes; // of words

  void rows();
  void words();
  void elements(Value fromStep);

private:
  Value bits(Value vector, Type element) {
    auto type = cast<VectorType>(vector.getType());
    int64_t count = type.getNumElements() * type.getElementTypeBitWidth() /
                    element.getIntOrFloatBitWidth();
    return vector::BitCastOp::create(k.b, k.loc, k.vectorOf(element, count),
                                     vector);
  }
  void put(Value vector, Value step, Value inPanel) {
    k.storeVector(bits(vector, k.b.getBF16Type()), panel,
                  k.mul(k.mad(step, k.index(kPanel), inPanel), kPairGroup));
  }
  Value whole() { return k.div(depth, k.index(kPairGroup)); }
  Value steps() { return k.ceilDiv(depth, k.index(kPairGroup)); }
};

} // namespace

/// Two rows of neighbouring columns, interleaved; behind the last row zeros.
void Packer::rows() {
  SmallVector<int64_t> interleave;
  for (int64_t c = 0; c < lanes; ++c)
    interleave.append({c, c + lanes});
  Type i16 = k.b.getI16Type();
  auto copy = [&](bool masked) {
    auto step = [&](Value number, bool half) {
      Value from = k.add(
          k.mad(k.mul(number, kPairGroup), s.rowStride, s.offset), column);
      for (int64_t v = 0; v < kPanel / lanes; ++v) {
        Value valid =
            masked ? k.sub(columns, k.add(column, v * lanes)) : Value();
        auto row = [&](Value at) {
          return bits(
              k.loadVector(s.memref, k.add(at, v * lanes), lanes, valid), i16);
        };
        Value low = row(from);
        Value high =
            half ? k.zero(low.getType()) : row(k.add(from, s.rowStride));
        put(vector::ShuffleOp::create(k.b, k.loc, low, high, interleave),
            number, k.index(v * lanes));
      }
    };
    k.loop(k.index(0), whole(), k.index(1),
           [&](Value number) { step(number, false); });
    k.loop(whole(), steps(), k.index(1),
           [&](Value number) { step(number, true); });
  };
  auto known = constantOf(columns);
  if (known && *known % kPanel == 0)
    return copy(false);
  Value tail = k.less(columns, k.add(column, kPanel));
  // Elsewhere LLVM takes masked vectors of bf16 apart, and rounds.
  bool masks = multipliesPairs(k.isa);
  k.ifThen(
      tail, [&] { masks ? copy(true) : elements(k.index(0)); },
      [&] { copy(false); });
}

/// Two rows of a column are one word: lanes x lanes of them are transposed;
/// columns past the end are clamped.
void Packer::words() {
  Value last = k.sub(columns, k.index(1));
  Value end = k.mul(k.div(whole(), k.index(lanes)), lanes);
  k.loop(0, k.index(kPanel), lanes, [&](Value c) {
    SmallVector<Value> starts;
    for (int64_t i = 0; i < lanes; ++i)
      starts.push_back(k.mad(k.min(k.add(k.add(column, c), i), last),
                             s.columnStride, s.offset));
    k.loop(k.index(0), end, k.index(lanes), [&](Value step) {
      SmallVector<Value> columnsOf;
      for (Value start : starts)
        columnsOf.push_back(loadPairs(
            k, s.memref, k.add(start, k.mul(step, kPairGroup)), lanes));
      for (auto [i, words] : llvm::enumerate(transposeVectors(k, columnsOf)))
        put(words, k.add(step, int64_t(i)), c);
    });
  });
  auto known = constantOf(depth);
  if (!known || *known % (lanes * kPairGroup))
    elements(end);
}

/// One at a time; column numbers past the end are clamped.
void Packer::elements(Value fromStep) {
  Value last = k.sub(columns, k.index(1));
  k.loop(k.mul(fromStep, kPairGroup), depth, k.index(1), [&](Value r) {
    k.loop(0, k.index(kPanel), 1, [&](Value c) {
      Value at =
          k.mad(r, s.rowStride,
                k.mad(k.min(k.add(column, c), last), s.columnStride, s.offset));
      Value step = k.div(r, k.index(kPairGroup));
      Value to = k.mul(k.mad(step, k.index(kPanel), c), kPairGroup);
      k.store(k.load(s.memref, at), panel,
              k.add(to, k.rem(r, k.index(kPairGroup))));
    });
  });
  auto known = constantOf(depth);
  if (known && *known % kPairGroup == 0)
    return;
  Value zero = k.zero(k.b.getBF16Type());
  k.loop(whole(), steps(), k.index(1), [&](Value step) {
    k.loop(0, k.index(kPanel), 1, [&](Value c) {
      Value to = k.mul(k.mad(step, k.index(kPanel), c), kPairGroup);
      k.store(zero, panel, k.add(to, 1));
    });
  });
}

void mlc::emitPackPairs(KernelBuilder &k, const PanelSource &source,
                        Value depth, Value column, Value columns, Value panel) {
  Packer p{k,
           source,
           depth,
           column,
           columns,
           panel,
           int64_t(k.lanes(k.b.getF32Type()))};
  if (constantOf(source.columnStride) == 1)
    p.rows();
  else if (constantOf(source.rowStride) == 1)
    p.words();
  else
    p.elements(k.index(0));
}
