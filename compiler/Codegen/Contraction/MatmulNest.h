//===- MatmulNest.h - The loops around a register tile ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What products of every element type share: items, blocks of rows cut into
// tiles, slices of the depth, and the rows that go through the epilogue. How a
// panel is read and a tile is summed is the derived class' matter.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_MATMULNEST_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_MATMULNEST_H

#include "compiler/Codegen/Contraction/MatmulItems.h"

namespace mlc {

class MatmulNest {
public:
  MatmulNest(KernelBuilder &k, const MatmulParams &params)
      : k(k), p(params), cut(cutMatmul(k, params)), tile(tileOf(k, params)),
        lanes(k.lanes(params.accumulator)), reductions(k, params.reductions) {}
  virtual ~MatmulNest() = default;

  void items(mlir::Value begin, mlir::Value end);

protected:
  /// Leaves the sums of all rows of the block and of this panel in `block`, at
  /// the columns of its group.
  virtual void panel(mlir::Value panelNumber) = 0;
  /// The same for the panels of this number in all groups; one after the other
  /// by default.
  virtual void panelsOfGroups(mlir::Value number);
  /// Buffers that the whole kernel needs.
  virtual void allocate() {}
  /// Behind the last item.
  virtual void release() {}
  /// Last change to sums before the epilogue sees them.
  virtual mlir::Value finish(mlir::Value sums, mlir::Value column) {
    return sums;
  }

  /// Several slices of k, `limit` long: the sums wait in the block between
  /// them.
  void
  slices(int64_t limit,
         llvm::function_ref<void(mlir::Value first, mlir::Value depth)> body);
  /// Calls body(row in block, height, tile in block) for the tiles of the
  /// block, and `before(height)` in front of all tiles of one height.
  void
  rowTiles(llvm::function_ref<void(mlir::Value, int64_t, mlir::Value)> body,
           llvm::function_ref<void(int64_t)> before = {});
  /// The first element of a result's row in the current panel.
  mlir::Value resultAt(const MatrixOperand &out, mlir::Value rowInBlock);
  mlir::Value blockAt(mlir::Value row, mlir::Value column) {
    if (groupNumber)
      column = k.mad(groupNumber, k.index(kPanel), column);
    return k.mad(row, k.index(kPanel * p.groups), column);
  }

  KernelBuilder &k;
  const MatmulParams &p;
  MatmulCut cut;
  TileShape tile;
  int64_t lanes;

  // Of the current item.
  llvm::SmallVector<mlir::Value> batch;
  mlir::Value firstRow, firstTile, endTile, rows;
  mlir::Value aStart, bStart;
  mlir::Value panelNumber; // among those of the result's columns
  mlir::Value block; // [rows of the block][groups][32] accumulators

private:
  void item(mlir::Value number);
  void epilogueRows();
  void epilogueRow(mlir::Value row, mlir::Value column, bool masked);
  /// Number of the current entry of the batch.
  mlir::Value batchNumber();

  ReductionEmitter reductions;
  mlir::Value blockNumber; // of the current item
  mlir::Value groupNumber; // of the current panel; null: the only one
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_MATMULNEST_H
