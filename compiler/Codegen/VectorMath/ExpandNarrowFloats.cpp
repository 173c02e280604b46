//===- ExpandNarrowFloats.cpp - f16, bf16 and f8 by integer arithmetic ----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x86 has no bf16 conversion that keeps subnormals, and none at all for the
// 8-bit formats; LLVM would call compiler-rt lane by lane. Here a format is
// four numbers (exponent and mantissa bits, bias, what the top codes mean) and
// one pair of conversions serves them all. Rounding is to nearest, ties to
// even. What lies beyond the largest finite value becomes infinity, or NaN
// where the format has no infinity.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Passes.h"
#include "compiler/Codegen/VectorMath/NarrowFloats.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_EXPANDNARROWFLOATSPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

namespace {

class ExpandNarrowFloats
    : public mlc::impl::ExpandNarrowFloatsPassBase<ExpandNarrowFloats> {
public:
  using ExpandNarrowFloatsPassBase::ExpandNarrowFloatsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> arithmetic, conversions;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        conversions.push_back(op);
      else if (needsF32(op))
        arithmetic.push_back(op);
    });
    for (Operation *op : arithmetic)
      widen(op, conversions);
    for (Operation *op : conversions)
      convert(op);
  }

private:
  /// A format without arithmetic in the machine.
  bool isExpanded(Type type) {
    Type element = getElementTypeOrSelf(type);
    auto format = narrowFormat(element);
    return format && !(element.isF16() && hasF16C);
  }

  static bool isNarrow(Type type) {
    return narrowFormat(getElementTypeOrSelf(type)).has_value();
  }

  /// Arithmetic on narrow floats (f16 as well: no AVX512-FP16 is assumed).
  static bool needsF32(Operation *op) {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op->getDialect()) ||
        isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp>(op))
      return false;
    return llvm::any_of(op->getOperandTypes(), isNarrow) ||
           llvm::any_of(op->getResultTypes(), isNarrow);
  }

  static Type withElement(Type type, Type element) {
    if (auto vector = dyn_cast<VectorType>(type))
      return vector.clone(element);
    return element;
  }

  /// op(narrow...) -> narrow  becomes  trunc(op(ext(narrow)...)).
  void widen(Operation *op, SmallVectorImpl<Operation *> &conversions) {
    OpBuilder b(op);
    Location loc = op->getLoc();
    Type f32 = b.getF32Type();
    IRMapping map;
    for (Value operand : op->getOperands()) {
      if (!isNarrow(operand.getType()) || map.contains(operand))
        continue;
      auto wide = arith::ExtFOp::create(
          b, loc, withElement(operand.getType(), f32), operand);
      conversions.push_back(wide);
      map.map(operand, wide);
    }
    Operation *clone = b.clone(*op, map);
    for (auto [old, result] :
         llvm::zip(op->getResults(), clone->getResults())) {
      Value value = result;
      if (isNarrow(old.getType())) {
        result.setType(withElement(old.getType(), f32));
        auto narrow = arith::TruncFOp::create(b, loc, old.getType(), result);
        conversions.push_back(narrow);
        value = narrow;
      }
      old.replaceAllUsesWith(value);
    }
    op->erase();
  }

  void convert(Operation *op) {
    Value in = op->getOperand(0);
    Type from = in.getType(), to = op->getResult(0).getType();
    bool expandFrom = isExpanded(from), expandTo = isExpanded(to);
    OpBuilder b(op);
    Location loc = op->getLoc();
    Type f32 = b.getF32Type();
    Value out;
    if (isa<arith::ExtFOp>(op)) {
      if (!expandFrom)
        return;
      MathBuilder m(b, loc, withElement(from, f32), /*hasFma=*/false);
      out = buildNarrowToF32(m, in);
      if (getElementTypeOrSelf(to).isF64())
        out = arith::ExtFOp::create(b, loc, to, out);
      else if (!getElementTypeOrSelf(to).isF32())
        out = narrow(b, loc, out, to);
    } else {
      Type source = getElementTypeOrSelf(from);
      // Through f32 in two roundings is wrong in rare ties for f64: round to
      // odd first.
      bool fromF64 = source.isF64() && isNarrow(to);
      if (!expandTo && !fromF64 && !expandFrom)
        return;
      Value wide = in;
      if (fromF64) {
        MathBuilder m(b, loc, withElement(from, f32), /*hasFma=*/false);
        wide = buildF64ToF32RoundToOdd(m, in);
      } else if (isNarrow(from)) {
        MathBuilder m(b, loc, withElement(from, f32), /*hasFma=*/false);
        wide = expandFrom ? buildNarrowToF32(m, in)
                          : Value(arith::ExtFOp::create(
                                b, loc, withElement(from, f32), in));
      }
      out = narrow(b, loc, wide, to);
    }
    op->getResult(0).replaceAllUsesWith(out);
    op->erase();
  }

  Value narrow(OpBuilder &b, Location loc, Value f32, Type to) {
    if (!isExpanded(to))
      return arith::TruncFOp::create(b, loc, to, f32);
    MathBuilder m(b, loc, f32.getType(), /*hasFma=*/false);
    return buildF32ToNarrow(m, f32, to);
  }
};

} // namespace
