//===- Weights.h - Writing the weights of an artifact -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights go from the constant pool to the file one tensor at a time, recipes
// evaluated on the way; they never pass through LLVM IR or the linker.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_WEIGHTS_H
#define MLC_COMPILER_ARTIFACT_WEIGHTS_H

#include "compiler/Artifact/Manifest.h"
#include "compiler/Constants/ConstantPool.h"
#include "llvm/Support/raw_ostream.h"

namespace mlc {

struct WrittenWeights {
  Hash128 total;             // of the whole block
  std::vector<Hash128> each; // of every tensor, in table order
};

/// Writes the block that manifest.weights describes at the current position.
llvm::Expected<WrittenWeights> writeWeights(const Manifest &manifest,
                                            const ConstantPool &pool,
                                            llvm::raw_fd_ostream &os);

/// The weights of a pool in first-use order, for layoutWeights.
std::vector<WeightSize> usedWeights(const ConstantPool &pool);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_WEIGHTS_H
