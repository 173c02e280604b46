//===- Neural.cpp - Reference of composite neural ops ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composites from their definition, in double throughout, rounded once. Sums of
// f64 run in double here too: these are no sums over long dimensions.
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;

/// exp(x - max) / sum over `row`, in place; `logarithm` gives the log of it.
static void softmax(std::vector<double> &row, bool logarithm) {
  double largest = -std::numeric_limits<double>::infinity();
  for (double x : row)
    largest = maximum(largest, x);
  double sum = 0;
  for (double x : row)
    sum += std::exp(x - largest);
  for (double &x : row)
    x = logarithm ? x - largest - std::log(sum) : std::exp(x - largest) / sum;
}

static Error runSoftmax(OpCall &call) {
  auto op = mlir::cast<graph::SoftmaxOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  Axis axis(x.shape(), op.getDim());
  std::vector<double> row(axis.extent);
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t k = 0; k < axis.inner; ++k) {
      for (int64_t i = 0; i < axis.extent; ++i)
        row[i] = x.getDouble(axis.at(o, i, k));
      softmax(row, op.getLogarithm());
      for (int64_t i = 0; i < axis.extent; ++i)
        result.setDouble(axis.at(o, i, k), row[i]);
    }
  call.yield(std::move(result));
  return Error::success();
}

static Error runLayerNorm(OpCall &call) {
  auto op = mlir::cast<graph::LayerNormOp>(call.op);
  const Literal &x = call.in(0), &scale = call.in(1);
  const Literal *bias = op.getBias() ? &call.in(2) : nullptr;
  const int64_t dim = op.getDim();
  int64_t inner = 1;
  for (int64_t extent : x.shape().drop_front(dim))
    inner *= extent;
  if (scale.count() != inner || (bias && bias->count() != inner))
    return makeError("scale or bias do not fit ", x.spec().str(), " from ",
                     dim);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  Shape lead(x.shape().take_front(dim));
  MLC_TRY(means, call.make(call.resultType(1), lead));
  MLC_TRY(inverses, call.make(call.resultType(2), lead));
  const double epsilon = op.getEpsilon().convertToDouble();
  for (int64_t o = 0; o < means.count(); ++o) {
    double sum = 0, square = 0;
    for (int64_t i = 0; i < inner; ++i)
      sum += x.getDouble(o * inner + i);
    const double mean = op.getRms() ? 0.0 : sum / static_cast<double>(inner);
    for (int64_t i = 0; i < inner; ++i) {
      double d = x.getDouble(o * inner + i) - mean;
      square += d * d;
    }
    const double inverse =
        1.0 / std::sqrt(square / static_cast<double>(inner) + epsilon);
    means.setDouble(o, mean);
    inverses.setDouble(o, inverse);
    for (int64_t i = 0; i < inner; ++i)
      result.setDouble(o * inner + i,
                       (x.getDouble(o * inner + i) - mean) * inverse *
                               scale.getDouble(i) +
                           (bias ? bias->getDouble(i) : 0.0));
  }
  call.yield(std::move(result));
  call.yield(std::move(means));
  call.yield(std::move(inverses));
  return Error::success();
}

static Error runBatchNorm(OpCall &call) {
  auto op = mlir::cast<graph::BatchNormOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  const double epsilon = op.getEpsilon().convertToDouble();
  Axis axis(x.shape(), std::min<int64_t>(1, x.rank() - 1));
  for (unsigned i = 1; i < 5; ++i)
    if (call.in(i).count() != axis.extent)
      return makeError("parameter ", call.in(i).spec().str(), " for ",
                       x.spec().str());
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t c = 0; c < axis.extent; ++c) {
      double scale = call.in(1).getDouble(c), bias = call.in(2).getDouble(c),
             mean = call.in(3).getDouble(c),
             deviation = std::sqrt(call.in(4).getDouble(c) + epsilon);
      for (int64_t k = 0; k < axis.inner; ++k)
        result.setDouble(axis.at(o, c, k),
                         (x.getDouble(axis.at(o, c, k)) - mean) / deviation *
                                 scale +
                             bias);
    }
  call.yield(std::move(result));
  return Error::success();
}

