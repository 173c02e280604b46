//===- WeightFile.h - The side file of constants ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `X.mlir.weights` beside the text IR of `--compile-to`: the pool's entries, so
// that the text can name them by hash. Written and read by the same machine
// kind only (little-endian).
//
//   header   magic "MLCWGTS1", u32 version, u32 entries, u64 table bytes,
//            u64 file bytes, XXH3-128 of the table, zeros to 64 bytes
//   table    entries of varying length, 8-byte aligned:
//            hash, u32 kind (0 dense, 1 splat, 2 recipe), u32 dtype, u32 rank,
//            u32 name length, u64 offset, u64 bytes, u64 n ints, u64 n inputs,
//            dims[rank], then for recipes: name padded to 8, ints, input hashes
//   data     dense bytes (of one element for splats), 64-byte aligned
//
// The reader trusts nothing: every count and offset is bounded by the file
// before use, and every value's hash is recomputed when it enters the pool.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_WEIGHTFILE_H
#define MLC_COMPILER_CONSTANTS_WEIGHTFILE_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// Writes the named entries and what their recipes need, in that order, through
/// a temporary file that is renamed at the end.
llvm::Error writeWeightFile(const ConstantPool &pool,
                            llvm::ArrayRef<Hash128> hashes,
                            llvm::StringRef path);

/// Maps the file and adds its entries to `pool` as views.
llvm::Error readWeightFile(ConstantPool &pool, llvm::StringRef path);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_WEIGHTFILE_H
