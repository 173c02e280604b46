//===- PackBytes.h - Constant bytes in the order kernels read them -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed bytes are always signed and the same for every code level. As recipes
// of the ConstantPool (input, integers -> result):
//
//   pack_vnni4   i8 [K, N] or, with transposed = 1, [N, K]
//                {transposed}  -> i8 [ceil(N/16), ceil(K/4), 16, 4]
//   sum_vnni4    the same input {transposed} -> i32 [ceil(N/16) * 16], the sum
//                of each column
//   sum_columns  the same without what fills the last panel: i32 [N]
//   flip_sign    ui8 {} -> i8 of the same shape, each element less 128
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTES_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTES_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// Columns of a panel; how many rows of a column lie together.
constexpr int64_t kBytePanel = 16, kByteGroup = 4;

/// The result of a recipe for an input of this spec; an error when they do not
/// fit.
llvm::Expected<TensorSpec> packedBytesSpec(llvm::StringRef recipe,
                                           const TensorSpec &input,
                                           llvm::ArrayRef<int64_t> ints);
llvm::Expected<Literal> packBytes(llvm::StringRef recipe, const Literal &input,
                                  llvm::ArrayRef<int64_t> ints);

/// Makes the recipes known to a pool.
void registerBytePackingRecipes(ConstantPool &pool);

/// Adds the recipe to the pool (evaluated when the weights are written).
llvm::Expected<Hash128> addPackedBytes(ConstantPool &pool,
                                       llvm::StringRef recipe,
                                       const Hash128 &input,
                                       llvm::ArrayRef<int64_t> ints);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTES_H
