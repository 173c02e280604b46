//===- Reproducer.h - What an internal error leaves behind ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that fails by its own fault owes its user a file to report: the
// IR before the step that failed, and the command that repeats it. The same is
// written when a step fails with a diagnostic and when it crashes.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_REPRODUCER_H
#define MLC_COMPILER_PIPELINES_REPRODUCER_H

#include "compiler/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace mlc {

class Reproducer {
public:
  /// `output` is what the compilation writes; the reproducer goes beside it, or
  /// to the folder for temporary files where that cannot be written.
  Reproducer(const CompileOptions &options, std::string model,
             std::string output);
  ~Reproducer();
  Reproducer(const Reproducer &) = delete;

  /// A step that works on no IR begins.
  void enter(llvm::StringRef step);
  /// A phase begins; a copy of `module` is kept.
  void enter(Phase phase, mlir::ModuleOp module);

  llvm::StringRef step() const { return current; }
  /// Writes the file; returns its path, or "" when nowhere can be written.
  std::string write();

private:
  std::string text();

  std::string flags, from, model, output, current;
  mlir::OwningOpRef<mlir::ModuleOp> before;
  Phase phase = Phase::Import;
};

/// From now on a crash of this process writes the reproducer of the compilation
/// that runs and exits with kInternalError. To be called once, after InitLLVM.
void exitOnCrash();

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_REPRODUCER_H
