//===- MergeableSuffix.h - Dimensions that act as one -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_MERGEABLESUFFIX_H
#define MLC_COMPILER_CODEGEN_LOOP_MERGEABLESUFFIX_H

#include "dialects/Kernel/IR/Kernel.h"

namespace mlc {

/// Largest k such that the last k dimensions of the iteration space (of `rank`
/// dimensions) behave as one in every op of the kernel: it may then be indexed
/// with zeros and their joint number. `anchor`, whose result is given, is not
/// looked at.
unsigned mergeableSuffix(kernel::FuncOp kernel, unsigned rank,
                         mlir::Operation *anchor = nullptr);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_MERGEABLESUFFIX_H
