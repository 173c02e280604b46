//===- ScalarMath.cpp - Scalar and vector arithmetic of bodies -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

Type mlc::graph::signless(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return VectorType::get(vector.getShape(), element);
  return element;
}

static Value splat(OpBuilder &builder, Location loc, Type like, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(like))
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(vector, value));
  return arith::ConstantOp::create(builder, loc, value);
}

Value ScalarMath::constant(Type like, double value) {
  Type element = getElementTypeOrSelf(like);
  if (isa<FloatType>(element))
    return splat(builder, loc, like, builder.getFloatAttr(element, value));
  return splat(builder, loc, like,
               builder.getIntegerAttr(element, int64_t(value)));
}

Value ScalarMath::integer(Type like, int64_t value) {
  Type element = getElementTypeOrSelf(like);
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return splat(builder, loc, like,
               IntegerAttr::get(element, APInt(width, uint64_t(value),
                                               /*isSigned=*/true,
                                               /*implicitTrunc=*/true)));
}

Value ScalarMath::compare(arith::CmpFPredicate p, Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, p, a, b);
}
Value ScalarMath::compare(arith::CmpIPredicate p, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, p, a, b);
}
Value ScalarMath::select(Value p, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, p, a, b);
}

Value ScalarMath::divide(Value a, Value b, bool isUnsigned) {
  Type type = a.getType();
  Value zero = integer(type, 0), one = integer(type, 1);
  Value isZero = compare(arith::CmpIPredicate::eq, b, zero);
  if (isUnsigned) {
    Value quotient =
        arith::DivUIOp::create(builder, loc, a, select(isZero, one, b));
    return select(isZero, zero, quotient);
  }
  // Dividing by -1 is negation, which wraps for the most negative value.
  Value isMinusOne = compare(arith::CmpIPredicate::eq, b, integer(type, -1));
  Value unsafe = arith::OrIOp::create(builder, loc, isZero, isMinusOne);
  Value quotient =
      arith::DivSIOp::create(builder, loc, a, select(unsafe, one, b));
  Value negated = arith::SubIOp::create(builder, loc, zero, a);
  return select(isZero, zero, select(isMinusOne, negated, quotient));
}

Value ScalarMath::remainder(Value a, Value b, bool isUnsigned) {
  Type type = a.getType();
  Value zero = integer(type, 0), one = integer(type, 1);
  Value isZero = compare(arith::CmpIPredicate::eq, b, zero);
  if (isUnsigned) {
    // x rem 1 is 0, the documented result for a zero divisor.
    return arith::RemUIOp::create(builder, loc, a, select(isZero, one, b));
  }
  Value isMinusOne = compare(arith::CmpIPredicate::eq, b, integer(type, -1));
  Value unsafe = arith::OrIOp::create(builder, loc, isZero, isMinusOne);
  return arith::RemSIOp::create(builder, loc, a, select(unsafe, one, b));
}

