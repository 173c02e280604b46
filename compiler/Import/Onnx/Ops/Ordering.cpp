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
  if (GraphBuilder::rank(condition) != 1)
    return n.invalid("its condition must have rank 1");
  // The condition may be shorter than the axis. As with numpy.compress, which
  // the standard names, a longer one must be false beyond it: the gather sees
  // to that.
  Value positions = nonZero(n, condition);
  if (!positions)
    return mlir::failure();
  return n.set(g.gather(x, g.squeeze(positions, {0}), dim));
}

} // namespace

void mlc::onnx::addOrderingRows(OnnxTable &t) {
  t.add("TopK", {1}, [](NodeContext &n) {
    return topK(n, n.g.index(n.i64("k", 1)));
  });
  t.add("TopK", {10, 11, 24}, topKRow);
  t.add("NonZero", {9, 13}, nonZeroRow);
  t.add("Compress", {9, 11}, compressRow);
}
