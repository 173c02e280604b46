//===- ContribMovement.cpp - Older and wider forms of the standard's ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that the standard took over from com.microsoft, or nearly.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Contrib/Contrib.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// The standard's operator under the same name.
OnnxTable::Row same(llvm::StringRef op, int64_t opset) {
  return [op, opset](NodeContext &n) {
    return n.set(n.standard(op, opset, n.ins(), n.node.attributes));
  };
}

LogicalResult uniqueRow(NodeContext &n) {
  // In the order of the input; the standard has one result more.
  if (n.rank(0) != 1)
    return n.invalid("its input must have rank 1");
  auto results =
      n.standard("Unique", 11, {n.in(0)}, {attribute("sorted", int64_t(0))}, 4);
  static constexpr size_t from[] = {0, 2, 3};
  for (size_t i = 0; i < 3; ++i)
    if (n.wants(i) && mlir::failed(n.set(i, results[from[i]])))
      return mlir::failure();
  return mlir::success();
}

LogicalResult expandDimsRow(NodeContext &n) {
  auto axis = n.g.integers(n.in(1));
  if (!axis || axis->size() != 1)
    return n.unsupported("its axis must be one constant number");
  auto at = n.g.axis((*axis)[0], n.rank(0) + 1);
  return n.set(at ? n.g.unsqueeze(n.in(0), {*at}) : Value());
}

LogicalResult rangeRow(NodeContext &n) {
  Value step = n.has(2) ? n.in(2) : n.g.scalarLike(n.in(0), 1);
  return n.set(n.standard("Range", 11, {n.in(0), n.in(1), step}));
}

LogicalResult distanceRow(NodeContext &n) {
  // Between all rows of two matrices.
  GraphBuilder &g = n.g;
  llvm::StringRef metric = n.str("metric", "sqeuclidean");
  if (metric != "euclidean" && metric != "sqeuclidean")
    return n.invalid("metric must be euclidean or sqeuclidean");
  if (n.rank(0) != 2 || n.rank(1) != 2)
    return n.invalid("its inputs must be matrices");
  Extents a = g.extents(n.in(0)), b = g.extents(n.in(1));
  if (!requireEqual(g, a[1], b[1]))
    return mlir::failure();
  Value far = g.subT(g.unsqueeze(n.in(0), {1}), g.unsqueeze(n.in(1), {0}));
  Value square = g.reduce(graph::Combiner::Sum, g.mulT(far, far), {2}, false);
  return n.set(metric == "euclidean" && square ? g.unary<graph::SqrtOp>(square)
                                               : square);
}
} // namespace

void mlc::onnx::addContribMovementRows(OnnxTable &t) {
  addContrib(t, "Pad", {2, 3}, same("Pad", 13));
  addContrib(t, "Trilu", {1, 2}, same("Trilu", 14));
  addContrib(t, "GatherND", {2, 2}, same("GatherND", 12));
  addContrib(t, "GridSample", {2, 2}, same("GridSample", 16));
  addContrib(t, "Unique", {1, 1}, uniqueRow);
  addContrib(t, "ExpandDims", {2, 2}, expandDimsRow);
  addContrib(t, "Range", {2, 3}, rangeRow);
  addContrib(t, "CDist", {2, 2}, distanceRow);
}
