//===- ElementwiseBodies.cpp - The scalar meaning of pointwise ops -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}
/// Sign of the op's first operand; bool counts as unsigned.
static bool isUnsigned(Operation *op) {
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  return type && (type.isUnsigned() || type.getWidth() == 1);
}

// Ops that are one math op.
#define MLC_MATH_BODY(Op, MathOp)                                              \
  FailureOr<Value> Op::buildScalarBody(OpBuilder &builder, Location loc,       \
                                       ValueRange args) {                      \
    return Value(math::MathOp::create(builder, loc, args[0]));                 \
  }
MLC_MATH_BODY(ExpOp, ExpOp)
MLC_MATH_BODY(LogOp, LogOp)
MLC_MATH_BODY(Log1pOp, Log1pOp)
MLC_MATH_BODY(Expm1Op, ExpM1Op)
MLC_MATH_BODY(SqrtOp, SqrtOp)
MLC_MATH_BODY(SinOp, SinOp)
MLC_MATH_BODY(CosOp, CosOp)
MLC_MATH_BODY(TanOp, TanOp)
MLC_MATH_BODY(AsinOp, AsinOp)
MLC_MATH_BODY(AcosOp, AcosOp)
MLC_MATH_BODY(AtanOp, AtanOp)
MLC_MATH_BODY(SinhOp, SinhOp)
MLC_MATH_BODY(CoshOp, CoshOp)
MLC_MATH_BODY(TanhOp, TanhOp)
MLC_MATH_BODY(AsinhOp, AsinhOp)
MLC_MATH_BODY(AcoshOp, AcoshOp)
MLC_MATH_BODY(AtanhOp, AtanhOp)
MLC_MATH_BODY(ErfOp, ErfOp)
MLC_MATH_BODY(FloorOp, FloorOp)
MLC_MATH_BODY(CeilOp, CeilOp)
MLC_MATH_BODY(RoundEvenOp, RoundEvenOp)
MLC_MATH_BODY(TruncOp, TruncOp)
#undef MLC_MATH_BODY

// Ops that combine as reductions do.
#define MLC_COMBINE_BODY(Op, kind)                                             \
  FailureOr<Value> Op::buildScalarBody(OpBuilder &builder, Location loc,       \
                                       ValueRange args) {                      \
    return ScalarMath{builder, loc}.combine(Combiner::kind, args[0], args[1],  \
                                            isUnsigned(*this));                \
  }
MLC_COMBINE_BODY(AddOp, Sum)
MLC_COMBINE_BODY(MulOp, Prod)
MLC_COMBINE_BODY(MaxOp, Max)
MLC_COMBINE_BODY(MinOp, Min)
MLC_COMBINE_BODY(AndOp, And)
MLC_COMBINE_BODY(OrOp, Or)
#undef MLC_COMBINE_BODY

FailureOr<Value> AbsOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(math::AbsFOp::create(builder, loc, args[0]));
  if (isUnsigned(*this))
    return args[0];
  return Value(math::AbsIOp::create(builder, loc, args[0]));
}

FailureOr<Value> NegOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(arith::NegFOp::create(builder, loc, args[0]));
  Value zero = ScalarMath{builder, loc}.integer(args[0].getType(), 0);
  return Value(arith::SubIOp::create(builder, loc, zero, args[0]));
}

FailureOr<Value> RsqrtOp::buildScalarBody(OpBuilder &builder, Location loc,
                                          ValueRange args) {
  Value one = ScalarMath{builder, loc}.constant(args[0].getType(), 1.0);
  Value root = math::SqrtOp::create(builder, loc, args[0]);
  return Value(arith::DivFOp::create(builder, loc, one, root));
}

FailureOr<Value> ReciprocalOp::buildScalarBody(OpBuilder &builder, Location loc,
                                               ValueRange args) {
  Value one = ScalarMath{builder, loc}.constant(args[0].getType(), 1.0);
  return Value(arith::DivFOp::create(builder, loc, one, args[0]));
}