/// Float to integer: truncation, saturation at the ends, 0 for NaN.
static Value floatToInt(ScalarMath &m, Value x, IntegerType to, bool isUnsigned,
                        bool saturate) {
  OpBuilder &b = m.builder;
  unsigned width = to.getWidth();
  Type result = withElement(x.getType(), signless(to));
  if (!saturate && width < 64) {
    // The low bits of the 64-bit conversion, as C on x86 gives them.
    Value wide = floatToInt(m, x, b.getI64Type(), false, true);
    return arith::TruncIOp::create(b, m.loc, result, wide);
  }
  double low = isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
  double high = std::ldexp(1.0, isUnsigned ? width : width - 1);
  if (width <= 16) {
    // f32 holds both ends, so it can be cut off in front of the conversion. The
    // comparisons are false for NaN, which leaves the lower end.
    Value least = m.constant(x.getType(), low);
    Value most = m.constant(x.getType(), high - 1);
    if (!isUnsigned)
      x = m.select(m.compare(arith::CmpFPredicate::UNO, x, x),
                   m.constant(x.getType(), 0.0), x);
    x = m.select(m.compare(arith::CmpFPredicate::OGT, x, least), x, least);
    x = m.select(m.compare(arith::CmpFPredicate::OLT, x, most), x, most);
    Value wide = arith::FPToSIOp::create(
        b, m.loc, withElement(x.getType(), b.getI32Type()), x);
    return arith::TruncIOp::create(b, m.loc, result, wide);
  }
  Value tooHigh = m.compare(arith::CmpFPredicate::OGE, x, m.constant(x.getType(), high));
  // Above (low - 1) truncation still lands in range; a bound that the type
  // cannot tell from low itself is as good.
  Value tooLow = m.compare(arith::CmpFPredicate::OLT, x, m.constant(x.getType(), low));
  Value isNan = m.compare(arith::CmpFPredicate::UNO, x, x);
  Value unsafe = arith::OrIOp::create(
      b, m.loc, isNan, arith::OrIOp::create(b, m.loc, tooHigh, tooLow));
  Value safe = m.select(unsafe, m.constant(x.getType(), 0.0), x);
  Value value = isUnsigned
                    ? Value(arith::FPToUIOp::create(b, m.loc, result, safe))
                    : Value(arith::FPToSIOp::create(b, m.loc, result, safe));
  APInt max = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt min = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  value = m.select(tooHigh, splat(b, m.loc, result, IntegerAttr::get(signless(to), max)), value);
  return m.select(tooLow, splat(b, m.loc, result, IntegerAttr::get(signless(to), min)), value);
}

static FailureOr<Value> floatToFloat(ScalarMath &m, Value x, FloatType to,
                                     bool saturate) {
  OpBuilder &b = m.builder;
  auto have = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  Type result = withElement(x.getType(), to);
  if (have == to)
    return x;
  if (to.getWidth() >= 32 && to.getWidth() > have.getWidth())
    return Value(arith::ExtFOp::create(b, m.loc, result, x));
  if (have.getWidth() == 64 && to.getWidth() == 32)
    return Value(arith::TruncFOp::create(b, m.loc, result, x));
  // Narrow targets are reached from f32 or f64.
  if (have.getWidth() < 32)
    x = arith::ExtFOp::create(b, m.loc, withElement(x.getType(), b.getF32Type()), x);
  if (to.getWidth() < 16 && saturate) {
    APFloat largest = APFloat::getLargest(to.getFloatSemantics());
    double limit = largest.convertToDouble();
    Value high = m.constant(x.getType(), limit), low = m.constant(x.getType(), -limit);
    Value above = m.compare(arith::CmpFPredicate::OGT, x, high);
    Value below = m.compare(arith::CmpFPredicate::OLT, x, low);
    x = m.select(above, high, m.select(below, low, x));
  }
  return Value(arith::TruncFOp::create(b, m.loc, result, x));
}

