//===- Regions.cpp - Pooling of regions of interest ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Regions.h"
#include "compiler/Import/Common/ExtentChecks.h"

#include <limits>

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// Samples of a bin in one direction, where the region's size gives their
/// number.
constexpr int64_t maxRatio = 4096, maxBins = 1 << 24;

/// RoiAlign: every region is cut into bins, every bin sampled on a grid whose
/// points lie between four pixels. Pixels are rows of all their channels, so
/// that a point is four gathers of rows and no region copies its image.
class RegionSampler {
public:
  RegionSampler(NodeContext &n)
      : n(n), g(n.g), element(n.element(0)), shape(g.extents(n.in(0))),
        regions(g.extent(n.in(1), 0)) {}

  LogicalResult run();

private:
  /// What a sample needs of one direction: two pixels, their weights, and
  /// whether it lies near enough to the image. All are [regions, bins * ratio].
  struct Direction {
    Value low, high, weightLow, weightHigh, inside;
    OpFoldResult ratio; ///< samples of a bin
    /// With as many samples as a region is large: which of the largest region's
    /// samples this one has, and their number in a bin [regions, 1].
    Value used, number;
  };
  Value adapt(Direction &d, Value length, int64_t bins);
  Direction along(int64_t column, int64_t bins, int64_t ratio, int64_t dim);
  Value f(double value) { return g.scalar(element, value); }
  Value count(OpFoldResult extent, mlir::Type type) {
    mlir::Type i64 = g.b.getI64Type();
    return g.cast(g.fromElements({g.toElement(extent, i64)}, i64, true), type);
  }
  /// Directions meet in [regions, y samples, x samples].
  Value rows(Value y) { return g.unsqueeze(y, {2}); }
  Value columns(Value x) { return g.unsqueeze(x, {1}); }

  NodeContext &n;
  GraphBuilder &g;
  mlir::Type element;
  Extents shape;
  OpFoldResult regions;
};
} // namespace

/// Sampling ratio 0: a bin has as many samples as pixels, rounded up, so every
/// region has its own number. The grid is the largest region's; sample k of bin
/// b lies b + (k + 0.5) / number bins from the start. Gives these distances.
Value RegionSampler::adapt(Direction &d, Value length, int64_t bins) {
  mlir::Type i64 = g.b.getI64Type();
  d.number = g.unary<graph::CeilOp>(
      g.divT(length, f(static_cast<double>(bins)))); // [regions, 1]
  d.number = g.binary<graph::MaxOp>(d.number, f(0));
  Value most = g.reduce(graph::Combiner::Max, d.number, {0, 1}, false);
  auto largest = most ? g.indices(g.cast(most, i64)) : std::nullopt;
  if (!largest)
    return nullptr;
  d.ratio = g.max((*largest)[0], g.index(1));
  if (!requireAtMost(g, d.ratio, g.index(maxRatio)))
    return nullptr;
  Value sample = g.iota(i64, {g.mul(g.index(bins), d.ratio)}, 0);
  Value ratio = count(d.ratio, i64);
  Value place =
      g.unsqueeze(g.cast(g.binary<graph::RemOp>(sample, ratio), element), {0});
  Value bin = g.unsqueeze(g.cast(g.divT(sample, ratio), element), {0});
  d.used = g.compare(Predicate::LT, place, d.number);
  Value divisor = g.binary<graph::MaxOp>(d.number, f(1));
  return g.addT(bin, g.divT(g.addT(place, f(0.5)), divisor));
}

RegionSampler::Direction RegionSampler::along(int64_t column, int64_t bins,
                                              int64_t ratio, int64_t dim) {
  bool halfPixel = n.version >= 16 && n.str("coordinate_transformation_mode",
                                            "half_pixel") == "half_pixel";
  Value scale = f(n.f64("spatial_scale", 1));
  Value shift = f(halfPixel ? 0.5 : 0);
  auto edge = [&](int64_t at) {
    Value raw = g.sliceDim(n.in(1), 1, g.index(at), g.index(1));
    return g.subT(g.mulT(raw, scale), shift); // [regions, 1]
  };
  Value start = edge(column), length = g.subT(edge(column + 2), start);
  if (!halfPixel) // regions without an extent become one pixel
    length = g.binary<graph::MaxOp>(length, f(1));
  Value bin = g.divT(length, f(static_cast<double>(bins)));
  Direction d;
  Value steps;
  if (ratio == 0) {
    steps = adapt(d, length, bins);
  } else {
    d.ratio = g.index(ratio);
    // Sample s lies (s + 0.5) / ratio bins from the start.
    steps = g.unsqueeze(
        g.divT(g.addT(g.iota(element, {g.index(bins * ratio)}, 0), f(0.5)),
               f(static_cast<double>(ratio))),
        {0});
  }
  Value at = g.addT(start, g.mulT(bin, steps));
  Value extent = count(shape[dim], element), last = g.subT(extent, f(1));
  d.inside = g.binary<graph::AndOp>(g.compare(Predicate::GE, at, f(-1)),
                                    g.compare(Predicate::LE, at, extent));
  at = g.binary<graph::MinOp>(g.binary<graph::MaxOp>(at, f(0)), last);
  Value low = g.unary<graph::FloorOp>(at);
  d.weightHigh = g.subT(at, low);
  d.weightLow = g.subT(f(1), d.weightHigh);
  mlir::Type i64 = g.b.getI64Type();
  d.low = g.cast(low, i64);
  d.high = g.cast(g.binary<graph::MinOp>(g.addT(low, f(1)), last), i64);
  return d;
}

