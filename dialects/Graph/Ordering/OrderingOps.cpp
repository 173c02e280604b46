//===- OrderingOps.cpp - Ordering ops -----------------------------------===//
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
#include "dialects/Graph/Ordering/OrderingOps.cpp.inc"

void GraphDialect::registerOrderingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Ordering/OrderingOps.cpp.inc"
      >();
}

LogicalResult SortOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &dims) {
  dims.assign(2, extentsOf(builder, getLoc(), getInput()));
  return success();
}

LogicalResult TopKOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents = extentsOf(builder, getLoc(), getInput());
  RankedTensorType type = tensorType(getValues());
  if (!type.isDynamicDim(getDim()))
    extents[getDim()] = builder.getIndexAttr(type.getDimSize(getDim()));
  else if (getSize())
    extents[getDim()] = getSize();
  else
    return failure();
  dims.assign(2, extents);
  return success();
}
