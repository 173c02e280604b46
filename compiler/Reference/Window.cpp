//===- Window.cpp - Reference of pooling windows --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;
using graph::WindowKind;

namespace {
/// The sliding window shared by both ops: batch and channel, then spatial.
struct Sliding {
  ArrayRef<int64_t> kernel, strides, dilations, low, high;
  Shape spatial, result;

  template <typename Op>
  Sliding(Op op, const Literal &x)
      : kernel(op.getKernel()), strides(op.getStrides()),
        dilations(op.getDilations()), low(op.getLow()), high(op.getHigh()),
        spatial(x.shape().drop_front(2)) {
    for (size_t d = 0; d < spatial.size(); ++d) {
      int64_t span = dilations[d] * (kernel[d] - 1) + 1;
      int64_t room = spatial[d] + low[d] + high[d] - span;
      result.push_back(room < 0 ? 0 : room / strides[d] + 1);
    }
  }
  Shape resultShape(const Literal &x) const {
    Shape shape{x.shape()[0], x.shape()[1]};
    shape.append(result.begin(), result.end());
    return shape;
  }
  /// Position of tap `k` of window `o` in dimension `d`; may be outside.
  int64_t position(ArrayRef<int64_t> o, ArrayRef<int64_t> k, size_t d) const {
    return o[d] * strides[d] - low[d] + k[d] * dilations[d];
  }
  int64_t taps() const {
    int64_t product = 1;
    for (int64_t extent : kernel)
      product *= extent;
    return product;
  }
};
} // namespace

static bool isGreater(const Literal &x, int64_t i, int64_t j) {
  if (isFloat(x.dtype())) {
    double a = x.getDouble(i), b = x.getDouble(j);
    return (std::isnan(a) && !std::isnan(b)) || a > b;
  }
  return isSignedInt(x.dtype()) ? x.getInt(i) > x.getInt(j)
                                : x.getUInt(i) > x.getUInt(j);
}

static Error runWindow(OpCall &call) {
  auto op = mlir::cast<graph::WindowOp>(call.op);
  const Literal &x = call.in(0);
  Sliding window(op, x);
  const WindowKind kind = op.getKind();
  const size_t rank = window.spatial.size();
  ArrayRef<int64_t> trueHigh =
      op.getPadsHigh() ? ArrayRef<int64_t>(*op.getPadsHigh()) : window.high;
  MLC_TRY(result, call.make(call.resultType(), window.resultShape(x)));
  if (Error error =
          call.interpreter.charge(result.count() * window.taps(), 0))
    return error;
  const Shape strides = rowMajorStrides(window.spatial);
  int64_t plane = 1;
  for (int64_t extent : window.spatial)
    plane *= extent;
  int64_t at = 0;
  for (int64_t nc = 0; nc < x.shape()[0] * x.shape()[1]; ++nc)
    for (IndexWalk o(window.result); o.valid(); o.next(), ++at) {
      int64_t inside = 0, padded = 0, best = -1;
      double sum = 0;
      uint64_t integer = 0;
      for (IndexWalk k(window.kernel); k.valid(); k.next()) {
        bool isInside = true, isPadded = true;
        int64_t offset = nc * plane;
        for (size_t d = 0; d < rank; ++d) {
          int64_t p = window.position(*o, *k, d);
          isInside &= p >= 0 && p < window.spatial[d];
          isPadded &= p >= -window.low[d] && p < window.spatial[d] + trueHigh[d];
          offset += p * strides[d];
        }
        padded += isPadded;
        if (!isInside)
          continue;
        ++inside;
        if (best < 0 || isGreater(x, offset, best))
          best = offset;
        sum += x.getDouble(offset);
        integer += x.getUInt(offset);
      }
      if (kind == WindowKind::Max) {
        if (best >= 0)
          result.setFrom(at, x, best);
        else if (isFloat(x.dtype()))
          result.setDouble(at, -std::numeric_limits<double>::infinity());
        else
          result.setInt(at, minInt(x.dtype()));
        continue;
      }
      int64_t divisor = kind == WindowKind::Sum         ? 1
                        : kind == WindowKind::AvgPadded ? padded
                                                        : inside;
      if (isFloat(x.dtype()))
        result.setDouble(at, sum / static_cast<double>(divisor));
      else if (divisor == 0)
        result.setInt(at, 0);
      else if (isSignedInt(x.dtype()))
        result.setInt(at, static_cast<int64_t>(integer) / divisor);
      else
        result.setUInt(at, integer / static_cast<uint64_t>(divisor));
    }
  call.yield(std::move(result));
  return Error::success();
}

static Error runArgWindow(OpCall &call) {
  auto op = mlir::cast<graph::ArgWindowOp>(call.op);
  const Literal &x = call.in(0);
  Sliding window(op, x);
  const size_t rank = window.spatial.size();
  MLC_TRY(result, call.make(call.resultType(), window.resultShape(x)));
  if (Error error =
          call.interpreter.charge(result.count() * window.taps(), 0))
    return error;
  const Shape strides = rowMajorStrides(window.spatial);
  Shape columnStrides(rank, 1);
  for (size_t d = 1; d < rank; ++d)
    columnStrides[d] = columnStrides[d - 1] * window.spatial[d - 1];
  int64_t plane = 1;
  for (int64_t extent : window.spatial)
    plane *= extent;
  int64_t at = 0;
  for (int64_t nc = 0; nc < x.shape()[0] * x.shape()[1]; ++nc)
    for (IndexWalk o(window.result); o.valid(); o.next(), ++at) {
      int64_t best = -1, index = -1;
      for (IndexWalk k(window.kernel); k.valid(); k.next()) {
        bool isInside = true;
        int64_t offset = nc * plane, columnOffset = nc * plane;
        for (size_t d = 0; d < rank; ++d) {
          int64_t p = window.position(*o, *k, d);
          isInside &= p >= 0 && p < window.spatial[d];
          offset += p * strides[d];
          columnOffset += p * columnStrides[d];
        }
        if (isInside && (best < 0 || isGreater(x, offset, best))) {
          best = offset;
          index = op.getColumnMajor() ? columnOffset : offset;
        }
      }
      result.setInt(at, index);
    }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addWindow(OpTable &table) {
  table[graph::WindowOp::getOperationName()] = runWindow;
  table[graph::ArgWindowOp::getOperationName()] = runArgWindow;
}
