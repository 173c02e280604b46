//===- Phases.h - The phases as named pipelines -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One build function per phase that works on a module; compile-model and the
// pipelines `--mlc-phase-...` of mlc-opt call the same ones. What must hold
// after a phase is verified at its end.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_PHASES_H
#define MLC_COMPILER_PIPELINES_PHASES_H

#include "compiler/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlc {

/// Adds the passes of one phase (Infer to Buffers) for these options.
void buildPhase(mlir::OpPassManager &pm, Phase phase, const CompileOptions &options);

/// Checks the contract of a phase's result; a diagnostic names what breaks it.
llvm::LogicalResult verifyPhase(mlir::ModuleOp module, Phase phase);

/// Runs the phases `from` to `to`, both included, and verifies each. The times
/// of the passes are added to `times`.
llvm::LogicalResult runPhases(mlir::ModuleOp module,
                              const CompileOptions &options, Phase from,
                              Phase to, mlir::TimingScope *times = nullptr);

/// Makes `--mlc-phase-NAME` known to mlc-opt.
void registerPhasePipelines();

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_PHASES_H
