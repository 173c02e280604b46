//===- Probes.cpp - What this machine can do ---------------------------- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/profile/Probes.h"

#include "mlc/artifact_abi.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

using namespace mlc;

namespace {

// Short and many: some of them are not interrupted.
constexpr double kRoundSeconds = 0.004;
constexpr int kRounds = 20; // the best one counts
constexpr uint32_t kMostThreads = 256;
constexpr uint64_t kMostMemory = 256 << 20, kLeastMemory = 8 << 20;

double secondsNow() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

constexpr int kSums = 12;     // hides four cycles of latency on two units
constexpr int kSteps = 20000; // of one call

/// One call's work, in operations or bytes; `sink` keeps it alive.
using Loop = double (*)(const void *from, uint64_t bytes, float *sink);

// Twelve variables, not an array: that one compiler keeps in memory.
#define MLC_EACH_SUM(DO)                                                       \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define MLC_SUM_BEGIN(I) Vec sum##I = Vec{} + (start + float(I));
#define MLC_SUM_STEP(I) sum##I = sum##I * factor + term;
#define MLC_SUM_END(I) +sum##I
// The same text for each width: a template cannot carry the attribute.
#define MLC_PROBES(NAME, WIDTH, TARGET)                                        \
  TARGET double multiplyAdds##NAME(const void *, uint64_t, float *sink) {      \
    typedef float Vec __attribute__((vector_size(WIDTH)));                     \
    float start = sink[0];                                                     \
    Vec factor = Vec{} + (0.999f + start * 1e-9f), term = Vec{} + 1e-3f;       \
    MLC_EACH_SUM(MLC_SUM_BEGIN)                                                \
    for (int step = 0; step < kSteps; ++step) {                                \
      MLC_EACH_SUM(MLC_SUM_STEP)                                               \
    }                                                                          \
    Vec all = MLC_EACH_SUM(MLC_SUM_END);                                       \
    sink[0] = all[0] * 1e-9f;                                                  \
    return 2.0 * kSums * kSteps * (WIDTH / 4);                                 \
  }                                                                            \
  TARGET double reads##NAME(const void *from, uint64_t bytes, float *sink) {   \
    typedef uint64_t Vec __attribute__((vector_size(WIDTH)));                  \
    const Vec *at = static_cast<const Vec *>(from);                            \
    const Vec *end = at + bytes / WIDTH / 8 * 8;                               \
    Vec a{}, b{}, c{}, d{};                                                    \
    for (; at != end; at += 8) {                                               \
      a ^= at[0] ^ at[4];                                                      \
      b ^= at[1] ^ at[5];                                                      \
      c ^= at[2] ^ at[6];                                                      \
      d ^= at[3] ^ at[7];                                                      \
    }                                                                          \
    sink[0] += float((a ^ b ^ c ^ d)[0] & 1);                                  \
    return double(bytes / WIDTH / 8 * 8 * WIDTH);                              \
  }

MLC_PROBES(16, 16, )
#ifdef __x86_64__
MLC_PROBES(32, 32, __attribute__((target("avx2,fma"))))
MLC_PROBES(64, 64, __attribute__((target("avx512f"))))
#endif
#undef MLC_PROBES
#undef MLC_EACH_SUM
#undef MLC_SUM_BEGIN
#undef MLC_SUM_STEP
#undef MLC_SUM_END

struct Loops {
  Loop multiplyAdds, reads;
};

Loops loopsOf(uint32_t isa) {
#ifdef __x86_64__
  if (isa >= MLC_ISA_V4 && __builtin_cpu_supports("avx512f"))
    return {multiplyAdds64, reads64};
  if (isa >= MLC_ISA_V3 && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("fma"))
    return {multiplyAdds32, reads32};
#endif
  return {multiplyAdds16, reads16};
}

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

struct Worker {
  Loop loop;
  const char *from;
  uint64_t bytes;
  std::atomic<uint32_t> *missing; // that have not begun yet
  double rate = 0;                // result

