//===- Bench.h - Rate of one kernel against the machine's peak --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_BENCHMARK_KERNELS_BENCH_H
#define MLC_TEST_BENCHMARK_KERNELS_BENCH_H

#include "test/Support/KernelJit.h"
#include <functional>
#include <string>
#include <vector>

namespace mlc::bench {

/// Page-aligned, filled with small random numbers (zeros would be faster).
class Buffer {
public:
  explicit Buffer(size_t floats, bool zero = false);
  Buffer(Buffer &&other) : data(other.data) { other.data = nullptr; }
  ~Buffer();
  float *data;
  int64_t slot() const { return int64_t(data); }
};

/// Runs all items on this thread, peak probe and kernel in turn, and prints one
/// line: GFLOP/s best and median, the same relative to the peak, compile times.
/// Samples during which the machine was disturbed (peak probe before or after
/// below 93 % of its best) are dropped.
/// `peak` measures what the kernel is held against; f32 multiply-adds by
/// default.
using PeakProbe = std::function<double(double seconds)>;
void report(const std::string &name, const IsaLevel &level,
            const test::JitKernel &kernel, const std::vector<int64_t> &args,
            double flops, PeakProbe peak = {});

void benchMatmul(const IsaLevel &level, const std::string &filter);
void benchByteMatmul(const IsaLevel &level, const std::string &filter);
void benchConvolution(const IsaLevel &level, const std::string &filter);

} // namespace mlc::bench

#endif // MLC_TEST_BENCHMARK_KERNELS_BENCH_H
