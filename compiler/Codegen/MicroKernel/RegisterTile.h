//===- RegisterTile.h - The block of accumulators ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rows x vectors accumulators; one step of the reduction loads `vectors` vectors
// of weights and, per row, one scalar that is broadcast. On AVX-512 14 x 2 uses
// 28 + 2 + 1 of 32 registers; one more row spills.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_REGISTERTILE_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_REGISTERTILE_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Columns of a packed panel of weights, on every level: what is packed must
/// not depend on who reads it.
constexpr int64_t kPanel = 32;

struct TileShape {
  int64_t rows;    // the most rows
  int64_t vectors; // per row
};

/// The best tile for accumulators of this type; vectors * lanes divides kPanel.
TileShape chooseTile(const IsaLevel &isa, mlir::Type accumulator);

/// How `extent` rows are cut into tiles of at most `limit`: `count` tiles, the
/// first `extra` of height + 1, the others of height. Never a tiny last tile.
struct BalancedTiles {
  int64_t count, height, extra;
  int64_t start(int64_t tile) const {
    return tile * height + std::min(tile, extra);
  }
};
BalancedTiles balance(int64_t extent, int64_t limit);

/// One step: accumulators += a(row) * b(vector). `accumulators` is row-major.
void updateTile(KernelBuilder &k, llvm::SmallVectorImpl<mlir::Value> &accumulators,
                int64_t rows, int64_t vectors,
                llvm::function_ref<mlir::Value(int64_t)> a,
                llvm::function_ref<mlir::Value(int64_t)> b);

/// x + y, of floats or integers.
mlir::Value addSums(KernelBuilder &k, mlir::Value x, mlir::Value y);

/// Stores the sum of a slice to a block of accumulators; with `accumulate` it
/// is added to what the slices before have left there.
void storeSum(KernelBuilder &k, mlir::Value sum, mlir::Value block,
              mlir::Value at, bool accumulate);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_REGISTERTILE_H
