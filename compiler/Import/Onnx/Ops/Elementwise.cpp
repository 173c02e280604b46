//===- Elementwise.cpp - Arithmetic and mathematics, one element at a time ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Value;
using llvm::LogicalResult;

namespace {
using Scalar = GraphBuilder::Scalar;

template <typename Op>
LogicalResult unaryRow(NodeContext &n) {
  return n.set(n.g.unary<Op>(n.in(0)));
}

/// Shape arithmetic on scalars where both operands are tracked, else a tensor
/// op.
template <typename Op, Scalar scalar>
LogicalResult arithmeticRow(NodeContext &n) {
  if (Value tracked = n.g.trackedBinary(scalar, n.in(0), n.in(1)))
    return n.set(tracked);
  return n.set(n.g.binary<Op>(n.in(0), n.in(1)));
}

/// Sum, Max, Min: any number of operands.
template <typename Op>
LogicalResult variadicRow(NodeContext &n) {
  Value result = n.in(0);
  for (Value operand : n.ins().drop_front())
    result = n.g.binary<Op>(result, operand);
  return n.set(result);
}

template <typename Op, Scalar scalar>
LogicalResult minMaxRow(NodeContext &n) {
  if (n.ins().size() == 2)
    return arithmeticRow<Op, scalar>(n);
  return variadicRow<Op>(n);
}

LogicalResult meanRow(NodeContext &n) {
  Value sum = n.in(0);
  for (Value operand : n.ins().drop_front())
    sum = n.g.addT(sum, operand);
  return n.set(n.g.divT(sum, n.g.scalarLike(sum, n.ins().size())));
}

LogicalResult powRow(NodeContext &n) {
  Value base = n.in(0), exponent = n.in(1);
  mlir::Type element = n.element(0);
  if (element == n.element(1))
    return n.set(n.g.binary<graph::PowOp>(base, exponent));
  // The result has the base's type. An integer base with a float exponent is
  // computed in the exponent's type; a float base takes the exponent in its own
  // where that loses nothing.
  if (llvm::isa<mlir::IntegerType>(element) &&
      llvm::isa<mlir::FloatType>(n.element(1))) {
    Value wide = n.g.binary<graph::PowOp>(n.g.cast(base, n.element(1)),
                                          exponent);
    return n.set(n.g.cast(wide, element));
  }
  return n.set(n.g.binary<graph::PowOp>(base, n.g.cast(exponent, element)));
}

LogicalResult modRow(NodeContext &n) {
  bool isFloat = llvm::isa<mlir::FloatType>(n.element(0));
  bool fmod = n.flag("fmod", false);
  if (isFloat && !fmod)
    return n.invalid("floating-point operands need fmod = 1");
  if (fmod)
    return arithmeticRow<graph::RemOp, Scalar::Rem>(n);
  return arithmeticRow<graph::ModOp, Scalar::Mod>(n);
}

LogicalResult bitShiftRow(NodeContext &n) {
  llvm::StringRef direction = n.str("direction", "");
  if (direction == "LEFT")
    return n.set(n.g.binary<graph::ShiftLeftOp>(n.in(0), n.in(1)));
  if (direction == "RIGHT")
    return n.set(n.g.binary<graph::ShiftRightOp>(n.in(0), n.in(1)));
  return n.invalid("direction must be LEFT or RIGHT");
}

LogicalResult identityRow(NodeContext &n) { return n.set(n.in(0)); }

LogicalResult clipRow(NodeContext &n, Value low, Value high) {
  Value x = n.in(0);
  // The standard's order: min(max(x, low), high), so high wins.
  if (low)
    x = n.g.binary<graph::MaxOp>(x, low);
  if (high)
    x = n.g.binary<graph::MinOp>(x, high);
  return n.set(x);
}

/// The standard lets Erf take integers too: through f64 and back.
LogicalResult erfRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type element = n.element(0);
  if (llvm::isa<mlir::FloatType>(element))
    return n.set(g.unary<graph::ErfOp>(n.in(0)));
  Value wide = g.cast(n.in(0), g.b.getF64Type());
  return n.set(g.cast(g.unary<graph::ErfOp>(wide), element));
}
} // namespace

