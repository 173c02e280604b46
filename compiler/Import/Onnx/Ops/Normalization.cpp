//===- Normalization.cpp - Normalisation ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Import/Onnx/Ops/Training.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
using graph::Combiner;

LogicalResult batchNormRow(NodeContext &n) {
  if (n.flag("training_mode", false))
    return trainBatchNorm(n);
  // Up to version 7: without `spatial` every feature has parameters of its own.
  bool isSpatial = n.i64("spatial", 1) != 0;
  for (size_t i = 1; i < 5; ++i)
    if (n.wants(i))
      return n.unsupported("its training results are not supported");
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  double epsilon = n.f64("epsilon", 1e-5);
  // Parameters of another type are computed in the wider one by the standard's
  // body; only equal types map to the op.
  bool same = true;
  for (size_t i = 1; i < 5; ++i) {
    if (n.rank(i) != (isSpatial ? 1 : n.rank(0) - 1))
      return n.invalid("its parameters do not have the right rank");
    same &= n.element(i) == n.element(0);
  }
  if (n.rank(0) < 2)
    return n.invalid("its input must have rank 2 or more");
  if (!same || !isSpatial) {
    mlir::Type wide = n.element(3);
    auto channel = [&](size_t i) {
      llvm::SmallVector<int64_t> dims;
      for (int64_t d = 0; d < n.rank(i); ++d)
        dims.push_back(d + 1);
      return g.broadcastTo(g.cast(n.in(i), wide), g.extents(x), dims);
    };
    Value deviation = g.unary<graph::SqrtOp>(
        g.addT(channel(4), g.scalar(wide, epsilon)));
    Value y = g.divT(g.subT(g.cast(x, wide), channel(3)), deviation);
    return n.set(
        g.cast(g.addT(g.mulT(y, channel(1)), channel(2)), n.element(0)));
  }
  return n.set(g.keep(graph::BatchNormOp::create(g.b, g.loc, x.getType(), x,
                                                 n.in(1), n.in(2), n.in(3),
                                                 n.in(4),
                                                 g.b.getF64FloatAttr(epsilon)),
                      x));
}

/// LayerNormalization and RMSNormalization. The op wants scale and bias in the
/// shape of the normalised dimensions.
LogicalResult layerNorm(NodeContext &n, bool rms) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto dim = g.axis(n.i64("axis", -1), n.rank(0));
  if (!dim)
    return mlir::failure();
  double epsilon = n.f64("epsilon", 1e-5f);
  Extents shape = g.extents(x);
  Extents inner(shape.begin() + *dim, shape.end()),
      outer(shape.begin(), shape.begin() + *dim);
  mlir::Type element = n.element(0);
  // stash_type 1 (float) is what the op does; a wider or equal type too.
  if (n.i64("stash_type", 1) != 1 && element != g.b.getF64Type())
    return n.useBody();
  if (n.element(1) != element || (n.has(2) && n.element(2) != element))
    return n.useBody();
  if (n.rank(1) > static_cast<int64_t>(inner.size()) ||
      (n.has(2) && n.rank(2) > static_cast<int64_t>(inner.size())))
    return n.useBody();
  Value scale = g.broadcastTo(n.in(1), inner);
  Value bias = n.has(2) ? g.broadcastTo(n.in(2), inner) : Value();
  mlir::Type statistics =
      element == g.b.getF64Type() ? element : g.b.getF32Type();
  auto outerType = g.tensorType(outer, statistics);
  if (!scale || (n.has(2) && !bias) || !outerType)
    return mlir::failure();
  auto op = graph::LayerNormOp::create(
      g.b, g.loc, mlir::TypeRange{x.getType(), outerType, outerType}, x, scale,
      bias, static_cast<uint64_t>(*dim), llvm::APFloat(epsilon), rms);
  Value y = g.keep(op, x);
  if (mlir::failed(n.set(0, y)))
    return mlir::failure();
  llvm::SmallVector<int64_t> added;
  for (int64_t i = *dim; i < n.rank(0); ++i)
    added.push_back(i);
  for (unsigned i = 1; i < 3; ++i)
    if (n.wants(i)) {
      g.setExtents(op->getResult(i), outer);
      if (mlir::failed(n.set(i, g.unsqueeze(op->getResult(i), added))))
        return mlir::failure();
    }
  return mlir::success();
}

LogicalResult instanceNormRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  if (n.rank(0) < 3)
    return n.invalid("its input must have rank 3 or more");
  auto dims = llvm::to_vector(llvm::seq<int64_t>(2, n.rank(0)));
  Value centred = g.subT(x, g.mean(x, dims, true));
  Value variance = g.mean(g.mulT(centred, centred), dims, true);
  Value deviation = g.unary<graph::SqrtOp>(
      g.addT(variance, g.scalarLike(x, n.f64("epsilon", 1e-5f))));
  llvm::SmallVector<int64_t> channel{1};
  Value scale = g.broadcastTo(n.in(1), g.extents(x), channel);
  Value bias = g.broadcastTo(n.in(2), g.extents(x), channel);
  return n.set(
      g.addT(g.mulT(g.divT(centred, deviation), scale), bias));
}

