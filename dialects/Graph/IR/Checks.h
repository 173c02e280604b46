//===- Checks.h - What verifiers of several families ask ---------------*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===--------------------------------------------------------------------*- C++
//-*-===//

#ifndef MLC_DIALECTS_GRAPH_IR_CHECKS_H
#define MLC_DIALECTS_GRAPH_IR_CHECKS_H

#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlc::graph {

inline llvm::LogicalResult checkDim(mlir::Operation *op, int64_t dim,
                                    int64_t rank) {
  if (dim < 0 || dim >= rank)
    return op->emitOpError("dimension ")
           << dim << " is outside a tensor of rank " << rank;
  return mlir::success();
}

/// Every dimension inside the rank and named once.
inline llvm::LogicalResult
checkDims(mlir::Operation *op, llvm::ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : dims) {
    if (mlir::failed(checkDim(op, dim, rank)))
      return mlir::failure();
    if (!seen.insert(dim).second)
      return op->emitOpError("names dimension ") << dim << " twice";
  }
  return mlir::success();
}

/// One operand per dynamic extent of the result.
inline llvm::LogicalResult
checkSizes(mlir::Operation *op, mlir::RankedTensorType result, size_t sizes) {
  if (size_t(result.getNumDynamicDims()) != sizes)
    return op->emitOpError("needs one size per dynamic extent of ")
           << result << ", has " << sizes;
  return mlir::success();
}

inline llvm::LogicalResult sameElement(mlir::Operation *op, mlir::Value a,
                                       mlir::Value b) {
  mlir::Type from = mlir::getElementTypeOrSelf(a.getType());
  mlir::Type to = mlir::getElementTypeOrSelf(b.getType());
  if (from != to)
    return op->emitOpError("moves elements and cannot change their type from ")
           << from << " to " << to;
  return mlir::success();
}

inline llvm::LogicalResult checkRank(mlir::Operation *op, mlir::Value tensor,
                                     int64_t rank, llvm::StringRef what) {
  if (tensorType(tensor).getRank() != rank)
    return op->emitOpError("needs ")
           << what << " of rank " << rank << ", has " << tensor.getType();
  return mlir::success();
}

/// The shape may say more or less than `wanted`, but nothing else.
inline llvm::LogicalResult checkShape(mlir::Operation *op, mlir::Value tensor,
                                      llvm::ArrayRef<int64_t> wanted,
                                      llvm::StringRef what) {
  if (mlir::failed(
          mlir::verifyCompatibleShape(wanted, tensorType(tensor).getShape()))) {
    mlir::RankedTensorType want = tensorType(tensor).clone(wanted);
    return op->emitOpError("needs ")
           << what << " shaped like " << want << ", has " << tensor.getType();
  }
  return mlir::success();
}

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_IR_CHECKS_H
