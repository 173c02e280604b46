//===- LoopKernel.h - Fused loops of elementwise ops and rows ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_LOOPKERNEL_H
#define MLC_COMPILER_CODEGEN_LOOP_LOOPKERNEL_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace mlc {

/// Lowers a kernel whose results are computed element by element: pointwise
/// chains, movement, reductions, and rows (`kernel.rows`) whose reductions are
/// computed before the elements that use them. Emits the kernel's two functions
/// into `module`; fails with a diagnostic on the op that is in the way.
llvm::LogicalResult emitLoopKernel(kernel::FuncOp kernel, const IsaLevel &isa,
                                   mlir::ModuleOp module);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_LOOPKERNEL_H
