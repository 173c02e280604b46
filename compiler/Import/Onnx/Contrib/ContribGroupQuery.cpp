//===- ContribGroupQuery.cpp - GroupQueryAttention -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decoder's attention of ONNX Runtime's exporters. A batch entry b has
// seqlens_k[b] + 1 tokens once the new ones are in; so many of them less the
// new ones are the first of its past, and the new ones follow:
//
//   present[b, t] = t < before[b] ? past[b, t] : new[b, t - before[b]]
//
// and 0 behind them: one gather from past and new side by side. Query token s
// stands at before[b] + s and sees nothing behind itself.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/BuildShaped.h"
#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Contrib/Heads.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
LogicalResult refuseForms(NodeContext &n) {
  static constexpr std::pair<size_t, const char *> inputs[] = {
      {11, "head_sink"},     {12, "k_scale"},       {13, "v_scale"},
      {14, "q_norm_weight"}, {15, "k_norm_weight"}, {16, "query_seqlens"}};
  for (auto [i, name] : inputs)
    if (n.has(i))
      return n.unsupported(llvm::Twine("its input ") + name +
                           " is not supported");
  if (n.flag("sliding_window_cache", false))
    return n.unsupported("sliding_window_cache is not supported");
  if (n.i64("smooth_softmax", -1) > 0)
    return n.unsupported("smooth_softmax is not supported");
  if (n.wants(3) || n.i64("qk_output", 0) != 0)
    return n.unsupported("its result 3, the scores, is not supported");
  for (const char *name : {"k_quant_type", "v_quant_type"})
    if (n.str(name, "NONE") != "NONE")
      return n.unsupported("a quantised cache is not supported");
  return mlir::success();
}

struct Tokens {
  Value before;         ///< B x 1, i64: tokens in the cache before these
  OpFoldResult columns; ///< of the present, and of the scores
};

/// A cache with the new tokens in their places: B x heads x columns x D. What
/// `source` (B x columns) names is taken where `filled`.
Value updated(GraphBuilder &g, Value past, Value fresh, const Tokens &tokens,
              Value source, Value filled) {
  if (!past || !fresh || !source || !filled)
    return nullptr;
  Value both = g.concat({past, fresh}, 2);
  if (!both)
    return nullptr;
  Extents shape = g.extents(fresh);
  shape[2] = tokens.columns;
  llvm::SmallVector<int64_t> dims{0, 2};
  Value index = g.broadcastTo(source, shape, dims);
  Value taken = gatherElements(g, both, index, 2);
  return g.select(g.broadcastTo(filled, shape, dims), taken,
                  g.scalar(GraphBuilder::element(fresh), 0));
}

