//===- PairProduct.h - Dot products of pairs of bf16 ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a product of bf16 summed in f32 takes two elements of the depth: a
// word of a row that is broadcast, and for each column the word of its two
// weights. Packed panels therefore hold two neighbouring rows of a column
// together (PackWeights.h).
//
//   avx512bf16   vdpbf16ps
//   others       both halves widened by shifts, two multiplications and
//                additions in the instruction's order
//
// A product of two bf16 is exact in f32, so a fused multiplication changes
// nothing and all levels give the same sums, but for subnormal numbers: the
// instruction reads and writes them as zeros.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_PAIRPRODUCT_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_PAIRPRODUCT_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Elements of the depth that one step takes.
constexpr int64_t kPairGroup = 2;

/// Whether the level multiplies pairs in one instruction.
bool multipliesPairs(const IsaLevel &isa);

/// The two bf16 at `at` and `stride` behind it as a 32-bit word.
mlir::Value loadPair(KernelBuilder &k, mlir::Value memref, mlir::Value at,
                     mlir::Value stride);
/// The same where nothing is behind the first: zero.
mlir::Value loadHalfPair(KernelBuilder &k, mlir::Value memref, mlir::Value at);
/// Words of `lanes` neighbouring columns.
mlir::Value loadPairs(KernelBuilder &k, mlir::Value memref, mlir::Value at,
                      int64_t lanes);

/// One step: accumulators += pair(row) * pairs(vector), as updateTile.
void updateTileOfPairs(KernelBuilder &k,
                       llvm::SmallVectorImpl<mlir::Value> &accumulators,
                       int64_t rows, int64_t vectors,
                       llvm::function_ref<mlir::Value(int64_t)> pair,
                       llvm::function_ref<mlir::Value(int64_t)> pairs);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_PAIRPRODUCT_H
