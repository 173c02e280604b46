//===- ExtentInterface.h - What an op needs of extents ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_H
#define MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpDefinition.h"

namespace mlc::graph {

/// Takes requirements; implemented by the pass that makes run-time checks of
/// them. What is known to hold costs nothing.
class ExtentContext {
public:
  virtual ~ExtentContext() = default;
  /// An extent of an operand, or of a result.
  virtual mlir::OpFoldResult extent(mlir::Value tensor, unsigned dim) = 0;
  virtual mlir::OpFoldResult constant(int64_t value) = 0;
  /// `expr` of these extents as its dimensions.
  virtual mlir::OpFoldResult apply(mlir::AffineExpr expr,
                                   llvm::ArrayRef<mlir::OpFoldResult> dims) = 0;

  virtual void equal(mlir::OpFoldResult found, mlir::OpFoldResult wanted) = 0;
  virtual void atMost(mlir::OpFoldResult found, mlir::OpFoldResult limit) = 0;
  /// A multiple of `factor`; of 0, if that is 0, is 0 alone.
  virtual void multiple(mlir::OpFoldResult found,
                        mlir::OpFoldResult factor) = 0;

  /// The extents of a tensor, nothing of no tensor.
  void shape(mlir::Value tensor, llvm::ArrayRef<mlir::OpFoldResult> wanted);
};

/// States that every dimension which a loop walks has the extent of that loop;
/// nothing of an op that is not structured.
void requireLoopExtents(mlir::Operation *op, ExtentContext &context);

} // namespace mlc::graph

#include "dialects/Interfaces/ExtentInterface.h.inc"

#endif // MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_H
