//===- Gate.h - Where streams wait for each other --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_GATE_H
#define MLC_TOOLS_MLC_RUN_GATE_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace mlc::run {

/// A barrier for a number of threads that opens once; who fails closes it, and
/// then nobody waits any more.
class Gate {
public:
  explicit Gate(uint32_t threads) : awaited(threads) {}

  /// Returns when all threads are here, or the gate is closed.
  void pass() {
    std::unique_lock<std::mutex> lock(mutex);
    if (--awaited == 0)
      changed.notify_all();
    changed.wait(lock, [&] { return awaited == 0 || closed(); });
  }
  void close() {
    std::lock_guard<std::mutex> lock(mutex);
    isClosed = true;
    changed.notify_all();
  }
  bool closed() const { return isClosed; }

private:
  std::mutex mutex;
  std::condition_variable changed;
  uint32_t awaited;
  std::atomic<bool> isClosed{false};
};

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_GATE_H