static Error runGelu(OpCall &call) {
  auto op = mlir::cast<graph::GeluOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  for (int64_t i = 0; i < x.count(); ++i) {
    double v = x.getDouble(i);
    double twice = op.getKind() == graph::GeluKind::Erf
                       ? std::erfc(-v / std::sqrt(2.0))
                       : 1.0 + std::tanh(std::sqrt(2.0 / 3.141592653589793) *
                                         (v + 0.044715 * v * v * v));
    result.setDouble(i, 0.5 * v * twice);
  }
  call.yield(std::move(result));
  return Error::success();
}

/// Offset of (b, h, i, j) in a mask that broadcasts from the right.
static int64_t maskOffset(const Literal &mask, ArrayRef<int64_t> index) {
  Shape strides = rowMajorStrides(mask.shape());
  int64_t offset = 0, skip = 4 - mask.rank();
  for (int64_t d = 0; d < mask.rank(); ++d)
    if (mask.shape()[d] != 1)
      offset += index[skip + d] * strides[d];
  return offset;
}

static Error runAttention(OpCall &call) {
  auto op = mlir::cast<graph::AttentionOp>(call.op);
  const Literal &q = call.in(0), &k = call.in(1), &v = call.in(2);
  const Literal *mask = op.getMask() ? &call.in(3) : nullptr;
  if (q.rank() != 4 || k.rank() != 4 || v.rank() != 4 ||
      (mask && mask->rank() > 4))
    return makeError("operands of rank 4 expected");
  const int64_t batch = q.shape()[0], heads = q.shape()[1], rows = q.shape()[2],
                depth = q.shape()[3], keyHeads = k.shape()[1],
                columns = k.shape()[2], width = v.shape()[3];
  if (keyHeads == 0 || heads % keyHeads != 0 || k.shape()[3] != depth ||
      v.shape()[1] != keyHeads || v.shape()[2] != columns ||
      k.shape()[0] != batch || v.shape()[0] != batch)
    return makeError("query ", q.spec().str(), ", key ", k.spec().str(),
                     " and value ", v.spec().str(), " do not fit");
  if (mask)
    for (int64_t d = 0; d < mask->rank(); ++d) {
      const int64_t want[] = {batch, heads, rows, columns};
      int64_t extent = mask->shape()[d];
      if (extent != 1 && extent != want[4 - mask->rank() + d])
        return makeError("mask ", mask->spec().str(), " does not fit");
    }
  MLC_TRY(result, call.make(call.resultType(),
                            Shape{batch, heads, rows, width}));
  if (Error error = call.interpreter.charge(
          batch * heads * rows * columns * (depth + width), 0))
    return error;
  const double scale = op.getScale().convertToDouble(),
               cap = op.getSoftcap().convertToDouble();
  std::vector<double> row(columns);
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t h = 0; h < heads; ++h) {
      const int64_t kh = h / (heads / keyHeads);
      for (int64_t i = 0; i < rows; ++i) {
        const int64_t qAt = ((b * heads + h) * rows + i) * depth;
        for (int64_t j = 0; j < columns; ++j) {
          const int64_t kAt = ((b * keyHeads + kh) * columns + j) * depth;
          double sum = 0;
          for (int64_t d = 0; d < depth; ++d)
            sum += q.getDouble(qAt + d) * k.getDouble(kAt + d);
          sum *= scale;
          if (cap > 0)
            sum = cap * std::tanh(sum / cap);
          if (mask)
            sum += mask->getDouble(maskOffset(*mask, {b, h, i, j}));
          if (op.getCausal() && j > i + columns - rows)
            sum = -std::numeric_limits<double>::infinity();
          row[j] = sum;
        }
        softmax(row, false);
        for (int64_t e = 0; e < width; ++e) {
          double sum = 0;
          for (int64_t j = 0; j < columns; ++j)
            sum += row[j] *
                   v.getDouble(((b * keyHeads + kh) * columns + j) * width + e);
          result.setDouble(((b * heads + h) * rows + i) * width + e, sum);
        }
      }
    }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addNeural(OpTable &table) {
  table[graph::SoftmaxOp::getOperationName()] = runSoftmax;
  table[graph::LayerNormOp::getOperationName()] = runLayerNorm;
  table[graph::BatchNormOp::getOperationName()] = runBatchNorm;
  table[graph::GeluOp::getOperationName()] = runGelu;
  table[graph::AttentionOp::getOperationName()] = runAttention;
}
