//===- ContribNormalization.cpp - Norms fused with what precedes them
//-------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Contrib/Contrib.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// Normalises the last dimension; `rms` leaves the mean (and the shift) out.
Value normalized(NodeContext &n, Value x, Value scale, Value shift, bool rms) {
  double epsilon = n.f64("epsilon", 1e-12f);
  return n.standard(
      rms ? "RMSNormalization" : "LayerNormalization", rms ? 23 : 17,
      rms ? llvm::ArrayRef<Value>{x, scale}
          : llvm::ArrayRef<Value>{x, scale, shift},
      {attribute("axis", int64_t(-1)), attribute("epsilon", epsilon)});
}

LogicalResult noStatistics(NodeContext &n, std::initializer_list<size_t> list) {
  for (size_t i : list)
    if (n.wants(i))
      return n.unsupported("its result " + llvm::Twine(i) +
                           ", which training saves, is not supported");
  return mlir::success();
}

/// input + skip (+ bias), then the norm. The skip may lack the batch.
LogicalResult skipNorm(NodeContext &n, Value shift, Value bias, bool rms) {
  if (mlir::failed(noStatistics(n, {1, 2})))
    return mlir::failure();
  GraphBuilder &g = n.g;
  Extents shape = g.extents(n.in(0));
  Value sum = g.addT(n.in(0), g.broadcastTo(n.in(1), shape));
  if (bias)
    sum = g.addT(sum, g.broadcastTo(bias, shape));
  if (mlir::failed(n.set(0, normalized(n, sum, n.in(2), shift, rms))))
    return mlir::failure();
  return n.wants(3) ? n.set(3, sum) : mlir::success();
}

LogicalResult embedLayerNormRow(NodeContext &n) {
  // ids, segments, word, position, segment table, gamma, beta, mask, positions
  GraphBuilder &g = n.g;
  Value ids = n.in(0);
  if (n.rank(0) != 2 || n.rank(2) != 2 || n.rank(3) != 2)
    return n.invalid("its ids and tables must have rank 2");
  if (n.has(1) != n.has(4))
    return n.invalid("segment_ids and segment_embedding need each other");
  Extents shape = g.extents(ids);
  auto look = [&](Value table, Value at) {
    return n.standard("Gather", 13, {table, at},
                      {attribute("axis", int64_t(0))});
  };
  Value sum = look(n.in(2), ids);
  Value positions;
  if (n.has(8)) {
    positions = look(n.in(3), n.in(8));
  } else {
    // The first rows, one per token of a sequence.
    if (!requireAtMost(g, shape[1], g.extent(n.in(3), 0)))
      return mlir::failure();
    positions = look(n.in(3), g.iota(g.b.getI64Type(), {shape[1]}, 0));
  }
  if (!sum || !positions)
    return mlir::failure();
  sum = g.addT(sum, g.broadcastTo(positions, g.extents(sum)));
  if (n.has(1))
    sum = g.addT(sum, look(n.in(4), n.in(1)));
  if (mlir::failed(n.set(0, normalized(n, sum, n.in(5), n.in(6), false))))
    return mlir::failure();
  if (n.wants(1)) {
    // How many ones the mask of a sequence has; 0 without a mask, as ONNX
    // Runtime has it.
    mlir::Type i32 = g.b.getI32Type();
    Value count = g.fill(i32, {shape[0]}, 0);
    if (n.has(7)) {
      Value one =
          g.compare(graph::Predicate::EQ, n.in(7), g.scalarLike(n.in(7), 1));
      count = g.reduce(graph::Combiner::Sum, g.cast(one, i32), {1}, false);
    }
    if (mlir::failed(n.set(1, count)))
      return mlir::failure();
  }
  return n.wants(2) ? n.set(2, sum) : mlir::success();
}

LogicalResult simplifiedLayerNormRow(NodeContext &n) {
  // RMSNormalization under its older name; result 1 is the inverse deviation.
  llvm::SmallVector<Attribute> attributes;
  for (const char *name : {"axis", "epsilon", "stash_type"})
    if (const Attribute *given = n.find(name))
      attributes.push_back(*given);
  auto results = n.standard("RMSNormalization", 23, {n.in(0), n.in(1)},
                            attributes, n.wants(1) ? 3 : 1);
  if (mlir::failed(n.set(0, results[0])))
    return mlir::failure();
  return n.wants(1) ? n.set(1, results[2]) : mlir::success();
}

LogicalResult oldLayerNormRow(NodeContext &n) {
  auto results = n.standard("LayerNormalization", 17, n.ins(),
                            n.node.attributes, n.node.outputs.size());
  for (auto [i, value] : llvm::enumerate(results))
    if (n.wants(i) && mlir::failed(n.set(i, value)))
      return mlir::failure();
  return mlir::success(!results.empty());
}

LogicalResult groupNorm(NodeContext &n, Value x) {
  // Channels last or second; gamma and beta per channel; swish if asked.
  GraphBuilder &g = n.g;
  if (!x)
    return mlir::failure();
  bool last = n.flag("channels_last", true);
  int64_t activation = n.i64("activation", 0);
  if (activation != 0 && activation != 1)
    return n.invalid("activation must be 0 or 1");
  Value y = last ? channelsSecond(g, x) : x;
  Value gamma = g.cast(n.in(1), GraphBuilder::element(x));
  Value beta = g.cast(n.in(2), GraphBuilder::element(x));
  y = n.standard("GroupNormalization", 21, {y, gamma, beta},
                 {attribute("num_groups", n.i64("groups", 0)),
                  attribute("epsilon", n.f64("epsilon", 1e-5f))});
  if (activation == 1)
    y = n.standard("Swish", 24, {y});
  return n.set(last && y ? channelsLast(g, y) : y);
}
} // namespace

void mlc::onnx::addContribNormalizationRows(OnnxTable &t) {
  addContrib(t, "SkipLayerNormalization", {3, 5}, [](NodeContext &n) {
    return skipNorm(n, n.in(3), n.in(4), false);
  });
  addContrib(t, "SkipSimplifiedLayerNormalization", {3, 4},
             [](NodeContext &n) { return skipNorm(n, {}, n.in(3), true); });
  addContrib(t, "EmbedLayerNormalization", {7, 9, {1, 4}}, embedLayerNormRow);
  addContrib(t, "GroupNorm", {3, 3},
             [](NodeContext &n) { return groupNorm(n, n.in(0)); });
  // In the default domain, older than the standard's: ONNX Runtime's optimiser
  // puts them into models of any opset.
  t.add("LayerNormalization", {1}, checked({2, 3}, oldLayerNormRow));
  t.add("SimplifiedLayerNormalization", {1},
        checked({2, 2}, simplifiedLayerNormRow));
}
