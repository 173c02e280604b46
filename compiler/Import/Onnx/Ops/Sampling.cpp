//===- Sampling.cpp - Sampling at computed positions ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/BuildShaped.h"
#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;

namespace {
using graph::Predicate;

/// GridSample: pixels of N x C x spatial at positions N x P, one coordinate
/// tensor per spatial dimension.
class Sampler {
public:
  Sampler(NodeContext &n, Value image, llvm::StringRef padding, bool aligned)
      : g(n.g), image(image), padding(padding), aligned(aligned),
        spatial(GraphBuilder::rank(image) - 2), shape(g.extents(image)) {
    element = GraphBuilder::element(image);
    flat = g.reshape(image, {shape[0], shape[1],
                             g.product(llvm::ArrayRef<OpFoldResult>(shape)
                                           .drop_front(2))});
  }

  Value f(double value) { return g.scalar(element, value); }
  /// Extent of a spatial dimension as a float scalar.
  Value extent(int64_t d) {
    mlir::Type i64 = g.b.getI64Type();
    OpFoldResult size = shape[d + 2];
    if (auto known = GraphBuilder::fixed(size))
      return f(static_cast<double>(*known));
    return g.cast(g.fromElements({g.toElement(size, i64)}, i64, true), element);
  }

  /// From [-1, 1] to pixels.
  Value denormalise(Value x, int64_t d) {
    Value size = extent(d);
    if (aligned)
      return g.mulT(g.divT(g.addT(x, f(1)), f(2)), g.subT(size, f(1)));
    return g.divT(g.subT(g.mulT(g.addT(x, f(1)), size), f(1)), f(2));
  }

  /// Brings a coordinate back into the image, as the padding mode says.
  Value confine(Value x, int64_t d) {
    Value size = extent(d), zero = f(0), last = g.subT(size, f(1));
    if (padding == "border")
      return g.binary<graph::MinOp>(g.binary<graph::MaxOp>(x, zero), last);
    if (padding != "reflection")
      return x;
    // A triangle wave between the borders; a single pixel reflects to itself.
    Value low = aligned ? zero : f(-0.5);
    Value span = aligned ? last : size;
    Value period = g.binary<graph::MaxOp>(g.mulT(span, f(2)), f(1e-6));
    Value phase = g.binary<graph::ModOp>(g.subT(x, low),
                                         g.broadcastTo(period, g.extents(x)));
    Value back = g.subT(period, phase);
    return g.addT(low, g.binary<graph::MinOp>(phase, back));
  }

  /// Pixels N x C x P at whole coordinates (as floats).
  Value fetch(llvm::ArrayRef<Value> position) {
    mlir::Type i64 = g.b.getI64Type();
    Value index, inside;
    for (int64_t d = 0; d < spatial; ++d) {
      Value x = confine(position[d], d);
      Value last = g.subT(extent(d), f(1));
      if (padding == "zeros") {
        Value in = g.binary<graph::AndOp>(g.compare(Predicate::GE, x, f(0)),
                                          g.compare(Predicate::LE, x, last));
        inside = inside ? g.binary<graph::AndOp>(inside, in) : in;
      }
      x = g.binary<graph::MinOp>(g.binary<graph::MaxOp>(x, f(0)), last);
      Value whole = g.cast(x, i64);
      if (!index) {
        index = whole;
        continue;
      }
      Value size = g.fromElements({g.toElement(shape[d + 2], i64)}, i64, true);
      index = g.addT(g.mulT(index, size), whole);
    }
    if (!index || !flat)
      return nullptr;
    Extents at = g.extents(index), full{at[0], shape[1], at[1]};
    Value pixels = gatherElements(
        g, flat, g.broadcastTo(g.unsqueeze(index, {1}), full), 2);
    if (inside)
      pixels = g.select(g.unsqueeze(inside, {1}), pixels, f(0));
    return pixels;
  }

