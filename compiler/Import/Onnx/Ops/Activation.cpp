//===- Activation.cpp - Activation functions ---------------===//
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

//
// Those with a shape of their own in the graph dialect, or a form that is safer
// or shorter than the standard's function body. The others (Celu, Shrink,
// ThresholdedRelu, ...) run through their bodies.

namespace {
using graph::Predicate;

LogicalResult reluRow(NodeContext &n) {
  Value x = n.in(0);
  return n.set(n.g.binary<graph::MaxOp>(x, n.g.scalarLike(x, 0)));
}

LogicalResult leakyReluRow(NodeContext &n) {
  Value x = n.in(0);
  Value zero = n.g.scalarLike(x, 0);
  Value scaled = n.g.mulT(x, n.g.scalarLike(x, n.f64("alpha", 0.01)));
  return n.set(
      n.g.select(n.g.compare(Predicate::LT, x, zero), scaled, x));
}

LogicalResult preluRow(NodeContext &n) {
  // The slope broadcasts to x only (unidirectional).
  Value x = n.in(0);
  Value slope = n.g.broadcastTo(n.in(1), n.g.extents(x));
  Value negative = n.g.compare(Predicate::LT, x, n.g.scalarLike(x, 0));
  return n.set(n.g.select(negative, n.g.mulT(x, slope), x));
}

LogicalResult eluRow(NodeContext &n) {
  Value x = n.in(0);
  Value zero = n.g.scalarLike(x, 0);
  // expm1 is exact near zero; the clamp keeps it from overflowing above it.
  Value below = n.g.unary<graph::Expm1Op>(n.g.binary<graph::MinOp>(x, zero));
  Value scaled = n.g.mulT(below, n.g.scalarLike(x, n.f64("alpha", 1.0)));
  return n.set(n.g.select(n.g.compare(Predicate::LT, x, zero), scaled, x));
}

LogicalResult seluRow(NodeContext &n) {
  Value x = n.in(0);
  Value zero = n.g.scalarLike(x, 0);
  double alpha = n.f64("alpha", 1.67326319217681884765625);
  double gamma = n.f64("gamma", 1.05070102214813232421875);
  Value below = n.g.unary<graph::Expm1Op>(n.g.binary<graph::MinOp>(x, zero));
  Value scaled = n.g.mulT(below, n.g.scalarLike(x, alpha));
  Value chosen =
      n.g.select(n.g.compare(Predicate::GT, x, zero), x, scaled);
  return n.set(n.g.mulT(chosen, n.g.scalarLike(x, gamma)));
}

LogicalResult celuRow(NodeContext &n) {
  // The standard's body divides by a tensor of one element, which makes a
  // scalar a vector, and overflows for large x when alpha is small.
  Value x = n.in(0), zero = n.g.scalarLike(x, 0);
  Value alpha = n.g.scalarLike(x, n.f64("alpha", 1.0));
  Value below = n.g.mulT(n.g.unary<graph::Expm1Op>(n.g.divT(x, alpha)), alpha);
  return n.set(n.g.addT(n.g.binary<graph::MaxOp>(x, zero),
                        n.g.binary<graph::MinOp>(below, zero)));
}

LogicalResult softplusRow(NodeContext &n) {
  // log(1 + e^x) = max(x, 0) + log1p(e^-|x|), which never overflows.
  Value x = n.in(0);
  Value tail = n.g.unary<graph::Log1pOp>(n.g.unary<graph::ExpOp>(
      n.g.unary<graph::NegOp>(n.g.unary<graph::AbsOp>(x))));
  return n.set(n.g.addT(
      n.g.binary<graph::MaxOp>(x, n.g.scalarLike(x, 0)), tail));
}

LogicalResult softsignRow(NodeContext &n) {
  Value x = n.in(0);
  Value bottom = n.g.addT(n.g.scalarLike(x, 1), n.g.unary<graph::AbsOp>(x));
  return n.set(n.g.divT(x, bottom));
}

Value hardSigmoid(NodeContext &n, Value x, double alpha, double beta) {
  Value line = n.g.addT(n.g.mulT(x, n.g.scalarLike(x, alpha)),
                        n.g.scalarLike(x, beta));
  return n.g.binary<graph::MaxOp>(
      n.g.binary<graph::MinOp>(line, n.g.scalarLike(x, 1)),
      n.g.scalarLike(x, 0));
}

LogicalResult hardSigmoidRow(NodeContext &n) {
  return n.set(hardSigmoid(n, n.in(0), n.f64("alpha", 0.2f),
                           n.f64("beta", 0.5)));
}

LogicalResult hardSwishRow(NodeContext &n) {
  Value x = n.in(0);
  return n.set(n.g.mulT(x, hardSigmoid(n, x, 1.0 / 6, 0.5)));
}

LogicalResult geluRow(NodeContext &n) {
  llvm::StringRef kind = n.str("approximate", "none");
  if (kind != "none" && kind != "tanh")
    return n.invalid("approximate must be 'none' or 'tanh'");
  Value x = n.in(0);
  return n.set(n.g.keep(
      graph::GeluOp::create(n.g.b, n.g.loc, x.getType(),
                            kind == "tanh" ? graph::GeluKind::Tanh
                                           : graph::GeluKind::Erf,
                            x),
      x));
}

LogicalResult swishRow(NodeContext &n) {
  Value x = n.in(0);
  Value inner = n.g.mulT(x, n.g.scalarLike(x, n.f64("alpha", 1.0)));
  return n.set(n.g.mulT(x, n.g.unary<graph::SigmoidOp>(inner)));
}

Value softmax(NodeContext &n, Value x, int64_t dim, bool logarithm) {
  return x ? n.g.keep(graph::SoftmaxOp::create(n.g.b, n.g.loc, x.getType(), x,
                                               dim, logarithm),
                      x)
           : Value();
}

template <bool logarithm>
LogicalResult softmaxRow(NodeContext &n) {
  auto axis = n.g.axis(n.i64("axis", -1), n.rank(0));
  return n.set(axis ? softmax(n, n.in(0), *axis, logarithm) : Value());
}

/// Up to opset 12 the input is seen as a matrix, cut at the axis.
Value flattenAt(NodeContext &n, Value x, int64_t axis) {
  Extents from = n.g.extents(x);
  llvm::ArrayRef<mlir::OpFoldResult> all(from);
  return n.g.reshape(x, {n.g.product(all.take_front(axis)),
                         n.g.product(all.drop_front(axis))});
}

template <bool logarithm>
LogicalResult oldSoftmaxRow(NodeContext &n) {
  Value x = n.in(0);
  auto axis = n.g.axis(n.i64("axis", 1), n.rank(0));
  if (!axis)
    return mlir::failure();
  if (*axis == n.rank(0) - 1) // the same thing
    return n.set(softmax(n, x, *axis, logarithm));
  Value flat = softmax(n, flattenAt(n, x, *axis), 1, logarithm);
  return n.set(flat ? n.g.reshape(flat, n.g.extents(x)) : Value());
}

/// 1 at the first maximum along the axis, 0 elsewhere.
Value hardmax(NodeContext &n, Value x, int64_t dim) {
  Extents shape = n.g.extents(x), kept = shape;
  if (GraphBuilder::fixed(shape[dim]) == 0)
    return x; // nothing to choose from, and no element
  kept.erase(kept.begin() + dim);
  mlir::Type i64 = n.g.b.getI64Type();
  auto type = n.g.tensorType(kept, i64);
  if (!type)
    return {};
  Value best = n.g.keep(
      graph::ArgReduceOp::create(n.g.b, n.g.loc, type, graph::Combiner::Max, x,
                                 dim, /*last=*/false),
      kept);
  Value position = n.g.iota(i64, shape, dim);
  Value hit = n.g.compare(Predicate::EQ, position,
                          n.g.unsqueeze(best, {dim}));
  return n.g.cast(hit, GraphBuilder::element(x));
}

LogicalResult hardmaxRow(NodeContext &n) {
  auto axis = n.g.axis(n.i64("axis", -1), n.rank(0));
  return n.set(axis ? hardmax(n, n.in(0), *axis) : Value());
}

LogicalResult oldHardmaxRow(NodeContext &n) {
  Value x = n.in(0);
  auto axis = n.g.axis(n.i64("axis", 1), n.rank(0));
  if (!axis)
    return mlir::failure();
  Value flat = hardmax(n, flattenAt(n, x, *axis), 1);
  return n.set(flat ? n.g.reshape(flat, n.g.extents(x)) : Value());
}
} // namespace

void mlc::onnx::addActivationRows(OnnxTable &t) {
  t.add("Relu", {6, 13, 14}, reluRow);
  t.add("LeakyRelu", {6, 16}, leakyReluRow);
  t.add("PRelu", {7, 9, 16}, preluRow);
  t.add("Elu", {6, 22}, eluRow);
  t.add("Selu", {6, 22}, seluRow);
  t.add("Celu", {12}, celuRow);
  t.add("Softplus", {1, 22}, softplusRow);
  t.add("Softsign", {1, 22}, softsignRow);
  t.add("HardSigmoid", {6, 22}, hardSigmoidRow);
  t.add("HardSwish", {14, 22}, hardSwishRow);
  t.add("Gelu", {20}, geluRow);
  t.add("Swish", {24}, swishRow);
  t.add("Softmax", {1, 11}, oldSoftmaxRow<false>);
  t.add("Softmax", {13}, softmaxRow<false>);
  t.add("LogSoftmax", {1, 11}, oldSoftmaxRow<true>);
  t.add("LogSoftmax", {13}, softmaxRow<true>);
  t.add("Hardmax", {1, 11}, oldHardmaxRow);
  t.add("Hardmax", {13}, hardmaxRow);
}
