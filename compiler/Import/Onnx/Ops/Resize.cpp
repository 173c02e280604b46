//===- Resize.cpp - Resize and Upsample ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Import/Onnx/Ops/ResizeComputed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
/// Constant factors, or nothing when they are computed at run time.
std::optional<llvm::SmallVector<double>> factors(NodeContext &n, Value value) {
  const Literal *known = n.g.literal(value);
  llvm::SmallVector<double> result;
  if (known) {
    for (int64_t i = 0, e = std::min<int64_t>(known->count(), 64); i < e; ++i)
      result.push_back(known->getDouble(i));
    return result;
  }
  auto tracked = n.g.elements(value);
  if (!tracked)
    return std::nullopt;
  for (OpFoldResult entry : *tracked) {
    auto number = llvm::dyn_cast_if_present<mlir::FloatAttr>(
        llvm::dyn_cast_if_present<mlir::Attribute>(entry));
    if (!number)
      return std::nullopt;
    result.push_back(number.getValueAsDouble());
  }
  return result;
}

bool isEmptyList(Value value) {
  return value && GraphBuilder::typeOf(value).hasStaticShape() &&
         GraphBuilder::typeOf(value).getNumElements() == 0;
}

struct Request {
  llvm::SmallVector<double> scales; ///< per dimension; 0: from the sizes
  Extents sizes;                    ///< per dimension
};

/// floor(extent * scale); the product in f32, as exporters compute it.
std::optional<OpFoldResult> scaledExtent(NodeContext &n, OpFoldResult extent,
                                         double scale) {
  GraphBuilder &g = n.g;
  if (scale == 1)
    return extent;
  if (!(scale > 0) || scale > 1e6) {
    g.fail("scale " + llvm::Twine(std::to_string(scale)) +
           " is out of range");
    return std::nullopt;
  }
  if (auto known = GraphBuilder::fixed(extent))
    return g.index(static_cast<int64_t>(
        std::floor(static_cast<double>(*known) * static_cast<float>(scale))));
  double whole = std::round(scale);
  if (whole == scale)
    return g.mul(extent, g.index(static_cast<int64_t>(whole)));
  // floor(e * s) in f64 on the host.
  Value real = mlir::arith::SIToFPOp::create(
      g.b, g.loc, g.b.getF64Type(),
      mlir::arith::IndexCastOp::create(g.b, g.loc, g.b.getI64Type(),
                                       g.indexValue(extent)));
  Value factor = mlir::arith::ConstantOp::create(g.b, g.loc,
                                                 g.b.getF64FloatAttr(scale));
  Value product = mlir::arith::MulFOp::create(g.b, g.loc, real, factor);
  // Truncation is the floor of a number that is not negative.
  Value integer = mlir::arith::FPToSIOp::create(g.b, g.loc, g.b.getI64Type(),
                                                product);
  return g.toIndex(integer);
}

/// Reads scales or sizes for `axes` into one entry per dimension.
std::optional<Request> readRequest(NodeContext &n, Value scales, Value sizes,
                                   llvm::ArrayRef<int64_t> axes) {
  GraphBuilder &g = n.g;
  Extents from = g.extents(n.in(0));
  Request request;
  request.scales.assign(from.size(), 1.0);
  request.sizes = from;
  if (isEmptyList(scales))
    scales = Value();
  if (isEmptyList(sizes))
    sizes = Value();
  if (!scales == !sizes) {
    g.fail("exactly one of scales and sizes must be given");
    return std::nullopt;
  }
  if (scales) {
    auto list = factors(n, scales);
    if (!list) {
      (void)n.unsupported("its scales are computed at run time");
      return std::nullopt;
    }
    if (list->size() != axes.size()) {
      g.fail("scales has the wrong length");
      return std::nullopt;
    }
    for (auto [axis, scale] : llvm::zip(axes, *list)) {
      auto extent = scaledExtent(n, from[axis], scale);
      if (!extent)
        return std::nullopt;
      request.sizes[axis] = *extent;
      request.scales[axis] = scale;
    }
    return request;
  }
  auto list = g.indices(sizes);
  if (!list)
    return std::nullopt;
  if (list->size() != axes.size()) {
    g.fail("sizes has the wrong length");
    return std::nullopt;
  }
  llvm::StringRef policy = n.str("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch") {
    double best = 0;
    for (auto [axis, size] : llvm::zip(axes, *list)) {
      auto in = GraphBuilder::fixed(from[axis]), out = GraphBuilder::fixed(size);
      if (!in || !out || *in == 0) {
        (void)n.unsupported("keep_aspect_ratio_policy needs extents that are "
                            "known");
        return std::nullopt;
      }
      double scale = static_cast<double>(*out) / static_cast<double>(*in);
      if (best == 0 || (policy == "not_larger" ? scale < best : scale > best))
        best = scale;
    }
    for (int64_t axis : axes) {
      double extent = best * static_cast<double>(*GraphBuilder::fixed(from[axis]));
      request.sizes[axis] = g.index(static_cast<int64_t>(std::floor(extent + 0.5)));
      request.scales[axis] = best;
    }
    return request;
  }
  for (auto [axis, size] : llvm::zip(axes, *list)) {
    request.sizes[axis] = size;
    auto in = GraphBuilder::fixed(from[axis]), out = GraphBuilder::fixed(size);
    request.scales[axis] =
        in && out && *in > 0 ? static_cast<double>(*out) / static_cast<double>(*in)
        : from[axis] == size ? 1.0
                             : 0.0;
  }
  return request;
}

