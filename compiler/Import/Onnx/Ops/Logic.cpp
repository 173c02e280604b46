//===- Logic.cpp - Comparison, boolean and bitwise operators, casts ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Value;
using llvm::LogicalResult;

namespace {
using Scalar = GraphBuilder::Scalar;

template <graph::Predicate predicate, Scalar scalar>
LogicalResult compareRow(NodeContext &n) {
  if (Value tracked = n.g.trackedBinary(scalar, n.in(0), n.in(1)))
    return n.set(tracked);
  return n.set(n.g.compare(predicate, n.in(0), n.in(1)));
}

template <typename Op>
LogicalResult logicRow(NodeContext &n) {
  return n.set(n.g.binary<Op>(n.in(0), n.in(1)));
}

template <typename Op, Scalar scalar>
LogicalResult boolRow(NodeContext &n) {
  if (Value tracked = n.g.trackedBinary(scalar, n.in(0), n.in(1)))
    return n.set(tracked);
  return logicRow<Op>(n);
}

LogicalResult whereRow(NodeContext &n) {
  if (Value tracked = n.g.trackedSelect(n.in(0), n.in(1), n.in(2)))
    return n.set(tracked);
  return n.set(n.g.select(n.in(0), n.in(1), n.in(2)));
}

LogicalResult isInfRow(NodeContext &n) {
  Value x = n.in(0);
  bool positive = n.flag("detect_positive", true);
  bool negative = n.flag("detect_negative", true);
  return n.set(n.g.keep(
      graph::IsInfOp::create(n.g.b, n.g.loc,
                             GraphBuilder::typeOf(x).clone(n.g.b.getI1Type()),
                             x, positive, negative),
      x));
}

LogicalResult isNanRow(NodeContext &n) {
  Value x = n.in(0);
  return n.set(n.g.keep(
      graph::IsNanOp::create(n.g.b, n.g.loc,
                             GraphBuilder::typeOf(x).clone(n.g.b.getI1Type()),
                             x),
      x));
}

mlir::Type elementFromNumber(NodeContext &n, int64_t number) {
  mlc_dtype dtype = dtypeFromOnnx(number);
  mlir::Type type = mlirTypeOf(n.g.b.getContext(), dtype);
  if (!type)
    (void)n.unsupported("element type " + dtypeName(dtype) +
                        " is not supported");
  return type;
}

LogicalResult castTo(NodeContext &n, mlir::Type type) {
  if (!type)
    return mlir::failure();
  if (Value tracked = n.g.trackedCast(n.in(0), type))
    return n.set(tracked);
  llvm::StringRef rounding = n.str("round_mode", "up");
  if (rounding != "up" && dtypeOf(type) == MLC_F8E8M0)
    return n.unsupported("round_mode '" + rounding + "' is not supported");
  // Of integers only the types below a byte wrap; beyond the others' range the
  // standard leaves the result open.
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  bool wraps = integer && integer.getWidth() > 1 && integer.getWidth() < 8;
  return n.set(
      n.g.cast(n.in(0), type, !wraps && n.flag("saturate", true)));
}

LogicalResult castRow(NodeContext &n) {
  return castTo(n, elementFromNumber(n, n.i64("to", 0)));
}

LogicalResult castLikeRow(NodeContext &n) { return castTo(n, n.element(1)); }

LogicalResult bitCastRow(NodeContext &n) {
  mlir::Type type = elementFromNumber(n, n.i64("to", 0));
  if (!type)
    return mlir::failure();
  Value x = n.in(0);
  // A boolean takes a byte that is 0 or 1.
  if (n.element(0).isInteger(1) && dtypeOf(type) == MLC_U8)
    return n.set(n.g.cast(x, type));
  return n.set(n.g.keep(
      graph::BitcastOp::create(n.g.b, n.g.loc,
                               GraphBuilder::typeOf(x).clone(type), x),
      x));
}
} // namespace

void mlc::onnx::addLogicRows(OnnxTable &t) {
  using graph::Predicate;
  t.add("Equal", {7, 11, 13, 19}, compareRow<Predicate::EQ, Scalar::EQ>);
  t.add("Less", {7, 9, 13}, compareRow<Predicate::LT, Scalar::LT>);
  t.add("LessOrEqual", {12, 16}, compareRow<Predicate::LE, Scalar::LE>);
  t.add("Greater", {7, 9, 13}, compareRow<Predicate::GT, Scalar::GT>);
  t.add("GreaterOrEqual", {12, 16}, compareRow<Predicate::GE, Scalar::GE>);
  t.add("And", {7}, boolRow<graph::AndOp, Scalar::And>);
  t.add("Or", {7}, boolRow<graph::OrOp, Scalar::Or>);
  t.add("Xor", {7}, logicRow<graph::XorOp>);
  t.add("Not", {1}, [](NodeContext &n) {
    if (Value tracked = n.g.trackedNot(n.in(0)))
      return n.set(tracked);
    return n.set(n.g.unary<graph::NotOp>(n.in(0)));
  });
  t.add("BitwiseAnd", {18}, logicRow<graph::AndOp>);
  t.add("BitwiseOr", {18}, logicRow<graph::OrOp>);
  t.add("BitwiseXor", {18}, logicRow<graph::XorOp>);
  t.add("BitwiseNot", {18}, [](NodeContext &n) {
    return n.set(n.g.unary<graph::NotOp>(n.in(0)));
  });
  t.add("Where", {9, 16}, whereRow);
  t.add("IsInf", {10, 20}, isInfRow);
  t.add("IsNaN", {9, 13, 20}, isNanRow);
  t.add("Cast", {6, 9, 13, 19, 21, 23, 24, 25}, castRow);
  t.add("CastLike", {15, 19, 21, 23, 24, 25}, castLikeRow);
  t.add("BitCast", {26}, bitCastRow);
}
