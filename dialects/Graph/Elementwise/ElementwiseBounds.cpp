//===- ElementwiseBounds.cpp - Interval transfer of pointwise ops --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Monotone functions map ends to ends. A function that is monotone in each
// operand alone takes its extremes at the corners of the box. Where a function
// is unbounded on an interval the answer is the infinite interval.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/TensorMath.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kPi = 3.14159265358979323846;

namespace {
/// An interval that can be calculated with.
struct Box {
  Expr low, high;

  operator Interval() const { return {low, high}; }
  /// Contains 0 (closed).
  Expr hasZero() const {
    return low.compare(Predicate::LE, 0.0) & high.compare(Predicate::GE, 0.0);
  }
  Box choose(Expr mask, Box otherwise) const {
    return {mask.select(low, otherwise.low), mask.select(high, otherwise.high)};
  }
};
} // namespace

static Box everything(Expr like) {
  return {like.number(-kInfinity), like.number(kInfinity)};
}

using Result = FailureOr<Interval>;

/// Machine integers wrap, so no order survives.
static LogicalResult needReal(Operation *op, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (!isa<FloatType>(element))
    return op->emitOpError("has no bounds on elements of ") << element;
  return success();
}

static Result unary(Operation *op, OpBuilder &builder,
                    ArrayRef<Interval> operands, function_ref<Box(Box)> rule) {
  if (failed(needReal(op, op->getOperand(0))))
    return failure();
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  return Interval(rule({{b, operands[0].lower}, {b, operands[0].upper}}));
}

