//===- Reduction.cpp - Reference of reductions and scans ------------------===//
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
using graph::Combiner;

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

namespace {
/// One running combination; floats and integers each in their widest type.
class Accumulator {
public:
  Accumulator(Combiner combiner, DType dtype)
      : combiner(combiner), dtype(dtype) {
    reset();
  }
  void reset() {
    bool real = isFloat(dtype);
    switch (combiner) {
    case Combiner::Sum:
    case Combiner::Or:
      wide = 0, integer = 0;
      return;
    case Combiner::Prod:
      wide = 1, integer = 1;
      return;
    case Combiner::And:
      wide = 0, integer = dtype == MLC_BOOL ? 1 : ~0ull;
      return;
    case Combiner::Max:
      wide = -std::numeric_limits<double>::infinity();
      integer = real ? 0 : static_cast<uint64_t>(mlc::minInt(dtype));
      return;
    case Combiner::Min:
      wide = std::numeric_limits<double>::infinity();
      integer = real ? 0 : mlc::maxInt(dtype);
      return;
    }
  }
  void add(const Literal &x, int64_t i) {
    if (isFloat(dtype))
      addReal(x.getDouble(i));
    else
      addInteger(x.getUInt(i));
  }
  void store(Literal &result, int64_t i) const {
    if (!isFloat(dtype))
      result.setUInt(i, integer);
    else
      result.setDouble(i, static_cast<double>(wide));
  }

private:
  void addReal(double value) {
    // f32 and below: double; a long double would only hide what the oracle
    // states. f64: long double.
    bool isWide = dtype == MLC_F64;
    switch (combiner) {
    case Combiner::Sum:
      wide = isWide ? wide + value : static_cast<double>(wide) + value;
      return;
    case Combiner::Prod:
      wide = isWide ? wide * value : static_cast<double>(wide) * value;
      return;
    case Combiner::Max:
      wide = maximum(static_cast<double>(wide), value);
      return;
    case Combiner::Min:
      wide = minimum(static_cast<double>(wide), value);
      return;
    case Combiner::And:
    case Combiner::Or:
      return; // integers only
    }
  }
  void addInteger(uint64_t value) {
    switch (combiner) {
    case Combiner::Sum:
      integer += value;
      return;
    case Combiner::Prod:
      integer *= value;
      return;
    case Combiner::And:
      integer &= value;
      return;
    case Combiner::Or:
      integer |= value;
      return;
    case Combiner::Max:
    case Combiner::Min: {
      bool less = isSignedInt(dtype) ? static_cast<int64_t>(value) <
                                           static_cast<int64_t>(integer)
                                     : value < integer;
      if (less == (combiner == Combiner::Min))
        integer = value;
      return;
    }
    }
  }