FailureOr<Value> SigmoidOp::buildScalarBody(OpBuilder &builder, Location loc,
                                            ValueRange args) {
  // With e = exp(-|x|), which never overflows, and d = e / (1 + e): e - e * d
  // for negative x, 1 - d for others. Results stay right until they are too
  // small for the type, and the rounding of 1 + e counts little.
  ScalarMath m{builder, loc};
  Value x = args[0];
  Value one = m.constant(x.getType(), 1.0), zero = m.constant(x.getType(), 0.0);
  Value minus = arith::NegFOp::create(builder, loc,
                                      math::AbsFOp::create(builder, loc, x));
  Value power = math::ExpOp::create(builder, loc, minus);
  Value sum = arith::AddFOp::create(builder, loc, one, power);
  Value share = arith::DivFOp::create(builder, loc, power, sum);
  Value isNegative = m.compare(arith::CmpFPredicate::OLT, x, zero);
  Value most = m.select(isNegative, power, one);
  Value rest = arith::MulFOp::create(builder, loc, most, share);
  return Value(arith::SubFOp::create(builder, loc, most, rest));
}

FailureOr<Value> SignOp::buildScalarBody(OpBuilder &builder, Location loc,
                                         ValueRange args) {
  ScalarMath m{builder, loc};
  Value x = args[0];
  Type type = x.getType();
  if (isFloat(x)) {
    Value zero = m.constant(type, 0.0);
    Value positive = m.compare(arith::CmpFPredicate::OGT, x, zero);
    Value negative = m.compare(arith::CmpFPredicate::OLT, x, zero);
    Value isNan = m.compare(arith::CmpFPredicate::UNO, x, x);
    Value rest = m.select(isNan, x, zero);
    return m.select(positive, m.constant(type, 1.0),
                    m.select(negative, m.constant(type, -1.0), rest));
  }
  Value zero = m.integer(type, 0), one = m.integer(type, 1);
  if (isUnsigned(*this))
    return m.select(m.compare(arith::CmpIPredicate::ne, x, zero), one, zero);
  Value positive = m.compare(arith::CmpIPredicate::sgt, x, zero);
  Value negative = m.compare(arith::CmpIPredicate::slt, x, zero);
  return m.select(positive, one, m.select(negative, m.integer(type, -1), zero));
}

FailureOr<Value> NotOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  Value ones = ScalarMath{builder, loc}.integer(args[0].getType(), -1);
  return Value(arith::XOrIOp::create(builder, loc, args[0], ones));
}

FailureOr<Value> SubOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(arith::SubFOp::create(builder, loc, args[0], args[1]));
  return Value(arith::SubIOp::create(builder, loc, args[0], args[1]));
}

FailureOr<Value> DivOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(arith::DivFOp::create(builder, loc, args[0], args[1]));
  return ScalarMath{builder, loc}.divide(args[0], args[1], isUnsigned(*this));
}

FailureOr<Value> RemOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(arith::RemFOp::create(builder, loc, args[0], args[1]));
  return ScalarMath{builder, loc}.remainder(args[0], args[1], isUnsigned(*this));
}

FailureOr<Value> ModOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  ScalarMath m{builder, loc};
  Value a = args[0], b = args[1];
  Type type = a.getType();
  Value rest, wrong, sum;
  if (isFloat(a)) {
    rest = arith::RemFOp::create(builder, loc, a, b);
    Value zero = m.constant(type, 0.0);
    Value nonzero = m.compare(arith::CmpFPredicate::ONE, rest, zero);
    Value differ = arith::XOrIOp::create(
        builder, loc, m.compare(arith::CmpFPredicate::OLT, rest, zero),
        m.compare(arith::CmpFPredicate::OLT, b, zero));
    wrong = arith::AndIOp::create(builder, loc, nonzero, differ);
    sum = arith::AddFOp::create(builder, loc, rest, b);
  } else {
    rest = m.remainder(a, b, isUnsigned(*this));
    if (isUnsigned(*this))
      return rest;
    Value zero = m.integer(type, 0);
    Value nonzero = m.compare(arith::CmpIPredicate::ne, rest, zero);
    Value differ = m.compare(arith::CmpIPredicate::slt,
                             arith::XOrIOp::create(builder, loc, rest, b), zero);
    wrong = arith::AndIOp::create(builder, loc, nonzero, differ);
    sum = arith::AddIOp::create(builder, loc, rest, b);
  }
  return m.select(wrong, sum, rest);
}

