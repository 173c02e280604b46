//===- PackFewBits.h - Quantised constants as kernels read them -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights that stay at 8, 4 or 2 bits, in the panels of 32 columns that all
// weights of products have. They are signed: unsigned ones are moved down by
// half of their range, and their zero points with them. As recipes of the
// ConstantPool (input, integers -> result; the input is i8, ui8, i4, ui4, i2 or
// ui2, [K, N] or, with transposed = 1, [N, K]):
//
//   pack_bits   {transposed, depth}, the first `depth` rows:
//               8 bits -> i8 [ceil(N/32), depth, 32]
//               fewer  -> i32 [ceil(N/32), ceil(depth * bits / 32), 32]: a word
//               holds neighbouring rows of one column, the first in its low
//               bits
//   pack_zeros  {transposed} -> i8 [ceil(N/32), K, 32]: zero points
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_PACKFEWBITS_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_PACKFEWBITS_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// Rows of a column in one element of packed weights.
constexpr int64_t rowsPerElement(int64_t bits) {
  return bits == 8 ? 1 : 32 / bits;
}

/// What unsigned elements of a type are moved down by; 0 for signed ones.
int64_t middleOf(DType type);

/// The result of a recipe for an input of this spec; an error when they do not
/// fit.
llvm::Expected<TensorSpec> fewBitsSpec(llvm::StringRef recipe,
                                       const TensorSpec &input,
                                       llvm::ArrayRef<int64_t> ints);
llvm::Expected<Literal> packFewBits(llvm::StringRef recipe,
                                    const Literal &input,
                                    llvm::ArrayRef<int64_t> ints);

/// Makes the recipes known to a pool.
void registerFewBitsRecipes(ConstantPool &pool);

/// Adds the recipe to the pool (evaluated when the weights are written).
llvm::Expected<Hash128> addFewBits(ConstantPool &pool, llvm::StringRef recipe,
                                   const Hash128 &input,
                                   llvm::ArrayRef<int64_t> ints);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_PACKFEWBITS_H
