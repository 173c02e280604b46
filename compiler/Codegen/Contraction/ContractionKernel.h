//===- ContractionKernel.h - Kernels around a matrix product ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_CONTRACTIONKERNEL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_CONTRACTIONKERNEL_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"
#include <optional>

namespace mlc {

/// Lowers a kernel of kind "contraction": its dot_general or packed_matmul runs
/// on the micro-kernel, the pointwise ops behind it as epilogue. Declines
/// (fails, leaving nothing) where the dimensions do not form a matrix product.
llvm::LogicalResult emitContractionKernel(kernel::FuncOp kernel,
                                          const IsaLevel &level,
                                          mlir::ModuleOp module);

/// What a strategy wants to know of such a kernel.
struct ContractionFacts {
  mlir::Type lhs, rhs, accumulator; // element types
  bool packed = false;              // rhs is a constant in panels
  bool bytes = false;               // both are bytes (see ByteMatmul.h)
  bool pairs = false;               // bf16 in pairs (see PairProduct.h)
  bool fewBits = false;             // rhs is dequantised (see PackFewBits.h)
  /// Rows of the product: `fixedRows` times the extents in these slots.
  int64_t fixedRows = 1;
  llvm::SmallVector<unsigned> rowSlots;
  /// Terms of each sum, and columns (of a group), where they are known.
  std::optional<int64_t> depth, columns;
  int64_t groups = 1; // of columns, see ColumnGroups.h
  /// Reductions begun here want blocks of rows of one height.
  bool fixedBlocks = false;
};

/// None where emitContractionKernel would decline the product's form.
std::optional<ContractionFacts> contractionFacts(kernel::FuncOp kernel);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_CONTRACTIONKERNEL_H