/// base ^ exponent by squaring, wrapping; one lane only, for it is a loop.
static Value integerPower(ScalarMath m, Value base, Value exponent, bool isUnsigned) {
  OpBuilder &b = m.builder;
  Location loc = m.loc;
  Type type = base.getType();
  Value one = m.integer(type, 1), zero = m.integer(type, 0);
  Value low = arith::ConstantIndexOp::create(b, loc, 0);
  Value high = arith::ConstantIndexOp::create(b, loc, type.getIntOrFloatBitWidth());
  Value step = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, low, high, step, ValueRange{one, base, exponent},
      [&](OpBuilder &inner, Location where, Value, ValueRange state) {
        ScalarMath n{inner, where};
        Value odd = n.compare(arith::CmpIPredicate::ne,
                              arith::AndIOp::create(inner, where, state[2], one), zero);
        Value product = arith::MulIOp::create(inner, where, state[0], state[1]);
        Value result = n.select(odd, product, state[0]);
        Value square = arith::MulIOp::create(inner, where, state[1], state[1]);
        Value rest = arith::ShRUIOp::create(inner, where, state[2], one);
        scf::YieldOp::create(inner, where, ValueRange{result, square, rest});
      });
  Value power = loop.getResult(0);
  if (isUnsigned)
    return power;
  // Negative exponents: 1 and -1 stay integers, everything else truncates to 0.
  Value negative = m.compare(arith::CmpIPredicate::slt, exponent, zero);
  Value odd = m.compare(arith::CmpIPredicate::ne,
                        arith::AndIOp::create(b, loc, exponent, one), zero);
  Value minusOne = m.integer(type, -1);
  Value ofMinusOne = m.select(odd, minusOne, one);
  Value inverse = m.select(
      m.compare(arith::CmpIPredicate::eq, base, one), one,
      m.select(m.compare(arith::CmpIPredicate::eq, base, minusOne), ofMinusOne, zero));
  return m.select(negative, inverse, power);
}

FailureOr<Value> PowOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  if (isFloat(args[0]))
    return Value(math::PowFOp::create(builder, loc, args[0], args[1]));
  if (isa<VectorType>(args[0].getType()))
    return failure(); // a loop per lane: the caller asks again for one lane
  return integerPower({builder, loc}, args[0], args[1], isUnsigned(*this));
}

FailureOr<Value> Atan2Op::buildScalarBody(OpBuilder &builder, Location loc,
                                          ValueRange args) {
  return Value(math::Atan2Op::create(builder, loc, args[0], args[1]));
}

FailureOr<Value> XorOp::buildScalarBody(OpBuilder &builder, Location loc,
                                        ValueRange args) {
  return Value(arith::XOrIOp::create(builder, loc, args[0], args[1]));
}

FailureOr<Value> ShiftLeftOp::buildScalarBody(OpBuilder &builder, Location loc,
                                              ValueRange args) {
  ScalarMath m{builder, loc};
  Type type = args[0].getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value out = m.compare(arith::CmpIPredicate::uge, args[1], m.integer(type, width));
  Value amount = m.select(out, m.integer(type, 0), args[1]);
  Value shifted = arith::ShLIOp::create(builder, loc, args[0], amount);
  return m.select(out, m.integer(type, 0), shifted);
}