LogicalResult groupQueryRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type i64 = g.b.getI64Type();
  if (mlir::failed(refuseForms(n)))
    return mlir::failure();
  int64_t heads = n.i64("num_heads", 0), keyHeads = n.i64("kv_num_heads", 0);
  if (heads < 1 || keyHeads < 1 || heads % keyHeads != 0)
    return n.invalid("num_heads must be a multiple of kv_num_heads");
  if (n.has(1) != n.has(2) || n.has(3) != n.has(4))
    return n.invalid("key and value need each other, as the pasts do");
  if (n.rank(0) != 3)
    return n.invalid("its query must have rank 3");

  AttentionParts a;
  if (n.has(1)) {
    a.query = splitHeads(g, n.in(0), heads);
    a.key = splitHeads(g, n.in(1), keyHeads);
    a.value = splitHeads(g, n.in(2), keyHeads);
  } else {
    // Heads of query, key and value side by side.
    Value all = splitHeads(g, n.in(0), heads + 2 * keyHeads);
    a.query = g.sliceDim(all, 1, g.index(0), g.index(heads));
    a.key = g.sliceDim(all, 1, g.index(heads), g.index(keyHeads));
    a.value = g.sliceDim(all, 1, g.index(heads + keyHeads), g.index(keyHeads));
  }
  if (!a.query || !a.key || !a.value)
    return mlir::failure();
  Extents q = g.extents(a.query), k = g.extents(a.key);
  if (!requireEqual(g, q[2], k[2]))
    return mlir::failure();
  OpFoldResult rows = k[2];
  auto given = g.indices(n.in(6));
  if (!given || given->size() != 1)
    return n.invalid("total_sequence_length must be one number");
  OpFoldResult total = (*given)[0];
  Tokens tokens;
  // A cache may be longer than what is in it.
  tokens.columns =
      n.has(3) && n.rank(3) == 4 ? g.max(total, g.extent(n.in(3), 2)) : total;
  auto number = [&](OpFoldResult value) {
    return g.fromElements({g.toElement(value, i64)}, i64, /*isScalar=*/true);
  };

  // A first prompt, where all tokens are new, may be padded at its end.
  Value count = g.cast(g.reshape(n.in(5), {q[0], g.index(1)}), i64);
  Value one = g.scalar(i64, 1), zero = g.scalar(i64, 0);
  Value fresh = number(rows);
  Value isPrompt = g.compare(Predicate::EQ, fresh, number(total));
  Value before = g.subT(g.addT(count, one), fresh);
  tokens.before = g.select(isPrompt, zero, before);
  Value position = g.addT(g.iota(i64, {g.index(1), rows}, 1), tokens.before);

  if (n.flag("do_rotary", false)) {
    if (!n.has(7) || !n.has(8))
      return n.invalid("do_rotary needs cos_cache and sin_cache");
    bool interleaved = n.flag("rotary_interleaved", false);
    Value at = n.has(9) ? n.in(9) : position;
    a.query = rotated(n, a.query, n.in(7), n.in(8), at, interleaved);
    a.key = rotated(n, a.key, n.in(7), n.in(8), at, interleaved);
  }
  Value column = g.iota(i64, {g.index(1), tokens.columns}, 1);
  if (n.has(3)) {
    if (n.rank(3) != 4 || n.rank(4) != 4)
      return n.invalid("past_key and past_value must have rank 4");
    // Past tokens keep their places; the new ones stand behind the past's end
    // in what is gathered from. Columns behind them are never seen.
    Value end = number(g.extent(n.in(3), 2));
    Value behind = g.subT(column, tokens.before);
    Value last = g.subT(fresh, one);
    Value place = g.addT(g.binary<graph::MinOp>(behind, last), end);
    Value source = g.select(g.compare(Predicate::LT, column, tokens.before),
                            column, place);
    Value filled = g.compare(Predicate::LE, behind, last);
    a.key = updated(g, n.in(3), a.key, tokens, source, filled);
    a.value = updated(g, n.in(4), a.value, tokens, source, filled);
  }
  if (!a.key || !a.value || !position || !column)
    return mlir::failure();

  // B x 1 x rows x columns: what a token sees.
  bool causal = n.flag("causal", true);
  int64_t window = n.i64("local_window_size", -1);
  if (!causal && window >= 0)
    return n.invalid("local_window_size needs causal");
  Value seer = g.unsqueeze(position, {1, 3});
  Value seen = g.unsqueeze(column, {0, 1});
  Value visible;
  if (causal) {
    visible = g.compare(Predicate::LE, seen, seer);
    if (window >= 0)
      visible = g.binary<graph::AndOp>(
          visible,
          g.compare(Predicate::GT, g.addT(seen, g.scalar(i64, window)), seer));
  } else {
    visible = g.compare(Predicate::LE, seen, g.unsqueeze(count, {1, 2}));
  }
  mlir::Type element = GraphBuilder::element(a.query);
  a.mask =
      g.select(visible, g.scalar(element, 0),
               g.fill(element, {}, -std::numeric_limits<double>::infinity()));
  a.bias = n.in(10);
  a.softcap = n.f64("softcap", 0);
  Value present[2] = {a.key, a.value};
  if (!n.has(3)) {
    // All there is; the extent is the same number under another name.
    OpFoldResult all = g.extent(a.key, 2);
    if (!requireEqual(g, all, total))
      return mlir::failure();
  } else if (a.bias && tokens.columns != total) {
    // A bias has no columns for the unused end of a cache.
    for (Value *part : {&a.key, &a.value})
      *part = g.sliceDim(*part, 2, g.index(0), total);
    a.mask = a.mask ? g.sliceDim(a.mask, 3, g.index(0), total) : a.mask;
  }
  if (mlir::failed(n.set(0, attend(n, a))))
    return mlir::failure();
  for (size_t i = 1; i < 3; ++i)
    if (n.wants(i) && mlir::failed(n.set(i, present[i - 1])))
      return mlir::failure();
  return mlir::success();
}
} // namespace

void mlc::onnx::addContribGroupQueryRows(OnnxTable &t) {
  addContrib(t, "GroupQueryAttention", {7, 17, {1, 2, 3, 4}}, groupQueryRow);
}
