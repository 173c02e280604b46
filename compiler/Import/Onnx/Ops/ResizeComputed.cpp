//===- ResizeComputed.cpp - Resize by factors of the run -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/ResizeComputed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;

namespace {
/// Interpolates along one dimension after another.
class Computed {
public:
  Computed(NodeContext &n, const ComputedResize &what)
      : n(n), g(n.g), what(what), f64(g.b.getF64Type()), value(n.in(0)) {}

  LogicalResult run();

private:
  /// One dimension's facts: on the host as f64 scalars, in coordinates as
  /// tensors of rank 0.
  struct Dimension {
    int64_t dim;
    OpFoldResult in, out;
    Value scale, length; ///< length: in * scale, not rounded
    Value hostScale;
    Value start, end;    ///< of the region
  };

  bool sizesOf(llvm::SmallVectorImpl<Dimension> &dimensions);
  Value hostReal(OpFoldResult extent);
  OpFoldResult hostFloor(Value real);
  Value tensor(Value real) {
    return g.fromElements({OpFoldResult(real)}, f64, /*isScalar=*/true);
  }
  Value number(double x) { return g.scalar(f64, x); }
  Value count(OpFoldResult extent) {
    mlir::Type i64 = g.b.getI64Type();
    return g.cast(g.fromElements({g.toElement(extent, i64)}, i64, true), f64);
  }
  Value entry(Value list, size_t i) {
    return g.cast(g.reshape(g.sliceDim(list, 0, g.index(i), g.index(1)), {}),
                  f64);
  }
  Value maximum(Value x, Value y) { return g.binary<graph::MaxOp>(x, y); }
  Value minimum(Value x, Value y) { return g.binary<graph::MinOp>(x, y); }

  Value coordinates(const Dimension &d, Value x);
  Value kernelAt(Value x);
  bool along(const Dimension &d);
  Value smoothed(const Dimension &d, Value at, Value last);
  Value indexAt(Value position, Value last) {
    return g.cast(minimum(maximum(position, number(0)), last),
                  g.b.getI64Type());
  }
  /// A vector along `dim` beside `like`.
  Value spread(Value vector, int64_t dim, Value like) {
    return g.broadcastTo(g.cast(vector, GraphBuilder::element(like)),
                         g.extents(like), llvm::ArrayRef<int64_t>{dim});
  }

  NodeContext &n;
  GraphBuilder &g;
  const ComputedResize &what;
  mlir::Type f64;
  Value value, outside;
};
} // namespace

Value Computed::hostReal(OpFoldResult extent) {
  Value integer = arith::IndexCastOp::create(g.b, g.loc, g.b.getI64Type(),
                                             g.indexValue(extent));
  return arith::SIToFPOp::create(g.b, g.loc, f64, integer);
}

/// Of a number that is not negative, for which it is the truncation.
OpFoldResult Computed::hostFloor(Value real) {
  return g.toIndex(OpFoldResult(
      Value(arith::FPToSIOp::create(g.b, g.loc, g.b.getI64Type(), real))));
}

bool Computed::sizesOf(llvm::SmallVectorImpl<Dimension> &dimensions) {
  Extents from = g.extents(n.in(0));
  const size_t k = what.axes.size();
  Value list = what.scales ? what.scales : what.sizes;
  if (GraphBuilder::rank(list) != 1 ||
      GraphBuilder::fixed(g.extent(list, 0)) != static_cast<int64_t>(k)) {
    g.fail("scales or sizes must have one entry per axis");
    return false;
  }
  if (what.roi && (GraphBuilder::rank(what.roi) != 1 ||
                   GraphBuilder::fixed(g.extent(what.roi, 0)) !=
                       static_cast<int64_t>(2 * k))) {
    g.fail("roi must have two entries per axis");
    return false;
  }
  std::optional<Extents> sizes;
  if (what.sizes && !(sizes = g.indices(what.sizes)))
    return false;
  // One factor for all axes, when the ratio must stay.
  llvm::StringRef policy = n.str("keep_aspect_ratio_policy", "stretch");
  Value common;
  if (sizes && policy != "stretch")
    for (auto [axis, size] : llvm::zip(what.axes, *sizes)) {
      Value ratio = arith::DivFOp::create(g.b, g.loc, hostReal(size),
                                          hostReal(from[axis]));
      if (!common)
        common = ratio;
      else if (policy == "not_larger")
        common = arith::MinimumFOp::create(g.b, g.loc, common, ratio);
      else
        common = arith::MaximumFOp::create(g.b, g.loc, common, ratio);
    }
  for (auto [i, axis] : llvm::enumerate(what.axes)) {
    Dimension d{axis, from[axis], {}, {}, {}, {}, {}, {}};
    Value extent = hostReal(d.in);
    if (what.scales) {
      Value at = g.indexValue(g.index(static_cast<int64_t>(i)));
      Value factor =
          mlir::tensor::ExtractOp::create(g.b, g.loc, what.scales, at);
      if (!factor.getType().isF64())
        factor = arith::ExtFOp::create(g.b, g.loc, f64, factor);
      d.out = hostFloor(arith::MulFOp::create(g.b, g.loc, extent, factor));
      d.hostScale = factor;
      d.scale = entry(what.scales, i);
      d.length = g.mulT(count(d.in), d.scale);
    } else if (common) {
      Value half =
          arith::ConstantOp::create(g.b, g.loc, g.b.getF64FloatAttr(0.5));
      Value length = arith::MulFOp::create(g.b, g.loc, extent, common);
      d.out = hostFloor(arith::AddFOp::create(g.b, g.loc, length, half));
      d.hostScale = common;
      d.scale = tensor(common);
      d.length = tensor(length);
    } else {
      d.out = (*sizes)[i];
      d.hostScale = arith::DivFOp::create(g.b, g.loc, hostReal(d.out), extent);
      d.length = count(d.out);
      d.scale = g.divT(d.length, count(d.in));
    }
    if (what.roi) {
      d.start = entry(what.roi, i);
      d.end = entry(what.roi, k + i);
    }
    dimensions.push_back(d);
  }
  return !g.failed();
}

