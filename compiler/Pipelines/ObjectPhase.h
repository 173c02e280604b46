//===- ObjectPhase.h - From lowered IR to code ready for the back end --*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step between the dialects and the artifact library: takes the module
// after the phase buffers, brings kernels and host program to the LLVM dialect,
// and pairs them with the manifest.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_OBJECTPHASE_H
#define MLC_COMPILER_PIPELINES_OBJECTPHASE_H

#include "compiler/Artifact/WriteArtifact.h"
#include "compiler/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlc {

/// Inputs of the artifact library and the IR they point into.
struct LoweredModule {
  mlir::OwningOpRef<mlir::ModuleOp> code;
  ArtifactInputs inputs;
};

/// Fails with diagnostics.
mlir::FailureOr<LoweredModule> lowerToLLVM(mlir::ModuleOp module,
                                           const CompileOptions &options);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_OBJECTPHASE_H
