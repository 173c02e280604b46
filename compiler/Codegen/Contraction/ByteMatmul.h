//===- ByteMatmul.h - Products of bytes -------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// i8 or ui8 times a packed constant of i8, summed in i32: exact modulo 2^32 on
// every level, so all levels give the same bits. A step takes four neighbouring
// elements of a row of A and, for 16 columns, the four bytes that belong to
// them: one 64-byte row of a panel (see PackBytes.h).
//
//   amx-int8     tiles of 16 x 64 bytes (see TileMatmul.h)
//   avx512vnni   vpdpbusd. Its left operand is unsigned: signed elements of A
//                are read with the sign bit flipped (+ 128), which adds 128 x
//                the sum of the column; that is taken off before the epilogue.
//   others       vpmaddwd on even and odd elements widened to 16 bits: exact.
//                (vpmaddubsw saturates at 16 bits and is not used.)
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_BYTEMATMUL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_BYTEMATMUL_H

#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"

namespace mlc {

/// The best register tile for this product.
TileShape byteTile(const KernelBuilder &k, const MatmulParams &params);

/// The part of emitMatmul for `params.bytes`.
void emitByteMatmul(KernelBuilder &k, const MatmulParams &params,
                    mlir::Value begin, mlir::Value end);

/// Rows of a tile of windows that are read where they lie: pixels of one row
/// of the result, which is a whole number of such tiles. 0: windows are copied.
int64_t rowsReadInPlace(const KernelBuilder &k, const MatmulParams &params);

/// Whether windows of so many channels can be copied in slices.
bool canCopyWindows(int64_t channels);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_BYTEMATMUL_H