/// The operand coordinates that the result positions `x` show.
Value Computed::coordinates(const Dimension &d, Value x) {
  llvm::StringRef mode = what.coordinate;
  Value in = count(d.in), last = g.subT(in, number(1));
  Value half = g.subT(g.divT(g.addT(x, number(0.5)), d.scale), number(0.5));
  Value several = g.compare(Predicate::GT, d.length, number(1));
  // Never divides by zero.
  Value gaps = g.select(several, g.subT(d.length, number(1)), number(1));
  if (mode == "asymmetric")
    return g.divT(x, d.scale);
  if (mode == "align_corners")
    return g.select(several, g.divT(g.mulT(x, last), gaps), number(0));
  if (mode == "pytorch_half_pixel")
    return g.select(g.compare(Predicate::GT, count(d.out), number(1)), half,
                    number(0));
  if (mode == "half_pixel_symmetric") {
    Value missing = g.subT(number(1), g.divT(count(d.out), d.length));
    return g.addT(g.mulT(g.mulT(in, number(0.5)), missing), half);
  }
  if (mode == "tf_crop_and_resize") {
    Value part = g.mulT(g.subT(d.end, d.start), last);
    Value inner = g.addT(g.mulT(d.start, last), g.divT(g.mulT(x, part), gaps));
    Value middle = g.mulT(g.mulT(g.addT(d.start, d.end), number(0.5)), last);
    return g.select(several, inner, middle);
  }
  return half;
}

/// The weight of an element at distance `x`.
Value Computed::kernelAt(Value x) {
  x = g.unary<graph::AbsOp>(x);
  if (n.str("mode", "nearest") == "linear")
    return maximum(g.subT(number(1), x), number(0));
  double a = n.f64("cubic_coeff_a", -0.75);
  auto plus = [&](Value v, double c) { return g.addT(v, number(c)); };
  auto times = [&](Value v, double c) { return g.mulT(v, number(c)); };
  Value near = plus(g.mulT(g.mulT(plus(times(x, a + 2), -(a + 3)), x), x), 1);
  Value far = plus(g.mulT(plus(g.mulT(plus(times(x, a), -5 * a), x), 8 * a), x),
                   -4 * a);
  Value outer =
      g.select(g.compare(Predicate::LT, x, number(2)), far, number(0));
  return g.select(g.compare(Predicate::LE, x, number(1)), near, outer);
}

/// Antialiasing: the kernel is as wide as the grid shrinks, so the number of
/// elements that it reads is a number of the run. The elements of one result
/// position are a dimension of their own, which is summed.
Value Computed::smoothed(const Dimension &d, Value at, Value last) {
  auto hostNumber = [&](double x) -> Value {
    return arith::ConstantOp::create(g.b, g.loc, g.b.getF64FloatAttr(x));
  };
  // Up to `reach` elements on each side, by the scale but no more than all of
  // them; one too many on each side has weight 0.
  double reach = n.str("mode", "nearest") == "linear" ? 1 : 2;
  Value shrink =
      arith::MinimumFOp::create(g.b, g.loc, d.hostScale, hostNumber(1));
  Value wide = arith::DivFOp::create(g.b, g.loc, hostNumber(reach), shrink);
  Value limit =
      arith::MulFOp::create(g.b, g.loc, hostReal(d.in), hostNumber(2 * reach));
  limit = arith::AddFOp::create(g.b, g.loc, limit, hostNumber(reach));
  // Of a scale of 0 or NaN nothing is left to show, but something to convert.
  Value isWide =
      arith::CmpFOp::create(g.b, g.loc, arith::CmpFPredicate::OLT, wide, limit);
  wide = arith::SelectOp::create(g.b, g.loc, isWide, wide, limit);
  OpFoldResult side = hostFloor(wide);
  OpFoldResult taps = g.mul(g.add(side, g.index(1)), g.index(2));

  Extents grid{d.out, taps};
  Value left = g.unary<graph::FloorOp>(at), ratio = g.subT(at, left);
  if (!left || !ratio)
    return nullptr;
  auto down = [&](Value x) {
    return g.broadcastTo(x, grid, llvm::ArrayRef<int64_t>{0});
  };
  Value shift = g.subT(g.iota(f64, grid, 1), count(side));
  Value position = g.addT(down(left), shift);
  Value weight =
      kernelAt(g.mulT(g.subT(shift, down(ratio)), minimum(d.scale, number(1))));
  if (n.flag("exclude_outside", false)) {
    Value isInside =
        g.binary<graph::AndOp>(g.compare(Predicate::GE, position, number(0)),
                               g.compare(Predicate::LE, position, last));
    weight = g.select(isInside, weight, number(0));
  }
  Value total = g.reduce(graph::Combiner::Sum, weight, {1}, /*keepDims=*/true);
  if (!total)
    return nullptr;
  weight = g.divT(weight, g.broadcastTo(total, grid));
  Value index = indexAt(position, last);
  Value parts = g.gather(value, index, d.dim); // [..., out, taps, ...]
  if (!parts || !weight)
    return nullptr;
  parts =
      g.mulT(parts, g.broadcastTo(g.cast(weight, GraphBuilder::element(parts)),
                                  g.extents(parts),
                                  llvm::ArrayRef<int64_t>{d.dim, d.dim + 1}));
  return g.reduce(graph::Combiner::Sum, parts, {d.dim + 1},
                  /*keepDims=*/false);
}