FailureOr<Value> ShiftRightOp::buildScalarBody(OpBuilder &builder, Location loc,
                                               ValueRange args) {
  ScalarMath m{builder, loc};
  Type type = args[0].getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value out = m.compare(arith::CmpIPredicate::uge, args[1], m.integer(type, width));
  if (isUnsigned(*this)) {
    Value amount = m.select(out, m.integer(type, 0), args[1]);
    Value shifted = arith::ShRUIOp::create(builder, loc, args[0], amount);
    return m.select(out, m.integer(type, 0), shifted);
  }
  Value amount = m.select(out, m.integer(type, width - 1), args[1]);
  return Value(arith::ShRSIOp::create(builder, loc, args[0], amount));
}

FailureOr<Value> IsNanOp::buildScalarBody(OpBuilder &builder, Location loc,
                                          ValueRange args) {
  return ScalarMath{builder, loc}.compare(arith::CmpFPredicate::UNO, args[0], args[0]);
}

FailureOr<Value> IsInfOp::buildScalarBody(OpBuilder &builder, Location loc,
                                          ValueRange args) {
  ScalarMath m{builder, loc};
  Value x = args[0];
  double inf = std::numeric_limits<double>::infinity();
  Value isPositive = m.compare(arith::CmpFPredicate::OEQ, x, m.constant(x.getType(), inf));
  Value isNegative = m.compare(arith::CmpFPredicate::OEQ, x, m.constant(x.getType(), -inf));
  if (getPositive() && getNegative())
    return Value(arith::OrIOp::create(builder, loc, isPositive, isNegative));
  if (getPositive())
    return isPositive;
  if (getNegative())
    return isNegative;
  return m.integer(isPositive.getType(), 0);
}

FailureOr<Value> CompareOp::buildScalarBody(OpBuilder &builder, Location loc,
                                            ValueRange args) {
  ScalarMath m{builder, loc};
  if (isFloat(args[0])) {
    static constexpr arith::CmpFPredicate table[] = {
        arith::CmpFPredicate::OEQ, arith::CmpFPredicate::UNE,
        arith::CmpFPredicate::OLT, arith::CmpFPredicate::OLE,
        arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE};
    return m.compare(table[unsigned(getPredicate())], args[0], args[1]);
  }
  static constexpr arith::CmpIPredicate table[][2] = {
      {arith::CmpIPredicate::eq, arith::CmpIPredicate::eq},
      {arith::CmpIPredicate::ne, arith::CmpIPredicate::ne},
      {arith::CmpIPredicate::slt, arith::CmpIPredicate::ult},
      {arith::CmpIPredicate::sle, arith::CmpIPredicate::ule},
      {arith::CmpIPredicate::sgt, arith::CmpIPredicate::ugt},
      {arith::CmpIPredicate::sge, arith::CmpIPredicate::uge}};
  return m.compare(table[unsigned(getPredicate())][isUnsigned(*this)], args[0],
                   args[1]);
}

FailureOr<Value> SelectOp::buildScalarBody(OpBuilder &builder, Location loc,
                                           ValueRange args) {
  return ScalarMath{builder, loc}.select(args[0], args[1], args[2]);
}

FailureOr<Value> CastOp::buildScalarBody(OpBuilder &builder, Location loc,
                                         ValueRange args) {
  return ScalarMath{builder, loc}.convert(
      args[0], getElementTypeOrSelf(getInput().getType()),
      getElementTypeOrSelf(getResult().getType()), getSaturate());
}

FailureOr<Value> BitcastOp::buildScalarBody(OpBuilder &builder, Location loc,
                                            ValueRange args) {
  Type element = signless(getElementTypeOrSelf(getResult().getType()));
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(args[0].getType()))
    type = VectorType::get(vector.getShape(), element);
  if (type == args[0].getType())
    return args[0];
  return Value(arith::BitcastOp::create(builder, loc, type, args[0]));
}
