//===- NeuralOps.cpp - Neural ops ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Neural/NeuralOps.cpp.inc"

void GraphDialect::registerNeuralOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Neural/NeuralOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

#define MLC_REIFY_LIKE(Op, operand)                                            \
  LogicalResult Op::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &dims) {     \
    dims.push_back(extentsOf(builder, getLoc(), operand()));                   \
    return success();                                                          \
  }
MLC_REIFY_LIKE(SoftmaxOp, getInput)
MLC_REIFY_LIKE(BatchNormOp, getInput)
MLC_REIFY_LIKE(GeluOp, getInput)
#undef MLC_REIFY_LIKE

LogicalResult LayerNormOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> all = extentsOf(builder, getLoc(), getInput());
  SmallVector<OpFoldResult> outer(ArrayRef(all).take_front(getDim()));
  dims = {all, outer, outer};
  return success();
}

LogicalResult AttentionOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents = extentsOf(builder, getLoc(), getQuery());
  extents.back() = extentOf(builder, getLoc(), getValue(), 3);
  dims.push_back(extents);
  return success();
}

LogicalResult RecurrentOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  OpFoldResult time = extentOf(builder, getLoc(), getInput(), 0);
  OpFoldResult batch = extentOf(builder, getLoc(), getInput(), 1);
  OpFoldResult directions = builder.getIndexAttr(
      getDirection() == Direction::Bidirectional ? 2 : 1);
  OpFoldResult hidden = builder.getIndexAttr(getHidden());
  SmallVector<OpFoldResult> last{directions, batch, hidden};
  dims = {SmallVector<OpFoldResult>{time, directions, batch, hidden}, last, last};
  return success();
}

LogicalResult ResizeOp::reifyResultShapes(OpBuilder &,
                                          ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsFrom(tensorType(getResult()), getSizes()));
  return success();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult SoftmaxOp::verify() {
  return checkDim(*this, getDim(), tensorType(getInput()).getRank());
}

LogicalResult LayerNormOp::verify() {
  RankedTensorType type = tensorType(getInput());
  int64_t dim = getDim();
  if (dim < 0 || dim > type.getRank())
    return emitOpError("dimension ")
           << dim << " is outside a tensor of rank " << type.getRank();
  ArrayRef<int64_t> outer = type.getShape().take_front(dim);
  ArrayRef<int64_t> inner = type.getShape().drop_front(dim);
  if (failed(checkShape(*this, getScale(), inner, "a scale")) ||
      (getBias() && failed(checkShape(*this, getBias(), inner, "a bias"))) ||
      failed(checkShape(*this, getResult(), type.getShape(), "a result")) ||
      failed(checkShape(*this, getMean(), outer, "a mean")) ||
      failed(checkShape(*this, getInverseDeviation(), outer, "a deviation")))
    return failure();
  return sameElement(*this, getInput(), getResult());
}

LogicalResult BatchNormOp::verify() {
  RankedTensorType type = tensorType(getInput());
  if (type.getRank() < 2)
    return emitOpError("needs channels in dimension 1, has an input of ")
           << type;
  for (Value value : {getScale(), getBias(), getMean(), getVariance()})
    if (failed(
            checkShape(*this, value, {type.getDimSize(1)}, "channel values")))
      return failure();
  if (failed(checkShape(*this, getResult(), type.getShape(), "a result")))
    return failure();
  return sameElement(*this, getInput(), getResult());
}

LogicalResult AttentionOp::verify() {
  for (Value value : {getQuery(), getKey(), getValue(), getResult()})
    if (failed(checkRank(*this, value, 4, "query, key, value and result")))
      return failure();
  ArrayRef<int64_t> q = tensorType(getQuery()).getShape();
  ArrayRef<int64_t> k = tensorType(getKey()).getShape();
  ArrayRef<int64_t> v = tensorType(getValue()).getShape();
  int64_t batch = ShapedType::isDynamic(k[0]) ? q[0] : k[0];
  if (failed(checkShape(*this, getKey(), {q[0], k[1], k[2], q[3]}, "a key")) ||
      failed(checkShape(*this, getValue(), {batch, k[1], k[2], v[3]},
                        "a value")) ||
      failed(
          checkShape(*this, getResult(), {q[0], q[1], q[2], v[3]}, "a result")))
    return failure();
  if (q[1] != k[1] && !ShapedType::isDynamic(q[1]) &&
      !ShapedType::isDynamic(k[1]) && (k[1] == 0 || q[1] % k[1]))
    return emitOpError("has ")
           << q[1] << " query heads, no multiple of " << k[1] << " key heads";
  if (getMask() && tensorType(getMask()).getRank() > 4)
    return emitOpError("needs a mask of rank 4 at most, has ")
           << getMask().getType();
  return success();
}

