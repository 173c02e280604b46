//===- ElementwiseRules.cpp - Derivatives of pointwise ops ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per op: x, a, b are operands, y is the result, g its cotangent.
// Where a function has a kink, the subgradient is the mean of both sides for
// max and min and 0 elsewhere, as in other systems of automatic
// differentiation.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

using Cotangents = FailureOr<SmallVector<Value>>;

/// Integers and truth values carry no gradient.
static bool isReal(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

static Cotangents unary(Operation *op, OpBuilder &builder, Value cotangent,
                        function_ref<Expr(Expr, Expr, Expr)> rule) {
  if (!isReal(op->getOperand(0)))
    return SmallVector<Value>{Value()};
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  return SmallVector<Value>{
      rule({b, op->getOperand(0)}, {b, op->getResult(0)}, {b, cotangent})};
}

static Cotangents
binary(Operation *op, OpBuilder &builder, Value cotangent,
       function_ref<std::pair<Expr, Expr>(Expr, Expr, Expr, Expr)> rule) {
  if (!isReal(op->getOperand(0)))
    return SmallVector<Value>{Value(), Value()};
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  auto [da, db] = rule({b, op->getOperand(0)}, {b, op->getOperand(1)},
                       {b, op->getResult(0)}, {b, cotangent});
  return SmallVector<Value>{da, db};
}

#define MLC_VJP1(Op, formula)                                                  \
  Cotangents Op::buildVjp(OpBuilder &builder, ValueRange cotangents) {         \
    return unary(*this, builder, cotangents[0],                                \
                 [](Expr x, Expr y, Expr g) -> Expr { return formula; });      \
  }
MLC_VJP1(AbsOp, g *x.sign())
MLC_VJP1(NegOp, -g)
MLC_VJP1(ExpOp, g *y)
MLC_VJP1(LogOp, g / x)
MLC_VJP1(Log1pOp, g / (x + 1.0))
MLC_VJP1(Expm1Op, g *(y + 1.0))
MLC_VJP1(SqrtOp, g / (2.0 * y))
MLC_VJP1(RsqrtOp, g * (-0.5 * y / x))
MLC_VJP1(ReciprocalOp, -g *y.square())
MLC_VJP1(SinOp, g *x.cos())
MLC_VJP1(CosOp, -g *x.sin())
MLC_VJP1(TanOp, g *(y.square() + 1.0))
MLC_VJP1(AsinOp, g * (1.0 - x.square()).rsqrt())
MLC_VJP1(AcosOp, -g * (1.0 - x.square()).rsqrt())
MLC_VJP1(AtanOp, g / (x.square() + 1.0))
MLC_VJP1(SinhOp, g *x.cosh())
MLC_VJP1(CoshOp, g *x.sinh())
MLC_VJP1(TanhOp, g * (1.0 - y.square()))
MLC_VJP1(AsinhOp, g *(x.square() + 1.0).rsqrt())
MLC_VJP1(AcoshOp, g *(x.square() - 1.0).rsqrt())
MLC_VJP1(AtanhOp, g / (1.0 - x.square()))
MLC_VJP1(ErfOp, g * (1.12837916709551257390 * (-x.square()).exp()))
MLC_VJP1(SigmoidOp, g *(y * (1.0 - y)))
// Steps: flat almost everywhere.
MLC_VJP1(FloorOp, g.number(0.0))
MLC_VJP1(CeilOp, g.number(0.0))
MLC_VJP1(RoundEvenOp, g.number(0.0))
MLC_VJP1(TruncOp, g.number(0.0))
MLC_VJP1(SignOp, g.number(0.0))
#undef MLC_VJP1

/// g where the first operand wins, half of it at a tie.
static Expr share(Predicate wins, Expr a, Expr b, Expr g) {
  Expr tie = a.compare(Predicate::EQ, b).select(g * 0.5, g.number(0.0));
  return a.compare(wins, b).select(g, tie);
}

#define MLC_VJP2(Op, ofA, ofB)                                                 \
  Cotangents Op::buildVjp(OpBuilder &builder, ValueRange cotangents) {         \
    return binary(*this, builder, cotangents[0],                               \
                  [](Expr a, Expr b, Expr y,                                   \
                     Expr g) -> std::pair<Expr, Expr> { return {ofA, ofB}; }); \
  }
MLC_VJP2(AddOp, g, g)
MLC_VJP2(SubOp, g, -g)
MLC_VJP2(MulOp, g *b, g *a)
MLC_VJP2(DivOp, g / b, -(g *y / b))
MLC_VJP2(MaxOp, share(Predicate::GT, a, b, g), share(Predicate::GT, b, a, g))
MLC_VJP2(MinOp, share(Predicate::LT, a, b, g), share(Predicate::LT, b, a, g))
MLC_VJP2(ModOp, g, -(g *(a / b).floor()))
MLC_VJP2(RemOp, g, -(g *(a / b).trunc()))
MLC_VJP2(Atan2Op, g *b / (a.square() + b.square()),
         -(g *a / (a.square() + b.square())))
#undef MLC_VJP2

/// d(a^b)/da = b a^(b-1), 0 for b = 0; d/db = a^b ln a, 0 where a <= 0.
Cotangents PowOp::buildVjp(OpBuilder &builder, ValueRange cotangents) {
  return binary(*this, builder, cotangents[0],
                [](Expr a, Expr b, Expr y, Expr g) -> std::pair<Expr, Expr> {
                  Expr zero = a.number(0.0);
                  Expr slope = b * a.pow(b - 1.0);
                  Expr ofA = b.compare(Predicate::EQ, zero).select(zero, slope);
                  Expr positive = a.compare(Predicate::GT, zero);
                  Expr safe = positive.select(a, a.number(1.0));
                  return {g * ofA, positive.select(g * y * safe.log(), zero)};
                });
}

Cotangents SelectOp::buildVjp(OpBuilder &builder, ValueRange cotangents) {
  if (!isReal(getOnTrue()))
    return SmallVector<Value>(3);
  ImplicitLocOpBuilder b(getLoc(), builder);
  Expr p(b, getPred()), g(b, cotangents[0]);
  Expr zero = g.number(0.0);
  return SmallVector<Value>{Value(), p.select(g, zero), p.select(zero, g)};
}

Cotangents CastOp::buildVjp(OpBuilder &builder, ValueRange cotangents) {
  if (!isReal(getInput()) || !isReal(getResult()))
    return SmallVector<Value>{Value()};
  ImplicitLocOpBuilder b(getLoc(), builder);
  return SmallVector<Value>{
      castTo(b, cotangents[0], getElementTypeOrSelf(getInput().getType()))};
}
