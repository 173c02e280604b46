//===- Driver.h - One compilation from file to file -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compile-model does, as a library: other tools and the Python package
// compile the same way. A driver works on one model with one MLIRContext.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_DRIVER_H
#define MLC_COMPILER_PIPELINES_DRIVER_H

#include "compiler/Artifact/WriteArtifact.h"
#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace mlc {

/// Exit codes of the tools.
enum ExitCode {
  kDone = 0,
  kUserError = 1,
  kUnsupported = 2,
  kInternalError = 3
};

struct PhaseTime {
  std::string name;
  double seconds;
};

/// What --report writes.
struct CompileReport {
  std::vector<std::pair<std::string, int64_t>> importedOps; // name, count
  std::vector<PhaseTime> phases;
  ArtifactReport artifact;
  Manifest manifest;
  double totalSeconds = 0;
  /// Most memory that no file backs, while compiling.
  uint64_t peakAnonymousBytes = 0;
};
std::string reportJson(const CompileReport &report);
/// A table for people: seconds per phase, then the slowest kernels.
void printTimes(const CompileReport &report, llvm::raw_ostream &os);

/// A kernel with tilings to choose from, on the highest level of the host that
/// is compiled for.
struct TunableKernelInfo {
  std::string name;  // in the kernel table
  std::string key;   // tuningKey
  std::string level; // as choices are recorded for it
  std::string usual; // the strategy's choice
  std::vector<std::string> candidates;
};

class Driver {
public:
  /// `out` takes results, `err` diagnostics and, on a terminal, progress.
  Driver(const CompileOptions &options, std::string model,
         llvm::raw_ostream &out, llvm::raw_ostream &err);
  ~Driver();

  /// Compiles; returns an ExitCode. Every failure has been reported on `err`.
  int compile();
  /// --check: lists what is not supported.
  int check();

  /// Goes up to the schedules and tells what there is to choose (mlc-tune).
  int listTunable(std::vector<TunableKernelInfo> &kernels);

  const CompileReport &report() const { return compileReport; }

private:
  struct State;
  int error(int code, const llvm::Twine &text);
  /// The compiler's own fault: writes a reproducer.
  int internalError(const llvm::Twine &text);
  /// kUserError when the system refused something, else an internal error.
  int failure(llvm::Error problem);
  /// One line on a terminal, once the work has taken a second.
  void showProgress(const llvm::Twine &text);
  void clearProgress();
  void finishStep(llvm::StringRef name, double start);
  int loadModel();
  mlir::OwningOpRef<mlir::ModuleOp>
  importModel(const std::string &path, const std::string &entry, int &code);
  mlir::OwningOpRef<mlir::ModuleOp> loadEntry(const NamedFile &entry,
                                              int &code);
  int addEntry(mlir::ModuleOp other, const NamedFile &entry);
  int runPhasesTo(Phase last);
  int writeText(Phase last);
  int buildArtifact();
  int dumpPhase(Phase phase);
  std::string defaultOutput() const;
  std::string modelName() const;

  const CompileOptions &options;
  std::string model;
  llvm::raw_ostream &out, &err;
  std::unique_ptr<State> state;
  CompileReport compileReport;
};

/// What the importers take of the options.
onnx::ImportOptions importOptions(const CompileOptions &options);

/// Prints the passes of the phases up to the host program, as `mlc-opt
/// --pass-pipeline` reads them (--print-pipeline).
void printPipeline(const CompileOptions &options, llvm::raw_ostream &os);

/// Lists the operators that importers support (--list-ops).
void listOperators(ListFormat format, llvm::raw_ostream &os);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_DRIVER_H