LogicalResult checkNames(NodeContext &n, llvm::StringRef coordinate,
                         llvm::StringRef nearest) {
  if (!graph::symbolizeResizeMode(n.str("mode", "nearest")))
    return n.invalid("mode '" + n.str("mode", "nearest") + "' is not known");
  if (!llvm::is_contained({"half_pixel", "half_pixel_symmetric",
                           "pytorch_half_pixel", "align_corners", "asymmetric",
                           "tf_crop_and_resize"},
                          coordinate))
    return n.invalid("coordinate_transformation_mode '" + coordinate +
                     "' is not known");
  if (!llvm::is_contained({"round_prefer_floor", "round_prefer_ceil", "floor",
                           "ceil"},
                          nearest))
    return n.invalid("nearest_mode '" + nearest + "' is not known");
  llvm::StringRef policy = n.str("keep_aspect_ratio_policy", "stretch");
  if (!llvm::is_contained({"stretch", "not_larger", "not_smaller"}, policy))
    return n.invalid("keep_aspect_ratio_policy '" + policy + "' is not known");
  return mlir::success();
}

LogicalResult resize(NodeContext &n, const Request &request,
                     llvm::StringRef coordinate, llvm::StringRef nearest,
                     mlir::DenseF64ArrayAttr roi) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  if (mlir::failed(checkNames(n, coordinate, nearest)))
    return mlir::failure();
  auto mode = graph::symbolizeResizeMode(n.str("mode", "nearest"));
  auto type = g.tensorType(request.sizes, n.element(0));
  if (!type || g.failed())
    return mlir::failure();
  return n.set(g.keep(
      graph::ResizeOp::create(
          g.b, g.loc, type,
          graph::ResizeModeAttr::get(g.b.getContext(), *mode), x,
          g.dynamicExtents(request.sizes),
          g.b.getDenseF64ArrayAttr(request.scales),
          g.b.getStringAttr(coordinate), g.b.getStringAttr(nearest),
          g.b.getF64FloatAttr(n.f64("cubic_coeff_a", -0.75)),
          g.b.getBoolAttr(n.flag("exclude_outside", false)),
          g.b.getBoolAttr(n.flag("antialias", false)),
          g.b.getF64FloatAttr(n.f64("extrapolation_value", 0)), roi),
      request.sizes));
}

llvm::SmallVector<int64_t> allAxes(NodeContext &n) {
  return llvm::to_vector(llvm::seq<int64_t>(0, n.rank(0)));
}

/// Whether the op's attributes cannot hold what the node says.
bool isComputed(NodeContext &n, Value scales, Value sizes, Value roi,
                llvm::ArrayRef<int64_t> axes) {
  GraphBuilder &g = n.g;
  if ((scales && !factors(n, scales)) || (roi && !factors(n, roi)))
    return true;
  // A ratio that must stay is one number for all axes, and antialiasing reads
  // as many elements as the factor says: both need the factors, not the sizes.
  if (!sizes ||
      (n.str("keep_aspect_ratio_policy", "stretch") == "stretch" &&
       (!n.flag("antialias", false) || n.str("mode", "nearest") == "nearest")))
    return false;
  auto list = g.indices(sizes);
  Extents from = g.extents(n.in(0));
  if (!list || list->size() != axes.size())
    return false;
  for (auto [axis, size] : llvm::zip(axes, *list))
    if (!GraphBuilder::fixed(size) || !GraphBuilder::fixed(from[axis]))
      return true;
  return false;
}

