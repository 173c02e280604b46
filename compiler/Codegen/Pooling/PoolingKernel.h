//===- PoolingKernel.h - Kernels around a window ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_POOLING_POOLINGKERNEL_H
#define MLC_COMPILER_CODEGEN_POOLING_POOLINGKERNEL_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace mlc {

/// Lowers a kernel whose only op is a window over channel-blocked f32
/// activations: the lanes are a last dimension of one block that the window
/// does not cover. Declines others.
llvm::LogicalResult emitBlockedPoolingKernel(kernel::FuncOp kernel,
                                             const IsaLevel &level,
                                             mlir::ModuleOp module);

/// Lowers a kernel whose only op is a window over f32 activations in any other
/// layout: the lanes are pixels along the last dimension. Declines others.
llvm::LogicalResult emitPlanarPoolingKernel(kernel::FuncOp kernel,
                                            const IsaLevel &level,
                                            mlir::ModuleOp module);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_POOLING_POOLINGKERNEL_H
