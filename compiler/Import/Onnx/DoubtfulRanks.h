//===- DoubtfulRanks.h - Values whose rank the run decides -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The branches of an If may yield a scalar and a vector of one element. Here a
// value has one rank, the higher one; the values are the same, but what a node
// makes of them might have another rank. Such a value is remembered, and only
// nodes may read it that give the same result for both ranks: where it is
// broadcast against a tensor of that rank at least.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_DOUBTFULRANKS_H
#define MLC_COMPILER_IMPORT_ONNX_DOUBTFULRANKS_H

#include "compiler/Import/Onnx/Model.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace mlc::onnx {

class DoubtfulRanks {
public:
  void add(mlir::Value value) { values.insert(value); }
  bool contains(mlir::Value value) const { return values.contains(value); }

  /// What a node makes of its inputs.
  enum class Result {
    Known,    ///< its results have their ranks
    Doubtful, ///< elementwise: the doubt goes on
    Unknown   ///< the node's result depends on the rank
  };
  Result of(const Node &node, llvm::ArrayRef<mlir::Value> inputs) const;

private:
  llvm::DenseSet<mlir::Value> values;
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_DOUBTFULRANKS_H
