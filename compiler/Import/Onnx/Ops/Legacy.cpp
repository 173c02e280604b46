//===- Legacy.cpp - Operators before opset 7 ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;

// Broadcasting was an attribute then, and inference a flag. Only what old
// converters wrote is here; anything else is refused by name.

namespace {
/// The second operand, spread to the first one's shape from `axis` on.
Value spread(NodeContext &n) {
  Value x = n.in(0), y = n.in(1);
  if (!n.flag("broadcast", false))
    return y;
  if (!n.hasAttr("axis"))
    return n.g.broadcastTo(y, n.g.extents(x));
  int64_t axis = n.i64("axis", 0), rank = n.rank(1);
  if (axis < 0)
    axis += n.rank(0);
  if (axis < 0 || axis + rank > n.rank(0))
    return n.g.fail("its axis does not fit the ranks of its inputs");
  return n.g.broadcastTo(
      y, n.g.extents(x),
      llvm::to_vector(llvm::seq<int64_t>(axis, axis + rank)));
}

template <typename Op>
LogicalResult binaryRow(NodeContext &n) {
  return n.set(n.g.binary<Op>(n.in(0), spread(n)));
}
template <graph::Predicate predicate>
LogicalResult compareRow(NodeContext &n) {
  return n.set(n.g.compare(predicate, n.in(0), spread(n)));
}
template <typename Op>
LogicalResult unaryRow(NodeContext &n) {
  return n.set(n.g.unary<Op>(n.in(0)));
}

/// The row of a later version that means the same.
OnnxTable::Row as(const OnnxTable &t, llvm::StringRef op, int64_t version) {
  const OnnxTable::Row *row = t.find("", op, version);
  assert(row && "no such row");
  return *row;
}

LogicalResult gemmRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  if (n.rank(0) != 2 || n.rank(1) != 2)
    return n.invalid("its first two inputs must be matrices");
  bool transA = n.flag("transA", false), transB = n.flag("transB", false);
  Value product = g.dot(n.in(0), n.in(1), {}, {}, {transA ? 0 : 1},
                        {transB ? 1 : 0}, n.element(0));
  if (!product)
    return mlir::failure();
  product = g.mulT(product, g.scalarLike(product, n.f64("alpha", 1)));
  Value c = g.mulT(n.in(2), g.scalarLike(n.in(2), n.f64("beta", 1)));
  return n.set(g.addT(product, g.broadcastTo(c, g.extents(product))));
}

LogicalResult batchNormRow(NodeContext &n) {
  if (!n.flag("is_test", false))
    return n.unsupported("training mode is not supported");
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  return n.set(g.keep(
      graph::BatchNormOp::create(g.b, g.loc, x.getType(), x, n.in(1), n.in(2),
                                 n.in(3), n.in(4),
                                 g.b.getF64FloatAttr(n.f64("epsilon", 1e-5))),
      x));
}

LogicalResult dropoutRow(NodeContext &n) {
  if (!n.flag("is_test", false))
    return n.unsupported("training mode is not supported");
  if (n.wants(1) &&
      mlir::failed(n.set(1, n.g.fill(n.element(0), n.g.extents(n.in(0)), 1))))
    return mlir::failure();
  return n.set(0, n.in(0));
}

LogicalResult preluRow(NodeContext &n) {
  // One slope, or one per channel (dimension 1).
  GraphBuilder &g = n.g;
  Value x = n.in(0), slope = n.in(1);
  if (n.rank(1) == 1 && n.rank(0) > 1 &&
      GraphBuilder::fixed(g.extent(slope, 0)) != 1)
    slope = g.broadcastTo(slope, g.extents(x), {1});
  Value negative = g.compare(graph::Predicate::LT, x, g.scalarLike(x, 0));
  return n.set(g.select(negative, g.mulT(x, slope), x));
}

