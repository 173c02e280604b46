//===- Quant.cpp - Reference of quantisation ops --------------------------===//
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

namespace {
/// Which element of scale and zero point belongs to an element of the input:
/// one for all, one per position along an axis, or one per block along it.
class Granularity {
public:
  static llvm::Expected<Granularity> get(const Literal &x, const Literal &scale,
                                         int64_t axis, int64_t block) {
    Granularity g;
    if (scale.count() == 1 && scale.rank() <= 1)
      return g;
    g.axis = axis;
    if (axis < 0 || axis >= x.rank())
      return makeError("axis ", axis, " of ", x.spec().str());
    if (scale.rank() == 1) {
      if (scale.shape()[0] != x.shape()[axis])
        return makeError("scale ", scale.spec().str(), " for ", x.spec().str(),
                         " along ", axis);
      g.strides.assign(x.rank(), 0);
      g.strides[axis] = 1;
      return g;
    }
    if (scale.rank() != x.rank() || block <= 0)
      return makeError("scale ", scale.spec().str(), " for ", x.spec().str());
    g.block = block;
    g.strides = rowMajorStrides(scale.shape());
    for (int64_t d = 0; d < x.rank(); ++d) {
      int64_t want = d == axis ? (x.shape()[d] + block - 1) / block
                               : x.shape()[d];
      if (scale.shape()[d] != want)
        return makeError("scale ", scale.spec().str(), " for ", x.spec().str(),
                         " in blocks of ", block);
    }
    return g;
  }
  int64_t at(ArrayRef<int64_t> index) const {
    int64_t offset = 0;
    for (size_t d = 0; d < strides.size(); ++d)
      offset += (static_cast<int64_t>(d) == axis ? index[d] / block : index[d]) *
                strides[d];
    return offset;
  }

private:
  int64_t axis = -1, block = 1;
  Shape strides;
};
} // namespace

/// Rounds a value to a float type, as the op's own arithmetic does.
static double roundTo(DType dtype, double value) {
  return decodeFloat(dtype, encodeFloat(dtype, value));
}

static double roundEven(double x) {
  if (!(std::fabs(x) < 0x1p52))
    return x;
  double floor = std::floor(x), rest = x - floor;
  return rest > 0.5 || (rest == 0.5 && std::fmod(floor, 2.0) != 0) ? floor + 1
                                                                   : floor;
}

static Error runQuantize(OpCall &call) {
  auto op = mlir::cast<graph::QuantizeOp>(call.op);
  const Literal &x = call.in(0), &scale = call.in(1), &zero = call.in(2);
  MLC_TRY(granularity,
          Granularity::get(x, scale, op.getAxis(), op.getBlock()));
  if (zero.count() != scale.count())
    return makeError("scale ", scale.spec().str(), " beside zero point ",
                     zero.spec().str());
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  const DType wide = x.dtype() == MLC_F64 ? MLC_F64 : MLC_F32;
  uint8_t *bytes = result.mutableBytes().data();
  int64_t at = 0;
  for (IndexWalk walk(x.shape()); walk.valid(); walk.next(), ++at) {
    int64_t g = granularity.at(*walk);
    double quotient = roundTo(wide, x.getDouble(at) / scale.getDouble(g));
    if (isFloat(result.dtype()))
      storeDouble(result.dtype(), bytes, at,
                  quotient + zero.getDouble(g),
                  op.getSaturate() ? Overflow::Saturate : Overflow::IEEE);
    else // saturates, and NaN gives 0
      result.setDouble(at, roundEven(quotient) + zero.getDouble(g));
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runDequantize(OpCall &call) {
  auto op = mlir::cast<graph::DequantizeOp>(call.op);
  const Literal &x = call.in(0), &scale = call.in(1), &zero = call.in(2);
  MLC_TRY(granularity,
          Granularity::get(x, scale, op.getAxis(), op.getBlock()));
  if (zero.count() != scale.count())
    return makeError("scale ", scale.spec().str(), " beside zero point ",
                     zero.spec().str());
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  int64_t at = 0;
  for (IndexWalk walk(x.shape()); walk.valid(); walk.next(), ++at) {
    int64_t g = granularity.at(*walk);
    double difference = roundTo(MLC_F32, x.getDouble(at) - zero.getDouble(g));
    result.setDouble(at, difference * scale.getDouble(g));
  }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addQuant(OpTable &table) {
  table[graph::QuantizeOp::getOperationName()] = runQuantize;
  table[graph::DequantizeOp::getOperationName()] = runDequantize;
}
