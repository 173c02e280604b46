//===- Tuner.h - Tries a model's schedules, keeps the best -------*- C++ -*-
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_TUNE_TUNER_H
#define MLC_TOOLS_MLC_TUNE_TUNER_H

#include "compiler/Pipelines/CompileOptions.h"
#include "tools/mlc-run/Options.h"

namespace mlc::tune {

struct TuneOptions {
  CompileOptions compile;
  run::Options run; // model, inputs, threads
  std::string database;
  double seconds = 60;
  bool verbose = false;
};

/// Returns an exit code; every failure has been told.
int tune(TuneOptions options);

} // namespace mlc::tune

#endif // MLC_TOOLS_MLC_TUNE_TUNER_H
