//===- TensorMath.h - Formulas on tensors -----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An `Expr` is a tensor that can be calculated with: `g * (1.0 - y * y)` emits
// the elementwise ops. Both sides of an operator have one type; numbers take
// the shape of the other side. For derivatives, bounds and decompositions.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_TENSORMATH_H
#define MLC_DIALECTS_GRAPH_IR_TENSORMATH_H

#include "dialects/Graph/IR/OpBuilding.h"

namespace mlc::graph {

class Expr {
public:
  Expr(mlir::ImplicitLocOpBuilder &b, mlir::Value value)
      : b(&b), value(value) {}

  operator mlir::Value() const { return value; }
  /// A number in the shape of this tensor.
  Expr number(double x) const { return {*b, constantLike(*b, value, x)}; }
  template <typename Op>
  Expr apply() const {
    return {*b, Op::create(*b, value)};
  }
  template <typename Op>
  Expr apply(Expr other) const {
    return {*b, Op::create(*b, value, other.value)};
  }

  Expr operator-() const { return apply<NegOp>(); }
  Expr exp() const { return apply<ExpOp>(); }
  Expr log() const { return apply<LogOp>(); }
  Expr abs() const { return apply<AbsOp>(); }
  Expr sign() const { return apply<SignOp>(); }
  Expr sin() const { return apply<SinOp>(); }
  Expr cos() const { return apply<CosOp>(); }
  Expr sinh() const { return apply<SinhOp>(); }
  Expr cosh() const { return apply<CoshOp>(); }
  Expr rsqrt() const { return apply<RsqrtOp>(); }
  Expr floor() const { return apply<FloorOp>(); }
  Expr ceil() const { return apply<CeilOp>(); }
  Expr trunc() const { return apply<TruncOp>(); }
  Expr square() const { return apply<MulOp>(*this); }
  Expr pow(Expr o) const { return apply<PowOp>(o); }
  Expr max(Expr o) const { return apply<MaxOp>(o); }
  Expr min(Expr o) const { return apply<MinOp>(o); }
  Expr max(double x) const { return max(number(x)); }
  Expr min(double x) const { return min(number(x)); }

  /// A tensor of truth values.
  Expr compare(Predicate p, Expr o) const {
    return {*b, CompareOp::create(*b, p, value, o.value)};
  }
  Expr compare(Predicate p, double x) const { return compare(p, number(x)); }
  Expr operator&(Expr o) const { return apply<AndOp>(o); }
  Expr operator|(Expr o) const { return apply<OrOp>(o); }
  /// `onTrue` where this is true, else `onFalse`.
  Expr select(Expr onTrue, Expr onFalse) const {
    return {*b, SelectOp::create(*b, value, onTrue.value, onFalse.value)};
  }

  friend Expr operator+(Expr x, Expr y) { return x.apply<AddOp>(y); }
  friend Expr operator-(Expr x, Expr y) { return x.apply<SubOp>(y); }
  friend Expr operator*(Expr x, Expr y) { return x.apply<MulOp>(y); }
  friend Expr operator/(Expr x, Expr y) { return x.apply<DivOp>(y); }
  friend Expr operator+(Expr x, double y) { return x + x.number(y); }
  friend Expr operator-(Expr x, double y) { return x - x.number(y); }
  friend Expr operator*(Expr x, double y) { return x * x.number(y); }
  friend Expr operator/(Expr x, double y) { return x / x.number(y); }
  friend Expr operator+(double x, Expr y) { return y.number(x) + y; }
  friend Expr operator-(double x, Expr y) { return y.number(x) - y; }
  friend Expr operator*(double x, Expr y) { return y.number(x) * y; }
  friend Expr operator/(double x, Expr y) { return y.number(x) / y; }

private:
  mlir::ImplicitLocOpBuilder *b;
  mlir::Value value;
};

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_IR_TENSORMATH_H
