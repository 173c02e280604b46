//===- MatmulItems.h - How a product is cut into work items -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_MATMULITEMS_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_MATMULITEMS_H

#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"

namespace mlc {

/// The accumulators of one block of rows and one panel wait in a buffer for the
/// epilogue: 16 KiB of L1.
constexpr int64_t kBlockBytes = kMostBlockBytes;
/// A slice of B that is packed at run time.
constexpr int64_t kPackBytes = 14 << 10;

struct MatmulCut {
  /// Static m: tiles of balanced height, `tilesPerBlock` to a block. Dynamic m:
  /// blocks of `blockRows` rows, tiles of falling height inside.
  bool staticRows = false;
  BalancedTiles tiles = {0, 0, 0};
  int64_t tilesPerBlock = 0;
  int64_t blockRows = 0; // the most rows of a block
  int64_t panelGroup = 1;
  mlir::Value batches, blocks, panels, groups;
};

MatmulCut cutMatmul(KernelBuilder &k, const MatmulParams &params);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_MATMULITEMS_H