bool Computed::along(const Dimension &d) {
  Value at = coordinates(d, g.iota(f64, {d.out}, 0));
  Value last = g.subT(count(d.in), number(1));
  if (!at || !last)
    return false;
  auto isInside = [&](Value position) {
    return g.binary<graph::AndOp>(g.compare(Predicate::GE, position, number(0)),
                                  g.compare(Predicate::LE, position, last));
  };
  Value isOut;
  if (what.roi)
    isOut = g.unary<graph::NotOp>(isInside(at));
  if (n.str("mode", "nearest") == "nearest") {
    llvm::StringRef mode = what.nearest;
    Value picked =
        mode == "floor"  ? g.unary<graph::FloorOp>(at)
        : mode == "ceil" ? g.unary<graph::CeilOp>(at)
        : mode == "by_scale"
            ? g.select(g.compare(Predicate::LT, d.scale, number(1)),
                       g.unary<graph::CeilOp>(at), g.unary<graph::FloorOp>(at))
        : mode == "round_prefer_ceil"
            ? g.unary<graph::FloorOp>(g.addT(at, number(0.5)))
            : g.unary<graph::CeilOp>(g.subT(at, number(0.5)));
    value = g.gather(value, indexAt(picked, last), d.dim);
  } else if (n.flag("antialias", false)) {
    value = smoothed(d, at, last);
  } else {
    bool excludes = n.flag("exclude_outside", false);
    int64_t reach = n.str("mode", "nearest") == "linear" ? 0 : 1;
    Value left = g.unary<graph::FloorOp>(at), ratio = g.subT(at, left);
    llvm::SmallVector<std::pair<Value, Value>> taps;
    Value total, sum;
    for (int64_t k = -reach; k <= 1 + reach; ++k) {
      Value shift = number(static_cast<double>(k));
      Value position = g.addT(left, shift);
      Value weight = kernelAt(g.subT(shift, ratio));
      if (excludes)
        weight = g.select(isInside(position), weight, number(0));
      total = total ? g.addT(total, weight) : weight;
      taps.push_back({indexAt(position, last), weight});
    }
    for (auto &[index, weight] : taps) {
      Value part = g.gather(value, index, d.dim);
      if (!part)
        return false;
      part = g.mulT(
          part, spread(excludes ? g.divT(weight, total) : weight, d.dim, part));
      sum = sum ? g.addT(sum, part) : part;
    }
    value = sum;
  }
  if (!value || g.failed())
    return false;
  if (isOut) {
    Value mask =
        g.broadcastTo(isOut, g.extents(value), llvm::ArrayRef<int64_t>{d.dim});
    value = g.select(mask, g.scalarLike(value, n.f64("extrapolation_value", 0)),
                     value);
  }
  return value != nullptr;
}

LogicalResult Computed::run() {
  llvm::StringRef mode = n.str("mode", "nearest");
  llvm::SmallVector<Dimension> dimensions;
  if (!sizesOf(dimensions))
    return mlir::failure();
  // Weighted sums are computed in f32 at least.
  auto real = llvm::dyn_cast<mlir::FloatType>(n.element(0));
  if (mode != "nearest" && !(real && real.getWidth() >= 32))
    value = g.cast(value, g.b.getF32Type());
  for (const Dimension &d : dimensions)
    if (!along(d))
      return mlir::failure();
  return n.set(g.cast(value, n.element(0)));
}

LogicalResult mlc::onnx::resizeComputed(NodeContext &n,
                                        const ComputedResize &what) {
  return Computed(n, what).run();
}