LogicalResult resizeRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  llvm::SmallVector<int64_t> axes = allAxes(n);
  if (auto given = n.ints("axes")) {
    auto normal = g.axes(*given, n.rank(0));
    if (!normal)
      return mlir::failure();
    axes = *normal;
  }
  llvm::StringRef coordinate =
      n.str("coordinate_transformation_mode", "half_pixel");
  llvm::StringRef nearest = n.str("nearest_mode", "round_prefer_floor");
  Value scales = isEmptyList(n.in(2)) ? Value() : n.in(2);
  Value sizes = isEmptyList(n.in(3)) ? Value() : n.in(3);
  bool crops = coordinate == "tf_crop_and_resize";
  Value region = crops ? n.in(1) : Value();
  if (!scales != !sizes && isComputed(n, scales, sizes, region, axes)) {
    if (mlir::failed(checkNames(n, coordinate, nearest)))
      return mlir::failure();
    if (crops && !region)
      return n.invalid("it has no region of interest");
    return resizeComputed(n,
                          {scales, sizes, region, axes, coordinate, nearest});
  }
  auto request = readRequest(n, n.in(2), n.in(3), axes);
  if (!request)
    return mlir::failure();
  mlir::DenseF64ArrayAttr roi;
  if (coordinate == "tf_crop_and_resize") {
    auto given = n.has(1) ? factors(n, n.in(1)) : std::nullopt;
    if (!given)
      return n.unsupported("its region of interest is computed at run time");
    if (given->size() != 2 * axes.size())
      return n.invalid("roi has the wrong length");
    // Starts, then ends, for every dimension.
    int64_t rank = n.rank(0);
    llvm::SmallVector<double> full(2 * rank, 0.0);
    for (int64_t d = 0; d < rank; ++d)
      full[rank + d] = 1.0;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      full[axis] = (*given)[i];
      full[rank + axis] = (*given)[axes.size() + i];
    }
    roi = g.b.getDenseF64ArrayAttr(full);
  }
  return resize(n, *request, coordinate, nearest, roi);
}

/// Opset 10 and Upsample: scales only, no half pixels. The nearest element is
/// the one below where a dimension grows, and (`roundsUp`, Resize alone) the
/// one above where it shrinks.
LogicalResult asymmetric(NodeContext &n, Value scales, bool roundsUp) {
  llvm::SmallVector<int64_t> axes = allAxes(n);
  if (scales && isComputed(n, scales, Value(), Value(), axes)) {
    if (mlir::failed(checkNames(n, "asymmetric", "floor")))
      return mlir::failure();
    return resizeComputed(n, {scales, Value(), Value(), axes, "asymmetric",
                              roundsUp ? "by_scale" : "floor"});
  }
  auto request = readRequest(n, scales, Value(), axes);
  if (!request)
    return mlir::failure();
  auto shrinks = [](double scale) { return scale < 1; };
  if (!roundsUp || n.str("mode", "nearest") != "nearest" ||
      llvm::none_of(request->scales, shrinks))
    return resize(n, *request, "asymmetric", "floor", {});
  if (llvm::none_of(request->scales, [](double scale) { return scale > 1; }))
    return resize(n, *request, "asymmetric", "ceil", {});
  return resizeComputed(
      n, {scales, Value(), Value(), axes, "asymmetric", "by_scale"});
}

LogicalResult upsampleAttributeRow(NodeContext &n) {
  auto given = n.floats("scales");
  if (!given || static_cast<int64_t>(given->size()) != n.rank(0))
    return n.invalid("scales has the wrong length");
  Request request;
  request.sizes = n.g.extents(n.in(0));
  request.scales = *given;
  for (auto [extent, scale] : llvm::zip(request.sizes, *given)) {
    auto scaled = scaledExtent(n, extent, scale);
    if (!scaled)
      return mlir::failure();
    extent = *scaled;
  }
  return resize(n, request, "asymmetric", "floor", {});
}
} // namespace

void mlc::onnx::addResizeRows(OnnxTable &t) {
  t.add("Resize", {10}, [](NodeContext &n) {
    return asymmetric(n, n.in(1), /*roundsUp=*/true);
  });
  t.add("Resize", {11, 13, 18, 19}, resizeRow);
  t.add("Upsample", {7}, upsampleAttributeRow);
  t.add("Upsample", {9}, [](NodeContext &n) {
    return asymmetric(n, n.in(1), /*roundsUp=*/false);
  });
}
