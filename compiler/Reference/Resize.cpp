//===- Resize.cpp - Reference of resize -----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interpolation is separable: for each dimension every output position is a
// weighted sum of input positions. The dimensions are done one after another
// in double. Positions outside the input repeat the edge.
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;
using graph::ResizeMode;

namespace {
/// Taps of one output position along one dimension.
struct Taps {
  bool outside = false; // tf_crop_and_resize only
  std::vector<std::pair<int64_t, double>> entries;
};

/// The op's attributes and one dimension's extents.
struct Dimension {
  mutable graph::ResizeOp op; // its accessors are not const
  int64_t in, out;
  double scale;
  double roiStart = 0, roiEnd = 1;

  llvm::Expected<double> source(int64_t position) const;
  llvm::Expected<Taps> taps(int64_t position) const;
  Taps nearest(double x) const;
  std::vector<double> coefficients(double ratio, int64_t &first) const;
};
} // namespace

/// The input coordinate of an output position.
llvm::Expected<double> Dimension::source(int64_t position) const {
  llvm::StringRef mode = op.getCoordinate();
  const double x = static_cast<double>(position);
  const double n = static_cast<double>(in), m = static_cast<double>(out);
  if (mode == "half_pixel")
    return (x + 0.5) / scale - 0.5;
  if (mode == "half_pixel_symmetric") {
    double adjustment = m / (scale * n);
    return n / 2 * (1 - adjustment) + (x + 0.5) / scale - 0.5;
  }
  if (mode == "pytorch_half_pixel")
    return out > 1 ? (x + 0.5) / scale - 0.5 : 0.0;
  if (mode == "align_corners") {
    // By the extent before it was rounded down, as the standard's code has it.
    double length = n * scale;
    if (std::fabs(length - m) < 1e-6 * m)
      length = m;
    return length > 1 ? x * (n - 1) / (length - 1) : 0.0;
  }
  if (mode == "asymmetric")
    return x / scale;
  if (mode == "tf_half_pixel_for_nn")
    return (x + 0.5) / scale;
  if (mode == "tf_crop_and_resize")
    return out > 1 ? roiStart * (n - 1) +
                         x * (roiEnd - roiStart) * (n - 1) / (m - 1)
                   : 0.5 * (roiStart + roiEnd) * (n - 1);
  return makeError("coordinate transformation '", mode, "'");
}

Taps Dimension::nearest(double x) const {
  llvm::StringRef mode = op.getNearest();
  double picked = mode == "floor"               ? std::floor(x)
                  : mode == "ceil"              ? std::ceil(x)
                  : mode == "round_prefer_ceil" ? std::floor(x + 0.5)
                                                : std::ceil(x - 0.5);
  Taps result;
  int64_t index = static_cast<int64_t>(std::max(picked, 0.0));
  result.entries.push_back({std::min(index, in - 1), 1.0});
  return result;
}

/// Weights for the distance `ratio` in [0, 1) from the left neighbour; `first`
/// becomes the first tap relative to it.
std::vector<double> Dimension::coefficients(double ratio,
                                            int64_t &first) const {
  const double shrink = op.getAntialias() ? std::min(scale, 1.0) : 1.0;
  std::vector<double> weights;
  if (op.getMode() == ResizeMode::Linear) {
    first = static_cast<int64_t>(std::floor(-1.0 / shrink)) + 1;
    for (int64_t i = first; i <= 1 - first; ++i)
      weights.push_back(
          std::max(0.0, 1.0 - std::fabs((static_cast<double>(i) - ratio) *
                                        shrink)));
  } else {
    const double a = op.getCubicCoefficient().convertToDouble();
    auto kernel = [&](double x) {
      x = std::fabs(x);
      if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
      return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0;
    };
    first = static_cast<int64_t>(std::floor(-2.0 / shrink)) + 1;
    for (int64_t i = first; i <= 1 - first; ++i)
      weights.push_back(kernel((static_cast<double>(i) - ratio) * shrink));
  }
  if (op.getAntialias()) {
    double sum = 0;
    for (double weight : weights)
      sum += weight;
    for (double &weight : weights)
      weight /= sum;
  }
  return weights;
}

