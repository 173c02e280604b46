//===- ContribAttention.cpp - Attention and its rotation
//----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Contrib/Heads.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// One state of `past` or `present`: 2 x B x heads x tokens x D at `i`.
Value stateOf(GraphBuilder &g, Value both, int64_t i) {
  return g.squeeze(g.sliceDim(both, 0, g.index(i), g.index(1)), {0});
}

/// What no row here does; each is a mode of a GPU kernel or of a decoder.
LogicalResult refuseModes(NodeContext &n) {
  if (n.flag("past_present_share_buffer", false))
    return n.unsupported("past_present_share_buffer is not supported");
  if (n.flag("do_rotary", false))
    return n.unsupported("do_rotary is not supported");
  return mlir::success();
}

LogicalResult attentionRow(NodeContext &n) {
  // input, weights, bias, mask, past, attention bias, past length
  GraphBuilder &g = n.g;
  if (mlir::failed(refuseModes(n)))
    return mlir::failure();
  if (n.has(6))
    return n.unsupported("past_sequence_length is not supported");
  if (n.rank(0) != 3 || n.rank(1) != 2)
    return n.invalid("its input must have rank 3, its weights rank 2");
  int64_t heads = n.i64("num_heads", 0);
  auto total = GraphBuilder::fixed(g.extent(n.in(1), 1));
  if (!total)
    return n.unsupported("the width of its weights must be known");
  llvm::SmallVector<int64_t> widths(3, *total / 3);
  if (auto given = n.ints("qkv_hidden_sizes"))
    widths = *given;
  if (widths.size() != 3 || widths[0] < 1 || widths[1] < 1 || widths[2] < 1 ||
      widths[0] > *total || widths[1] > *total || widths[2] > *total ||
      widths[0] + widths[1] + widths[2] != *total)
    return n.invalid("the widths of query, key and value do not add up to " +
                     llvm::Twine(*total));
  Value all = n.standard("MatMul", 13, {n.in(0), n.in(1)});
  if (all && n.has(2))
    all = g.addT(all, g.broadcastTo(n.in(2), g.extents(all)));
  Value parts[3];
  int64_t at = 0;
  for (unsigned i = 0; i < 3; ++i) {
    parts[i] = splitHeads(
        g, g.sliceDim(all, 2, g.index(at), g.index(widths[i])), heads);
    at += widths[i];
  }
  if (n.has(4)) {
    if (n.rank(4) != 5)
      return n.invalid("past must have rank 5");
    parts[1] = withPast(g, stateOf(g, n.in(4), 0), parts[1]);
    parts[2] = withPast(g, stateOf(g, n.in(4), 1), parts[2]);
  }
  if (!parts[0] || !parts[1] || !parts[2])
    return mlir::failure();
  AttentionParts attention{parts[0], parts[1], parts[2]};
  attention.mask = maskBias(n, n.in(3), parts[0], g.extent(parts[1], 2));
  attention.bias = n.in(5);
  attention.causal = n.flag("unidirectional", false);
  if (mlir::failed(n.set(0, attend(n, attention))))
    return mlir::failure();
  if (!n.wants(1))
    return mlir::success();
  return n.set(
      1, g.concat({g.unsqueeze(parts[1], {0}), g.unsqueeze(parts[2], {0})}, 0));
}

/// One part of B x S x heads x count x D as B x heads x S x D.
Value packedPart(GraphBuilder &g, Value packed, int64_t i) {
  Value part = g.squeeze(g.sliceDim(packed, 3, g.index(i), g.index(1)), {3});
  return g.transpose(part, {0, 2, 1, 3});
}

/// The bias of a projection, added to what it projects.
Value projected(GraphBuilder &g, Value x, Value bias, OpFoldResult start) {
  if (!x || !bias)
    return x;
  Value part = g.sliceDim(bias, 0, start, g.extent(x, 2));
  return g.addT(x, g.broadcastTo(part, g.extents(x)));
}