LogicalResult reshapeRow(NodeContext &n) {
  auto shape = n.ints("shape");
  if (!shape)
    return n.invalid("it has no shape");
  GraphBuilder &g = n.g;
  Extents from = g.extents(n.in(0)), to;
  OpFoldResult known = g.index(1);
  std::optional<size_t> rest;
  for (auto [i, extent] : llvm::enumerate(*shape)) {
    if (extent == -1) {
      rest = i;
      to.push_back(g.index(1));
      continue;
    }
    if (extent == 0 && i >= from.size())
      return n.invalid("an extent of 0 copies one that the input lacks");
    to.push_back(extent == 0 ? from[i] : g.index(extent));
    known = g.mul(known, to.back());
  }
  if (rest) {
    if (GraphBuilder::fixed(known) == 0)
      return n.invalid("-1 cannot be told when another extent is 0");
    to[*rest] = g.floorDiv(g.product(from), known);
  }
  return n.set(g.reshape(n.in(0), to));
}

LogicalResult padRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto pads = n.ints("paddings");
  int64_t rank = n.rank(0);
  if (!pads || static_cast<int64_t>(pads->size()) != 2 * rank)
    return n.invalid("paddings has the wrong length");
  llvm::StringRef name = n.str("mode", "constant");
  auto mode = graph::symbolizePadMode(name);
  if (!mode)
    return n.invalid("mode '" + name + "' is not known");
  Extents low, high;
  for (int64_t d = 0; d < rank; ++d) {
    low.push_back(g.index((*pads)[d]));
    high.push_back(g.index((*pads)[rank + d]));
  }
  return n.set(g.pad(*mode, n.in(0),
                     g.scalar(n.element(0), n.f64("value", 0)), low, high));
}

LogicalResult concatRow(NodeContext &n) {
  auto dim = n.g.axis(n.i64("axis", 1), n.rank(0));
  return n.set(dim ? n.g.concat(n.ins(), *dim) : Value());
}
} // namespace

void mlc::onnx::addLegacyRows(OnnxTable &t) {
  using graph::Predicate;
  t.add("Add", {1, 6}, binaryRow<graph::AddOp>);
  t.add("Sub", {1, 6}, binaryRow<graph::SubOp>);
  t.add("Mul", {1, 6}, binaryRow<graph::MulOp>);
  t.add("Div", {1, 6}, binaryRow<graph::DivOp>);
  t.add("Pow", {1}, binaryRow<graph::PowOp>);
  t.add("And", {1}, binaryRow<graph::AndOp>);
  t.add("Or", {1}, binaryRow<graph::OrOp>);
  t.add("Xor", {1}, binaryRow<graph::XorOp>);
  t.add("Equal", {1}, compareRow<Predicate::EQ>);
  t.add("Less", {1}, compareRow<Predicate::LT>);
  t.add("Greater", {1}, compareRow<Predicate::GT>);
  t.add("Abs", {1}, unaryRow<graph::AbsOp>);
  t.add("Neg", {1}, unaryRow<graph::NegOp>);
  t.add("Exp", {1}, unaryRow<graph::ExpOp>);
  t.add("Log", {1}, unaryRow<graph::LogOp>);
  t.add("Sqrt", {1}, unaryRow<graph::SqrtOp>);
  t.add("Reciprocal", {1}, unaryRow<graph::ReciprocalOp>);
  t.add("Tanh", {1}, unaryRow<graph::TanhOp>);
  t.add("Sigmoid", {1}, unaryRow<graph::SigmoidOp>);
  t.add("Floor", {1}, unaryRow<graph::FloorOp>);
  t.add("Ceil", {1}, unaryRow<graph::CeilOp>);
  for (llvm::StringRef op : {"Relu", "LeakyRelu", "Elu", "Selu", "HardSigmoid",
                             "Clip", "Max", "Min", "Sum", "Mean"})
    t.add(op, {1}, as(t, op, 6));
  t.add("AveragePool", {1}, as(t, "AveragePool", 7));
  t.add("PRelu", {1, 6}, preluRow);
  t.add("Gemm", {1, 6}, gemmRow);
  t.add("BatchNormalization", {1, 6}, batchNormRow);
  t.add("Dropout", {1, 6}, dropoutRow);
  t.add("Reshape", {1}, reshapeRow);
  t.add("Pad", {1}, padRow);
  t.add("Concat", {1}, concatRow);
}