FailureOr<Value> ScalarMath::convert(Value x, Type from, Type to, bool saturate) {
  Type plain = signless(to);
  Type result = withElement(x.getType(), plain);
  auto fromInt = dyn_cast<IntegerType>(from);
  auto toInt = dyn_cast<IntegerType>(to);
  auto fromFloat = dyn_cast<FloatType>(from);
  auto toFloat = dyn_cast<FloatType>(to);
  bool fromUnsigned = fromInt && (fromInt.isUnsigned() || fromInt.getWidth() == 1);
  if (fromFloat && toFloat)
    return floatToFloat(*this, x, toFloat, saturate);
  if (fromFloat && toInt) {
    if (cast<FloatType>(getElementTypeOrSelf(x.getType())).getWidth() < 32)
      x = arith::ExtFOp::create(builder, loc,
                                withElement(x.getType(), builder.getF32Type()), x);
    if (toInt.getWidth() == 1)
      return compare(arith::CmpFPredicate::UNE, x, constant(x.getType(), 0.0));
    return floatToInt(*this, x, toInt, toInt.isUnsigned(), saturate);
  }
  if (fromInt && toFloat) {
    Type via = toFloat.getWidth() < 32 ? Type(builder.getF32Type()) : to;
    Type viaType = withElement(x.getType(), via);
    Value real = fromUnsigned
                     ? Value(arith::UIToFPOp::create(builder, loc, viaType, x))
                     : Value(arith::SIToFPOp::create(builder, loc, viaType, x));
    return floatToFloat(*this, real, toFloat, saturate);
  }
  if (!fromInt || !toInt)
    return failure();
  if (toInt.getWidth() == 1)
    return fromInt.getWidth() == 1
               ? x
               : compare(arith::CmpIPredicate::ne, x, integer(x.getType(), 0));
  if (toInt.getWidth() == fromInt.getWidth())
    return x;
  if (toInt.getWidth() < fromInt.getWidth())
    return Value(arith::TruncIOp::create(builder, loc, result, x));
  if (fromUnsigned)
    return Value(arith::ExtUIOp::create(builder, loc, result, x));
  return Value(arith::ExtSIOp::create(builder, loc, result, x));
}

Value ScalarMath::combine(Combiner combiner, Value a, Value b, bool isUnsigned) {
  bool real = isa<FloatType>(getElementTypeOrSelf(a.getType()));
  switch (combiner) {
  case Combiner::Sum:
    return real ? Value(arith::AddFOp::create(builder, loc, a, b))
                : Value(arith::AddIOp::create(builder, loc, a, b));
  case Combiner::Prod:
    return real ? Value(arith::MulFOp::create(builder, loc, a, b))
                : Value(arith::MulIOp::create(builder, loc, a, b));
  case Combiner::Max:
    if (real)
      return arith::MaximumFOp::create(builder, loc, a, b);
    return isUnsigned ? Value(arith::MaxUIOp::create(builder, loc, a, b))
                      : Value(arith::MaxSIOp::create(builder, loc, a, b));
  case Combiner::Min:
    if (real)
      return arith::MinimumFOp::create(builder, loc, a, b);
    return isUnsigned ? Value(arith::MinUIOp::create(builder, loc, a, b))
                      : Value(arith::MinSIOp::create(builder, loc, a, b));
  case Combiner::And:
    return arith::AndIOp::create(builder, loc, a, b);
  case Combiner::Or:
    return arith::OrIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("combiner");
}

TypedAttr mlc::graph::neutralElement(Combiner combiner, Type element) {
  Type plain = signless(element);
  if (auto real = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = real.getFloatSemantics();
    switch (combiner) {
    case Combiner::Prod:
      return FloatAttr::get(real, 1.0);
    case Combiner::Max:
      return FloatAttr::get(real, APFloat::getInf(semantics, true));
    case Combiner::Min:
      return FloatAttr::get(real, APFloat::getInf(semantics, false));
    default:
      return FloatAttr::get(real, 0.0);
    }
  }
  unsigned width = cast<IntegerType>(element).getWidth();
  bool isUnsigned = cast<IntegerType>(element).isUnsigned() || width == 1;
  switch (combiner) {
  case Combiner::Prod:
    return IntegerAttr::get(plain, APInt(width, 1));
  case Combiner::Max:
    return IntegerAttr::get(plain, isUnsigned ? APInt::getMinValue(width)
                                              : APInt::getSignedMinValue(width));
  case Combiner::Min:
    return IntegerAttr::get(plain, isUnsigned ? APInt::getMaxValue(width)
                                              : APInt::getSignedMaxValue(width));
  case Combiner::And:
    return IntegerAttr::get(plain, APInt::getAllOnes(width));
  default:
    return IntegerAttr::get(plain, APInt(width, 0));
  }
}
