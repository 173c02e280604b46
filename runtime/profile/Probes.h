//===- Probes.h - What this machine can do -------------------*- C++ -*- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two rates that a kernel is held against, measured where and when it ran:
// a machine's data sheet knows neither the guest's share of a core nor its
// clock.
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_PROFILE_PROBES_H
#define MLC_RUNTIME_PROFILE_PROBES_H

#include <cstdint>

namespace mlc {

struct MachinePeaks {
  uint32_t isa = 0, threads = 1;
  /// f32 multiply-adds, two operations each, from registers.
  double gflops = 0, gflopsOneThread = 0;
  /// Reading, in 1e9 bytes a second: what each core keeps close by, and a block
  /// that its threads share out.
  double cacheGbs = 0, memoryGbs = 0;
  uint64_t cacheBytes = 0, memoryBytes = 0; // of a thread; of all
};

/// Takes about half a second. `isa` (an mlc_isa) says which vectors to use, 0
/// the narrowest.
MachinePeaks measurePeaks(uint32_t isa, uint32_t threads);

} // namespace mlc

#endif // MLC_RUNTIME_PROFILE_PROBES_H
