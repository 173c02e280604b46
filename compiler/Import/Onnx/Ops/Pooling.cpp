//===- Pooling.cpp - Pooling ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/Windows.h"

#include <cmath>
#include <limits>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
using graph::Combiner;
using graph::WindowKind;

/// A window with its result's extents and, for ceil mode, the pads extended by
/// the overhang. Where only the run knows the overhang they are extended by the
/// most that it can be, and the windows beyond `cut` are cut off.
struct Pool {
  Window window;
  llvm::SmallVector<int64_t> truePadsHigh;
  Extents shape, cut;
};

std::optional<Pool> readPool(NodeContext &n) {
  if (n.rank(0) < 3) {
    n.g.fail("its input must have rank 3 or more");
    return std::nullopt;
  }
  auto kernel = n.ints("kernel_shape");
  int64_t spatial = n.rank(0) - 2;
  if (!kernel || static_cast<int64_t>(kernel->size()) != spatial) {
    n.g.fail("kernel_shape does not fit the input's rank");
    return std::nullopt;
  }
  GraphBuilder &g = n.g;
  Extents in = g.extents(n.in(0)), extents;
  for (int64_t extent : *kernel)
    extents.push_back(g.index(extent));
  auto window =
      readWindow(n, extents, llvm::ArrayRef<OpFoldResult>(in).drop_front(2));
  if (!window)
    return std::nullopt;
  Pool pool;
  pool.window = *window;
  Window &w = pool.window;
  pool.shape = pool.cut = {in[0], in[1]};
  // Automatic padding fixes the result's extents; ceil adds nothing to them.
  bool ceil = n.flag("ceil_mode", false) && !w.isSame;
  for (int64_t i = 0; i < spatial; ++i) {
    auto low = GraphBuilder::fixed(w.low[i]),
         high = GraphBuilder::fixed(w.high[i]);
    if (low.value_or(0) < 0 || high.value_or(0) < 0) {
      g.fail("pads must not be negative");
      return std::nullopt;
    }
    pool.truePadsHigh.push_back(high.value_or(0));
    int64_t stride = w.strides[i];
    // Ceil mode also counts a window that begins inside and ends beyond.
    OpFoldResult room = g.add(in[i + 2], g.add(w.low[i], w.high[i]));
    if (ceil)
      room = g.add(room, g.index(stride - 1));
    if (!w.isSame && !requireWindow(g, w.reach(g, i), room))
      return std::nullopt;
    if (!ceil || stride == 1) {
      // The last window must start inside the input or the low pads, here too.
      auto reach = GraphBuilder::fixed(w.reach(g, i));
      if (ceil && reach && high && *high >= *reach)
        w.high[i] = g.index(*high - 1);
      pool.shape.push_back(w.extent(g, in[i + 2], i));
      pool.cut.push_back(pool.shape.back());
      continue;
    }
    int64_t reach = *GraphBuilder::fixed(w.reach(g, i));
    if (auto extent = GraphBuilder::fixed(in[i + 2])) {
      int64_t room = *extent + *low + *high - reach;
      int64_t count = llvm::divideCeilSigned(room, stride) + 1;
      // The last window must start inside the input or the low pads.
      if (count > 0 && (count - 1) * stride >= *extent + *low)
        --count;
      int64_t needed = (count - 1) * stride + reach - *extent - *low;
      w.high[i] = g.index(std::max(*high, needed));
      pool.shape.push_back(g.index(count));
      pool.cut.push_back(pool.shape.back());
      continue;
    }
    w.high[i] = g.index(*high + stride - 1);
    pool.shape.push_back(w.extent(g, in[i + 2], i));
    // As many windows as start inside the input or the low pads.
    pool.cut.push_back(pool.shape.back());
    if (*high + stride > reach)
      pool.cut.back() =
          g.min(pool.cut.back(),
                g.ceilDiv(g.add(in[i + 2], g.index(*low)), g.index(stride)));
  }
  return pool;
}

/// Whether only the run knows how far windows reach beyond the input's front.
bool hasRuntimePads(const Pool &pool) {
  auto isRuntime = [](OpFoldResult pad) { return !GraphBuilder::fixed(pad); };
  return llvm::any_of(pool.window.low, isRuntime) ||
         llvm::any_of(pool.window.high, isRuntime);
}

