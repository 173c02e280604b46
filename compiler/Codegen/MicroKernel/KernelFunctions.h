//===- KernelFunctions.h - The two functions of a kernel --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELFUNCTIONS_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELFUNCTIONS_H

#include "compiler/Codegen/Loop/KernelSlots.h"
#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Writes the function that computes the items [slots.begin(), slots.end()) of
/// a kernel and the one that says how many there are. `run` returns whether
/// its body is to be kept; if not, nothing is left in the module and the result
/// is failure: the emitter declines.
mlir::LogicalResult emitKernelFunctions(
    kernel::FuncOp kernel, const IsaLevel &level, mlir::ModuleOp module,
    llvm::function_ref<bool(KernelBuilder &, KernelSlots &)> run,
    llvm::function_ref<mlir::Value(KernelBuilder &, KernelSlots &)> items);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELFUNCTIONS_H
