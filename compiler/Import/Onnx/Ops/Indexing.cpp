//===- Indexing.cpp - Gather, scatter and their kin ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/BuildShaped.h"
#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
/// Elements are addressed by their place in `small` along all dimensions but
/// `dim`, so that must lie inside.
bool liesInside(NodeContext &n, Value small, Value whole, int64_t dim) {
  for (int64_t d = 0, e = GraphBuilder::rank(small); d < e; ++d)
    if (d != dim &&
        !requireAtMost(n.g, n.g.extent(small, d), n.g.extent(whole, d)))
      return false;
  return true;
}

LogicalResult gatherRow(NodeContext &n) {
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  // Elements of a shape: a known position of a tracked list.
  if (n.rank(0) == 1 && n.rank(1) <= 1)
    if (auto list = n.g.elements(n.in(0)))
      if (auto positions = n.g.integers(n.in(1)))
        return n.set(n.g.trackedPick(n.in(0), *positions, n.rank(1) == 0));
  return n.set(n.g.gather(n.in(0), n.in(1), *dim));
}

LogicalResult gatherElementsRow(NodeContext &n) {
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  if (n.rank(0) != n.rank(1))
    return n.invalid("data and indices must have the same rank");
  if (!liesInside(n, n.in(1), n.in(0), *dim))
    return mlir::failure();
  return n.set(gatherElements(n.g, n.in(0), n.in(1), *dim));
}

/// Index tuples of `depth` numbers, whatever the type says of their number.
Value withDepth(NodeContext &n, Value indices, int64_t depth) {
  Extents shape = n.g.extents(indices);
  if (GraphBuilder::fixed(shape.back()))
    return indices;
  if (!requireEqual(n.g, shape.back(), n.g.index(depth)))
    return nullptr;
  shape.back() = n.g.index(depth);
  return n.g.reshape(indices, shape);
}

LogicalResult gatherNdRow(NodeContext &n) {
  int64_t batch = n.i64("batch_dims", 0);
  Extents from = n.g.extents(n.in(0)), at = n.g.extents(n.in(1));
  if (at.empty() || batch < 0 || batch >= static_cast<int64_t>(at.size()) ||
      batch > static_cast<int64_t>(from.size()))
    return n.invalid("batch_dims does not fit the ranks of its inputs");
  auto depth = GraphBuilder::fixed(at.back());
  // The ranks of indices and data less that of the result leave the depth.
  int64_t ranks = at.size() - 1 + from.size() - batch;
  if (auto result = n.declaredRank(0); result && !depth)
    depth = ranks - *result;
  if (!depth)
    return n.unsupported("the length of its index tuples is known at run time "
                         "only, so the rank of its result is not known");
  if (*depth < 0 || batch + *depth > static_cast<int64_t>(from.size()))
    return n.invalid("its index tuples are longer than the data's rank");
  for (int64_t d = 0; d < batch; ++d)
    if (!requireEqual(n.g, at[d], from[d]))
      return mlir::failure();
  Extents shape(at.begin(), at.end() - 1);
  shape.append(from.begin() + batch + *depth, from.end());
  Value indices = withDepth(n, n.in(1), *depth);
  if (!indices)
    return mlir::failure();
  return n.set(buildShaped<graph::GatherNdOp>(n.g, shape, n.element(0), n.in(0),
                                              indices, batch));
}

std::optional<graph::ScatterKind> scatterKind(NodeContext &n) {
  llvm::StringRef name = n.str("reduction", "none");
  if (name == "none")
    return graph::ScatterKind::Replace;
  if (name != "replace")
    if (auto kind = graph::symbolizeScatterKind(name))
      return kind;
  (void)n.invalid("reduction '" + name + "' is not known");
  return std::nullopt;
}

LogicalResult scatterElementsRow(NodeContext &n) {
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  auto kind = scatterKind(n);
  if (!dim || !kind)
    return mlir::failure();
  if (n.rank(1) != n.rank(0) || n.rank(2) != n.rank(0))
    return n.invalid("data, indices and updates must have the same rank");
  Value x = n.in(0);
  for (int64_t d = 0; d < n.rank(0); ++d)
    if (!requireEqual(n.g, n.g.extent(n.in(2), d), n.g.extent(n.in(1), d)))
      return mlir::failure();
  if (!liesInside(n, n.in(1), x, *dim))
    return mlir::failure();
  return n.set(n.g.keep(
      graph::ScatterElementsOp::create(n.g.b, n.g.loc, x.getType(), *kind, x,
                                       n.in(1), n.in(2), *dim),
      x));
}

LogicalResult scatterNdRow(NodeContext &n) {
  auto kind = scatterKind(n);
  if (!kind)
    return mlir::failure();
  if (n.rank(1) < 1)
    return n.invalid("its indices must have rank 1 or more");
  Value x = n.in(0);
  // Updates: one slice of the input per index tuple.
  Extents wanted = n.g.extents(n.in(1)), from = n.g.extents(x),
          given = n.g.extents(n.in(2));
  int64_t rank = from.size();
  // The ranks of all three leave the depth of the tuples, where it is not
  // known.
  int64_t depth = GraphBuilder::fixed(wanted.pop_back_val())
                      .value_or(n.rank(1) - 1 + rank - n.rank(2));
  if (depth < 0 || depth > rank)
    return n.invalid("the ranks of data, indices and updates do not fit");
  wanted.append(from.begin() + depth, from.end());
  if (wanted.size() != given.size())
    return n.invalid("the ranks of data, indices and updates do not fit");
  for (auto [want, have] : llvm::zip(wanted, given))
    if (!requireEqual(n.g, have, want))
      return mlir::failure();
  Value indices = withDepth(n, n.in(1), depth);
  if (!indices)
    return mlir::failure();
  return n.set(n.g.keep(graph::ScatterNdOp::create(n.g.b, n.g.loc, x.getType(),
                                                   *kind, x, indices, n.in(2)),
                        x));
}

