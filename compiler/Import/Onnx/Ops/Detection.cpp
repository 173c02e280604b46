//===- Detection.cpp - Non-maximum suppression ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/BuildShaped.h"
#include "compiler/Import/Onnx/NodeContext.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;

namespace {
using graph::Combiner;
using graph::Predicate;

/// Corners of boxes [..., 4], whichever way round they are given.
struct Corners {
  Value top, left, bottom, right, area;
};

Corners corners(GraphBuilder &g, Value boxes, bool centred) {
  int64_t last = GraphBuilder::rank(boxes) - 1;
  auto at = [&](int64_t i) {
    return g.squeeze(g.sliceDim(boxes, last, g.index(i), g.index(1)), {last});
  };
  Value a = at(0), b = at(1), c = at(2), d = at(3);
  Corners result;
  if (centred) { // x, y, width, height
    Value halfWidth = g.divT(c, g.scalarLike(c, 2)),
          halfHeight = g.divT(d, g.scalarLike(d, 2));
    result.left = g.subT(a, halfWidth);
    result.right = g.addT(a, halfWidth);
    result.top = g.subT(b, halfHeight);
    result.bottom = g.addT(b, halfHeight);
  } else { // y1, x1, y2, x2
    result.top = g.binary<graph::MinOp>(a, c);
    result.bottom = g.binary<graph::MaxOp>(a, c);
    result.left = g.binary<graph::MinOp>(b, d);
    result.right = g.binary<graph::MaxOp>(b, d);
  }
  result.area = g.mulT(g.subT(result.bottom, result.top),
                       g.subT(result.right, result.left));
  return result;
}

/// Whether the overlap exceeds the threshold: intersection > t * union.
Value overlaps(GraphBuilder &g, const Corners &p, const Corners &q,
               Value threshold) {
  auto span = [&](Value low1, Value low2, Value high1, Value high2) {
    Value size = g.subT(g.binary<graph::MinOp>(high1, high2),
                        g.binary<graph::MaxOp>(low1, low2));
    return g.binary<graph::MaxOp>(size, g.scalarLike(size, 0));
  };
  Value common = g.mulT(span(p.top, q.top, p.bottom, q.bottom),
                        span(p.left, q.left, p.right, q.right));
  Value whole = g.subT(g.addT(p.area, q.area), common);
  // A box without area overlaps nothing.
  Value ratio = g.divT(common, whole);
  Value real = g.compare(Predicate::GT, whole, g.scalarLike(whole, 0));
  return g.binary<graph::AndOp>(real,
                                g.compare(Predicate::GT, ratio, threshold));
}

LogicalResult nonMaxSuppressionRow(NodeContext &n) {
  // boxes B x N x 4, scores B x C x N. All batches and classes go through one
  // loop over the boxes in falling order of their scores.
  GraphBuilder &g = n.g;
  if (n.rank(0) != 3 || n.rank(1) != 3)
    return n.invalid("boxes and scores must have rank 3");
  mlir::Type i64 = g.b.getI64Type(), f32 = g.b.getF32Type();
  Extents s = g.extents(n.in(1));
  OpFoldResult batch = s[0], classes = s[1], count = s[2];
  auto scalarInput = [&](size_t i, mlir::Type type) {
    return n.has(i) ? g.cast(g.reshape(n.in(i), {}), type)
                    : g.scalar(type, 0);
  };
  Value limit = scalarInput(2, i64), threshold = scalarInput(3, f32);

  // The order of the boxes for each class.
  Extents shape{batch, classes, count};
  auto valueType = g.tensorType(shape, f32), indexType = g.tensorType(shape, i64);
  if (!valueType || !indexType || !limit || !threshold)
    return mlir::failure();
  auto sort = graph::TopKOp::create(
      g.b, g.loc, mlir::TypeRange{valueType, indexType}, n.in(1),
      GraphBuilder::fixed(count) ? Value() : g.indexValue(count),
      static_cast<uint64_t>(2), /*largest=*/true);
  if (!g.verify(sort))
    return mlir::failure();
  Value scores = sort->getResult(0), order = sort->getResult(1);
  g.setExtents(scores, shape);
  g.setExtents(order, shape);

  // Boxes in that order: B x C x N x 4.
  Extents full{batch, classes, count, g.index(4)};
  SmallVector<int64_t> dims{0, 2, 3};
  Value spread = g.broadcastTo(n.in(0), full, dims);
  Value positions = g.broadcastTo(g.unsqueeze(order, {3}), full);
  if (!spread || !positions)
    return mlir::failure();
  Value sorted = buildShaped<graph::GatherElementsOp>(
      g, full, f32, spread, positions, static_cast<uint64_t>(2));
  if (!sorted)
    return mlir::failure(); // boxes of integers
  bool centred = n.i64("center_point_box", 0) == 1;
  Corners all = corners(g, sorted, centred);

  // alive: not yet suppressed and above the score threshold.
  mlir::Type i1 = g.b.getI1Type();
  Value alive = n.has(4)
                    ? g.compare(Predicate::GT, scores, scalarInput(4, f32))
                    : g.fill(i1, shape, 1);
  Value chosen = g.fill(i1, shape, 0);
  Value taken = g.fill(i64, {batch, classes}, 0);
  if (!alive || !chosen || !taken || !all.area)
    return mlir::failure();
  auto loop = mlir::scf::ForOp::create(
      g.b, g.loc, g.indexValue(g.index(0)), g.indexValue(count),
      g.indexValue(g.index(1)), mlir::ValueRange{alive, chosen, taken});
  {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    loop.getBody()->clear();
    g.b.setInsertionPointToEnd(loop.getBody());
    g.enterRegion();
    Value a = loop.getRegionIterArgs()[0], c = loop.getRegionIterArgs()[1],
          t = loop.getRegionIterArgs()[2];
    g.setExtents(a, shape);
    g.setExtents(c, shape);
    g.setExtents(t, {batch, classes});
    OpFoldResult i = loop.getInductionVar();
    auto here = [&](Value x) { return g.sliceDim(x, 2, i, g.index(1)); };
    Value room = g.compare(Predicate::LT, t, limit);
    Value take = g.binary<graph::AndOp>(here(a), g.unsqueeze(room, {2}));
    Corners one{here(all.top), here(all.left), here(all.bottom),
                here(all.right), here(all.area)};
    Value hit = overlaps(g, one, all, threshold);
    Value suppressed = g.binary<graph::AndOp>(take, hit);
    Value stays = g.binary<graph::AndOp>(a, g.unary<graph::NotOp>(suppressed));
    Value number = g.iota(i64, shape, 2);
    Value self = g.compare(Predicate::EQ, number,
                           g.fromElements({g.toElement(i, i64)}, i64, true));
    Value picked = g.binary<graph::OrOp>(
        c, g.binary<graph::AndOp>(self, take));
    Value more = g.addT(t, g.squeeze(g.cast(take, i64), {2}));
    g.leaveRegion();
    if (!stays || !picked || !more ||
        stays.getType() != a.getType() || picked.getType() != c.getType() ||
        more.getType() != t.getType()) {
      loop.erase();
      return mlir::failure();
    }
    mlir::scf::YieldOp::create(g.b, g.loc,
                               mlir::ValueRange{stays, picked, more});
  }
  Value result = loop.getResult(1);
  g.setExtents(result, shape);

  // Rows (batch, class, place in the order), then the box behind the place.
  auto rowsType = mlir::RankedTensorType::get(
      {3, mlir::ShapedType::kDynamic}, i64);
  auto rows = graph::NonZeroOp::create(g.b, g.loc, rowsType, result);
  if (!g.verify(rows))
    return mlir::failure();
  Value table = g.transpose(rows->getResult(0), {1, 0});
  OpFoldResult found = g.extent(rows->getResult(0), 1);
  if (!table)
    return mlir::failure();
  Value box = buildShaped<graph::GatherNdOp>(g, {found}, i64, order, table,
                                             static_cast<uint64_t>(0));
  Value head = g.sliceDim(table, 1, g.index(0), g.index(2));
  return n.set(g.concat({head, g.unsqueeze(box, {1})}, 1));
}
} // namespace

void mlc::onnx::addDetectionRows(OnnxTable &t) {
  t.add("NonMaxSuppression", {10, 11}, nonMaxSuppressionRow);
}