/// What no maximum takes from other elements.
double lowest(mlir::Type element) {
  if (llvm::isa<mlir::FloatType>(element))
    return -std::numeric_limits<double>::infinity();
  if (element.isUnsignedInteger())
    return 0;
  return -std::ldexp(1.0, element.getIntOrFloatBitWidth() - 1);
}

/// Drops the windows that ceil mode does not count.
Value cutWindows(GraphBuilder &g, Value x, const Pool &pool) {
  for (size_t d = 2; x && d < pool.cut.size(); ++d)
    if (pool.cut[d] != pool.shape[d])
      x = g.sliceDim(x, d, g.index(0), pool.cut[d]);
  return x;
}

Value window(NodeContext &n, WindowKind kind, Value x, Pool pool) {
  GraphBuilder &g = n.g;
  if (!x)
    return nullptr;
  Window &w = pool.window;
  if (hasRuntimePads(pool)) {
    // What stands for an element that is left out of the result.
    Value outside = g.scalarLike(x, 0);
    if (kind == WindowKind::Max)
      outside = g.scalarLike(x, lowest(GraphBuilder::element(x)));
    x = padAtRuntime(g, x, w, outside);
    pool.truePadsHigh = fixedNumbers(w.high);
  }
  auto type = g.tensorType(pool.shape, GraphBuilder::element(x));
  if (!x || !type)
    return nullptr;
  mlir::DenseI64ArrayAttr truePads;
  if (pool.truePadsHigh != fixedNumbers(w.high))
    truePads = g.b.getDenseI64ArrayAttr(pool.truePadsHigh);
  return cutWindows(
      g,
      g.keep(graph::WindowOp::create(
                 g.b, g.loc, type,
                 graph::WindowKindAttr::get(g.b.getContext(), kind), x,
                 g.b.getDenseI64ArrayAttr(fixedNumbers(w.kernel)),
                 g.b.getDenseI64ArrayAttr(w.strides),
                 g.b.getDenseI64ArrayAttr(w.dilations),
                 g.b.getDenseI64ArrayAttr(fixedNumbers(w.low)),
                 g.b.getDenseI64ArrayAttr(fixedNumbers(w.high)), truePads),
             pool.shape),
      pool);
}

LogicalResult maxPoolRow(NodeContext &n) {
  auto pool = readPool(n);
  if (!pool)
    return mlir::failure();
  if (mlir::failed(n.set(0, window(n, WindowKind::Max, n.in(0), *pool))))
    return mlir::failure();
  if (!n.wants(1))
    return mlir::success();
  auto type = n.g.tensorType(pool->shape, n.g.b.getI64Type());
  if (!type)
    return mlir::failure();
  const Window &w = pool->window;
  if (hasRuntimePads(*pool))
    return n.unsupported("auto_pad with a stride needs the spatial extents for "
                         "the positions of the maxima; fix them with --shape "
                         "or --dim");
  Value positions =
      n.g.keep(graph::ArgWindowOp::create(
                   n.g.b, n.g.loc, type, n.in(0), fixedNumbers(w.kernel),
                   w.strides, w.dilations, fixedNumbers(w.low),
                   fixedNumbers(w.high), n.flag("storage_order", false)),
               pool->shape);
  return n.set(1, cutWindows(n.g, positions, *pool));
}

LogicalResult averagePoolRow(NodeContext &n) {
  auto pool = readPool(n);
  if (!pool)
    return mlir::failure();
  bool counted = n.flag("count_include_pad", false);
  if (hasRuntimePads(*pool) && !counted) {
    // The pads become elements, so the divisor is a count of the others.
    GraphBuilder &g = n.g;
    mlir::Type element = n.element(0), wide = element;
    if (element.getIntOrFloatBitWidth() < 32)
      wide = g.b.getF32Type();
    Value ones = g.fill(wide, g.extents(n.in(0)), 1);
    return n.set(
        g.cast(g.divT(window(n, WindowKind::Sum, g.cast(n.in(0), wide), *pool),
                      window(n, WindowKind::Sum, ones, *pool)),
               element));
  }
  return n.set(window(n, counted ? WindowKind::AvgPadded : WindowKind::AvgValid,
                      n.in(0), *pool));
}

/// |x|^p, with the cheap forms for p = 1 and 2.
Value absPower(NodeContext &n, Value x, double p) {
  if (p == 2)
    return n.g.mulT(x, x);
  Value magnitude = n.g.unary<graph::AbsOp>(x);
  return p == 1 ? magnitude
                : n.g.binary<graph::PowOp>(magnitude, n.g.scalarLike(x, p));
}
Value root(NodeContext &n, Value x, double p) {
  if (p == 1)
    return x;
  return p == 2 ? n.g.unary<graph::SqrtOp>(x)
                : n.g.binary<graph::PowOp>(x, n.g.scalarLike(x, 1 / p));
}

