//===- Ordering.cpp - Sorting, selection, data-dependent sizes ---------------===//
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

namespace {
LogicalResult topK(NodeContext &n, OpFoldResult count) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto dim = g.axis(n.i64("axis", -1), n.rank(0));
  if (!dim)
    return mlir::failure();
  Extents shape = g.extents(x);
  auto extent = GraphBuilder::fixed(shape[*dim]);
  auto known = GraphBuilder::fixed(count);
  if (known && (*known < 0 || (extent && *known > *extent)))
    return n.invalid("it takes " + llvm::Twine(*known) +
                     " elements of an axis with " +
                     llvm::Twine(extent.value_or(-1)));
  shape[*dim] = count;
  auto valueType = g.tensorType(shape, n.element(0)),
       indexType = g.tensorType(shape, g.b.getI64Type());
  if (!valueType || !indexType)
    return mlir::failure();
  Value size = known ? Value() : g.indexValue(count);
  // Unsorted results may come in any order; sorted is one of them.
  auto op = graph::TopKOp::create(g.b, g.loc,
                                  mlir::TypeRange{valueType, indexType}, x,
                                  size, static_cast<uint64_t>(*dim),
                                  n.flag("largest", true));
  Value values = g.keep(op, shape);
  if (!values)
    return mlir::failure();
  g.setExtents(op->getResult(1), shape);
  if (mlir::failed(n.set(0, values)))
    return mlir::failure();
  return n.set(1, op->getResult(1));
}

LogicalResult topKRow(NodeContext &n) {
  auto count = n.g.indices(n.in(1));
  if (!count || count->size() != 1)
    return n.invalid("k must be one integer");
  return topK(n, (*count)[0]);
}

Value nonZero(NodeContext &n, Value x) {
  if (!x)
    return nullptr;
  auto type = mlir::RankedTensorType::get(
      {GraphBuilder::rank(x), mlir::ShapedType::kDynamic},
      n.g.b.getI64Type());
  auto op = graph::NonZeroOp::create(n.g.b, n.g.loc, type, x);
  return n.g.verify(op) ? op->getResult(0) : Value();
}

LogicalResult nonZeroRow(NodeContext &n) {
  // A scalar counts as one element: shape (1, n) in the standard's reference
  // is (0, n) in NumPy's; the graph op keeps the rank.
  return n.set(nonZero(n, n.in(0)));
}

LogicalResult compressRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0), condition = n.in(1);
  int64_t dim = 0;
  if (n.hasAttr("axis")) {
    auto axis = g.axis(n.i64("axis", 0), n.rank(0));
    if (!axis)
      return mlir::failure();
    dim = *axis;
  } else {
    x = g.reshape(x, {g.product(g.extents(x))});
  }
  // The condition may be shorter than the axis; never longer.
  auto length = GraphBuilder::fixed(g.extent(condition, 0)),
       extent = GraphBuilder::fixed(g.extent(x, dim));
  if (length && extent && *length > *extent)
    return n.invalid("its condition is longer than the axis");
  Value positions = nonZero(n, condition);
  if (!positions)
    return mlir::failure();
  return n.set(g.gather(x, g.squeeze(positions, {0}), dim));
}

/// Unique elements of the flattened input: equal ones lie together once sorted,
/// and a new group starts where the value changes.
LogicalResult uniqueRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  if (n.hasAttr("axis") && n.rank(0) != 1)
    return n.unsupported("unique slices along an axis are not supported");
  mlir::Type i64 = g.b.getI64Type();
  OpFoldResult count = g.product(g.extents(n.in(0)));
  Value x = g.reshape(n.in(0), {count});
  if (!x)
    return mlir::failure();
  if (GraphBuilder::fixed(count) == 0)
    return n.unsupported("its input is empty");
  auto indexType = g.tensorType({count}, i64);
  auto sort = graph::SortOp::create(
      g.b, g.loc, mlir::TypeRange{x.getType(), indexType}, x,
      static_cast<uint64_t>(0), /*descending=*/false);
  if (!g.verify(sort))
    return mlir::failure();
  Value values = sort->getResult(0), origin = sort->getResult(1);
  g.setExtents(values, {count});
  g.setExtents(origin, {count});
  OpFoldResult rest = g.sub(count, g.index(1));
  Value changes = g.compare(
      graph::Predicate::NE, g.sliceDim(values, 0, g.index(1), rest),
      g.sliceDim(values, 0, g.index(0), rest));
  Value starts = g.concat({g.fill(g.b.getI1Type(), {g.index(1)}, 1), changes},
                          0);
  Value rows = nonZero(n, starts);
  if (!rows)
    return mlir::failure();
  Value at = g.squeeze(rows, {0}); // first place of each group
  OpFoldResult groups = g.extent(at, 0);
  Value unique = g.gather(values, at, 0), first = g.gather(origin, at, 0);
  Value ends = g.concat(
      {g.sliceDim(at, 0, g.index(1), g.sub(groups, g.index(1))),
       g.reshape(g.fromElements({g.toElement(count, i64)}, i64, true),
                 {g.index(1)})},
      0);
  Value sizes = g.subT(ends, g.broadcastTo(at, g.extents(ends)));
  Value marks = g.cast(starts, i64);
  if (!marks)
    return mlir::failure();
  Value group = g.subT(
      g.keep(graph::ScanOp::create(g.b, g.loc, marks.getType(),
                                   graph::Combiner::Sum, marks,
                                   static_cast<uint64_t>(0), false, false),
             marks),
      g.scalar(i64, 1));
  auto scatter = [&](Value like, Value where, Value what) -> Value {
    if (!like || !where || !what)
      return {};
    return g.keep(graph::ScatterElementsOp::create(
                      g.b, g.loc, like.getType(), graph::ScatterKind::Replace,
                      like, where, what, static_cast<uint64_t>(0)),
                  like);
  };
  Value inverse = scatter(g.fill(i64, {count}, 0), origin,
                          g.broadcastTo(group, {count}));
  if (!n.flag("sorted", true)) {
    // Groups in the order in which they appear.
    if (!first)
      return mlir::failure();
    auto groupType = GraphBuilder::typeOf(first);
    auto again = graph::SortOp::create(
        g.b, g.loc, mlir::TypeRange{groupType, groupType}, first,
        static_cast<uint64_t>(0), false);
    if (!g.verify(again))
      return mlir::failure();
    Value order = again->getResult(1);
    g.setExtents(again->getResult(0), {groups});
    g.setExtents(order, {groups});
    first = again->getResult(0);
    unique = g.gather(unique, order, 0);
    sizes = g.gather(sizes, order, 0);
    Value place = scatter(g.fill(i64, {groups}, 0), order,
                          g.iota(i64, {groups}, 0));
    inverse = g.gather(place, inverse, 0);
  }
  Value results[] = {unique, first, inverse, sizes};
  for (unsigned i = 0; i < 4; ++i)
    if (n.wants(i) && mlir::failed(n.set(i, results[i])))
      return mlir::failure();
  return mlir::success();
}
} // namespace

void mlc::onnx::addOrderingRows(OnnxTable &t) {
  t.add("Unique", {11}, uniqueRow);
  t.add("TopK", {1}, [](NodeContext &n) {
    return topK(n, n.g.index(n.i64("k", 1)));
  });
  t.add("TopK", {10, 11, 24}, topKRow);
  t.add("NonZero", {9, 13}, nonZeroRow);
  t.add("Compress", {9, 11}, compressRow);
}