  /// Sum over all combinations of the taps of each dimension.
  Value combine(llvm::ArrayRef<SmallVector<Value>> taps,
                llvm::ArrayRef<SmallVector<Value>> weights) {
    SmallVector<size_t> at(spatial, 0);
    Value sum;
    while (true) {
      SmallVector<Value> position;
      Value weight;
      for (int64_t d = 0; d < spatial; ++d) {
        position.push_back(taps[d][at[d]]);
        Value w = weights[d][at[d]];
        weight = weight ? g.mulT(weight, w) : w;
      }
      Value term = g.mulT(fetch(position), g.unsqueeze(weight, {1}));
      sum = sum ? g.addT(sum, term) : term;
      int64_t d = spatial - 1;
      while (d >= 0 && ++at[d] == taps[d].size())
        at[d--] = 0;
      if (d < 0 || !sum)
        return sum;
    }
  }

private:
  GraphBuilder &g;
  Value image;
  llvm::StringRef padding;
  bool aligned;
  int64_t spatial;
  Extents shape;
  mlir::Type element;
  Value flat;
};

/// Keys' cubic kernel at distances t + 1, t, 1 - t, 2 - t.
SmallVector<Value> cubicWeights(GraphBuilder &g, Sampler &s, Value t) {
  constexpr double a = -0.75;
  auto poly = [&](Value x, double c3, double c2, double c1, double c0) {
    Value y = g.addT(g.mulT(x, s.f(c3)), s.f(c2));
    y = g.addT(g.mulT(y, x), s.f(c1));
    return g.addT(g.mulT(y, x), s.f(c0));
  };
  Value one = s.f(1), two = s.f(2);
  Value far0 = g.addT(t, one), far1 = g.subT(two, t), near1 = g.subT(one, t);
  return {poly(far0, a, -5 * a, 8 * a, -4 * a),
          poly(t, a + 2, -(a + 3), 0, 1), poly(near1, a + 2, -(a + 3), 0, 1),
          poly(far1, a, -5 * a, 8 * a, -4 * a)};
}

LogicalResult gridSampleRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value image = n.in(0), grid = n.in(1);
  int64_t rank = n.rank(0), spatial = rank - 2;
  if (spatial < 1 || n.rank(1) != rank ||
      GraphBuilder::fixed(g.extent(grid, rank - 1)).value_or(spatial) !=
          spatial)
    return n.invalid("its grid does not fit the input's rank");
  if (!llvm::isa<mlir::FloatType>(n.element(0)))
    return n.unsupported("it samples floating-point tensors only");
  llvm::StringRef mode = n.str("mode", "linear"),
                  padding = n.str("padding_mode", "zeros");
  if (!llvm::is_contained({"zeros", "border", "reflection"}, padding))
    return n.invalid("padding_mode '" + padding + "' is not known");
  bool nearest = mode == "nearest", linear = mode == "linear" || mode == "bilinear",
       cubic = mode == "cubic" || mode == "bicubic";
  if (!nearest && !linear && !cubic)
    return n.invalid("mode '" + mode + "' is not known");
  if (cubic && spatial > 2)
    return n.unsupported("cubic sampling of more than two dimensions");
  if (!requireEqual(g, g.extent(grid, 0), g.extent(image, 0)) ||
      !requireEqual(g, g.extent(grid, rank - 1), g.index(spatial)))
    return mlir::failure();
  grid = g.cast(grid, n.element(0));
  Extents out = g.extents(grid);
  OpFoldResult points =
      g.product(llvm::ArrayRef<OpFoldResult>(out).drop_front().drop_back());
  Value flat = g.reshape(grid, {out[0], points, g.index(spatial)});
  Sampler sampler(n, image, padding, n.flag("align_corners", false));
  SmallVector<SmallVector<Value>> taps, weights;
  SmallVector<Value> whole;
  for (int64_t d = 0; d < spatial; ++d) {
    // The grid holds x before y before z; the image's last dimension is x.
    Value x = g.squeeze(
        g.sliceDim(flat, 2, g.index(spatial - 1 - d), g.index(1)), {2});
    x = sampler.denormalise(x, d);
    // The nearest pixel is chosen first and then brought back into the image.
    if (nearest)
      x = g.unary<graph::RoundEvenOp>(x);
    x = sampler.confine(x, d);
    if (!x)
      return mlir::failure();
    if (nearest) {
      whole.push_back(x);
      continue;
    }
    Value base = g.unary<graph::FloorOp>(x), t = g.subT(x, base);
    if (linear) {
      taps.push_back({base, g.addT(base, sampler.f(1))});
      weights.push_back({g.subT(sampler.f(1), t), t});
    } else {
      taps.push_back({g.subT(base, sampler.f(1)), base,
                      g.addT(base, sampler.f(1)), g.addT(base, sampler.f(2))});
      weights.push_back(cubicWeights(g, sampler, t));
    }
  }
  Value pixels =
      nearest ? sampler.fetch(whole) : sampler.combine(taps, weights);
  Extents full{g.extent(image, 0), g.extent(image, 1)};
  full.append(out.begin() + 1, out.end() - 1);
  return n.set(pixels ? g.reshape(pixels, full) : Value());
}

