//===- LowerToLLVM.h - From kernel functions to the LLVM dialect -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last stage that every kernel passes, whoever emitted it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOWERTOLLVM_H
#define MLC_COMPILER_CODEGEN_LOWERTOLLVM_H

#include "mlir/Pass/PassManager.h"

namespace mlc {

/// What the lowering must know of the machine.
struct KernelLoweringOptions {
  bool hasFma = true;
  bool hasF16C = true;
  /// Multiplies f32 by powers of two, with whatever comes of it, in one
  /// instruction (llvm.ldexp is no call).
  bool hasScale = false;
  /// Picks f32 out of two registers of 16 in one instruction.
  bool hasTables = false;
  /// Put the artifact's signature on the kernels; off for host functions, which
  /// bring their own.
  bool kernelAbi = true;
};

/// In: a module of func.func with scf, arith, vector (1-D), memref, math, cf.
/// Out: the LLVM dialect. `pm` must work on ModuleOp.
void buildKernelToLLVMPipeline(mlir::OpPassManager &pm,
                               const KernelLoweringOptions &options = {});

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOWERTOLLVM_H
