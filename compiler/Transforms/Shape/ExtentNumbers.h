//===- ExtentNumbers.h - Which extents are one ------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the extents of a function: two of one number are equal in every run.
// Extents follow from the ops' own reification down to inputs, where one symbol
// is one extent; scalars computed in the same way from the same numbers have
// one number. Ops must be visited in program order, so that no chain of them is
// followed by recursion.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SHAPE_EXTENTNUMBERS_H
#define MLC_COMPILER_TRANSFORMS_SHAPE_EXTENTNUMBERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include <map>

namespace mlc {

class ExtentNumbers : private mlir::OpBuilder::Listener {
public:
  explicit ExtentNumbers(mlir::func::FuncOp function);
  /// Erases what was made and is not used.
  ~ExtentNumbers() override;

  /// Notes what `op` computes. Returns the extents of its results where it can
  /// say them, else nothing.
  mlir::ReifiedRankedShapedTypeDims visit(mlir::Operation *op);
  /// An extent as a constant or a value of the host program that is computed
  /// where the tensor is, if not before.
  mlir::OpFoldResult extent(mlir::Value tensor, unsigned dim);
  unsigned number(mlir::OpFoldResult scalar);
  /// A builder in front of `op`; what it makes may go again when unused.
  mlir::OpBuilder before(mlir::Operation *op);

private:
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override {
    made.push_back(op);
  }
  mlir::OpFoldResult resolve(mlir::OpFoldResult scalar);
  void nameInputs(mlir::func::FuncOp function);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::OpFoldResult>> extents;
  llvm::DenseMap<mlir::Value, unsigned> ofValues;
  std::map<int64_t, unsigned> ofConstants; // any number, so no DenseMap
  /// By name, attributes and numbers of operands.
  std::map<llvm::SmallVector<uintptr_t>, unsigned> ofExpressions;
  unsigned next = 0;
  llvm::SmallVector<mlir::Operation *> made;
};

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SHAPE_EXTENTNUMBERS_H