LogicalResult RegionSampler::run() {
  if (n.rank(0) != 4 || n.rank(1) != 2 || n.rank(2) != 1)
    return n.invalid("it pools regions [n, 4] with images [n] of rank 4");
  if (!llvm::isa<mlir::FloatType>(element) || n.element(1) != element)
    return n.invalid("its regions and images must have one float type");
  int64_t high = n.i64("output_height", 1), wide = n.i64("output_width", 1),
          ratio = n.i64("sampling_ratio", 0);
  llvm::StringRef mode = n.str("mode", "avg");
  if (high < 1 || wide < 1 || ratio < 0 || (mode != "avg" && mode != "max"))
    return n.invalid("its output size, sampling_ratio or mode is not known");
  if (high > maxBins || wide > maxBins || ratio > maxRatio)
    return n.invalid("its output size or sampling_ratio is beyond any memory");
  Direction y = along(1, high, ratio, 2), x = along(0, wide, ratio, 3);
  mlir::Type i64 = g.b.getI64Type();
  // Pixels as rows: [images * height * width, channels].
  Value pixels =
      g.reshape(g.transpose(n.in(0), {0, 2, 3, 1}),
                {g.mul(shape[0], g.mul(shape[2], shape[3])), shape[1]});
  Value image = g.unsqueeze(g.cast(n.in(2), i64), {1}); // [regions, 1]
  if (!y.inside || !x.inside)
    return mlir::failure();
  Value inside = g.binary<graph::AndOp>(rows(y.inside), columns(x.inside));
  bool average = mode == "avg";
  Value used, number; // where the samples' number is the region's
  if (y.used) {
    used = g.binary<graph::AndOp>(rows(y.used), columns(x.used));
    inside = g.binary<graph::AndOp>(inside, used);
    number = g.mulT(y.number, x.number);
  }
  Value result;
  for (auto [row, rowWeight] :
       {std::pair(y.low, y.weightLow), std::pair(y.high, y.weightHigh)})
    for (auto [column, columnWeight] :
         {std::pair(x.low, x.weightLow), std::pair(x.high, x.weightHigh)}) {
      Value line = g.addT(g.mulT(image, count(shape[2], i64)), row);
      Value index =
          g.addT(rows(g.mulT(line, count(shape[3], i64))), columns(column));
      Value weight = g.mulT(rows(rowWeight), columns(columnWeight));
      if (!index || !weight || !inside)
        return mlir::failure();
      weight = g.select(inside, weight, f(0));
      Value part = g.mulT(g.gather(pixels, index, 0), g.unsqueeze(weight, {3}));
      // The standard's maximum is that of the weighted pixels.
      result = !result   ? part
               : average ? g.addT(result, part)
                         : g.binary<graph::MaxOp>(result, part);
    }
  if (used && !average) // what a region does not have is no maximum
    result = g.select(g.unsqueeze(used, {3}), result,
                      f(-std::numeric_limits<double>::infinity()));
  Value bins = g.reshape(result, {regions, g.index(high), y.ratio,
                                  g.index(wide), x.ratio, shape[1]});
  if (!bins)
    return mlir::failure();
  Value pooled = average && !used ? g.mean(bins, {2, 4}, false)
                                  : g.reduce(average ? graph::Combiner::Sum
                                                     : graph::Combiner::Max,
                                             bins, {2, 4}, false);
  if (used && pooled) {
    auto beside = [&](Value x) { // [regions, 1] to [regions, 1, 1, 1]
      return g.unsqueeze(x, {2, 3});
    };
    pooled = average
                 ? g.divT(pooled, beside(g.binary<graph::MaxOp>(number, f(1))))
                 : g.select(beside(g.compare(Predicate::GT, number, f(0))),
                            pooled, f(0));
  }
  return n.set(g.transpose(pooled, {0, 3, 1, 2}));
}

