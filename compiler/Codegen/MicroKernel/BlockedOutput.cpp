//===- BlockedOutput.cpp - Results into blocked activations ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

void mlc::emitBlockedPiece(KernelBuilder &k, ArrayRef<ActivationTensor> outputs,
                           const Epilogue &epilogue, Value value,
                           const BlockedPlace &place) {
  const ActivationTensor &out = outputs.front();
  Piece x;
  x.value = value;
  x.lanes = cast<VectorType>(value.getType()).getNumElements();
  x.column = k.add(k.mul(place.block, kChannelBlock), place.first);
  bool padded = out.channels % kChannelBlock != 0;
  if (padded)
    x.valid = k.sub(k.index(out.channels), x.column);
  Value y = place.row, z = place.column;
  if (place.flatWidth)
    y = k.div(z, place.flatWidth), z = k.rem(z, place.flatWidth);
  x.coordinates = {place.image, place.block, y, z, place.first};
  auto offsetIn = [&](const ActivationTensor &t) {
    return k.add(t.at(k, place.image, place.block, k.add(place.row, t.halo.top),
                      k.add(place.column, t.halo.left)),
                 place.first);
  };
  x.offset = offsetIn(out);
  SmallVector<Value> results = epilogue(k, x);
  for (auto [i, result] : llvm::enumerate(results)) {
    const ActivationTensor &t = outputs[i];
    if (padded) {
      // Channels that do not exist hold zeros, whatever the epilogue made.
      auto type = cast<VectorType>(result.getType());
      Value mask = vector::CreateMaskOp::create(
          k.b, k.loc, k.vectorOf(k.b.getI1Type(), x.lanes), x.valid);
      result = arith::SelectOp::create(k.b, k.loc, mask, result, k.zero(type));
    }
    k.storeVector(result, t.memref, i == 0 ? x.offset : offsetIn(t));
  }
}

SmallVector<PrefetchStream>
mlc::prefetchOutputs(KernelBuilder &k, ArrayRef<ActivationTensor> outputs,
                     const BlockedPlace &place, int64_t pixels, int64_t blocks,
                     int64_t steps) {
  SmallVector<PrefetchStream> streams;
  for (const ActivationTensor &t : outputs) {
    int64_t line = elementsOfLine(t.memref);
    int64_t lines = llvm::divideCeil(pixels * kChannelBlock, line);
    PrefetchStream stream;
    stream.memref = t.memref;
    stream.lines = llvm::divideCeil(lines, std::max<int64_t>(steps, 1));
    stream.stride = k.index(stream.lines * line);
    stream.write = true;
    for (int64_t block = 0; block < blocks; ++block) {
      stream.at =
          t.at(k, place.image, k.add(place.block, block),
               k.add(place.row, t.halo.top), k.add(place.column, t.halo.left));
      streams.push_back(stream);
    }
  }
  return streams;
}

void mlc::emitHaloZeros(KernelBuilder &k, const ActivationTensor &t, Value n,
                        Value block, Value firstRow, Value endRow) {
  auto element = cast<MemRefType>(t.memref.getType()).getElementType();
  int64_t lanes = std::min<int64_t>(k.lanes(element), kChannelBlock);
  Value zero = k.zero(k.vectorOf(element, lanes));
  Value pixel = k.index(kChannelBlock);
  auto clear = [&](Value from, Value pixels) {
    k.loop(from, k.mad(pixels, pixel, from), k.index(lanes),
           [&](Value at) { k.storeVector(zero, t.memref, at); });
  };
  Value zeroAt = k.index(0);
  k.loop(firstRow, endRow, k.index(1), [&](Value row) {
    Value padded = k.add(row, t.halo.top);
    if (t.halo.left)
      clear(t.at(k, n, block, padded, zeroAt), k.index(t.halo.left));
    if (t.halo.right)
      clear(t.at(k, n, block, padded, k.add(t.w, t.halo.left)),
            k.index(t.halo.right));
  });
  if (t.halo.top)
    k.ifThen(k.less(firstRow, k.index(1)), [&] {
      clear(t.at(k, n, block, zeroAt, zeroAt), k.mul(t.paddedW(k), t.halo.top));
    });
  if (t.halo.bottom)
    k.ifThen(k.less(k.sub(t.h, k.index(1)), endRow), [&] {
      clear(t.at(k, n, block, k.add(t.h, t.halo.top), zeroAt),
            k.mul(t.paddedW(k), t.halo.bottom));
    });
}
