//===- Benchmark.h - How long a run takes ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_BENCHMARK_H
#define MLC_TOOLS_MLC_RUN_BENCHMARK_H

#include "tools/mlc-run/Json.h"
#include "tools/mlc-run/Model.h"
#include "tools/mlc-run/Values.h"

namespace mlc::run {

struct Timing {
  double firstSeconds = 0;
  std::vector<double> seconds; // of each measured run, sorted
  double flops = 0;            // of one run, 0 when unknown
};

/// First run, warm-up, then runs until both the least time and the count are
/// reached. Outputs keep their buffers from run to run.
Outcome<Timing> benchmark(const Session &session,
                          const std::vector<Value> &inputs,
                          const Options &options);
/// `library` tells compile and load times.
void reportBenchmark(const Timing &timing, const Session &session,
                     const Options &options, const Library &library,
                     Json *json);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_BENCHMARK_H
