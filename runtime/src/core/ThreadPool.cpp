//===- ThreadPool.cpp - Workers that share the items of one kernel -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/ThreadPool.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

using namespace mlc::rt;

namespace {
constexpr uint64_t openBit = 1u << 31;
constexpr uint64_t waitingBit = 1u << 30;
constexpr uint64_t memberMask = waitingBit - 1;
constexpr int64_t spinNanoseconds = 50000;
constexpr int64_t chunksPerWorker = 8;
constexpr size_t stackBytes = 1 << 20;
} // namespace

static uint32_t *halfOf(std::atomic<uint64_t> &word, int high) {
  return reinterpret_cast<uint32_t *>(&word) + high;
}

static void futexWait(uint32_t *address, uint32_t expected) {
  syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr,
          0);
}

static void futexWake(uint32_t *address, uint32_t n) {
  syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, n, nullptr, nullptr, 0);
}

static int64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

/// Spins until `done` or the time is up; says which.
template <typename Fn>
static bool spinUntil(Fn done) {
  int64_t deadline = 0;
  for (uint32_t i = 0;; ++i) {
    if (done())
      return true;
    __builtin_ia32_pause();
    if (i % 32 != 31)
      continue;
    int64_t time = now();
    if (!deadline)
      deadline = time + spinNanoseconds;
    else if (time >= deadline)
      return false;
  }
}

bool ThreadPool::initialize(const mlc_allocator &from, uint32_t count) {
  allocator = from;
  workers = count ? count : 1;
  if (workers == 1)
    return true;
  team = allocateArray<Worker>(allocator, workers - 1);
  ranges = allocateArray<Range>(allocator, workers);
  if (!team || !ranges)
    return false; // destroy() frees what there is
  for (uint32_t i = 0; i + 1 < workers; ++i) {
    team[i].pool = this;
    team[i].index = i + 1;
  }
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return true; // fork is then not noticed; everything else works
  if (madvise(page, 4096, MADV_WIPEONFORK) != 0) {
    munmap(page, 4096);
    return true;
  }
  alive = new (page) std::atomic<uint32_t>(0);
  return true;
}

bool ThreadPool::inForkedChild() const {
  return running && alive && alive->load(std::memory_order_relaxed) == 0;
}

void ThreadPool::destroy() {
  if (running && !inForkedChild()) {
    quit.store(1);
    state.fetch_add(uint64_t(1) << 32);
    futexWake(halfOf(state, 1), workers);
    for (uint32_t i = 0; i + 1 < workers; ++i)
      if (team[i].started)
        pthread_join(team[i].thread, nullptr);
  }
  if (alive)
    munmap(alive, 4096);
  if (team)
    freeArray(allocator, team, workers - 1);
  freeArray(allocator, ranges, workers);
  team = nullptr;
  ranges = nullptr;
  alive = nullptr;
  running = false;
  workers = 1;
}

/// A thread that cannot be had is done without: the others take its items.
void ThreadPool::startThreads() {
  state.store(0);
  sleepers.store(0);
  quit.store(0);
  if (alive)
    alive->store(1);
  running = true;

  // Signals are the program's business, not the workers'.
  sigset_t all, saved;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &saved);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  for (uint32_t i = 0; i + 1 < workers; ++i)
    team[i].started =
        pthread_create(&team[i].thread, &attributes, threadMain, &team[i]) == 0;
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &saved, nullptr);
}

void *ThreadPool::threadMain(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  worker->pool->serve(worker->index);
  return nullptr;
}

/// False: the pool ends. Otherwise `seen` is the number of an unseen job.
bool ThreadPool::waitForJob(uint32_t &seen) {
  uint32_t number = seen;
  auto changed = [&] {
    number = uint32_t(state.load(std::memory_order_acquire) >> 32);
    return number != seen;
  };
  if (!spinUntil(changed)) {
    sleepers.fetch_add(1);
    while (!changed())
      futexWait(halfOf(state, 1), seen);
    sleepers.fetch_sub(1);
  }
  seen = number;
  return quit.load() == 0;
}

void ThreadPool::serve(uint32_t index) {
  uint32_t seen = 0;
  while (waitForJob(seen)) {
    // Join only while it is open and still the job that was seen.
    uint64_t word = state.load();
    bool joined = false;
    while (uint32_t(word >> 32) == seen && (word & openBit) && !joined)
      joined = state.compare_exchange_weak(word, word + 1);
    if (!joined)
      continue;
    takeItems(index);
    uint64_t before = state.fetch_sub(1);
    if ((before & waitingBit) && (before & memberMask) == 1)
      futexWake(halfOf(state, 0), 1);
  }
}

void ThreadPool::takeItems(uint32_t index) {
  bool any = false;
  for (uint32_t k = 0; k < workers; ++k) {
    Range &range = ranges[(index + k) % workers];
    // Looking first spares the others' cache lines when nothing is left.
    while (range.next.load(std::memory_order_relaxed) < range.end) {
      int64_t begin = range.next.fetch_add(chunk, std::memory_order_relaxed);
      if (begin >= range.end)
        break;
      if (!any)
        participants.fetch_add(1, std::memory_order_relaxed);
      any = true;
      int64_t end = range.end - begin > chunk ? begin + chunk : range.end;
      fn(args, begin, end, index, exec);
    }
  }
}

void ThreadPool::waitForWorkers() {
  // Close: nobody joins any more.
  state.fetch_and(~openBit);
  auto alone = [&] { return (state.load() & memberMask) == 0; };
  if (spinUntil(alone))
    return;
  state.fetch_or(waitingBit);
  for (;;) {
    uint32_t low = uint32_t(state.load());
    if ((low & memberMask) == 0)
      break;
    futexWait(halfOf(state, 0), low);
  }
  state.fetch_and(~waitingBit);
}

void ThreadPool::run(mlc_kernel_fn kernel, const int64_t *arguments, int64_t n,
                     mlc_exec *execution) {
  if (n <= 0)
    return;
  participants.store(0, std::memory_order_relaxed);
  if (workers == 1 || n == 1) {
    participants.store(1, std::memory_order_relaxed);
    kernel(arguments, 0, n, 0, execution);
    return;
  }
  if (!running || inForkedChild())
    startThreads();

  fn = kernel;
  args = arguments;
  exec = execution;
  chunk = n / (int64_t(workers) * chunksPerWorker);
  if (chunk < 1)
    chunk = 1;
  int64_t begin = 0;
  for (uint32_t i = 0; i < workers; ++i) {
    int64_t share = (n - begin) / (workers - i);
    ranges[i].next.store(begin, std::memory_order_relaxed);
    ranges[i].end = begin += share;
  }
  // Publishes the fields above: number + 1, open, no members.
  uint64_t number = (state.load(std::memory_order_relaxed) >> 32) + 1;
  state.store((number << 32) | openBit);
  if (uint32_t asleep = sleepers.load()) {
    int64_t helpers = (n - 1) / chunk;
    futexWake(halfOf(state, 1),
              helpers < int64_t(asleep) ? uint32_t(helpers) : asleep);
  }
  takeItems(0);
  waitForWorkers();
}
