//===- FewBitsReader.cpp - Packed weights of few bits to f32 --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes are extended and converted, which takes two instructions. Of a word of
// smaller elements one row takes two as well on 512 bits: a shift brings it to
// the low end, and a permutation by the low four bits looks it up in a register
// that holds all numbers of so many bits (of 2 bits the upper two say nothing).
// Elsewhere two shifts spread the sign, and a conversion follows.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/FewBitsReader.h"

#include "compiler/Codegen/Contraction/PackFewBits.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// Lanes that a lookup by four bits needs.
static constexpr int64_t kTable = 16;

FewBitsReader::FewBitsReader(KernelBuilder &k, const MatmulParams &params)
    : rowsPerElement(mlc::rowsPerElement(params.fewBits->bits)),
      blocks(llvm::divideCeil(*constantOf(params.k), params.fewBits->block)),
      k(k), p(params), bits(params.fewBits->bits),
      lanes(k.lanes(params.accumulator)),
      elementsPerColumn(
          llvm::divideCeil(*constantOf(params.k), rowsPerElement)) {
  if (bits == 8 || lanes != kTable)
    return;
  SmallVector<float> numbers;
  for (int64_t i = 0; i < kTable; ++i)
    numbers.push_back(
        static_cast<float>(llvm::SignExtend64(static_cast<uint64_t>(i), bits)));
  table = arith::ConstantOp::create(
      k.b, k.loc,
      DenseElementsAttr::get(k.vectorOf(k.b.getF32Type(), kTable),
                             ArrayRef(numbers)));
}

Value FewBitsReader::elements(Value panel, Value element, Value column) {
  Value row = k.mad(panel, k.index(elementsPerColumn), element);
  return k.loadVector(p.b.memref, k.mad(row, k.index(kPanel), column), lanes);
}

Value FewBitsReader::row(Value elements, int64_t i) {
  if (bits == 8)
    return k.widen(elements, p.accumulator);
  auto type = cast<VectorType>(elements.getType());
  auto by = [&](int64_t count) {
    return arith::ConstantOp::create(
        k.b, k.loc, DenseElementsAttr::get(type, k.b.getI32IntegerAttr(count)));
  };
  if (table) {
    if (i != 0)
      elements = arith::ShRUIOp::create(k.b, k.loc, elements, by(i * bits));
    return LLVM::CallIntrinsicOp::create(
               k.b, k.loc, table.getType(),
               k.b.getStringAttr("llvm.x86.avx512.permvar.sf.512"),
               ValueRange{table, elements})
        ->getResult(0);
  }
  int64_t above = 32 - (i + 1) * bits;
  if (above != 0)
    elements = arith::ShLIOp::create(k.b, k.loc, elements, by(above));
  elements = arith::ShRSIOp::create(k.b, k.loc, elements, by(32 - bits));
  return k.widen(elements, p.accumulator);
}

Value FewBitsReader::parameterAt(Value panel, Value number, Value column) {
  Value row = k.mad(panel, k.index(blocks), number);
  return k.mad(row, k.index(kPanel), column);
}

Value FewBitsReader::scale(Value panel, Value number, Value column) {
  return k.widen(
      k.loadVector(p.fewBits->scale, parameterAt(panel, number, column), lanes),
      p.accumulator);
}

Value FewBitsReader::zero(Value panel, Value number, Value column) {
  if (!p.fewBits->zero)
    return {};
  return k.widen(
      k.loadVector(p.fewBits->zero, parameterAt(panel, number, column), lanes),
      p.accumulator);
}

Value FewBitsReader::less(Value x, Value zero) {
  return zero ? Value(arith::SubFOp::create(k.b, k.loc, x, zero)) : x;
}
