//===- Epilogue.h - What happens between accumulator and store --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction or convolution hands its results, one machine vector at a time,
// to a callback before they are stored. The callback builds bias, activation,
// residual, conversion, and returns one vector per output of the kernel. It is
// built up to twice (whole vectors, and the tail with a mask), inside a loop
// over the rows of a block whose accumulators lie in a small buffer in L1: the
// code of an expensive activation exists once, not once per accumulator.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_EPILOGUE_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_EPILOGUE_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// One vector of results.
struct Piece {
  /// vector<lanes x accumulator type>.
  mlir::Value value;
  /// Of the same columns of further groups of columns (see ColumnGroups.h);
  /// `value` and `column` are then of the first one.
  llvm::SmallVector<mlir::Value> more;
  int64_t lanes = 0;
  /// How many lanes count, an index; null: all of them.
  mlir::Value valid;
  /// Matmul: the batch coordinates, then the row. Convolution: n, channel,
  /// then the spatial coordinates of the output; to a blocked output n, channel
  /// block, row, column, first lane.
  llvm::SmallVector<mlir::Value> coordinates;
  /// First column (matmul) or output channel (convolution) of the vector.
  mlir::Value column;
  /// Where this piece lies in an output of the kernel's own layout, in
  /// elements from its start; what else has that layout (a residual) is read
  /// there too.
  mlir::Value offset;

  mlir::Value load(KernelBuilder &k, mlir::Value memref, mlir::Value at) const {
    return k.loadVector(memref, at, lanes, valid);
  }
  void store(KernelBuilder &k, mlir::Value vector, mlir::Value memref,
             mlir::Value at) const {
    k.storeVector(vector, memref, at, valid);
  }
};

/// Returns one vector per output, in their order and of their element types; or
/// nothing, if it has stored everything itself.
using Epilogue =
    std::function<llvm::SmallVector<mlir::Value>(KernelBuilder &, const Piece &)>;

/// Stores the accumulator as it is, to one output of the same type.
llvm::SmallVector<mlir::Value> plainEpilogue(KernelBuilder &k,
                                             const Piece &piece);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_EPILOGUE_H
