//===- EpilogueReductions.h - Sums taken while results are stored -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product's epilogue may also combine its values along rows or columns: an
// item leaves one part per row and panel, or one per column and block of rows.
// Parts depend on the shape alone, never on who computed them, and a later
// kernel combines them in order: the result is the same for any thread count.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_EPILOGUEREDUCTIONS_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_EPILOGUEREDUCTIONS_H

#include "compiler/Codegen/MicroKernel/Epilogue.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "dialects/Interfaces/GraphInterfaces.h"

namespace mlc {

/// Columns that one part of a row covers: a panel.
constexpr int64_t kRowPart = kPanel;
/// Rows that one part of a column covers: a block of rows on every level, which
/// fits the accumulator buffer for elements of up to 8 bytes.
constexpr int64_t kColumnPart = 64;

struct EpilogueReduction {
  /// [batch.., m, ceil(n / kRowPart)], or else [batch.., ceil(m / kColumnPart),
  /// n].
  bool alongRow = false;
  graph::Combiner combiner = graph::Combiner::Sum;
  mlir::Type element; // also of the accumulators
  mlir::Value memref; // flat, where the parts go
};

/// Emits what the reductions of one kernel need around its epilogue.
class ReductionEmitter {
public:
  ReductionEmitter(KernelBuilder &k, llvm::ArrayRef<EpilogueReduction> all);

  /// Before the rows of a panel.
  void startPanel();
  /// One vector per reduction: columns [at, at + lanes) of the panel.
  void add(const Piece &piece, mlir::Value at, mlir::ValueRange values);
  /// After the last piece of a row; `partAt` is where parts of this row and
  /// panel lie.
  void finishRow(mlir::Value partAt);
  /// After the rows of a panel that begins at column `column` of `columns`;
  /// parts of this block begin at `partAt`.
  void finishPanel(mlir::Value partAt, mlir::Value column, mlir::Value columns);

private:
  mlir::Value neutral(const EpilogueReduction &r, int64_t lanes);
  mlir::Value combine(const EpilogueReduction &r, mlir::Value a, mlir::Value b);

  KernelBuilder &k;
  llvm::ArrayRef<EpilogueReduction> all;
  llvm::SmallVector<mlir::Value> columnSums; // [kPanel] each; null for rows
  llvm::SmallVector<mlir::Value> rowSums;    // a vector each; null for columns
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_EPILOGUEREDUCTIONS_H