LogicalResult multiHeadRow(NodeContext &n) {
  // query, key, value, bias, mask, attention bias, past key and value
  GraphBuilder &g = n.g;
  if (n.has(8) || n.has(9))
    return n.unsupported("decoding in a shared buffer is not supported");
  if (n.wants(3))
    return n.unsupported("its result 3, the scores, is not supported");
  int64_t heads = n.i64("num_heads", 0);
  Value bias = n.in(3);
  if (bias && n.rank(3) != 1)
    return n.invalid("its bias must have rank 1");
  AttentionParts a;
  if (n.rank(0) == 5) {
    if (n.has(1) || n.has(2))
      return n.invalid("a packed query leaves no room for key and value");
    if (bias)
      return n.unsupported("a bias of packed operands is not supported");
    a.query = packedPart(g, n.in(0), 0);
    a.key = packedPart(g, n.in(0), 1);
    a.value = packedPart(g, n.in(0), 2);
  } else {
    if (!n.has(1))
      return n.invalid("its key is missing");
    if (n.rank(0) != 3)
      return n.invalid("its query must have rank 3 or 5");
    OpFoldResult width = g.extent(n.in(0), 2);
    a.query = splitHeads(g, projected(g, n.in(0), bias, g.index(0)), heads);
    if (n.rank(1) == 5) {
      if (bias)
        return n.unsupported("a bias of packed operands is not supported");
      a.key = packedPart(g, n.in(1), 0);
      a.value = packedPart(g, n.in(1), 1);
    } else if (n.rank(1) == 4) {
      // Heads already, as a cache has them; no bias belongs to these.
      a.key = n.in(1);
      a.value = n.in(2);
    } else {
      a.key = splitHeads(g, projected(g, n.in(1), bias, width), heads);
      a.value = splitHeads(g, projected(g, n.in(2), bias, g.add(width, width)),
                           heads);
    }
  }
  if (!a.value && !g.failed())
    return n.invalid("its value is missing");
  if (n.has(6) != n.has(7))
    return n.invalid("past_key and past_value need each other");
  a.key = withPast(g, n.in(6), a.key);
  a.value = withPast(g, n.in(7), a.value);
  if (!a.query || !a.key || !a.value)
    return mlir::failure();
  a.mask = maskBias(n, n.in(4), a.query, g.extent(a.key, 2));
  a.bias = n.in(5);
  a.causal = n.flag("unidirectional", false);
  if (mlir::failed(n.set(0, attend(n, a))))
    return mlir::failure();
  if (n.wants(1) && mlir::failed(n.set(1, a.key)))
    return mlir::failure();
  return n.wants(2) ? n.set(2, a.value) : mlir::success();
}

LogicalResult rotaryRow(NodeContext &n) {
  // x, positions, cosines, sines
  GraphBuilder &g = n.g;
  if (n.flag("is_packed_batching", false))
    return n.unsupported("is_packed_batching is not supported");
  if (n.f64("scale", 1) != 1)
    return n.unsupported("a scale is not supported");
  Value x = n.in(0), positions = n.in(1);
  if (n.rank(2) != 2)
    return n.invalid("its caches must have rank 2");
  if (n.rank(0) == 3) {
    // Without num_heads the caches are as wide as a head.
    int64_t heads = n.i64("num_heads", 0);
    if (heads == 0) {
      auto width = GraphBuilder::fixed(g.extent(x, 2)),
           half = GraphBuilder::fixed(g.extent(n.in(2), 1));
      if (!width || !half || *half < 1)
        return n.unsupported("the widths of input and caches must be known");
      heads = *width / (2 * *half);
    }
    x = splitHeads(g, x, heads);
  }
  if (!x)
    return mlir::failure();
  Extents shape = g.extents(x);
  if (n.rank(1) <= 1) {
    // Where the first token stands; the others follow it.
    Value first = g.reshape(positions, {g.index(1), g.index(1)});
    Value steps = g.iota(n.element(1), {g.index(1), shape[2]}, 1);
    Value counted = first && steps ? g.addT(steps, first) : Value();
    positions =
        counted ? g.broadcastTo(counted, {shape[0], shape[2]}) : counted;
  }
  Value y =
      rotated(n, x, n.in(2), n.in(3), positions, n.flag("interleaved", false));
  return n.set(n.rank(0) == 3 ? joinHeads(g, y) : y);
}
} // namespace

void mlc::onnx::addContribAttentionRows(OnnxTable &t) {
  addContrib(t, "Attention", {2, 7}, attentionRow);
  addContrib(t, "MultiHeadAttention", {1, 10}, multiHeadRow);
  addContrib(t, "RotaryEmbedding", {4, 4}, rotaryRow);
}
