//===- Slice.cpp - Slices ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
  return {s, g.max(g.ceilDiv(g.sub(s, e), g.index(g.opposite(step))), zero)};
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
  if (llvm::is_contained(steps, 0))
    return n.invalid("a step is 0");

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
    Cut one = clampCut(n.g, starts[i], ends[i], steps[i], from[axis]);
    begin[axis] = one.start;
    sizes[axis] = one.size;
    step[axis] = steps[i];
  }
  return n.set(n.g.slice(x, begin, sizes, step));
}

/// Axes or steps that only the run knows: elements are gathered dimension by
/// dimension, which takes any step.
LogicalResult cutAtRuntime(NodeContext &n, llvm::ArrayRef<OpFoldResult> starts,
                           llvm::ArrayRef<OpFoldResult> ends,
                           llvm::ArrayRef<OpFoldResult> steps) {
  GraphBuilder &g = n.g;
  int64_t rank = n.rank(0);
  std::optional<RuntimeAxes> axes;
  if (n.has(3)) {
    axes = RuntimeAxes::read(n, 3, rank);
    if (!axes)
      return mlir::failure();
    if (axes->size() != starts.size())
      return n.invalid("starts and axes have different lengths");
  }
  if (ends.size() != starts.size() || steps.size() != starts.size() ||
      static_cast<int64_t>(starts.size()) > rank)
    return n.invalid("starts, ends and steps have different lengths");
  for (OpFoldResult step : steps)
    if (!requireArgumentOther(g, step, 0, "a step"))
      return mlir::failure();
  Value x = n.in(0);
  mlir::Type i64 = g.b.getI64Type();
  for (int64_t d = 0; d < rank; ++d) {
    OpFoldResult extent = g.extent(n.in(0), d), start = g.index(0),
                 end = extent, step = g.index(1);
    if (axes) {
      start = axes->choose(d, starts, start);
      end = axes->choose(d, ends, end);
      step = axes->choose(d, steps, step);
    } else if (d < static_cast<int64_t>(starts.size())) {
      start = starts[d];
      end = ends[d];
      step = steps[d];
    } else {
      continue;
    }
    // Both ways of clamping; the sign of the step chooses. Sizes divide by its
    // magnitude, at least 1.
    OpFoldResult zero = g.index(0), one = g.index(1), last = g.sub(extent, one);
    auto huge = [&](OpFoldResult at) {
      constexpr int64_t limit = int64_t(1) << 48;
      return g.min(g.max(at, g.index(-limit)), g.index(limit));
    };
    OpFoldResult from = g.wrapNegative(huge(start), extent),
                 to = g.wrapNegative(huge(end), extent);
    OpFoldResult upStart = g.max(g.min(from, extent), zero),
                 upEnd = g.max(g.min(to, extent), zero),
                 downStart = g.max(g.min(from, last), g.index(-1)),
                 downEnd = g.max(g.min(to, last), g.index(-1));
    OpFoldResult pace = g.max(g.max(step, g.sub(zero, step)), one);
    OpFoldResult upSize = g.max(g.ceilDiv(g.sub(upEnd, upStart), pace), zero),
                 downSize =
                     g.max(g.ceilDiv(g.sub(downStart, downEnd), pace), zero);
    Value forward = mlir::arith::CmpIOp::create(
        g.b, g.loc, mlir::arith::CmpIPredicate::sgt, g.indexValue(step),
        g.indexValue(zero));
    OpFoldResult first = selectIndex(g, forward, upStart, downStart);
    OpFoldResult size = selectIndex(g, forward, upSize, downSize);
    Extents shape{size};
    auto type = g.tensorType(shape, i64);
    if (!type)
      return mlir::failure();
    Value positions = g.keep(
        graph::IotaOp::create(
            g.b, g.loc, type,
            g.fromElements({g.toElement(first, i64)}, i64, true),
            g.fromElements({g.toElement(step, i64)}, i64, true),
            static_cast<uint64_t>(0), g.dynamicExtents(shape)),
        shape);
    x = g.gather(x, positions, d);
  }
  return n.set(x);
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
  std::optional<llvm::SmallVector<int64_t>> given = axes, paces = steps;
  if (n.has(3))
    given = n.g.integers(n.in(3));
  if (n.has(4))
    paces = n.g.integers(n.in(4));
  if (!given || !paces) {
    Extents list(starts->size(), n.g.index(1));
    if (n.has(4)) {
      auto read = n.g.indices(n.in(4));
      if (!read)
        return mlir::failure();
      list = *read;
    }
    return cutAtRuntime(n, *starts, *ends, list);
  }
  axes = *given;
  steps = *paces;
  return cut(n, *starts, *ends, axes, steps);
}
} // namespace

void mlc::onnx::addSliceRows(OnnxTable &t) {
  t.add("Slice", {1}, sliceAttributeRow);
  t.add("Slice", {10, 11, 13}, sliceInputRow);
}
