//===- ResizeTaps.cpp - Which elements an interpolation reads ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Neural/ResizeTaps.h"
#include <cmath>

using namespace mlir;
using namespace mlc::graph;

double mlc::graph::resizeKernel(ResizeOp op, double x) {
  x = std::fabs(x);
  if (op.getMode() == ResizeMode::Linear)
    return std::max(0.0, 1.0 - x);
  double a = op.getCubicCoefficient().convertToDouble();
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0;
}

int64_t mlc::graph::firstResizeTap(ResizeOp op, double shrink) {
  double reach = op.getMode() == ResizeMode::Linear ? 1.0 : 2.0;
  return int64_t(std::floor(-reach / shrink)) + 1;
}

double mlc::graph::resizedLength(double in, double out, double scale) {
  double length = in * scale;
  return std::fabs(length - out) < 1e-6 * out ? out : length;
}

/// The operand coordinate that result position `i` shows.
static double sourceCoordinate(ResizeOp op, int64_t dim, int64_t in,
                               int64_t out, double scale, int64_t i) {
  StringRef mode = op.getCoordinate();
  double x = double(i), n = double(in), m = double(out);
  if (mode == "half_pixel_symmetric")
    return n / 2 * (1 - m / (scale * n)) + (x + 0.5) / scale - 0.5;
  if (mode == "pytorch_half_pixel")
    return out > 1 ? (x + 0.5) / scale - 0.5 : 0.0;
  if (mode == "align_corners") {
    double length = resizedLength(n, m, scale);
    return length > 1 ? x * (n - 1) / (length - 1) : 0.0;
  }
  if (mode == "asymmetric")
    return x / scale;
  if (mode == "tf_half_pixel_for_nn")
    return (x + 0.5) / scale;
  if (mode == "tf_crop_and_resize") {
    double start = (*op.getRoi())[dim],
           end = (*op.getRoi())[dim + op.getRoi()->size() / 2];
    return out > 1 ? start * (n - 1) + x * (end - start) * (n - 1) / (m - 1)
                   : 0.5 * (start + end) * (n - 1);
  }
  return (x + 0.5) / scale - 0.5;
}

static int64_t roundNearest(StringRef mode, double x) {
  double picked = mode == "floor"               ? std::floor(x)
                  : mode == "ceil"              ? std::ceil(x)
                  : mode == "round_prefer_ceil" ? std::floor(x + 0.5)
                                                : std::ceil(x - 0.5);
  return int64_t(picked);
}

ResizeTaps mlc::graph::resizeTaps(ResizeOp op, int64_t dim, int64_t in,
                                  int64_t out) {
  ResizeTaps taps;
  double scale = op.getScales()[dim];
  if (scale == 0)
    scale = double(out) / double(in);
  double shrink = op.getAntialias() ? std::min(scale, 1.0) : 1.0;
  bool nearest = op.getMode() == ResizeMode::Nearest;
  int64_t first = nearest ? 0 : firstResizeTap(op, shrink);
  int64_t count = nearest ? 1 : 2 - 2 * first;
  taps.index.assign(count, SmallVector<int64_t>(out, 0));
  taps.weight.assign(count, SmallVector<double>(out, nearest ? 1.0 : 0.0));
  auto clamp = [&](int64_t i) { return std::clamp<int64_t>(i, 0, in - 1); };
  bool crops = op.getCoordinate() == "tf_crop_and_resize";
  for (int64_t i = 0; i < out; ++i) {
    double x = sourceCoordinate(op, dim, in, out, scale, i);
    // Far outside, every tap is the edge; keep the conversions in range.
    x = std::clamp(x, -double(in) - 1e6, 2.0 * double(in) + 1e6);
    if (crops && (x < 0 || x > double(in - 1))) {
      if (taps.outside.empty())
        taps.outside.assign(out, false);
      taps.outside[i] = true;
    }
    if (nearest) {
      taps.index[0][i] = clamp(roundNearest(op.getNearest(), x));
      continue;
    }
    double left = std::floor(x), sum = 0;
    for (int64_t k = 0; k < count; ++k) {
      int64_t at = int64_t(left) + first + k;
      taps.index[k][i] = clamp(at);
      if (op.getExcludeOutside() && (at < 0 || at >= in))
        continue;
      double offset = double(first + k) - (x - left);
      sum += taps.weight[k][i] = resizeKernel(op, offset * shrink);
    }
    if ((op.getAntialias() || op.getExcludeOutside()) && sum != 0)
      for (int64_t k = 0; k < count; ++k)
        taps.weight[k][i] /= sum;
  }
  return taps;
}
