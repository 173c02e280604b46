//===- Scratch.h - What the workers of a kernel need ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_KERNEL_IR_SCRATCH_H
#define MLC_DIALECTS_KERNEL_IR_SCRATCH_H

#include "dialects/Kernel/IR/Kernel.h"

namespace mlc::kernel {

/// On `kernel.func` and its lowered function, an i64 of at least 0: bytes that
/// each worker has to itself. On the former it is of the level that needs most.
inline constexpr llvm::StringLiteral kScratchAttr = "kernel.scratch";

/// The most that a kernel of the module asks for.
uint64_t scratchBytes(mlir::ModuleOp module);

} // namespace mlc::kernel

#endif // MLC_DIALECTS_KERNEL_IR_SCRATCH_H