void mlc::onnx::addElementwiseRows(OnnxTable &t) {
  t.add("Abs", {6, 13}, unaryRow<graph::AbsOp>);
  t.add("Neg", {6, 13}, [](NodeContext &n) {
    // 0 - x, where x is a tracked integer.
    if (n.element(0).isSignlessInteger(64))
      if (Value tracked = n.g.trackedBinary(
              Scalar::Sub, n.g.scalar(n.element(0), 0), n.in(0)))
        return n.set(tracked);
    return unaryRow<graph::NegOp>(n);
  });
  t.add("Exp", {6, 13}, unaryRow<graph::ExpOp>);
  t.add("Log", {6, 13}, unaryRow<graph::LogOp>);
  t.add("Sqrt", {6, 13}, unaryRow<graph::SqrtOp>);
  t.add("Reciprocal", {6, 13}, unaryRow<graph::ReciprocalOp>);
  t.add("Sin", {7, 22}, unaryRow<graph::SinOp>);
  t.add("Cos", {7, 22}, unaryRow<graph::CosOp>);
  t.add("Tan", {7, 22}, unaryRow<graph::TanOp>);
  t.add("Asin", {7, 22}, unaryRow<graph::AsinOp>);
  t.add("Acos", {7, 22}, unaryRow<graph::AcosOp>);
  t.add("Atan", {7, 22}, unaryRow<graph::AtanOp>);
  t.add("Sinh", {9, 22}, unaryRow<graph::SinhOp>);
  t.add("Cosh", {9, 22}, unaryRow<graph::CoshOp>);
  t.add("Tanh", {6, 13}, unaryRow<graph::TanhOp>);
  t.add("Asinh", {9, 22}, unaryRow<graph::AsinhOp>);
  t.add("Acosh", {9, 22}, unaryRow<graph::AcoshOp>);
  t.add("Atanh", {9, 22}, unaryRow<graph::AtanhOp>);
  t.add("Erf", {9, 13}, erfRow);
  t.add("Sigmoid", {6, 13}, unaryRow<graph::SigmoidOp>);
  t.add("Floor", {6, 13}, unaryRow<graph::FloorOp>);
  t.add("Ceil", {6, 13}, unaryRow<graph::CeilOp>);
  t.add("Round", {11, 22}, unaryRow<graph::RoundEvenOp>);
  t.add("Sign", {9, 13}, unaryRow<graph::SignOp>);
  t.add("Identity", {1, 13, 14, 16, 19, 21, 23, 24, 25}, identityRow);

  t.add("Add", {7, 13, 14}, arithmeticRow<graph::AddOp, Scalar::Add>);
  t.add("Sub", {7, 13, 14}, arithmeticRow<graph::SubOp, Scalar::Sub>);
  t.add("Mul", {7, 13, 14}, arithmeticRow<graph::MulOp, Scalar::Mul>);
  t.add("Div", {7, 13, 14}, arithmeticRow<graph::DivOp, Scalar::Div>);
  t.add("Pow", {7, 12, 13, 15}, powRow);
  t.add("Mod", {10, 13}, modRow);
  t.add("BitShift", {11}, bitShiftRow);
  t.add("Max", {6, 8, 12, 13}, minMaxRow<graph::MaxOp, Scalar::Max>);
  t.add("Min", {6, 8, 12, 13}, minMaxRow<graph::MinOp, Scalar::Min>);
  t.add("Sum", {6, 8, 13}, variadicRow<graph::AddOp>);
  t.add("Mean", {6, 8, 13}, meanRow);

  t.add("Clip", {6}, [](NodeContext &n) {
    Value low, high;
    if (n.hasAttr("min"))
      low = n.g.scalarLike(n.in(0), n.f64("min", 0));
    if (n.hasAttr("max"))
      high = n.g.scalarLike(n.in(0), n.f64("max", 0));
    return clipRow(n, low, high);
  });
  t.add("Clip", {11, 12, 13},
        [](NodeContext &n) { return clipRow(n, n.in(1), n.in(2)); });
}
