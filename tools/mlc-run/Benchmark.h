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
  double firstSeconds = 0;     // of several streams: the longest
  std::vector<double> seconds; // of each measured run, sorted
  double wallSeconds = 0;      // from the first measured run to the last's end
  double flops = 0;            // of one run, 0 when unknown
  mlc_context_stats stats = {}; // bytes are sums over the streams
};

/// First run, warm-up, then runs until both the least time and the count are
/// reached. Outputs keep their buffers from run to run.
Outcome<Timing> benchmark(const Session &session,
                          const std::vector<Value> &inputs,
                          const Options &options);

/// Where streams wait for each other before what is measured begins, and where
/// one that fails ends the others.
class Gate;
/// `benchmark` of a context on this thread, one stream among others unless
/// `gate` is null.
Outcome<Timing> timeRuns(mlc_context *context, const mlc_entry *entry,
                         const std::vector<Value> &inputs,
                         const Options &options, Gate *gate);
/// `benchmark` of options.streams contexts at once, on a thread each with its
/// part of the worker threads and, where --cpus chooses them, processors. They
/// begin with the states of the session's context, which itself does not run.
Outcome<Timing> benchmarkStreams(const Session &session,
                                 const std::vector<Value> &inputs,
                                 const Options &options);
/// `library` tells compile and load times.
void reportBenchmark(const Timing &timing, const Session &session,
                     const Options &options, const Library &library,
                     Json *json);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_BENCHMARK_H