LogicalResult RecurrentOp::verify() {
  int64_t directions = getDirection() == Direction::Bidirectional ? 2 : 1;
  int64_t gates = getKind() == RecurrentKind::LSTM  ? 4
                  : getKind() == RecurrentKind::GRU ? 3
                                                    : 1;
  int64_t functions = getKind() == RecurrentKind::LSTM  ? 3
                      : getKind() == RecurrentKind::GRU ? 2
                                                        : 1;
  int64_t hidden = getHidden();
  if (hidden < 1)
    return emitOpError("needs a positive hidden size, has ") << hidden;
  if (int64_t(getActivations().size()) != functions * directions)
    return emitOpError("needs ")
           << functions * directions << " activations, has "
           << getActivations().size();
  if (failed(checkRank(*this, getInput(), 3, "an input")))
    return failure();
  ArrayRef<int64_t> x = tensorType(getInput()).getShape();
  auto optional = [&](Value value, ArrayRef<int64_t> shape, StringRef what) {
    return value ? checkShape(*this, value, shape, what) : success();
  };
  if (failed(checkShape(*this, getWeights(), {directions, gates * hidden, x[2]},
                        "weights")) ||
      failed(checkShape(*this, getRecurrence(),
                        {directions, gates * hidden, hidden},
                        "recurrence weights")) ||
      failed(optional(getBias(), {directions, 2 * gates * hidden}, "a bias")) ||
      failed(optional(getLengths(), {x[1]}, "lengths")) ||
      failed(optional(getInitialHidden(), {directions, x[1], hidden},
                      "an initial state")) ||
      failed(optional(getInitialCell(), {directions, x[1], hidden},
                      "an initial cell")) ||
      failed(optional(getPeepholes(), {directions, 3 * hidden}, "peepholes")) ||
      failed(checkShape(*this, getStates(), {x[0], directions, x[1], hidden},
                        "states")) ||
      failed(checkShape(*this, getLastHidden(), {directions, x[1], hidden},
                        "a last state")) ||
      failed(checkShape(*this, getLastCell(), {directions, x[1], hidden},
                        "a last cell")))
    return failure();
  if ((getInitialCell() || getPeepholes()) && getKind() != RecurrentKind::LSTM)
    return emitOpError("has a cell state or peepholes, which only lstm knows");
  return success();
}

LogicalResult ResizeOp::verify() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (to.getRank() != from.getRank() ||
      int64_t(getScales().size()) != from.getRank())
    return emitOpError("needs a scale and a result extent for each of the ")
           << from.getRank() << " dimensions";
  for (double scale : getScales())
    if (!(scale >= 0) || !std::isfinite(scale))
      return emitOpError("needs finite scales of 0 or more, has ") << scale;
  if (getRoi() && int64_t(getRoi()->size()) != 2 * from.getRank())
    return emitOpError("needs a region of ")
           << 2 * from.getRank() << " numbers, has " << getRoi()->size();
  static constexpr StringLiteral coordinates[] = {
      "half_pixel",        "half_pixel_symmetric", "pytorch_half_pixel",
      "align_corners",     "asymmetric",           "tf_half_pixel_for_nn",
      "tf_crop_and_resize"};
  if (!llvm::is_contained(coordinates, getCoordinate()))
    return emitOpError("has unknown coordinates '") << getCoordinate() << "'";
  static constexpr StringLiteral roundings[] = {
      "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
  if (!llvm::is_contained(roundings, getNearest()))
    return emitOpError("has unknown rounding '") << getNearest() << "'";
  if (getCoordinate() == "tf_crop_and_resize" && !getRoi())
    return emitOpError("needs a region for tf_crop_and_resize");
  if (getMode() != ResizeMode::Nearest &&
      !isa<FloatType>(from.getElementType()) &&
      !isa<IntegerType>(from.getElementType()))
    return emitOpError("interpolates numbers, has ") << from;
  if (failed(sameElement(*this, getInput(), getResult())))
    return failure();
  return checkSizes(*this, to, getSizes().size());
}