static Result binary(Operation *op, OpBuilder &builder,
                     ArrayRef<Interval> operands,
                     function_ref<Box(Box, Box)> rule) {
  if (failed(needReal(op, op->getOperand(0))))
    return failure();
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  return Interval(rule({{b, operands[0].lower}, {b, operands[0].upper}},
                       {{b, operands[1].lower}, {b, operands[1].upper}}));
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

#define MLC_BOUNDS1(Op, rule)                                                  \
  Result Op::buildIntervalTransfer(OpBuilder &builder,                         \
                                   ArrayRef<Interval> operands) {              \
    return unary(*this, builder, operands, [](Box x) -> Box { return rule; }); \
  }
#define MLC_RISING(Op)                                                         \
  MLC_BOUNDS1(Op, (Box{x.low.apply<Op>(), x.high.apply<Op>()}))
#define MLC_FALLING(Op)                                                        \
  MLC_BOUNDS1(Op, (Box{x.high.apply<Op>(), x.low.apply<Op>()}))
MLC_RISING(ExpOp)
MLC_RISING(LogOp)
MLC_RISING(Log1pOp)
MLC_RISING(Expm1Op)
MLC_RISING(SqrtOp)
MLC_RISING(AsinOp)
MLC_RISING(AtanOp)
MLC_RISING(SinhOp)
MLC_RISING(TanhOp)
MLC_RISING(AsinhOp)
MLC_RISING(AcoshOp)
MLC_RISING(AtanhOp)
MLC_RISING(ErfOp)
MLC_RISING(SigmoidOp)
MLC_RISING(FloorOp)
MLC_RISING(CeilOp)
MLC_RISING(RoundEvenOp)
MLC_RISING(TruncOp)
MLC_RISING(SignOp)
MLC_FALLING(NegOp)
MLC_FALLING(AcosOp)
MLC_FALLING(RsqrtOp)

/// f(|x|) for an f that rises from `least` at 0.
static Box evenRange(Expr atLow, Expr atHigh, Box x, double least) {
  return {x.hasZero().select(atLow.number(least), atLow.min(atHigh)),
          atLow.max(atHigh)};
}

/// Whether some point `phase + k * period` lies in the interval.
static Expr contains(Box x, double phase, double period) {
  Expr first = ((x.low - phase) / period).ceil();
  Expr last = ((x.high - phase) / period).floor();
  return first.compare(Predicate::LE, last);
}

/// A wave with its crests at `crest` and its troughs half a turn later.
static Box waveRange(Expr atLow, Expr atHigh, Box x, double crest) {
  Expr high =
      contains(x, crest, 2 * kPi).select(atLow.number(1.0), atLow.max(atHigh));
  Expr low = contains(x, crest + kPi, 2 * kPi)
                 .select(atLow.number(-1.0), atLow.min(atHigh));
  return {low, high};
}

MLC_BOUNDS1(AbsOp, evenRange(x.low.abs(), x.high.abs(), x, 0.0))
MLC_BOUNDS1(CoshOp, evenRange(x.low.cosh(), x.high.cosh(), x, 1.0))
MLC_BOUNDS1(SinOp, waveRange(x.low.sin(), x.high.sin(), x, kPi / 2))
MLC_BOUNDS1(CosOp, waveRange(x.low.cos(), x.high.cos(), x, 0.0))
// Rising between its poles at pi/2 + k pi.
MLC_BOUNDS1(TanOp, everything(x.low).choose(contains(x, kPi / 2, kPi),
                                            {x.low.apply<TanOp>(),
                                             x.high.apply<TanOp>()}))
// Falling on either side of the pole at 0.
MLC_BOUNDS1(ReciprocalOp,
            everything(x.low).choose(x.hasZero(), {1.0 / x.high, 1.0 / x.low}))
#undef MLC_RISING
#undef MLC_FALLING
#undef MLC_BOUNDS1

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

template <typename Op>
static Box corners(Box a, Box b) {
  Expr ll = a.low.apply<Op>(b.low), lh = a.low.apply<Op>(b.high);
  Expr hl = a.high.apply<Op>(b.low), hh = a.high.apply<Op>(b.high);
  return {ll.min(lh).min(hl.min(hh)), ll.max(lh).max(hl.max(hh))};
}

#define MLC_BOUNDS2(Op, rule)                                                  \
  Result Op::buildIntervalTransfer(OpBuilder &builder,                         \
                                   ArrayRef<Interval> operands) {              \
    return binary(*this, builder, operands,                                    \
                  [&](Box a, Box b) -> Box { return rule; });                  \
  }
MLC_BOUNDS2(AddOp, (Box{a.low + b.low, a.high + b.high}))
MLC_BOUNDS2(SubOp, (Box{a.low - b.high, a.high - b.low}))
MLC_BOUNDS2(MaxOp, (Box{a.low.max(b.low), a.high.max(b.high)}))
MLC_BOUNDS2(MinOp, (Box{a.low.min(b.low), a.high.min(b.high)}))
// A square is never negative, which the corners of x * x do not know.
MLC_BOUNDS2(MulOp, getLhs() == getRhs()
                       ? evenRange(a.low.square(), a.high.square(), a, 0.0)
                       : corners<MulOp>(a, b))
MLC_BOUNDS2(DivOp, everything(a.low).choose(b.hasZero(), corners<DivOp>(a, b)))
// Right of the vertical axis the angle is monotone in each coordinate.
MLC_BOUNDS2(Atan2Op,
            corners<Atan2Op>(a, b).choose(b.low.compare(Predicate::GT, 0.0),
                                          {a.low.number(-kPi),
                                           a.low.number(kPi)}))
// The remainder lies between 0 and the divisor.
MLC_BOUNDS2(ModOp, (Box{b.low.min(0.0), b.high.max(0.0)}))
#undef MLC_BOUNDS2

/// The remainder has the sign of the dividend and is smaller than either.
Result RemOp::buildIntervalTransfer(OpBuilder &builder,
                                    ArrayRef<Interval> operands) {
  return binary(*this, builder, operands, [](Box a, Box b) -> Box {
    Expr most = b.low.abs().max(b.high.abs());
    return {(-most).max(a.low.min(0.0)), most.min(a.high.max(0.0))};
  });
}

/// A constant whole exponent knows its parity; else the base must be positive.
Result PowOp::buildIntervalTransfer(OpBuilder &builder,
                                    ArrayRef<Interval> operands) {
  std::optional<double> exponent;
  Value source = getRhs();
  if (auto broadcast = source.getDefiningOp<BroadcastOp>())
    source = broadcast.getInput();
  DenseFPElementsAttr constant;
  if (matchPattern(source, m_Constant(&constant)) && constant.isSplat())
    exponent = constant.getSplatValue<APFloat>().convertToDouble();
  bool whole = exponent && *exponent >= 1 &&
               std::floor(*exponent) == *exponent && *exponent < 1e9;
  return binary(*this, builder, operands, [&](Box a, Box b) -> Box {
    if (whole) {
      Expr atLow = a.low.pow(b.low), atHigh = a.high.pow(b.low);
      if (std::fmod(*exponent, 2.0) == 0)
        return evenRange(atLow, atHigh, a, 0.0);
      return {atLow, atHigh};
    }
    return corners<PowOp>(a, b).choose(a.low.compare(Predicate::GT, 0.0),
                                       everything(a.low));
  });
}

//===----------------------------------------------------------------------===//
// Choices and conversions
//===----------------------------------------------------------------------===//

/// Truth values are ordered: the lower bound is "certainly", the upper "maybe".
Result CompareOp::buildIntervalTransfer(OpBuilder &builder,
                                        ArrayRef<Interval> operands) {
  if (failed(needReal(*this, getLhs())))
    return failure();
  ImplicitLocOpBuilder builderAt(getLoc(), builder);
  Box a{{builderAt, operands[0].lower}, {builderAt, operands[0].upper}};
  Box b{{builderAt, operands[1].lower}, {builderAt, operands[1].upper}};
  auto order = [&](Predicate p, Box x, Box y) -> Box {
    return {x.high.compare(p, y.low), x.low.compare(p, y.high)};
  };
  switch (getPredicate()) {
  case Predicate::LT:
  case Predicate::LE:
    return Interval(order(getPredicate(), a, b));
  case Predicate::GT:
    return Interval(order(Predicate::LT, b, a));
  case Predicate::GE:
    return Interval(order(Predicate::LE, b, a));
  case Predicate::EQ:
  case Predicate::NE: {
    Expr points = a.low.compare(Predicate::EQ, a.high) &
                  b.low.compare(Predicate::EQ, b.high) &
                  a.low.compare(Predicate::EQ, b.low);
    Expr meet = a.low.compare(Predicate::LE, b.high) &
                b.low.compare(Predicate::LE, a.high);
    if (getPredicate() == Predicate::EQ)
      return Interval{points, meet};
    return Interval{meet.apply<NotOp>(), points.apply<NotOp>()};
  }
  }
  llvm_unreachable("predicate");
}

/// Certainly true, certainly false, or the hull of both.
Result SelectOp::buildIntervalTransfer(OpBuilder &builder,
                                       ArrayRef<Interval> operands) {
  if (failed(needReal(*this, getOnTrue())))
    return failure();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Expr certain(b, operands[0].lower), possible(b, operands[0].upper);
  Box onTrue{{b, operands[1].lower}, {b, operands[1].upper}};
  Box onFalse{{b, operands[2].lower}, {b, operands[2].upper}};
  if (operands[0].lower == operands[0].upper)
    return Interval(onTrue.choose(certain, onFalse));
  Box hull{onTrue.low.min(onFalse.low), onTrue.high.max(onFalse.high)};
  return Interval(onTrue.choose(certain, hull.choose(possible, onFalse)));
}

/// Conversions between floats round monotonically; others may wrap.
Result CastOp::buildIntervalTransfer(OpBuilder &builder,
                                     ArrayRef<Interval> operands) {
  Type element = getElementTypeOrSelf(getResult().getType());
  if (failed(needReal(*this, getInput())) ||
      failed(needReal(*this, getResult())))
    return failure();
  ImplicitLocOpBuilder b(getLoc(), builder);
  return Interval{castTo(b, operands[0].lower, element),
                  castTo(b, operands[0].upper, element)};
}