LogicalResult lpPoolRow(NodeContext &n) {
  auto pool = readPool(n);
  if (!pool)
    return mlir::failure();
  double p = static_cast<double>(n.i64("p", 2));
  Value wide = n.g.widened(n.in(0));
  Value sum = window(n, WindowKind::Sum, absPower(n, wide, p), *pool);
  return n.set(n.g.cast(root(n, sum, p), n.element(0)));
}

llvm::SmallVector<int64_t> spatialDims(NodeContext &n) {
  return llvm::to_vector(llvm::seq<int64_t>(2, std::max<int64_t>(n.rank(0), 2)));
}

LogicalResult globalAverageRow(NodeContext &n) {
  auto dims = spatialDims(n);
  return n.set(dims.empty() ? n.in(0)
                            : n.g.mean(n.in(0), dims, /*keepDims=*/true));
}

LogicalResult globalMaxRow(NodeContext &n) {
  return n.set(n.g.reduce(Combiner::Max, n.in(0), spatialDims(n), true));
}

LogicalResult globalLpRow(NodeContext &n) {
  double p = static_cast<double>(n.i64("p", 2));
  Value wide = n.g.widened(n.in(0));
  Value sum =
      n.g.reduce(Combiner::Sum, absPower(n, wide, p), spatialDims(n), true);
  return n.set(n.g.cast(root(n, sum, p), n.element(0)));
}

LogicalResult maxUnpoolRow(NodeContext &n) {
  // Scatters the values into zeros at flat positions of the result.
  GraphBuilder &g = n.g;
  auto kernel = n.ints("kernel_shape");
  int64_t spatial = n.rank(0) - 2;
  if (spatial < 1 || !kernel ||
      static_cast<int64_t>(kernel->size()) != spatial)
    return n.invalid("kernel_shape does not fit the input's rank");
  auto strides = n.ints("strides", spatial, 1);
  auto pads = n.ints("pads", 2 * spatial, 0);
  Extents in = g.extents(n.in(0)), natural{in[0], in[1]}, shape;
  for (int64_t i = 0; i < spatial; ++i)
    natural.push_back(
        g.add(g.mul(g.sub(in[i + 2], g.index(1)), g.index(strides[i])),
              g.index((*kernel)[i] - pads[i] - pads[spatial + i])));
  shape = natural;
  if (n.has(2)) {
    auto wanted = g.indices(n.in(2));
    if (!wanted)
      return mlir::failure();
    if (wanted->size() != in.size())
      return n.invalid("output_shape has the wrong length");
    shape = *wanted;
  }
  // The positions count in the natural shape; the rest of a larger wanted one
  // is zeros.
  OpFoldResult count = g.product(in);
  Value zeros = g.fill(n.element(0), {g.product(natural)}, 0);
  Value values = g.reshape(n.in(0), {count}), at = g.reshape(n.in(1), {count});
  if (!zeros || !values || !at)
    return mlir::failure();
  Value flat = g.keep(graph::ScatterElementsOp::create(
                          g.b, g.loc, zeros.getType(),
                          graph::ScatterKind::Replace, zeros, at, values, 0),
                      zeros);
  Value result = g.reshape(flat, natural);
  if (!result || !n.has(2))
    return n.set(result);
  Extents low(in.size(), g.index(0)), high;
  for (size_t i = 0; i < in.size(); ++i)
    high.push_back(g.sub(shape[i], natural[i]));
  return n.set(g.pad(graph::PadMode::Constant, result,
                     g.scalar(n.element(0), 0), low, high));
}
} // namespace

void mlc::onnx::addPoolingRows(OnnxTable &t) {
  t.add("MaxPool", {1, 8, 10, 11, 12, 22}, maxPoolRow);
  t.add("AveragePool", {7, 10, 11, 19, 22}, averagePoolRow);
  t.add("LpPool", {2, 11, 18, 22}, lpPoolRow);
  t.add("GlobalAveragePool", {1, 22}, globalAverageRow);
  t.add("GlobalMaxPool", {1, 22}, globalMaxRow);
  t.add("GlobalLpPool", {2, 22}, globalLpRow);
  t.add("MaxUnpool", {9, 11, 22}, maxUnpoolRow);
}
