//===- PeakMemory.h - The most memory a compilation held --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anonymous memory only: mapped weights belong to the page cache, which gives
// them back when memory is short. The kernel keeps a peak of all resident
// memory but none of this part, so a thread looks every few milliseconds.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_PEAKMEMORY_H
#define MLC_COMPILER_PIPELINES_PEAKMEMORY_H

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace mlc {

class PeakMemory {
public:
  PeakMemory();
  ~PeakMemory();
  /// Ends the watch; returns the peak in bytes, 0 where the system tells none.
  uint64_t stop();

private:
  void watch();

  std::mutex lock;
  std::condition_variable ended;
  bool done = false;
  uint64_t peak = 0;
  std::thread thread; // last: it uses the others
};

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_PEAKMEMORY_H
