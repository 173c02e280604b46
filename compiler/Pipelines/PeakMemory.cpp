//===- PeakMemory.cpp - The most memory a compilation held ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/PeakMemory.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace mlc;

/// Resident pages less those that files or shared memory back.
static uint64_t anonymousBytes(int statm) {
  char text[128];
  ssize_t n = pread(statm, text, sizeof text - 1, 0);
  unsigned long long resident = 0, backed = 0;
  if (n <= 0)
    return 0;
  text[n] = 0;
  if (sscanf(text, "%*u %llu %llu", &resident, &backed) != 2 ||
      backed > resident)
    return 0;
  return (resident - backed) * uint64_t(sysconf(_SC_PAGESIZE));
}

PeakMemory::PeakMemory() : thread([this] { watch(); }) {}
PeakMemory::~PeakMemory() { stop(); }

void PeakMemory::watch() {
  int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (statm < 0)
    return;
  std::unique_lock<std::mutex> guard(lock);
  do
    peak = std::max(peak, anonymousBytes(statm));
  while (!ended.wait_for(guard, std::chrono::milliseconds(4),
                         [&] { return done; }));
  close(statm);
}

uint64_t PeakMemory::stop() {
  {
    std::lock_guard<std::mutex> guard(lock);
    done = true;
  }
  ended.notify_one();
  if (thread.joinable())
    thread.join();
  return peak;
}