llvm::Expected<Taps> Dimension::taps(int64_t position) const {
  llvm::Expected<double> x = source(position);
  if (!x)
    return x.takeError();
  Taps result;
  if (op.getCoordinate() == "tf_crop_and_resize" &&
      (*x < 0 || *x > static_cast<double>(in - 1))) {
    result.outside = true;
    return result;
  }
  if (op.getMode() == ResizeMode::Nearest)
    return nearest(*x);
  const double left = std::floor(*x);
  int64_t first;
  std::vector<double> weights = coefficients(*x - left, first);
  double sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    int64_t index = static_cast<int64_t>(left) + first + static_cast<int64_t>(i);
    if (op.getExcludeOutside() && (index < 0 || index >= in))
      continue;
    sum += weights[i];
    index = std::min(std::max<int64_t>(index, 0), in - 1);
    result.entries.push_back({index, weights[i]});
  }
  if (op.getExcludeOutside())
    for (auto &[index, weight] : result.entries)
      weight /= sum;
  return result;
}

static Error runResize(OpCall &call) {
  auto op = mlir::cast<graph::ResizeOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(shape, call.resultShape(call.indices(1, call.operands.size() - 1)));
  ArrayRef<double> scales = op.getScales();
  if (static_cast<int64_t>(scales.size()) != x.rank())
    return makeError(scales.size(), " scales for ", x.spec().str());
  std::vector<double> data = doublesOf(x);
  Shape current(x.shape());
  SmallVector<std::vector<bool>> outsideOf(x.rank());
  for (int64_t d = 0; d < x.rank(); ++d) {
    outsideOf[d].assign(shape[d], false);
    // A scale of 0 stands for the ratio of the extents.
    double scale = scales[d] != 0 ? scales[d]
                                  : static_cast<double>(shape[d]) /
                                        static_cast<double>(current[d]);
    Dimension dimension{op, current[d], shape[d], scale};
    if (auto roi = op.getRoi()) {
      if (static_cast<int64_t>(roi->size()) != 2 * x.rank())
        return makeError("region of interest has ", roi->size(), " numbers");
      dimension.roiStart = (*roi)[d];
      dimension.roiEnd = (*roi)[x.rank() + d];
    }
    if (current[d] == shape[d] && scales[d] == 1.0 &&
        op.getCoordinate() != "tf_crop_and_resize")
      continue;
    if (current[d] == 0 && shape[d] != 0)
      return makeError("cannot resize an empty dimension");
    Shape next = current;
    next[d] = shape[d];
    Axis from(current, d), to(next, d);
    std::vector<double> result(to.outer * to.extent * to.inner);
    if (Error error = call.interpreter.charge(
            static_cast<int64_t>(result.size()), 0))
      return error;
    for (int64_t i = 0; i < to.extent; ++i) {
      MLC_TRY(taps, dimension.taps(i));
      outsideOf[d][i] = taps.outside;
      for (int64_t o = 0; o < to.outer; ++o)
        for (int64_t k = 0; k < to.inner; ++k) {
          double sum = 0;
          for (auto [index, weight] : taps.entries)
            sum += weight == 1.0 ? data[from.at(o, index, k)]
                                 : weight * data[from.at(o, index, k)];
          result[to.at(o, i, k)] = sum;
        }
    }
    data = std::move(result);
    current = next;
  }
  if (current != shape)
    return makeError("extents change where the scale is 1");
  MLC_TRY(result, call.make(call.resultType(), shape));
  int64_t at = 0;
  for (IndexWalk walk(shape); walk.valid(); walk.next(), ++at) {
    bool isOutside = false;
    for (int64_t d = 0; d < x.rank(); ++d)
      isOutside |= outsideOf[d][(*walk)[d]];
    result.setDouble(at, isOutside ? op.getExtrapolation().convertToDouble()
                                   : data[at]);
  }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addResize(OpTable &table) {
  table[graph::ResizeOp::getOperationName()] = runResize;
}
