//===- Benchmark.cpp - How long a run takes ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Benchmark.h"

#include "tools/mlc-run/Gate.h"

#include <algorithm>

using namespace mlc::run;

namespace {
/// A call with its buffers, ready to be repeated.
struct Call {
  mlc_context *context;
  const mlc_entry *entry;
  ViewStorage storage;
  std::vector<mlc_tensor> in, out;
  mlc_status status = {};

  Call(mlc_context *context, const mlc_entry *entry,
       const std::vector<Value> &inputs)
      : context(context), entry(entry) {
    for (const Value &value : inputs)
      in.push_back(viewOf(value, storage));
    uint32_t m = 0;
    mlc_entry_outputs(entry, &m);
    out.resize(m);
  }
  ~Call() {
    for (mlc_tensor &tensor : out)
      mlc_tensor_release(context, &tensor);
  }
  bool operator()() {
    return mlc_run(context, entry, in.data(), uint32_t(in.size()), out.data(),
                   uint32_t(out.size()), &status) == MLC_OK;
  }
};
} // namespace

Outcome<Timing> mlc::run::timeRuns(mlc_context *context, const mlc_entry *entry,
                                   const std::vector<Value> &inputs,
                                   const Options &options, Gate *gate) {
  Timing timing;
  Call call(context, entry, inputs);
  auto fails = [&] {
    if (gate)
      gate->close();
    return runError(call.status);
  };
  auto stopped = [&] { return gate && gate->closed(); };
  double begin = secondsNow();
  if (!call())
    return fails();
  timing.firstSeconds = secondsNow() - begin;

  for (double end = secondsNow() + options.warmupSeconds;
       secondsNow() < end && !stopped();)
    if (!call())
      return fails();
  if (gate)
    gate->pass();

  double start = secondsNow(), before = start;
  for (int64_t i = 0; !stopped(); ++i) {
    before = secondsNow();
    bool enough = options.iterations
                      ? i >= options.iterations
                      : i >= 3 && before - start >= options.minSeconds;
    if (enough)
      break;
    if (!call())
      return fails();
    timing.seconds.push_back(secondsNow() - before);
  }
  timing.wallSeconds = before - start;
  std::sort(timing.seconds.begin(), timing.seconds.end());
  mlc_context_get_stats(context, &timing.stats);
  return timing;
}

Outcome<Timing> mlc::run::benchmark(const Session &session,
                                    const std::vector<Value> &inputs,
                                    const Options &options) {
  return timeRuns(session.context, session.entry, inputs, options, nullptr);
}

/// Most memory that this program held. Not getrusage's figure: that begins
/// with what the process held before it became this program.
static double peakResidentMb() {
  unsigned long kib = 0;
  if (FILE *status = fopen("/proc/self/status", "re")) {
    char line[128];
    while (fgets(line, sizeof line, status))
      if (sscanf(line, "VmHWM: %lu", &kib) == 1)
        break;
    fclose(status);
  }
  return double(kib) / 1024;
}

/// Nearest rank.
static double percentileOf(const std::vector<double> &sorted, double percent) {
  auto rank = size_t(std::ceil(percent / 100 * double(sorted.size())));
  return sorted[rank ? std::min(rank, sorted.size()) - 1 : 0];
}

void mlc::run::reportBenchmark(const Timing &timing, const Session &session,
                               const Options &options, const Library &library,
                               Json *json) {
  const mlc_context_stats &stats = timing.stats;
  double rssMb = peakResidentMb();
  const std::vector<double> &t = timing.seconds;
  double median = t.size() % 2 ? t[t.size() / 2]
                               : (t[t.size() / 2 - 1] + t[t.size() / 2]) / 2;
  // Of one stream the typical run counts, whatever lies between runs.
  double runsPerSecond =
      options.streams > 1 ? double(t.size()) / timing.wallSeconds : 1 / median;
  double gflops = timing.flops * runsPerSecond / 1e9;
  if (json) {
    json->field("median_ms", median * 1e3).field("min_ms", t.front() * 1e3);
    json->field("p90_ms", percentileOf(t, 90) * 1e3)
        .field("p99_ms", percentileOf(t, 99) * 1e3);
    if (options.percentile > 0)
      json->field("percentile_ms", percentileOf(t, options.percentile) * 1e3);
    json->field("runs", uint64_t(t.size())).field("runs_per_s", runsPerSecond);
    json->field("gflops", gflops).field("load_ms", session.loadSeconds * 1e3);
    json->field("first_ms", timing.firstSeconds * 1e3)
        .field("compile_s", library.compileSeconds);
    json->field("peak_rss_mb", rssMb)
        .field("arena_bytes", stats.workspace_bytes);
    json->field("state_bytes", stats.state_bytes)
        .field("threads", stats.threads);
    if (options.streams)
      json->field("streams", options.streams);
    json->field("isa", mlc_isa_name(stats.isa));
    return;
  }
  if (library.compileSeconds > 0)
    printf("compile   %.2f s\n", library.compileSeconds);
  printf("load      %.3f ms\nfirst run %.3f ms\n", session.loadSeconds * 1e3,
         timing.firstSeconds * 1e3);
  printf("median    %.4f ms  (%zu runs, %.1f runs/s", median * 1e3, t.size(),
         runsPerSecond);
  if (timing.flops > 0)
    printf(", %.1f GFLOP/s", gflops);
  printf(")\nmin       %.4f ms\np90       %.4f ms\np99       %.4f ms\n",
         t.front() * 1e3, percentileOf(t, 90) * 1e3, percentileOf(t, 99) * 1e3);
  if (options.percentile > 0)
    printf("p%-8g %.4f ms\n", options.percentile,
           percentileOf(t, options.percentile) * 1e3);
  printf("peak RSS  %.1f MB, arena %.1f MB, ", rssMb,
         double(stats.workspace_bytes) / 1e6);
  if (options.streams)
    printf("%u streams of ", options.streams);
  printf("%u threads, isa %s\n", stats.threads, mlc_isa_name(stats.isa));
}
