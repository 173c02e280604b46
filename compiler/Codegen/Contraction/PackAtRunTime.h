//===- PackAtRunTime.h - Panels of a computed matrix ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_PACKATRUNTIME_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_PACKATRUNTIME_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Copies rows [0, depth) and columns [column, column + 32) of a matrix that
/// begins at `source` with the given strides to `panel` as [depth][32], widened
/// to the panel's element type. Columns from `columns` (the matrix' extent) on
/// become zeros or, where that is cheaper, copies of the last column: nobody
/// may use their products.
struct PanelSource {
  mlir::Value memref, offset, rowStride, columnStride;
  bool isUnsigned = false;
};
void emitPackPanel(KernelBuilder &k, const PanelSource &source,
                   mlir::Value depth, mlir::Value column, mlir::Value columns,
                   mlir::Value panel);

/// Transposes lanes x lanes elements held in vectors, in registers.
llvm::SmallVector<mlir::Value> transposeVectors(KernelBuilder &k,
                                                mlir::ValueRange rows);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_PACKATRUNTIME_H
