//===- Runner.h - One conformance test --------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_RUNNER_H
#define MLC_TEST_CONFORMANCE_DRIVER_RUNNER_H

#include "compiler/Constants/NumericCompare.h"
#include "compiler/Reference/Interpreter.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlc::conformance {

enum class Mode {
  /// Import and interpret.
  Interpreter,
  /// The same after every composite op was decomposed.
  Decomposed,
  /// The same after the phases from infer to fuse.
  Fused,
  /// Compile and run.
  Compiled
};
std::optional<Mode> parseMode(llvm::StringRef name);

struct RunOptions {
  Mode mode = Mode::Interpreter;
  /// Code level to run, empty for the best one here.
  std::string isa;
  /// Flags of compile-model, without dashes: "target=v3".
  std::vector<std::string> compileFlags;
  /// What the ONNX project's own runner allows.
  Tolerance tolerance = {1e-3, 1e-7, 0};
  /// The model draws random numbers (see compareValues); set for each test.
  bool random = false;
  /// Hand the outputs back instead of comparing them with expected ones.
  bool keepOutputs = false;
  /// Where to write the IR of failing tests, empty for nowhere.
  std::string dumpDirectory;
};

struct Outcome {
  std::string status; // pass, wrong, refused, error
  std::string detail;
  uint64_t maxUlps = 0;
  /// Kernels of the library that ran; 0 for the interpreter.
  int64_t kernels = 0;
  /// Counted only where there are no kernels.
  int64_t hostSteps = 0;
  /// Of the last data set, when asked for.
  reference::Values outputs;
  /// Of a model with data of other shapes: which of those sets ran and agreed,
  /// or why none did.
  std::string otherShape;
  /// Of a model that has a folded twin: the outputs that are not the same bits,
  /// by number and type.
  std::string foldedDiffers;
};

/// Runs the test in `directory`: model.onnx on its data sets, and, compiled, on
/// the first of the sets other_shape_N that the library does not refuse. If
/// folded.onnx stands there too, the same with its first input a constant, both
/// are compared.
Outcome runTest(llvm::StringRef directory, const RunOptions &options);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_RUNNER_H
