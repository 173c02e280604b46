//===- ColumnGroups.h - Products read in groups of columns ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One product often serves several values: the gates of a recurrent cell, the
// two halves of a gated unit. Its columns are then cut into groups of one
// width, and column c of each group meets column c of the others. A kernel that
// has the sums of all groups at hand computes what follows on the spot.
//
//   %p = packed_matmul %x, %w                        1 x 1024
//   %a = add %row, %p                                `wide`
//   %g0 = slice %a [0, 0], %g1 = slice %a [0, 256]   groups of 256
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_COLUMNGROUPS_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_COLUMNGROUPS_H

#include "dialects/Graph/IR/Graph.h"
#include <optional>

namespace mlc {

struct ColumnGroups {
  int64_t width = 0, count = 1;
  /// What is cut: the product, or the end of a chain of pointwise ops behind
  /// it.
  mlir::Value wide;
  /// The ops of that chain, without the product.
  llvm::SmallVector<mlir::Operation *> chain;
  /// Every reader of `wide`.
  llvm::SmallVector<graph::SliceOp> slices;
};

/// How `product` is read, if all of it is read in groups whose panels lie apart
/// from each other. That extents which are not static are those of the product
/// is not looked at.
std::optional<ColumnGroups> columnGroups(mlir::Operation *product);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_COLUMNGROUPS_H