/// MaxRoiPool: the largest pixel of each bin, whose borders are whole pixels.
/// Rows are reduced before columns, with what lies outside of a bin masked.
static LogicalResult maxRoiPoolRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto bins = n.ints("pooled_shape");
  if (!bins || bins->size() != 2 || (*bins)[0] < 1 || (*bins)[1] < 1)
    return n.invalid("pooled_shape must have two positive entries");
  if (n.rank(0) != 4 || n.rank(1) != 2 || n.element(1) != n.element(0) ||
      !llvm::isa<mlir::FloatType>(n.element(0)))
    return n.invalid("it pools regions [n, 5] of images of rank 4, both of one "
                     "float type");
  mlir::Type i64 = g.b.getI64Type(), element = n.element(0);
  Extents shape = g.extents(n.in(0));
  if (!requireEqual(g, g.extent(n.in(1), 1), g.index(5)))
    return mlir::failure();
  auto f = [&](double x) { return g.scalar(element, x); };
  Value scale = f(n.f64("spatial_scale", 1));
  auto column = [&](int64_t i) { // [regions, 1]
    return g.sliceDim(n.in(1), 1, g.index(i), g.index(1));
  };
  auto corner = [&](int64_t i) { // halves away from zero, as in C
    Value x = g.mulT(column(i), scale);
    Value size =
        g.unary<graph::FloorOp>(g.addT(g.unary<graph::AbsOp>(x), f(0.5)));
    return g.mulT(g.unary<graph::SignOp>(x), size);
  };
  Value images = g.cast(g.squeeze(column(0), {1}), i64);
  Value pooled = images ? g.gather(n.in(0), images, 0) : Value();
  Value isEmpty;
  for (int64_t d = 0; d < 2; ++d) { // rows, then columns
    int64_t dim = 2 + d;
    Value first = corner(d == 0 ? 2 : 1), last = corner(d == 0 ? 4 : 3);
    Value length =
        g.binary<graph::MaxOp>(g.addT(g.subT(last, first), f(1)), f(1));
    Value bin = g.divT(length, f(static_cast<double>((*bins)[d])));
    Value number = g.unsqueeze(g.iota(element, {g.index((*bins)[d])}, 0), {0});
    Value limit = g.cast(
        g.fromElements({g.toElement(shape[dim], i64)}, i64, true), element);
    auto clamp = [&](Value x) {
      return g.binary<graph::MinOp>(
          g.binary<graph::MaxOp>(g.addT(x, first), f(0)), limit);
    };
    Value start = clamp(g.unary<graph::FloorOp>(g.mulT(number, bin)));
    Value end =
        clamp(g.unary<graph::CeilOp>(g.mulT(g.addT(number, f(1)), bin)));
    Value none = g.compare(Predicate::LE, end, start); // [regions, bins]
    Value place = g.iota(element, {shape[dim]}, 0);
    if (!start || !end || !none || !place || !pooled)
      return mlir::failure();
    Value within = g.binary<graph::AndOp>(
        g.compare(Predicate::GE, place, g.unsqueeze(start, {2})),
        g.compare(Predicate::LT, place, g.unsqueeze(end, {2})));
    // Beside the channels: rows give [r, c, bins, h, w], columns [r, c, bins of
    // rows, bins, w].
    Value mask =
        d == 0 ? g.unsqueeze(within, {1, 4}) : g.unsqueeze(within, {1, 2});
    Value wide = d == 0 ? g.unsqueeze(pooled, {2}) : g.unsqueeze(pooled, {3});
    pooled = g.reduce(
        graph::Combiner::Max,
        g.select(mask, wide, f(-std::numeric_limits<double>::infinity())),
        {d == 0 ? int64_t(3) : int64_t(4)}, /*keepDims=*/false);
    Value without = d == 0 ? g.unsqueeze(none, {2}) : g.unsqueeze(none, {1});
    isEmpty = isEmpty ? g.binary<graph::OrOp>(isEmpty, without) : without;
  }
  return n.set(g.select(g.unsqueeze(isEmpty, {1}), f(0), pooled));
}

void mlc::onnx::addRegionRows(OnnxTable &t) {
  t.add("MaxRoiPool", {1, 22}, maxRoiPoolRow);
  t.add("RoiAlign", {10, 16, 22},
        [](NodeContext &n) { return RegionSampler(n).run(); });
}