LogicalResult meanVarianceRow(NodeContext &n) {
  // The standard's body adds an f32 epsilon to whatever type x has, and takes
  // the variance as a difference of squares, which rounding makes negative.
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto dims = g.axes(
      n.ints("axes").value_or(llvm::SmallVector<int64_t>{0, 2, 3}), n.rank(0));
  if (!dims)
    return mlir::failure();
  Value centred = g.subT(x, g.mean(x, *dims, true));
  Value variance = g.mean(g.mulT(centred, centred), *dims, true);
  Value deviation =
      g.addT(g.unary<graph::SqrtOp>(variance), g.scalarLike(x, 1e-9));
  return n.set(g.divT(centred, deviation));
}

LogicalResult lrnRow(NodeContext &n) {
  // x / (bias + alpha / size * (sum of squares over nearby channels)) ^ beta
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  int64_t size = n.i64("size", 0);
  if (size < 1 || size > (int64_t(1) << 31) || n.rank(0) < 3)
    return n.invalid("it needs a positive size and rank 3 or more");
  // The channels become the only spatial dimension of a window sum.
  Extents shape = g.extents(x);
  llvm::ArrayRef<OpFoldResult> all(shape);
  OpFoldResult pixels = g.product(all.drop_front(2));
  Value square = g.reshape(g.mulT(x, x), {shape[0], shape[1], pixels});
  square = g.transpose(square, {0, 2, 1});
  if (!square)
    return mlir::failure();
  int64_t low = (size - 1) / 2, high = size - 1 - low;
  Value sum = g.keep(
      graph::WindowOp::create(
          g.b, g.loc, square.getType(),
          graph::WindowKindAttr::get(g.b.getContext(), graph::WindowKind::Sum),
          square, g.b.getDenseI64ArrayAttr({size}),
          g.b.getDenseI64ArrayAttr({1}), g.b.getDenseI64ArrayAttr({1}),
          g.b.getDenseI64ArrayAttr({low}), g.b.getDenseI64ArrayAttr({high}),
          mlir::DenseI64ArrayAttr()),
      square);
  sum = g.reshape(g.transpose(sum, {0, 2, 1}), shape);
  Value bottom = g.addT(
      g.mulT(sum, g.scalarLike(x, n.f64("alpha", 1e-4f) / size)),
      g.scalarLike(x, n.f64("bias", 1)));
  return n.set(g.divT(x, g.binary<graph::PowOp>(
                             bottom, g.scalarLike(x, n.f64("beta", 0.75)))));
}

LogicalResult lpNormRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = g.widened(n.in(0));
  auto dim = g.axis(n.i64("axis", -1), n.rank(0));
  int64_t p = n.i64("p", 2);
  if (!dim)
    return mlir::failure();
  if (p != 1 && p != 2)
    return n.invalid("p must be 1 or 2");
  Value norm = p == 1
                   ? g.reduce(Combiner::Sum, g.unary<graph::AbsOp>(x), {*dim},
                              true)
                   : g.unary<graph::SqrtOp>(
                         g.reduce(Combiner::Sum, g.mulT(x, x), {*dim}, true));
  // 0 / 0 is 0 here, as the reference implementation has it.
  Value zero = g.scalarLike(x, 0);
  Value safe = g.select(g.compare(graph::Predicate::EQ, norm, zero),
                        g.scalarLike(x, 1), norm);
  return n.set(g.cast(g.divT(x, safe), n.element(0)));
}

LogicalResult dropoutRow(NodeContext &n) {
  // Inference: the input as it is, and a mask of ones.
  if (n.has(2)) {
    const Literal *training = n.g.literal(n.in(2));
    if (!training || training->getBool(0))
      return trainDropout(n);
  }
  if (mlir::failed(n.set(0, n.in(0))))
    return mlir::failure();
  if (!n.wants(1))
    return mlir::success();
  mlir::Type mask = n.version < 10 ? n.element(0)
                                   : mlir::Type(n.g.b.getI1Type());
  return n.set(1, n.g.fill(mask, n.g.extents(n.in(0)), 1));
}
} // namespace

void mlc::onnx::addNormalizationRows(OnnxTable &t) {
  t.add("BatchNormalization", {7, 9, 14, 15}, batchNormRow);
  t.add("LayerNormalization", {17},
        [](NodeContext &n) { return layerNorm(n, false); });
  t.add("RMSNormalization", {23},
        [](NodeContext &n) { return layerNorm(n, true); });
  t.add("InstanceNormalization", {6, 22}, instanceNormRow);
  t.add("LRN", {1, 13}, lrnRow);
  t.add("LpNormalization", {1, 22}, lpNormRow);
  t.add("MeanVarianceNormalization", {9, 13}, meanVarianceRow);
  t.add("Dropout", {7, 10, 12, 13, 22}, dropoutRow);
}
