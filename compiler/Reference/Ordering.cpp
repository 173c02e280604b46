//===- Ordering.cpp - Reference of ordering ops ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlc;
using namespace mlc::reference;

/// Whether element i comes before element j in ascending order; NaN is last.
static bool isBefore(const Literal &x, int64_t i, int64_t j) {
  if (isFloat(x.dtype())) {
    double a = x.getDouble(i), b = x.getDouble(j);
    if (std::isnan(a) || std::isnan(b))
      return !std::isnan(a) && std::isnan(b);
    return a < b;
  }
  return isSignedInt(x.dtype()) ? x.getInt(i) < x.getInt(j)
                                : x.getUInt(i) < x.getUInt(j);
}

/// The first `count` positions along the dimension in stable order.
static Error order(OpCall &call, int64_t dim, bool descending, int64_t count) {
  const Literal &x = call.in(0);
  Axis axis(x.shape(), dim);
  if (count < 0 || count > axis.extent)
    return makeError("cannot take ", count, " of ", axis.extent, " elements");
  Shape shape(x.shape());
  shape[dim] = count;
  MLC_TRY(values, call.make(x.dtype(), shape));
  MLC_TRY(positions, call.make(call.resultType(1), shape));
  if (Error error = call.interpreter.charge(x.count(), 0))
    return error;
  Axis to(shape, dim);
  std::vector<int64_t> lane(axis.extent);
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t k = 0; k < axis.inner; ++k) {
      std::iota(lane.begin(), lane.end(), 0);
      std::stable_sort(lane.begin(), lane.end(), [&](int64_t i, int64_t j) {
        int64_t a = axis.at(o, i, k), b = axis.at(o, j, k);
        return descending ? isBefore(x, b, a) : isBefore(x, a, b);
      });
      for (int64_t i = 0; i < count; ++i) {
        values.setFrom(to.at(o, i, k), x, axis.at(o, lane[i], k));
        positions.setInt(to.at(o, i, k), lane[i]);
      }
    }
  call.yield(std::move(values));
  call.yield(std::move(positions));
  return Error::success();
}

static Error runSort(OpCall &call) {
  auto op = mlir::cast<graph::SortOp>(call.op);
  return order(call, op.getDim(), op.getDescending(),
               call.in(0).shape()[op.getDim()]);
}

static Error runTopK(OpCall &call) {
  auto op = mlir::cast<graph::TopKOp>(call.op);
  int64_t count =
      call.operands.size() > 1
          ? call.in(1).getInt(0)
          : graph::tensorType(op.getValues()).getDimSize(op.getDim());
  return order(call, op.getDim(), op.getLargest(), count);
}

static Error runNonZero(OpCall &call) {
  const Literal &x = call.in(0);
  if (Error error = call.interpreter.charge(x.count(), 0))
    return error;
  std::vector<int64_t> found;
  for (int64_t i = 0; i < x.count(); ++i)
    if (x.getDouble(i) != 0)
      found.push_back(i);
  const int64_t count = found.size();
  MLC_TRY(result, call.make(call.resultType(), Shape{x.rank(), count}));
  Shape strides = rowMajorStrides(x.shape());
  for (int64_t n = 0; n < count; ++n)
    for (int64_t d = 0; d < x.rank(); ++d)
      result.setInt(d * count + n, found[n] / strides[d] % x.shape()[d]);
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addOrdering(OpTable &table) {
  table[graph::SortOp::getOperationName()] = runSort;
  table[graph::TopKOp::getOperationName()] = runTopK;
  table[graph::NonZeroOp::getOperationName()] = runNonZero;
}
