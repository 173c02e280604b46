//===- ThreadPool.h - Workers that share the items of one kernel -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One job at a time. Items [0, n) are cut into one contiguous range per worker;
// each takes chunks from its own range first, then from the others'. So a
// worker mostly sees the same part of every layer (its cache still holds it),
// nobody waits for a slow one, and who runs what never changes the result. The
// calling thread is worker 0. Idle workers spin for about 50 microseconds,
// since the next kernel usually comes at once, then park on a futex.
//
// A job is opened, joined by whoever is awake, and closed by the caller when
// the items are gone: a worker that wakes late finds it closed and costs
// nothing.
//
// Threads start with the first parallel job. After fork() the child has none of
// them: a page that the kernel wipes in children tells so, and they start anew.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_CORE_THREADPOOL_H
#define MLC_RUNTIME_CORE_THREADPOOL_H

#include "runtime/src/core/Memory.h"

#include <atomic>
#include <pthread.h>

namespace mlc::rt {

class ThreadPool {
public:
  /// `workers` counts the calling thread. False: out of memory.
  bool initialize(const mlc_allocator &allocator, uint32_t workers);
  /// Ends and joins the threads.
  void destroy();

  /// Runs fn over [0, n) and returns when all of it is done. From one thread at
  /// a time.
  void run(mlc_kernel_fn fn, const int64_t *args, int64_t n, mlc_exec *exec);

  uint32_t size() const { return workers; }
  /// Workers that took at least one item of the latest job.
  uint32_t lastWorkers() const { return participants.load(); }

private:
  struct Worker {
    ThreadPool *pool;
    pthread_t thread;
    uint32_t index;
    bool started;
  };

  static void *threadMain(void *worker);
  void serve(uint32_t index);
  void takeItems(uint32_t index);
  bool waitForJob(uint32_t &seen);
  void startThreads();
  bool inForkedChild() const;
  void waitForWorkers();

  mlc_allocator allocator;
  uint32_t workers = 1;
  Worker *team = nullptr; // workers - 1 of them
  bool running = false;
  std::atomic<uint32_t> *alive = nullptr; // zero in a forked child

  // The job. Written by the caller while it is closed.
  mlc_kernel_fn fn = nullptr;
  const int64_t *args = nullptr;
  mlc_exec *exec = nullptr;
  int64_t chunk = 1;

  /// What is left of each worker's part, on a cache line of its own.
  struct alignas(64) Range {
    std::atomic<int64_t> next;
    int64_t end;
  };
  Range *ranges = nullptr; // `workers` of them

  /// High half: number of the job. Low half: open, waiting, members.
  alignas(64) std::atomic<uint64_t> state{0};
  alignas(64) std::atomic<uint32_t> sleepers{0};
  std::atomic<uint32_t> participants{0};
  std::atomic<uint32_t> quit{0};
};

} // namespace mlc::rt

#endif // MLC_RUNTIME_CORE_THREADPOOL_H