  Combiner combiner;
  DType dtype;
  Wide wide = 0;
  uint64_t integer = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static Error runReduce(OpCall &call) {
  auto op = mlir::cast<graph::ReduceOp>(call.op);
  const Literal &x = call.in(0);
  SmallVector<bool> reduced(x.rank(), false);
  for (int64_t d : op.getDims())
    reduced[d] = true;
  Shape shape, inner, strides = rowMajorStrides(x.shape()), outerStrides,
                      innerStrides;
  for (int64_t d = 0; d < x.rank(); ++d) {
    (reduced[d] ? inner : shape).push_back(x.shape()[d]);
    (reduced[d] ? innerStrides : outerStrides).push_back(strides[d]);
  }
  MLC_TRY(result, call.make(call.resultType(), shape));
  if (Error error = call.interpreter.charge(x.count(), 0))
    return error;
  Accumulator accumulator(op.getCombiner(), x.dtype());
  int64_t at = 0;
  for (IndexWalk outer(shape); outer.valid(); outer.next(), ++at) {
    accumulator.reset();
    int64_t base = offsetOf(*outer, outerStrides);
    for (IndexWalk walk(inner); walk.valid(); walk.next())
      accumulator.add(x, base + offsetOf(*walk, innerStrides));
    accumulator.store(result, at);
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runReduceBlocks(OpCall &call) {
  auto op = mlir::cast<graph::ReduceBlocksOp>(call.op);
  const Literal &x = call.in(0);
  const int64_t dim = op.getDim(), block = op.getBlock();
  Shape shape(x.shape());
  shape[dim] = (shape[dim] + block - 1) / block;
  MLC_TRY(result, call.make(call.resultType(), shape));
  if (Error error = call.interpreter.charge(x.count(), 0))
    return error;
  Axis from(x.shape(), dim), to(shape, dim);
  Accumulator accumulator(op.getCombiner(), x.dtype());
  for (int64_t o = 0; o < to.outer; ++o)
    for (int64_t b = 0; b < to.extent; ++b)
      for (int64_t k = 0; k < to.inner; ++k) {
        accumulator.reset();
        for (int64_t n = b * block; n < std::min(from.extent, (b + 1) * block);
             ++n)
          accumulator.add(x, from.at(o, n, k));
        accumulator.store(result, to.at(o, b, k));
      }
  call.yield(std::move(result));
  return Error::success();
}

/// Order of elements `i` and `j`: whether i is above (below) j; NaN is above
/// (below) everything.
static bool beats(const Literal &x, int64_t i, int64_t j, bool largest) {
  if (isFloat(x.dtype())) {
    double a = x.getDouble(i), b = x.getDouble(j);
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && !std::isnan(b);
    return largest ? a > b : a < b;
  }
  if (isSignedInt(x.dtype()))
    return largest ? x.getInt(i) > x.getInt(j) : x.getInt(i) < x.getInt(j);
  return largest ? x.getUInt(i) > x.getUInt(j) : x.getUInt(i) < x.getUInt(j);
}

static Error runArgReduce(OpCall &call) {
  auto op = mlir::cast<graph::ArgReduceOp>(call.op);
  const Literal &x = call.in(0);
  const int64_t dim = op.getDim();
  const bool largest = op.getCombiner() == Combiner::Max;
  Shape shape(x.shape());
  shape.erase(shape.begin() + dim);
  MLC_TRY(result, call.make(call.resultType(), shape));
  Axis axis(x.shape(), dim);
  if (axis.extent == 0 && result.count() > 0)
    return makeError("the dimension is empty");
  if (Error error = call.interpreter.charge(x.count(), 0))
    return error;
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t k = 0; k < axis.inner && axis.extent > 0; ++k) {
      int64_t best = 0;
      for (int64_t i = 1; i < axis.extent; ++i) {
        int64_t here = axis.at(o, i, k), there = axis.at(o, best, k);
        // For `last`, equal elements (and NaNs) move the position on.
        if (op.getLast() ? !beats(x, there, here, largest)
                         : beats(x, here, there, largest))
          best = i;
      }
      result.setInt(o * axis.inner + k, best);
    }
  call.yield(std::move(result));
  return Error::success();
}

static Error runScan(OpCall &call) {
  auto op = mlir::cast<graph::ScanOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  Axis axis(x.shape(), op.getDim());
  Accumulator accumulator(op.getCombiner(), x.dtype());
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t k = 0; k < axis.inner; ++k) {
      accumulator.reset();
      for (int64_t n = 0; n < axis.extent; ++n) {
        int64_t at = axis.at(o, op.getReverse() ? axis.extent - 1 - n : n, k);
        if (op.getExclusive())
          accumulator.store(result, at);
        accumulator.add(x, at);
        if (!op.getExclusive())
          accumulator.store(result, at);
      }
    }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addReduction(OpTable &table) {
  table[graph::ReduceOp::getOperationName()] = runReduce;
  table[graph::ReduceBlocksOp::getOperationName()] = runReduceBlocks;
  table[graph::ArgReduceOp::getOperationName()] = runArgReduce;
  table[graph::ScanOp::getOperationName()] = runScan;
}
