//===- Slice.cpp - Slices ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
/// One dimension of a slice, normalised: what is read is start, start + step,
/// ..., size times, all inside the extent.
struct Cut {
  OpFoldResult start, size;
};

/// numpy's clamping. With a positive step both ends go to [0, extent]; with a
/// negative one to [-1, extent - 1].
Cut clampCut(GraphBuilder &g, OpFoldResult start, OpFoldResult end,
             int64_t step, OpFoldResult extent) {
  OpFoldResult zero = g.index(0), one = g.index(1);
  // INT64_MIN and its kin mean "before the first"; adding the extent to them
  // must not wrap round.
  auto normal = [&](OpFoldResult at) {
    if (auto known = GraphBuilder::fixed(at)) {
      constexpr int64_t huge = int64_t(1) << 48;
      return g.wrapNegative(g.index(std::clamp(*known, -huge, huge)), extent);
    }
    return g.wrapNegative(at, extent);
  };
  auto known = GraphBuilder::fixed(end);
  bool toTheEnd = known && *known >= (int64_t(1) << 31) - 1;
  auto from = GraphBuilder::fixed(start);
  if (step > 0) {
    OpFoldResult s = from == 0 ? zero : g.max(g.min(normal(start), extent), zero);
    OpFoldResult e = toTheEnd ? extent : g.max(g.min(normal(end), extent), zero);
    return {s, g.max(g.ceilDiv(g.sub(e, s), g.index(step)), zero)};
  }
  OpFoldResult last = g.sub(extent, one), before = g.index(-1);
  OpFoldResult s = g.max(g.min(normal(start), last), before);
  bool toTheStart = known && *known <= -(int64_t(1) << 31);
  OpFoldResult e =
      toTheStart ? before : g.max(g.min(normal(end), last), before);
  return {s, g.max(g.ceilDiv(g.sub(s, e), g.index(-step)), zero)};
}

LogicalResult cut(NodeContext &n, llvm::ArrayRef<OpFoldResult> starts,
                  llvm::ArrayRef<OpFoldResult> ends,
                  llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> steps) {
  if (starts.size() != ends.size() || starts.size() != axes.size() ||
      steps.size() != axes.size())
    return n.invalid("starts, ends, axes and steps have different lengths");
  Value x = n.in(0);
  auto normal = n.g.axes(axes, n.rank(0));
  if (!normal)
    return mlir::failure();

  // A slice of a short list of integers is a list of integers.
  if (n.rank(0) == 1 && starts.size() == 1)
    if (auto list = n.g.elements(x)) {
      Cut one = clampCut(n.g, starts[0], ends[0], steps[0],
                         n.g.index(list->size()));
      auto start = GraphBuilder::fixed(one.start),
           size = GraphBuilder::fixed(one.size);
      if (start && size) {
        llvm::SmallVector<int64_t> positions;
        for (int64_t i = 0; i < *size; ++i)
          positions.push_back(*start + i * steps[0]);
        return n.set(n.g.trackedPick(x, positions, /*isScalar=*/false));
      }
    }

  Extents from = n.g.extents(x);
  Extents begin(from.size(), n.g.index(0)), sizes = from;
  llvm::SmallVector<int64_t> step(from.size(), 1);
  for (auto [i, axis] : llvm::enumerate(*normal)) {
    if (steps[i] == 0)
      return n.invalid("a step is 0");
    Cut one = clampCut(n.g, starts[i], ends[i], steps[i], from[axis]);
    begin[axis] = one.start;
    sizes[axis] = one.size;
    step[axis] = steps[i];
  }
  return n.set(n.g.slice(x, begin, sizes, step));
}

LogicalResult sliceAttributeRow(NodeContext &n) {
  auto starts = n.ints("starts"), ends = n.ints("ends"), axes = n.ints("axes");
  if (!starts || !ends)
    return n.invalid("it has no starts or no ends");
  Extents from, to;
  for (int64_t start : *starts)
    from.push_back(n.g.index(start));
  for (int64_t end : *ends)
    to.push_back(n.g.index(end));
  if (!axes)
    axes = llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  return cut(n, from, to, *axes, llvm::SmallVector<int64_t>(axes->size(), 1));
}

LogicalResult sliceInputRow(NodeContext &n) {
  auto starts = n.g.indices(n.in(1)), ends = n.g.indices(n.in(2));
  if (!starts || !ends)
    return mlir::failure();
  llvm::SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  llvm::SmallVector<int64_t> steps(starts->size(), 1);
  if (n.has(3)) {
    auto given = n.g.integers(n.in(3));
    if (!given)
      return n.unsupported("its axes are computed at run time");
    axes = *given;
  }
  if (n.has(4)) {
    auto given = n.g.integers(n.in(4));
    if (!given)
      return n.unsupported("its steps are computed at run time");
    steps = *given;
  }
  return cut(n, *starts, *ends, axes, steps);
}
} // namespace

void mlc::onnx::addSliceRows(OnnxTable &t) {
  t.add("Slice", {1}, sliceAttributeRow);
  t.add("Slice", {10, 11, 13}, sliceInputRow);
}