LogicalResult oneHotRow(NodeContext &n) {
  // indices, depth, values = [off, on]
  mlir::Type i64 = n.g.b.getI64Type();
  Value depth = n.g.reshape(n.g.cast(n.in(1), i64), {});
  if (!depth)
    return n.invalid("its depth must be one number");
  if (n.rank(2) != 1)
    return n.invalid("its values must be a list of two");
  if (!requireEqual(n.g, n.g.extent(n.in(2), 0), n.g.index(2)))
    return n.invalid("its values must be two: " + n.g.takeReason());
  auto known = n.g.literal(n.in(1));
  OpFoldResult extent;
  if (known)
    extent = n.g.index(known->getInt(0));
  else if (auto read = n.g.indices(depth))
    extent = (*read)[0];
  else
    return mlir::failure();
  int64_t rank = n.rank(0);
  auto dim = n.g.axis(n.i64("axis", -1), rank + 1);
  if (!dim)
    return mlir::failure();
  Extents shape = n.g.extents(n.in(0));
  shape.insert(shape.begin() + *dim, extent);
  // Negative indices count from the end; others outside hit nothing.
  Value index = n.g.cast(n.in(0), i64);
  Value wrapped = n.g.select(
      n.g.compare(graph::Predicate::LT, index, n.g.scalar(i64, 0)),
      n.g.addT(index, n.g.cast(depth, i64)), index);
  Value hit = n.g.compare(graph::Predicate::EQ,
                          n.g.unsqueeze(wrapped, {*dim}),
                          n.g.iota(i64, shape, *dim));
  auto pick = [&](int64_t at) {
    return n.g.reshape(n.g.sliceDim(n.in(2), 0, n.g.index(at), n.g.index(1)),
                       {});
  };
  return n.set(n.g.select(hit, pick(1), pick(0)));
}

LogicalResult reverseSequenceRow(NodeContext &n) {
  // Position i of a sequence of length l reads l - 1 - i while i < l.
  auto time = n.g.axis(n.i64("time_axis", 0), n.rank(0));
  auto batch = n.g.axis(n.i64("batch_axis", 1), n.rank(0));
  if (!time || !batch)
    return mlir::failure();
  if (*time == *batch)
    return n.invalid("time_axis and batch_axis are the same");
  Value x = n.in(0);
  mlir::Type i64 = n.g.b.getI64Type();
  Extents shape = n.g.extents(x);
  Value position = n.g.iota(i64, shape, *time);
  llvm::SmallVector<int64_t> dims{*batch};
  Value length = n.g.broadcastTo(n.g.cast(n.in(1), i64), shape, dims);
  Value mirrored =
      n.g.subT(n.g.subT(length, n.g.scalar(i64, 1)), position);
  Value source = n.g.select(
      n.g.compare(graph::Predicate::LT, position, length), mirrored, position);
  if (!source)
    return mlir::failure();
  return n.set(n.g.keep(graph::GatherElementsOp::create(
                            n.g.b, n.g.loc, x.getType(), x, source, *time),
                        x));
}

LogicalResult tensorScatterRow(NodeContext &n) {
  // Writes the update behind the position of each batch, round the end of a
  // circular cache.
  GraphBuilder &g = n.g;
  Value cache = n.in(0), update = n.in(1);
  int64_t rank = n.rank(0);
  auto dim = g.axis(n.i64("axis", -2), rank);
  if (!dim || n.rank(1) != rank || *dim == 0)
    return n.invalid("its axis or its update does not fit the cache");
  llvm::StringRef mode = n.str("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return n.invalid("mode '" + mode + "' is not known");
  mlir::Type i64 = g.b.getI64Type();
  Extents shape = g.extents(update);
  Value position = g.iota(i64, shape, *dim);
  if (n.has(2)) {
    llvm::SmallVector<int64_t> dims{0};
    position = g.addT(position, g.broadcastTo(g.cast(n.in(2), i64), shape, dims));
  }
  if (mode == "circular")
    position = g.binary<graph::ModOp>(
        position, g.fromElements({g.toElement(g.extent(cache, *dim), i64)}, i64,
                                 /*isScalar=*/true));
  if (!position || !liesInside(n, update, cache, *dim))
    return mlir::failure();
  return n.set(g.keep(
      graph::ScatterElementsOp::create(g.b, g.loc, cache.getType(),
                                       graph::ScatterKind::Replace, cache,
                                       position, update, *dim),
      cache));
}
} // namespace

void mlc::onnx::addIndexingRows(OnnxTable &t) {
  t.add("TensorScatter", {24}, tensorScatterRow);
  t.add("Gather", {1, 11, 13}, gatherRow);
  t.add("GatherElements", {11, 13}, gatherElementsRow);
  t.add("GatherND", {11, 12, 13}, gatherNdRow);
  t.add("Scatter", {9}, scatterElementsRow);
  t.add("ScatterElements", {11, 13, 16, 18}, scatterElementsRow);
  t.add("ScatterND", {11, 13, 16, 18}, scatterNdRow);
  t.add("OneHot", {9, 11}, oneHotRow);
  t.add("ReverseSequence", {10}, reverseSequenceRow);
}
