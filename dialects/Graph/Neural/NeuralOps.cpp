//===- NeuralOps.cpp - Neural ops ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Compatible.h"
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
