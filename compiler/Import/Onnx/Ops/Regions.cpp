//===- Regions.cpp - Pooling of regions of interest ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Regions.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
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
    OpFoldResult samples;
  };
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
  d.samples = g.index(bins * ratio);
  // Sample s lies (s + 0.5) / ratio bins from the start.
  Value steps = g.divT(g.addT(g.iota(element, {d.samples}, 0), f(0.5)),
                       f(static_cast<double>(ratio)));
  Value at = g.addT(start, g.mulT(bin, g.unsqueeze(steps, {0})));
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
  if (ratio == 0)
    return n.unsupported("sampling_ratio 0, which takes as many samples as a "
                         "region is large, is not supported");
  llvm::StringRef mode = n.str("mode", "avg");
  if (high < 1 || wide < 1 || ratio < 0 || (mode != "avg" && mode != "max"))
    return n.invalid("its output size, sampling_ratio or mode is not known");
  Direction y = along(1, high, ratio, 2), x = along(0, wide, ratio, 3);
  Extents full{regions, y.samples, x.samples, shape[1]};
  mlir::Type i64 = g.b.getI64Type();
  // Pixels as rows: [images * height * width, channels].
  Value pixels =
      g.reshape(g.transpose(n.in(0), {0, 2, 3, 1}),
                {g.mul(shape[0], g.mul(shape[2], shape[3])), shape[1]});
  Value image = g.unsqueeze(g.cast(n.in(2), i64), {1}); // [regions, 1]
  Value inside = g.binary<graph::AndOp>(rows(y.inside), columns(x.inside));
  bool average = mode == "avg";
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
  Value bins = g.reshape(result, {regions, g.index(high), g.index(ratio),
                                  g.index(wide), g.index(ratio), shape[1]});
  Value pooled = average ? g.mean(bins, {2, 4}, false)
                         : g.reduce(graph::Combiner::Max, bins, {2, 4}, false);
  return n.set(g.transpose(pooled, {0, 3, 1, 2}));
}

void mlc::onnx::addRegionRows(OnnxTable &t) {
  t.add("RoiAlign", {10, 16, 22},
        [](NodeContext &n) { return RegionSampler(n).run(); });
}
