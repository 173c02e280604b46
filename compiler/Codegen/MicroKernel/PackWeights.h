//===- PackWeights.h - Weights in the order kernels read them ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed layouts are the same for every code level: panels of 32 columns or
// output channels, blocks of 16 input channels, what is missing filled with
// zeros. As recipes of the ConstantPool (input, integers -> result):
//
//   pack_b          [.., K, N] or, with transposed = 1, [.., N, K]
//                   {transposed}      -> [.., ceil(N/32), K, 32]
//   pack_conv       [OC, IC/groups, KH, KW] or [OC, IC/groups, KW]
//                   {groups, plain}   -> [groups * ceil(OC/groups/32),
//                                         ceil(IC/groups/16), KH, KW, 16, 32],
//                   plain = 1 (input not blocked): [.., KH, KW, IC, 32]
//   pack_b_pairs, pack_conv_pairs
//                   the same of bf16 with two neighbours of the depth together:
//                                     [.., ceil(K/2), 32, 2]; [.., 8, 32, 2]
//                                        (no plain input)
//   pack_winograd   [OC, IC, 3, 3]
//                   {tile}            -> [ceil(OC/32), (tile + 2)^2, IC, 32]:
//                                        the filter transformed position by
//                                        position (WinogradTransform.h)
//   pack_depthwise  [C, 1, KH, KW] or [C, 1, KW]
//                   {}                -> [ceil(C/16), KH, KW, 16]
//   pack_channels   [.., C, ..]
//                   {block, dim}      -> [.., ceil(C/block), .., block], the
//                                        layout of activations, zero padded
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_PACKWEIGHTS_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_PACKWEIGHTS_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// The result of a packing recipe for an input of this spec; an error when the
/// parameters do not fit it.
llvm::Expected<TensorSpec> packedSpec(llvm::StringRef recipe,
                                      const TensorSpec &input,
                                      llvm::ArrayRef<int64_t> ints);

/// Packs a value.
llvm::Expected<Literal> packLiteral(llvm::StringRef recipe,
                                    const Literal &input,
                                    llvm::ArrayRef<int64_t> ints);

/// Makes the recipes above known to a pool.
void registerPackingRecipes(ConstantPool &pool);

/// Adds the recipe to the pool (evaluated when the weights are written).
llvm::Expected<Hash128> addPacked(ConstantPool &pool, llvm::StringRef recipe,
                                  const Hash128 &input,
                                  llvm::ArrayRef<int64_t> ints);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_PACKWEIGHTS_H
