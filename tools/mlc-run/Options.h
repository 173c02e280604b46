//===- Options.h - The command line of mlc-run -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_OPTIONS_H
#define MLC_TOOLS_MLC_RUN_OPTIONS_H

#include "tools/mlc-run/Outcome.h"

#include <cstdint>
#include <map>
#include <vector>

namespace mlc::run {

/// "name=text" or, without a name, only text.
struct Binding {
  std::string name, text;
};

struct Options {
  std::string model;
  std::vector<std::string> compilerFlags; // handed to compile-model
  bool useCache = true;

  std::vector<Binding> inputs, expected;
  std::map<std::string, int64_t> dims;
  std::string entry, dataDir, stateIn, stateOut;
  std::string outputDir, outputFormat = "npy";
  std::string weightsPath;
  std::vector<std::string> opLibraries;
  bool verify = false;

  double rtol = 1e-3, atol = 1e-7;
  bool toleranceGiven = false;
  int64_t maxUlp = -1;

  std::string reference; // "", "interpreter" or "onnxruntime"
  bool perNode = false;

  bool benchmark = false;
  double warmupSeconds = 0.3, minSeconds = 1;
  int64_t iterations = 0;
  double percentile = 0;
  uint32_t streams = 0; // 0: not asked for, one

  bool profile = false;
  std::string profileFile;

  uint32_t threads = 0, isa = 0;
  std::string cpus;
  int fill = -1; // byte that memory is filled with before each run
  bool json = false, verbose = false;
  bool help = false, version = false;
};

/// Reads the arguments (response files expanded).
Outcome<Options> parseOptions(int argc, char **argv);
void printHelp();

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_OPTIONS_H
