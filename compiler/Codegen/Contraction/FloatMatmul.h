//===- FloatMatmul.h - Products of floats in registers ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_FLOATMATMUL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_FLOATMATMUL_H

#include "compiler/Codegen/Contraction/MatmulNest.h"
#include "compiler/Codegen/MicroKernel/PrefetchStream.h"

namespace mlc {

class FloatMatmul : public MatmulNest {
public:
  FloatMatmul(KernelBuilder &k, const MatmulParams &params);

protected:
  void allocate() override;
  void panel(mlir::Value panelNumber) override;
  void panelsOfGroups(mlir::Value number) override;
  /// Adds k in [firstDepth, firstDepth + depth) to all rows of the block; row 0
  /// of that slice of the panel lies at packed[packedAt].
  void slice(mlir::Value firstDepth, mlir::Value depth, mlir::Value packed,
             mlir::Value packedAt, bool accumulate);

public:
  /// See MatmulParams::rowCopies.
  int64_t rowCopyElements() const { return copyAhead ? 2 * bufferSize : 0; }

private:
  bool fitsTogether() const;
  void rowTile(const MatrixOperand &a, mlir::Value start, mlir::Value row,
               int64_t height, mlir::Value tileNumber, mlir::Value column,
               mlir::Value depth, mlir::Value packed, mlir::Value packedAt,
               bool accumulate);
  void askAhead(mlir::Value row, int64_t height, mlir::Value tileNumber,
                mlir::Value column, mlir::Value steps, mlir::Value packed,
                mlir::Value packedAt);
  void askFarAhead(mlir::Value packed, mlir::Value packedAt);
  void prefetchNext(mlir::Value d);
  /// Elements of a packed panel.
  mlir::Value panelSize() {
    return k.mul(k.ceilDiv(p.k, k.index(group)), group * kPanel);
  }

  /// Elements of the depth that a step takes.
  int64_t group;

  /// Rows of A whose distance is a multiple of 4 KiB share one set of the L1
  /// cache, which holds fewer lines than a tile has rows: such rows are copied
  /// to a buffer with another distance, a slice of k at a time.
  bool copyA = false;
  /// Two such buffers: while a tile computes, its steps copy the next tile's
  /// rows, at no cost, since they leave the store unit idle.
  bool copyAhead = false;
  int64_t bufferSize = 0;
  mlir::Value rowCopy, nextBuffer;
  /// What the steps of a tile ask for: the lines of its results, by rows, and
  /// else its share of the panel behind this one.
  llvm::SmallVector<PrefetchStream, 4> results, weights;
  mlir::Value nextRow, nextStart, nextWeights; // while such a slice is computed
  /// Groups of columns in one tile, whose panels lie this far from each other.
  int64_t groupsInTile = 1;
  mlir::Value groupStride;
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_FLOATMATMUL_H
