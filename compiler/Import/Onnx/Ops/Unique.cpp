//===- Unique.cpp - The operator Unique -----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal elements lie together once sorted, and a new group starts where the
// value changes. Slices along an axis are rows of a matrix, sorted by their
// columns from the last to the first with a stable sort, which leaves them in
// the order of the dictionary.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// Values in order and where each was; null values with a reason.
std::pair<Value, Value> sorted(GraphBuilder &g, Value x) {
  Extents shape = g.extents(x);
  auto indexType = g.tensorType(shape, g.b.getI64Type());
  if (!indexType)
    return {};
  auto op =
      graph::SortOp::create(g.b, g.loc, mlir::TypeRange{x.getType(), indexType},
                            x, static_cast<uint64_t>(0), /*descending=*/false);
  if (!g.verify(op))
    return {};
  g.setExtents(op->getResult(0), shape);
  g.setExtents(op->getResult(1), shape);
  return {op->getResult(0), op->getResult(1)};
}

/// The order of the rows of a matrix; null with a reason.
Value orderOfRows(GraphBuilder &g, Value rows) {
  Extents shape = g.extents(rows), vector{shape[0]};
  Value start = g.iota(g.b.getI64Type(), vector, 0);
  if (!start)
    return nullptr;
  auto loop = mlir::scf::ForOp::create(
      g.b, g.loc, g.indexValue(g.index(0)), g.indexValue(shape[1]),
      g.indexValue(g.index(1)), mlir::ValueRange{start});
  mlir::OpBuilder::InsertionGuard guard(g.b);
  loop.getBody()->clear();
  g.b.setInsertionPointToEnd(loop.getBody());
  g.enterRegion();
  Value order = loop.getRegionIterArgs()[0];
  g.setExtents(order, vector);
  OpFoldResult column =
      g.sub(g.sub(shape[1], g.index(1)), OpFoldResult(loop.getInductionVar()));
  Value keys = g.gather(g.squeeze(g.sliceDim(rows, 1, column, g.index(1)), {1}),
                        order, 0);
  Value next = keys ? g.gather(order, sorted(g, keys).second, 0) : Value();
  g.leaveRegion();
  if (!next || next.getType() != order.getType()) {
    loop.erase();
    return nullptr;
  }
  mlir::scf::YieldOp::create(g.b, g.loc, next);
  Value result = loop.getResult(0);
  g.setExtents(result, vector);
  return result;
}

/// Whether each row (or element) but the first differs from the one before.
Value changes(GraphBuilder &g, Value values) {
  OpFoldResult rest = g.sub(g.extent(values, 0), g.index(1));
  Value next = g.sliceDim(values, 0, g.index(1), rest),
        before = g.sliceDim(values, 0, g.index(0), rest);
  Value differ = g.compare(graph::Predicate::NE, next, before);
  if (!differ)
    return nullptr;
  if (GraphBuilder::rank(values) == 2)
    return g.reduce(graph::Combiner::Or, differ, {1}, /*keepDims=*/false);
  // All NaN are one element, as in NumPy; they are sorted to the end.
  if (!llvm::isa<mlir::FloatType>(GraphBuilder::element(values)))
    return differ;
  auto isNumber = [&](Value x) {
    return g.compare(graph::Predicate::EQ, x, x);
  };
  return g.binary<graph::AndOp>(
      differ, g.binary<graph::OrOp>(isNumber(next), isNumber(before)));
}

LogicalResult uniqueRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type i64 = g.b.getI64Type();
  Extents from = g.extents(n.in(0)), slice;
  Value x = n.in(0);
  SmallVector<int64_t> permutation;
  bool hasRows = n.hasAttr("axis") && n.rank(0) != 1;
  if (hasRows) {
    auto dim = g.axis(n.i64("axis", 0), n.rank(0));
    if (!dim)
      return mlir::failure();
    permutation.push_back(*dim);
    for (int64_t d = 0; d < n.rank(0); ++d)
      if (d != *dim) {
        permutation.push_back(d);
        slice.push_back(from[d]);
      }
    x = g.reshape(g.transpose(x, permutation), {from[*dim], g.product(slice)});
  } else {
    x = g.reshape(x, {g.product(from)});
  }
  if (!x)
    return mlir::failure();
  OpFoldResult count = g.extent(x, 0);
  if (GraphBuilder::fixed(count) == 0)
    return n.unsupported("its input is empty");
  Value values, origin;
  if (hasRows) {
    origin = orderOfRows(g, x);
    values = g.gather(x, origin, 0);
  } else {
    std::tie(values, origin) = sorted(g, x);
  }
  if (!values || !origin)
    return mlir::failure();
  Value starts = g.concat(
      {g.fill(g.b.getI1Type(), {g.index(1)}, 1), changes(g, values)}, 0);
  if (!starts)
    return mlir::failure();
  auto rowsType =
      mlir::RankedTensorType::get({1, mlir::ShapedType::kDynamic}, i64);
  auto rows = graph::NonZeroOp::create(g.b, g.loc, rowsType, starts);
  if (!g.verify(rows))
    return mlir::failure();
  Value at = g.squeeze(rows->getResult(0), {0}); // first place of each group
  OpFoldResult groups = g.extent(at, 0);
  Value unique = g.gather(values, at, 0), first = g.gather(origin, at, 0);
  Value ends =
      g.concat({g.sliceDim(at, 0, g.index(1), g.sub(groups, g.index(1))),
                g.reshape(g.fromElements({g.toElement(count, i64)}, i64, true),
                          {g.index(1)})},
               0);
  Value sizes = g.subT(ends, g.broadcastTo(at, g.extents(ends)));
  Value marks = g.cast(starts, i64);
  if (!marks)
    return mlir::failure();
  Value group =
      g.subT(g.keep(graph::ScanOp::create(
                        g.b, g.loc, marks.getType(), graph::Combiner::Sum,
                        marks, static_cast<uint64_t>(0), false, false),
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
  Value inverse =
      scatter(g.fill(i64, {count}, 0), origin, g.broadcastTo(group, {count}));
  if (!n.flag("sorted", true)) {
    // Groups in the order in which they appear.
    if (!first)
      return mlir::failure();
    Value order;
    std::tie(first, order) = sorted(g, first);
    unique = g.gather(unique, order, 0);
    sizes = g.gather(sizes, order, 0);
    Value place =
        scatter(g.fill(i64, {groups}, 0), order, g.iota(i64, {groups}, 0));
    inverse = g.gather(place, inverse, 0);
  }
  if (hasRows && unique) {
    Extents shape{groups};
    shape.append(slice.begin(), slice.end());
    SmallVector<int64_t> back(permutation.size());
    for (auto [i, d] : llvm::enumerate(permutation))
      back[d] = i;
    unique = g.transpose(g.reshape(unique, shape), back);
  }
  Value results[] = {unique, first, inverse, sizes};
  for (unsigned i = 0; i < 4; ++i)
    if (n.wants(i) && mlir::failed(n.set(i, results[i])))
      return mlir::failure();
  return mlir::success();
}
} // namespace

void mlc::onnx::addUniqueRows(OnnxTable &t) {
  t.add("Unique", {11}, uniqueRow);
}
