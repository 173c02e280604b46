//===- OrderingOps.cpp - Ordering ops -----------------------------------===//
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

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Values and positions of one shape, which differs from the input's in `dim`
/// at most.
static LogicalResult checkOrdered(Operation *op, Value input, Value values,
                                  Value indices, int64_t dim,
                                  bool keepsExtent) {
  RankedTensorType type = tensorType(input);
  if (failed(checkDim(op, dim, type.getRank())))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  if (!keepsExtent && tensorType(values).getRank() == type.getRank())
    shape[dim] = tensorType(values).getDimSize(dim);
  if (failed(checkShape(op, values, shape, "values")) ||
      failed(checkShape(op, indices, shape, "indices")))
    return failure();
  return sameElement(op, input, values);
}

LogicalResult SortOp::verify() {
  return checkOrdered(*this, getInput(), getValues(), getIndices(), getDim(),
                      true);
}

LogicalResult TopKOp::verify() {
  if (failed(checkOrdered(*this, getInput(), getValues(), getIndices(),
                          getDim(),
                          /*keepsExtent=*/false)))
    return failure();
  int64_t count = tensorType(getValues()).getDimSize(getDim());
  int64_t extent = tensorType(getInput()).getDimSize(getDim());
  if (ShapedType::isDynamic(count) && !getSize())
    return emitOpError("needs a size for the dynamic extent of ")
           << getValues().getType();
  if (!ShapedType::isDynamic(count) && !ShapedType::isDynamic(extent) &&
      count > extent)
    return emitOpError("selects ") << count << " of " << extent << " elements";
  return success();
}

LogicalResult NonZeroOp::verify() {
  RankedTensorType result = tensorType(getResult());
  if (result.getRank() != 2 ||
      result.getDimSize(0) != tensorType(getInput()).getRank())
    return emitOpError("gives one row per dimension of ")
           << getInput().getType() << ", not " << result;
  return success();
}

LogicalResult NonZeroOp::reifyResultShapes(OpBuilder &builder,
                                           ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType type = tensorType(getResult());
  OpFoldResult count;
  if (!type.isDynamicDim(1))
    count = builder.getIndexAttr(type.getDimSize(1));
  else if (getSize())
    count = getSize();
  else
    return failure();
  dims.push_back({builder.getIndexAttr(type.getDimSize(0)), count});
  return success();
}

/// A k beyond the extent is an error of the run.
bool TopKOp::canFail() { return getSize() != nullptr; }
