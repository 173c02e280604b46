//===- OpBuilding.h - Short ways to build graph ops -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What importers, decompositions and derivatives build with: types are
// inferred, extents are followed, broadcasts are explicit.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_OPBUILDING_H
#define MLC_DIALECTS_GRAPH_IR_OPBUILDING_H

#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlc {
class Literal;
}

namespace mlc::graph {

/// Splits mixed extents into a shape with `?` and the values for them.
std::pair<llvm::SmallVector<int64_t>, llvm::SmallVector<mlir::Value>>
splitExtents(llvm::ArrayRef<mlir::OpFoldResult> extents);

/// A rank-0 constant of `element` type.
mlir::Value scalarConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type element,
                           double value);
/// A known tensor: inside the op when it is small, else in the constant pool.
mlir::Value literalConstant(mlir::ImplicitLocOpBuilder &b, mlc::Literal value);
/// The same tensor under a type that knows more or fewer of its extents.
mlir::Value retype(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                   mlir::Type type);
/// An index as a rank-0 tensor of `element` type.
mlir::Value indexTensor(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult index,
                        mlir::Type element);
/// `value` in every element of a tensor shaped like `like`.
mlir::Value constantLike(mlir::ImplicitLocOpBuilder &b, mlir::Value like,
                         double value);
/// Repeats `tensor`, whose dimension i is result dimension `dims[i]`, to the
/// extents; the tensor itself when nothing changes.
mlir::Value broadcastTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                        llvm::ArrayRef<int64_t> dims,
                        llvm::ArrayRef<mlir::OpFoldResult> extents);
/// The same to the shape of `like`.
mlir::Value broadcastLike(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                          llvm::ArrayRef<int64_t> dims, mlir::Value like);
/// Reshape to mixed extents.
mlir::Value reshapeTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> extents);
/// Reduce over `dims`, which vanish.
mlir::Value reduce(mlir::ImplicitLocOpBuilder &b, Combiner combiner,
                   mlir::Value tensor, llvm::ArrayRef<int64_t> dims);
/// Reduce over `dims` and repeat the result along them again.
mlir::Value reduceAndSpread(mlir::ImplicitLocOpBuilder &b, Combiner combiner,
                            mlir::Value tensor, llvm::ArrayRef<int64_t> dims);
/// Converts the element type; the tensor itself when it has it.
mlir::Value castTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                   mlir::Type element);
/// Number of elements along `dims` as a rank-0 tensor of `element` type.
mlir::Value countAlong(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                       llvm::ArrayRef<int64_t> dims, mlir::Type element);
/// dot_general with the inferred type.
mlir::Value dotGeneral(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                       mlir::Value rhs, llvm::ArrayRef<int64_t> lhsBatch,
                       llvm::ArrayRef<int64_t> rhsBatch,
                       llvm::ArrayRef<int64_t> lhsContract,
                       llvm::ArrayRef<int64_t> rhsContract);
/// The box of `sizes` elements from static `starts` on.
mlir::Value sliceFrom(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> starts,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes,
                      llvm::ArrayRef<int64_t> steps = {});

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_IR_OPBUILDING_H
