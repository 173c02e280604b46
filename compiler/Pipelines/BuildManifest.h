//===- BuildManifest.h - The manifest of a module ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what an artifact must say of itself off the IR after the phase buffers:
// entries and symbols from their declarations, kernels and nodes from their
// tables.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_BUILDMANIFEST_H
#define MLC_COMPILER_PIPELINES_BUILDMANIFEST_H

#include "compiler/Artifact/Manifest.h"
#include "compiler/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlc {

/// Needs the tables that mlc-number-kernels and mlc-layout-weights write. Fails
/// with a diagnostic when a declaration is incomplete.
mlir::LogicalResult buildManifest(mlir::ModuleOp module,
                                  const CompileOptions &options,
                                  Manifest &manifest);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_BUILDMANIFEST_H
