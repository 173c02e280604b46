//===- RegisterTile.cpp - The block of accumulators -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/Epilogue.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

TileShape mlc::chooseTile(const IsaLevel &isa, Type accumulator) {
  bool isFloat = isa_and_nonnull<FloatType>(accumulator);
  if (isa.vectorRegisters >= 32)
    return {isFloat ? 14 : 12, 2};
  // 16 registers. Without FMA the product needs one, and a broadcast costs two
  // instructions, so fewer rows and more vectors.
  if (isa.hasFma)
    return {isFloat ? 6 : 5, 2};
  return {3, 4};
}

BalancedTiles mlc::balance(int64_t extent, int64_t limit) {
  if (extent <= 0)
    return {0, 0, 0};
  int64_t count = llvm::divideCeil(extent, limit);
  return {count, extent / count, extent % count};
}

void mlc::updateTile(KernelBuilder &k, SmallVectorImpl<Value> &accumulators,
                     int64_t rows, int64_t vectors,
                     llvm::function_ref<Value(int64_t)> a,
                     llvm::function_ref<Value(int64_t)> b) {
  SmallVector<Value> weights;
  for (int64_t v = 0; v < vectors; ++v)
    weights.push_back(b(v));
  int64_t lanes = cast<VectorType>(weights.front().getType()).getNumElements();
  for (int64_t r = 0; r < rows; ++r) {
    Value x = k.broadcast(a(r), lanes);
    for (int64_t v = 0; v < vectors; ++v) {
      Value &sum = accumulators[r * vectors + v];
      sum = k.multiplyAdd(x, weights[v], sum);
    }
  }
}

Value mlc::addSums(KernelBuilder &k, Value x, Value y) {
  if (isa<FloatType>(getElementTypeOrSelf(x.getType())))
    return arith::AddFOp::create(k.b, k.loc, x, y);
  return arith::AddIOp::create(k.b, k.loc, x, y);
}

void mlc::storeSum(KernelBuilder &k, Value sum, Value block, Value at,
                   bool accumulate) {
  int64_t lanes = cast<VectorType>(sum.getType()).getNumElements();
  if (accumulate)
    sum = addSums(k, k.loadVector(block, at, lanes), sum);
  k.storeVector(sum, block, at);
}

SmallVector<Value> mlc::plainEpilogue(KernelBuilder &, const Piece &piece) {
  return {piece.value};
}
