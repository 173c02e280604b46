//===- TileMatmul.h - Products of bytes in AMX tiles ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32 rows by 32 columns: four tiles of sums, two of A, two of B. B is read as
// it is packed (16 rows of 64 bytes are 64 elements of 16 columns), A where it
// lies.
//
// Tiles are numbered here and configured by hand: what is left of the depth has
// tiles of its own width, so nothing is read beyond a row, and the compiler
// behind us knows one shape per tile and function only. A configuration zeroes
// all tiles, so it is loaded once for all tiles of rows of one height, and the
// sums wait in the block meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_TILEMATMUL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_TILEMATMUL_H

#include "compiler/Codegen/Contraction/Matmul.h"

namespace mlc {

constexpr int64_t kTileRows = 16, kTileBytes = 64;

/// Whether the level has tiles and the product fills them: its depth is known
/// it has not just a few rows, which vectors serve better, and its rows lie in
/// memory.
bool usesTiles(const KernelBuilder &k, const MatmulParams &params);

void emitTileMatmul(KernelBuilder &k, const MatmulParams &params,
                    mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_TILEMATMUL_H
