//===- NodeTable.h - Rows of the artifact's node table ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run-time error names its node by a row of the node table. The table is the
// module attribute `rt.nodes`, written by `mlc-number-kernels` in program order;
// whoever emits a check asks this class for the row of its location.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ANALYSIS_NODETABLE_H
#define MLC_COMPILER_ANALYSIS_NODETABLE_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace mlc {

class NodeTable {
public:
  /// Reads the table of the nearest module around `op` that has one.
  explicit NodeTable(mlir::Operation *op);

  /// Row of the first node that the location names; -1 when it names none, or
  /// none of the table.
  int64_t rowOf(mlir::Location loc) const;

private:
  llvm::StringMap<int64_t> rows;
};

} // namespace mlc

#endif // MLC_COMPILER_ANALYSIS_NODETABLE_H
