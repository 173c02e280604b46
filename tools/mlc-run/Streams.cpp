//===- Streams.cpp - Several contexts of a model at once -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Benchmark.h"
#include "tools/mlc-run/Gate.h"

#include <algorithm>
#include <pthread.h>
#include <sched.h>

using namespace mlc::run;

namespace {

/// What the streams share.
struct Shared {
  const Session &session;
  const std::vector<Value> &inputs;
  const Options &options;
  uint32_t threads; // of each
  Gate gate;
};

struct Stream {
  Shared *shared = nullptr;
  cpu_set_t cpus = {};
  pthread_t thread = {};
  Outcome<Timing> timing = fault("did not run");
};

} // namespace

/// The part of the process's processors that stream i of n gets; all share them
/// in turn when there are fewer than streams.
static cpu_set_t partOf(const cpu_set_t &all, uint32_t i, uint32_t n) {
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &all))
      cpus.push_back(cpu);
  size_t count = cpus.size();
  size_t from = count < n ? i % count : i * count / n;
  size_t to = count < n ? from + 1 : (i + 1) * count / n;
  cpu_set_t part;
  CPU_ZERO(&part);
  for (size_t at = from; at < to; ++at)
    CPU_SET(cpus[at], &part);
  return part;
}

/// The state blocks of one context into another's.
static Outcome<Nothing> copyStates(mlc_context *from, mlc_context *to) {
  std::vector<uint8_t> bytes;
  mlc_status status = {};
  for (uint64_t i = 0; i < mlc_context_state_count(from); ++i) {
    bytes.resize(mlc_context_state_bytes(from, i));
    if (mlc_context_state_save(from, i, bytes.data(), bytes.size(), &status) ||
        mlc_context_state_load(to, i, bytes.data(), bytes.size(), &status))
      return runError(status);
  }
  return Nothing{};
}

static Outcome<Timing> runStream(Stream &stream) {
  Shared &shared = *stream.shared;
  // Here, so that a context's memory is near the processors that use it; the
  // workers, which it starts later, inherit the affinity.
  if (!shared.options.cpus.empty() &&
      sched_setaffinity(0, sizeof(stream.cpus), &stream.cpus) != 0)
    return fault("mlc-run: none of the processors of --cpus=" +
                 shared.options.cpus + " can be used");
  Outcome<mlc_context *> context = makeContext(
      shared.session, shared.options, shared.threads, nullptr, nullptr);
  if (!context)
    return context.error();
  Outcome<Nothing> copied = copyStates(shared.session.context, *context);
  Outcome<Timing> timing =
      copied ? timeRuns(*context, shared.session.entry, shared.inputs,
                        shared.options, &shared.gate)
             : Outcome<Timing>(copied.error());
  mlc_context_destroy(*context);
  return timing;
}

static void *streamMain(void *argument) {
  auto &stream = *static_cast<Stream *>(argument);
  stream.timing = runStream(stream);
  if (!stream.timing)
    stream.shared->gate.close();
  return nullptr;
}

Outcome<Timing> mlc::run::benchmarkStreams(const Session &session,
                                           const std::vector<Value> &inputs,
                                           const Options &options) {
  uint32_t n = options.streams;
  mlc_context_stats all = {};
  mlc_context_get_stats(session.context, &all);
  Shared shared{session, inputs, options, std::max(1u, all.threads / n),
                Gate(n)};
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (!options.cpus.empty() && sched_getaffinity(0, sizeof(cpus), &cpus) != 0)
    return fault("mlc-run: cannot tell the processors of --cpus=" +
                 options.cpus);

  // Not std::thread, which ends the program where there is no thread left.
  std::vector<Stream> streams(n);
  uint32_t started = 0;
  for (; started < n; ++started) {
    Stream &stream = streams[started];
    stream.shared = &shared;
    if (!options.cpus.empty())
      stream.cpus = partOf(cpus, started, n);
    if (pthread_create(&stream.thread, nullptr, streamMain, &stream) != 0)
      break;
  }
  if (started < n)
    shared.gate.close();
  for (uint32_t i = 0; i < started; ++i)
    pthread_join(streams[i].thread, nullptr);

  Timing sum;
  for (uint32_t i = 0; i < started; ++i) {
    if (!streams[i].timing)
      return streams[i].timing.error();
    Timing &one = *streams[i].timing;
    sum.firstSeconds = std::max(sum.firstSeconds, one.firstSeconds);
    // All passed the gate at one time, so the longest spans the others.
    sum.wallSeconds = std::max(sum.wallSeconds, one.wallSeconds);
    sum.seconds.insert(sum.seconds.end(), one.seconds.begin(),
                       one.seconds.end());
    uint64_t workspace = sum.stats.workspace_bytes + one.stats.workspace_bytes;
    uint64_t state = sum.stats.state_bytes + one.stats.state_bytes;
    sum.stats = one.stats;
    sum.stats.workspace_bytes = workspace;
    sum.stats.state_bytes = state;
  }
  if (started < n)
    return fault("mlc-run: the system has threads for " +
                 std::to_string(started) + " of " + std::to_string(n) +
                 " streams only");
  std::sort(sum.seconds.begin(), sum.seconds.end());
  return sum;
}