/// DeformConv: each tap of the filter reads between pixels, at an offset of its
/// own for every result position. The samples are the columns of a product.
LogicalResult deformConvRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0), filter = n.in(1), offset = n.in(2);
  if (n.rank(0) != 4 || n.rank(1) != 4 || n.rank(2) != 4)
    return n.unsupported("only images (tensors of rank 4) can be deformed");
  mlir::Type element = n.element(0);
  Extents image = g.extents(x), weights = g.extents(filter),
          at = g.extents(offset);
  int64_t groups = n.i64("group", 1), offsetGroups = n.i64("offset_group", 1);
  SmallVector<int64_t> strides = n.ints("strides", 2, 1),
                       dilations = n.ints("dilations", 2, 1),
                       pads = n.ints("pads", 4, 0);
  if (groups < 1 || offsetGroups < 1 || strides.size() != 2 ||
      dilations.size() != 2 || pads.size() != 4)
    return n.invalid("its groups, strides, dilations or pads are not right");
  OpFoldResult taps = g.mul(weights[2], weights[3]),
               places = g.mul(at[2], at[3]), og = g.index(offsetGroups),
               batch = g.mul(image[0], og), points = g.mul(taps, places);
  // [images and offset groups, taps, y and x, places].
  Value shift = g.reshape(offset, {batch, taps, g.index(2), places});
  Value grouped =
      g.reshape(x, {batch, g.floorDiv(image[1], og), image[2], image[3]});
  if (!shift || !grouped)
    return mlir::failure(); // channels or offsets that groups do not divide
  Sampler sampler(n, grouped, "zeros", /*aligned=*/true);
  SmallVector<SmallVector<Value>> corners, shares;
  Extents walk{weights[2], weights[3], at[2], at[3]};
  for (int64_t d = 0; d < 2; ++d) {
    auto f = [&](int64_t v) { return sampler.f(static_cast<double>(v)); };
    Value base = g.addT(g.mulT(g.iota(element, walk, d), f(dilations[d])),
                        g.mulT(g.iota(element, walk, 2 + d), f(strides[d])));
    base = g.reshape(g.subT(base, f(pads[d])), {g.index(1), taps, places});
    Value own = g.squeeze(g.sliceDim(shift, 2, g.index(d), g.index(1)), {2});
    Value position = g.reshape(g.addT(base, own), {batch, points});
    if (!position)
      return mlir::failure();
    Value low = g.unary<graph::FloorOp>(position),
          ratio = g.subT(position, low);
    corners.push_back({low, g.addT(low, f(1))});
    shares.push_back({g.subT(f(1), ratio), ratio});
  }
  Value samples = sampler.combine(corners, shares);
  if (n.has(4)) // a factor for every tap and place
    samples = g.mulT(samples, g.reshape(n.in(4), {batch, g.index(1), points}));
  OpFoldResult perGroup = g.mul(weights[1], taps);
  Value columns =
      g.reshape(samples, {image[0], g.index(groups), perGroup, places});
  Value matrix =
      g.reshape(filter, {g.index(groups),
                         g.floorDiv(weights[0], g.index(groups)), perGroup});
  if (!columns || !matrix)
    return mlir::failure();
  Value y = g.reshape(g.matmul(matrix, columns, element),
                      {image[0], weights[0], at[2], at[3]});
  if (y && n.has(3))
    y = g.addT(y, g.broadcastTo(n.in(3), g.extents(y), {1}));
  return n.set(y);
}
} // namespace

void mlc::onnx::addSamplingRows(OnnxTable &t) {
  t.add("DeformConv", {19, 22}, deformConvRow);
  t.add("GridSample", {16, 20, 22}, gridSampleRow);
}
