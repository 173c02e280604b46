//===- QuantOps.cpp - Quant ops -----------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Quant/QuantOps.cpp.inc"

void GraphDialect::registerQuantOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Quant/QuantOps.cpp.inc"
      >();
}

LogicalResult QuantizeOp::reifyResultShapes(OpBuilder &builder,
                                            ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}

LogicalResult DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                              ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Scale and zero point fit the tensor: per tensor, along the axis, in blocks.
static LogicalResult checkParameters(Operation *op, Value tensor, Value scale,
                                     Value zeroPoint, int64_t axis,
                                     int64_t block) {
  RankedTensorType type = tensorType(tensor), scaleType = tensorType(scale);
  if (failed(checkShape(op, zeroPoint, scaleType.getShape(), "a zero point")))
    return failure();
  if (block < 0)
    return op->emitOpError("needs a block of 0 or more, has ") << block;
  if (scaleType.getRank() == 0) {
    if (block)
      return op->emitOpError("has blocks, but one scale");
    return success();
  }
  if (failed(checkDim(op, axis, type.getRank())))
    return failure();
  if (!block) {
    if (scaleType.getRank() != 1)
      return op->emitOpError("needs a scale of rank 0 or 1, or blocks; has ")
             << scaleType;
    return checkShape(op, scale, {type.getDimSize(axis)}, "a scale");
  }
  SmallVector<int64_t> shape(type.getShape());
  if (!ShapedType::isDynamic(shape[axis]))
    shape[axis] = llvm::divideCeil(shape[axis], block);
  if (failed(checkRank(op, scale, type.getRank(), "a blocked scale")))
    return failure();
  return checkShape(op, scale, shape, "a scale");
}

LogicalResult QuantizeOp::verify() {
  if (failed(checkShape(*this, getResult(), tensorType(getInput()).getShape(),
                        "a result")))
    return failure();
  if (getElementTypeOrSelf(getZeroPoint().getType()) !=
      getElementTypeOrSelf(getResult().getType()))
    return emitOpError("has a zero point of ")
           << getZeroPoint().getType() << " for a result of "
           << getResult().getType();
  return checkParameters(*this, getInput(), getScale(), getZeroPoint(),
                         getAxis(), getBlock());
}

LogicalResult DequantizeOp::verify() {
  if (failed(checkShape(*this, getResult(), tensorType(getInput()).getShape(),
                        "a result")))
    return failure();
  if (getElementTypeOrSelf(getZeroPoint().getType()) !=
      getElementTypeOrSelf(getInput().getType()))
    return emitOpError("has a zero point of ")
           << getZeroPoint().getType() << " for an input of "
           << getInput().getType();
  return checkParameters(*this, getInput(), getScale(), getZeroPoint(),
                         getAxis(), getBlock());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool QuantizeOp::keepsIndex() { return true; }
bool DequantizeOp::keepsIndex() { return true; }

static Value withLanes(OpBuilder &b, Location loc, Value value, Type like) {
  auto vector = dyn_cast<VectorType>(like);
  if (!vector || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get(vector.getShape(), value.getType()), value);
}

/// The scale's or zero point's element for element `index` of the tensor; fails
/// where lanes would need different ones along a blocked axis.
static FailureOr<Value> parameter(ElementContext &context, Value tensor,
                                  ArrayRef<LaneIndex> index, int64_t axis,
                                  int64_t block) {
  if (tensorType(tensor).getRank() == 0)
    return context.element(tensor, {});
  if (!block)
    return context.element(tensor, {index[axis]});
  if (index[axis].step)
    return failure();
  OpBuilder &b = context.builder();
  SmallVector<LaneIndex> where(index);
  Value size = arith::ConstantIndexOp::create(b, context.loc(), block);
  where[axis].base =
      b.createOrFold<arith::DivUIOp>(context.loc(), index[axis].base, size);
  return context.element(tensor, where);
}

/// f32, or f64 where an operand is f64: what quantisation computes in.
static Type computeType(Operation *op, Value a, Value b) {
  for (Value value : {a, b})
    if (getElementTypeOrSelf(value.getType()).isF64())
      return Float64Type::get(op->getContext());
  return Float32Type::get(op->getContext());
}

FailureOr<Value> QuantizeOp::buildElement(ElementContext &context,
                                          ArrayRef<LaneIndex> index) {
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  FailureOr<Value> x = context.element(getInput(), index);
  FailureOr<Value> scale =
      parameter(context, getScale(), index, getAxis(), getBlock());
  FailureOr<Value> zero =
      parameter(context, getZeroPoint(), index, getAxis(), getBlock());
  if (failed(x) || failed(scale) || failed(zero))
    return failure();
  Type real = computeType(*this, getInput(), getScale());
  Type to = getElementTypeOrSelf(getResult().getType());
  FailureOr<Value> wide =
      m.convert(*x, getElementTypeOrSelf(getInput().getType()), real, false);
  FailureOr<Value> divisor = m.convert(
      *scale, getElementTypeOrSelf(getScale().getType()), real, false);
  if (failed(wide) || failed(divisor))
    return failure();
  Value quotient = arith::DivFOp::create(
      b, loc, *wide, withLanes(b, loc, *divisor, wide->getType()));
  if (isa<FloatType>(to)) // float8, float4: the type's own rounding; no offset
    return m.convert(quotient, real, to, getSaturate());
  FailureOr<Value> offset = m.convert(*zero, to, real, false);
  if (failed(offset))
    return failure();
  Value rounded = math::RoundEvenOp::create(b, loc, quotient);
  Value moved = arith::AddFOp::create(
      b, loc, rounded, withLanes(b, loc, *offset, rounded.getType()));
  return m.convert(moved, real, to, /*saturate=*/true);
}

FailureOr<Value> DequantizeOp::buildElement(ElementContext &context,
                                            ArrayRef<LaneIndex> index) {
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  FailureOr<Value> q = context.element(getInput(), index);
  FailureOr<Value> scale =
      parameter(context, getScale(), index, getAxis(), getBlock());
  FailureOr<Value> zero =
      parameter(context, getZeroPoint(), index, getAxis(), getBlock());
  if (failed(q) || failed(scale) || failed(zero))
    return failure();
  Type from = getElementTypeOrSelf(getInput().getType());
  Type to = getElementTypeOrSelf(getResult().getType());
  Type real = computeType(*this, getScale(), getResult());
  Value difference;
  auto integer = dyn_cast<IntegerType>(from);
  if (integer && integer.getWidth() > 16) {
    // 32-bit values do not fit f32: subtract as integers, which wrap as they do
    // in the standard.
    difference = arith::SubIOp::create(b, loc, *q,
                                       withLanes(b, loc, *zero, q->getType()));
    FailureOr<Value> converted = m.convert(difference, from, real, false);
    if (failed(converted))
      return failure();
    difference = *converted;
  } else {
    FailureOr<Value> wide = m.convert(*q, from, real, false);
    FailureOr<Value> offset = m.convert(*zero, from, real, false);
    if (failed(wide) || failed(offset))
      return failure();
    difference = arith::SubFOp::create(
        b, loc, *wide, withLanes(b, loc, *offset, wide->getType()));
  }
  FailureOr<Value> factor = m.convert(
      *scale, getElementTypeOrSelf(getScale().getType()), real, false);
  if (failed(factor))
    return failure();
  Value value = arith::MulFOp::create(
      b, loc, difference, withLanes(b, loc, *factor, difference.getType()));
  return m.convert(value, real, to, false);
}
