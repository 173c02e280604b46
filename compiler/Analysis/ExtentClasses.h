//===- ExtentClasses.h - Which extents are one number -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One extent has many names: a dimension of an operand, a number given to a
// kernel, the size of a broadcast. What the ops on them say makes classes of
// names: operands and results of a pointwise op have equal extents, a reduction
// keeps those it does not reduce, a broadcast has those it is given. Whoever
// asks two names of one class need not compare them at run time.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ANALYSIS_EXTENTCLASSES_H
#define MLC_COMPILER_ANALYSIS_EXTENTCLASSES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlc {

class ExtentClasses {
public:
  ExtentClasses() = default;
  explicit ExtentClasses(llvm::ArrayRef<mlir::Operation *> ops) {
    for (mlir::Operation *op : ops)
      add(op);
  }

  /// Takes in what an op says of its operands and results.
  void add(mlir::Operation *op);

  /// The class of dimension `dim` of a tensor, or of an index, as a number
  /// that may change when ops are added.
  unsigned classOf(mlir::Value tensor, unsigned dim);
  unsigned classOf(mlir::Value scalar);
  /// The class of a number.
  unsigned constant(int64_t value);
  /// Takes in that two classes are one, and what class a number is of since.
  void join(unsigned a, unsigned b);
  unsigned find(unsigned number);
  /// The number itself where a type or a constant tells.
  std::optional<int64_t> fixed(unsigned number);

  bool same(mlir::Value a, unsigned dimA, mlir::Value b, unsigned dimB) {
    return classOf(a, dimA) == classOf(b, dimB);
  }

private:
  unsigned make();
  void joinAll(mlir::Value a, mlir::Value b);

  llvm::SmallVector<unsigned> parents;
  llvm::SmallVector<std::optional<int64_t>> numbers; // by root
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> dims;
  llvm::DenseMap<mlir::Value, unsigned> scalars;
  llvm::DenseMap<int64_t, unsigned> constants;
};

} // namespace mlc

#endif // MLC_COMPILER_ANALYSIS_EXTENTCLASSES_H
