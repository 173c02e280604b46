//===- DriverState.h - What the parts of a driver share ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Driver.cpp, LoadModel.cpp and BuildArtifact.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_DRIVERSTATE_H
#define MLC_COMPILER_PIPELINES_DRIVERSTATE_H

#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/Reproducer.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/ThreadPool.h"
#include <chrono>
#include <mutex>
#include <optional>

namespace mlc {

inline double wallSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Driver::State {
  std::unique_ptr<llvm::DefaultThreadPool> threads;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Declared after the context: it keeps IR of it.
  std::optional<Reproducer> reproducer;
  /// For --time-passes.
  mlir::DefaultTimingManager passTimes;
  mlir::TimingScope passScope;
  /// Whether the model came as text IR.
  bool readText = false;
  /// Set by diagnostics: something legal that is not supported was met.
  bool unsupported = false;
  /// Set likewise: a pass could not write a file.
  bool unwritable = false;
  std::mutex lock;
  double start = wallSeconds();
  /// Whether messages go to a person's terminal, and a line of progress stands
  /// on it.
  bool terminal = false, progressShown = false;
};

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_DRIVERSTATE_H
