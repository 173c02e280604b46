//===- KernelEmitters.h - Who lowers which kind of kernel ----- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table from `kernel.kind` to emitters in order of preference. An emitter
// that cannot do a kernel declines without a diagnostic and leaves nothing
// behind; the last of each row either succeeds or says what is in the way. A
// row with a name is for kernels whose variant asks for it by that name.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_KERNELEMITTERS_H
#define MLC_COMPILER_CODEGEN_KERNELEMITTERS_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace mlc {

/// Emits `@kernel` and `@kernel.items` into `module` for the level.
using KernelEmitter = llvm::LogicalResult (*)(kernel::FuncOp kernel,
                                              const IsaLevel &level,
                                              mlir::ModuleOp module);

struct KernelEmitterRow {
  llvm::StringRef kind;
  KernelEmitter emit;
  /// Right for everything, fast for nothing: named in reports.
  bool generic;
  /// What `by` of a variant says to get this emitter; "": by kind.
  llvm::StringRef name = "";
};

/// The emitters, first choice first.
llvm::ArrayRef<KernelEmitterRow> kernelEmitters();

/// Emits `kernel` through the table. Where the generic row did it, the function
/// carries `kernel.generic`.
llvm::LogicalResult emitKernel(kernel::FuncOp kernel, const IsaLevel &level,
                               mlir::ModuleOp module);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_KERNELEMITTERS_H
