//===- LookUp.cpp - Tables in registers -----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/LookUp.h"

#include "compiler/Codegen/VectorMath/Rounding.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlc;

/// Lanes of a register, which holds half of a table.
static constexpr int64_t kLanes = 16;

static Value lookUpRegister(MathBuilder &m, Value index,
                            ArrayRef<float> table) {
  auto type = VectorType::get({kLanes}, m.b.getF32Type());
  auto half = [&](unsigned first) -> Value {
    return arith::ConstantOp::create(
        m.b, m.loc, DenseElementsAttr::get(type, table.slice(first, kLanes)));
  };
  return LLVM::CallIntrinsicOp::create(
             m.b, m.loc, type,
             m.b.getStringAttr("llvm.x86.avx512.vpermi2var.ps.512"),
             ValueRange{half(0), index, half(kLanes)})
      ->getResult(0);
}

Value PiecewisePolynomial::at(MathBuilder &m, Value t) const {
  Value shifted = m.fma(t, m.f(steps), m.f(kRoundMagic));
  Value number = m.bits(shifted); // and higher bits, which nobody reads
  Value u = m.sub(t, lookUp(m, number, centres));
  Value sum = lookUp(m, number, coefficients.back());
  for (const auto &powers : llvm::reverse(coefficients.drop_back()))
    sum = m.fma(sum, u, lookUp(m, number, powers));
  return sum;
}

Value mlc::lookUp(MathBuilder &m, Value index, ArrayRef<float> table) {
  assert(table.size() == kTableEntries && "two registers of f32");
  auto vector = dyn_cast<VectorType>(index.getType());
  auto whole = VectorType::get({kLanes}, m.b.getI32Type());
  if (!vector) {
    Value spread = vector::BroadcastOp::create(m.b, m.loc, whole, index);
    return vector::ExtractOp::create(
        m.b, m.loc, lookUpRegister(m, spread, table), ArrayRef<int64_t>{0});
  }
  int64_t lanes = vector.getNumElements();
  if (lanes == kLanes)
    return lookUpRegister(m, index, table);
  Value result = m.f(0.0);
  for (int64_t first = 0; first < lanes; first += kLanes) {
    int64_t count = std::min(kLanes, lanes - first);
    Value part = index;
    if (count < lanes)
      part = vector::ExtractStridedSliceOp::create(
          m.b, m.loc, part, ArrayRef<int64_t>{first}, ArrayRef<int64_t>{count},
          ArrayRef<int64_t>{1});
    if (count < kLanes)
      part = vector::InsertStridedSliceOp::create(
          m.b, m.loc, part,
          arith::ConstantOp::create(m.b, m.loc, m.b.getZeroAttr(whole)),
          ArrayRef<int64_t>{0}, ArrayRef<int64_t>{1});
    Value found = lookUpRegister(m, part, table);
    if (count < kLanes)
      found = vector::ExtractStridedSliceOp::create(
          m.b, m.loc, found, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{count},
          ArrayRef<int64_t>{1});
    if (count == lanes)
      return found;
    result = vector::InsertStridedSliceOp::create(m.b, m.loc, found, result,
                                                  ArrayRef<int64_t>{first},
                                                  ArrayRef<int64_t>{1});
  }
  return result;
}