  void run() {
    alignas(64) float sink[16] = {};
    loop(from, bytes, sink); // pages and clock
    missing->fetch_sub(1);
    while (missing->load() != 0)
      sched_yield();
    double begin = secondsNow(), now = begin, done = 0;
    while (now - begin < kRoundSeconds) {
      done += loop(from, bytes, sink);
      now = secondsNow();
    }
    rate = done / (now - begin);
    volatile float keep = sink[0];
    (void)keep;
  }
};

/// Work per second of all workers together. Fewer threads than asked for, where
/// the system has no more, are fewer workers.
double runRound(std::vector<Worker> &workers) {
  std::atomic<uint32_t> missing{uint32_t(workers.size())};
  std::vector<pthread_t> threads;
  for (Worker &worker : workers)
    worker.missing = &missing, worker.rate = 0;
  auto start = [](void *self) -> void * {
    static_cast<Worker *>(self)->run();
    return nullptr;
  };
  for (size_t i = 1; i < workers.size(); ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, start, &workers[i]) == 0)
      threads.push_back(thread);
    else
      missing.fetch_sub(1);
  }
  workers[0].run();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  double sum = 0;
  for (const Worker &worker : workers)
    sum += worker.rate;
  return sum;
}

/// Billions a second. Each worker has its `bytes` of the buffer.
double bestRate(Loop loop, const char *from, uint64_t bytes, uint32_t threads) {
  std::vector<Worker> workers(threads);
  for (uint32_t i = 0; i < threads; ++i)
    workers[i] = {loop, from + i * bytes, bytes, nullptr};
  double best = 0;
  for (int round = 0; round < kRounds; ++round)
    best = std::max(best, runRound(workers));
  return best / 1e9;
}

/// Half of a core's second-level cache, or a guess.
uint64_t cacheBytes() {
  long bytes = -1;
#ifdef _SC_LEVEL2_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  return std::clamp<uint64_t>(bytes > 0 ? uint64_t(bytes) / 2 : 0, 128 << 10,
                              1 << 20) /
         4096 * 4096;
}

/// A quarter of what is free at most.
uint64_t memoryBytes() {
  long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  uint64_t free = pages > 0 && size > 0 ? uint64_t(pages) * uint64_t(size) : 0;
  return std::clamp<uint64_t>(free / 4, kLeastMemory, kMostMemory);
}

} // namespace

MachinePeaks mlc::measurePeaks(uint32_t isa, uint32_t threads) {
  MachinePeaks peaks;
  peaks.isa = isa;
  threads = peaks.threads = std::clamp<uint32_t>(threads, 1, kMostThreads);
  Loops loops = loopsOf(isa);
  peaks.gflopsOneThread = bestRate(loops.multiplyAdds, nullptr, 0, 1);
  peaks.gflops = threads == 1
                     ? peaks.gflopsOneThread
                     : bestRate(loops.multiplyAdds, nullptr, 0, threads);

  peaks.cacheBytes = cacheBytes();
  uint64_t bytes = std::max(memoryBytes(), peaks.cacheBytes * threads);
  std::unique_ptr<void, void (*)(void *)> buffer(nullptr, free);
  for (; bytes >= peaks.cacheBytes * threads && !buffer; bytes /= 2) {
    buffer.reset(aligned_alloc(4096, bytes / 4096 * 4096));
    if (buffer)
      break;
  }
  if (!buffer)
    return peaks; // without rates of reading
  char *from = static_cast<char *>(buffer.get());
  uint64_t share = bytes / threads / 4096 * 4096;
  // Written, or every page would be the one page of zeros.
  std::fill(from, from + share * threads, char(1));
  peaks.cacheGbs = bestRate(loops.reads, from, peaks.cacheBytes, threads);
  peaks.memoryBytes = share * threads;
  peaks.memoryGbs = bestRate(loops.reads, from, share, threads);
  return peaks;
}
