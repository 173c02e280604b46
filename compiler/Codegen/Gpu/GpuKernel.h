//===- GpuKernel.h - Kernels for GPUs ---------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a fused kernel to code for one thread: the element it computes, or the
// row that its warp reduces. A kernel of another shape has no GPU form yet and
// stays on the CPU.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_GPU_GPUKERNEL_H
#define MLC_COMPILER_CODEGEN_GPU_GPUKERNEL_H

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlc {

/// How threads share the work.
enum class GpuShape {
  Elements, // one thread computes one element of the results
  Rows      // one warp reduces one row
};

/// The shape in which this kernel can run; `why` says what is in the way when
/// there is none.
std::optional<GpuShape> gpuShapeOf(kernel::FuncOp kernel, std::string &why);

/// Emits `func @kernel(begin, end, worker, exec, slots...)` into `module`: the
/// work of one thread on element `begin`, or of lane `worker` on row `begin`.
mlir::LogicalResult emitGpuKernel(kernel::FuncOp kernel, GpuShape shape,
                                  mlir::ModuleOp module);

// What the function carries for the pass that makes its entry
// (mlc-gpu-entries): the types of its slots, and that a warp shares an item.
inline constexpr llvm::StringLiteral kGpuSlotsAttr = "gpu_slots";
inline constexpr llvm::StringLiteral kGpuRowsAttr = "gpu_rows";

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_GPU_GPUKERNEL_H
