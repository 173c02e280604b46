//===- PairProduct.cpp - Dot products of pairs of bf16 --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PairProduct.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlc;

bool mlc::multipliesPairs(const IsaLevel &isa) {
  return isa.vectorBits == 512 && isa.has("avx512bf16");
}

static Value word(KernelBuilder &k, Value pair) {
  auto type = k.vectorOf(k.b.getI32Type(), 1);
  return vector::ExtractOp::create(
      k.b, k.loc, vector::BitCastOp::create(k.b, k.loc, type, pair),
      int64_t(0));
}

Value mlc::loadPair(KernelBuilder &k, Value memref, Value at, Value stride) {
  if (constantOf(stride) == 1)
    return word(k, k.loadVector(memref, at, kPairGroup));
  Value sixteen =
      arith::ConstantOp::create(k.b, k.loc, k.b.getI32IntegerAttr(16));
  Value high = arith::ShLIOp::create(
      k.b, k.loc, loadHalfPair(k, memref, k.add(at, stride)), sixteen);
  return arith::OrIOp::create(k.b, k.loc, loadHalfPair(k, memref, at), high);
}

Value mlc::loadHalfPair(KernelBuilder &k, Value memref, Value at) {
  Value bits = arith::BitcastOp::create(k.b, k.loc, k.b.getI16Type(),
                                        k.load(memref, at));
  return arith::ExtUIOp::create(k.b, k.loc, k.b.getI32Type(), bits);
}

Value mlc::loadPairs(KernelBuilder &k, Value memref, Value at, int64_t lanes) {
  return vector::BitCastOp::create(
      k.b, k.loc, k.vectorOf(k.b.getI32Type(), lanes),
      k.loadVector(memref, at, lanes * kPairGroup));
}

namespace {

/// Words as the level multiplies them: all of them, or the elements of either
/// place in f32.
struct Factor {
  Value whole, even, odd;
};

Factor factorOf(KernelBuilder &k, Value words) {
  auto type = cast<VectorType>(words.getType());
  Factor factor;
  if (multipliesPairs(k.isa)) {
    factor.whole = vector::BitCastOp::create(
        k.b, k.loc,
        k.vectorOf(k.b.getBF16Type(), type.getNumElements() * kPairGroup),
        words);
    return factor;
  }
  auto constant = [&](int32_t value) {
    return arith::ConstantOp::create(
        k.b, k.loc, DenseElementsAttr::get(type, APInt(32, value, true)));
  };
  Type real = type.clone(k.b.getF32Type());
  factor.even = arith::BitcastOp::create(
      k.b, k.loc, real, arith::ShLIOp::create(k.b, k.loc, words, constant(16)));
  factor.odd = arith::BitcastOp::create(
      k.b, k.loc, real,
      arith::AndIOp::create(k.b, k.loc, words, constant(int32_t(0xffff0000))));
  return factor;
}

Value multiplyPairs(KernelBuilder &k, const Factor &x, const Factor &y,
                    Value sum) {
  if (!x.whole)
    return k.multiplyAdd(x.even, y.even, k.multiplyAdd(x.odd, y.odd, sum));
  // The last operand may be a word in memory that is broadcast.
  return LLVM::CallIntrinsicOp::create(
             k.b, k.loc, sum.getType(),
             k.b.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
             ValueRange{sum, y.whole, x.whole})
      ->getResult(0);
}

} // namespace

void mlc::updateTileOfPairs(KernelBuilder &k, SmallVectorImpl<Value> &sums,
                            int64_t rows, int64_t vectors,
                            llvm::function_ref<Value(int64_t)> pair,
                            llvm::function_ref<Value(int64_t)> pairs) {
  SmallVector<Factor> weights;
  for (int64_t v = 0; v < vectors; ++v)
    weights.push_back(factorOf(k, pairs(v)));
  int64_t lanes = cast<VectorType>(sums.front().getType()).getNumElements();
  for (int64_t r = 0; r < rows; ++r) {
    Factor x = factorOf(k, k.broadcast(pair(r), lanes));
    for (int64_t v = 0; v < vectors; ++v) {
      Value &sum = sums[r * vectors + v];
      sum = multiplyPairs(k, x, weights[v], sum);
    }
  }
}
