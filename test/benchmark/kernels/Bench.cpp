//===- Bench.cpp - Rate of one kernel against the machine's peak ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/benchmark/kernels/Bench.h"

#include "llvm/Support/CommandLine.h"
#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>

using namespace mlc;
using namespace mlc::bench;

Buffer::Buffer(size_t floats, bool zero) {
  constexpr size_t page = 2 << 20;
  size_t bytes = (floats * 4 + page) / page * page;
  data = static_cast<float *>(std::aligned_alloc(page, bytes));
  madvise(data, bytes, MADV_HUGEPAGE);
  uint32_t seed = 12345;
  for (size_t i = 0; i < bytes / 4; ++i) {
    seed = seed * 1664525u + 1013904223u;
    data[i] = zero ? 0.0f : float(int32_t(seed >> 8) % 2001 - 1000) / 1000.0f;
  }
}

Buffer::~Buffer() { std::free(data); }

void mlc::bench::report(const std::string &name, const IsaLevel &level,
                        const test::JitKernel &kernel,
                        const std::vector<int64_t> &args, double flops,
                        PeakProbe peak) {
  if (!peak)
    peak = [&](double seconds) { return test::peakFlops(level, seconds); };
  if (!kernel) {
    std::printf("%-34s did not compile\n", name.c_str());
    return;
  }
  double start = test::threadSeconds();
  kernel(args);
  kernel(args);
  double once = (test::threadSeconds() - start) / 2;
  int inner = std::max(1, int(5e-4 / once));
  std::vector<double> peaks, rates;
  for (int i = 0; i < 150; ++i) {
    peaks.push_back(peak(2e-4));
    start = test::threadSeconds();
    for (int j = 0; j < inner; ++j)
      kernel(args);
    rates.push_back(flops * inner / (test::threadSeconds() - start));
  }
  peaks.push_back(peak(2e-4));
  double best = *std::max_element(peaks.begin(), peaks.end());
  std::vector<double> quiet;
  for (size_t i = 0; i < rates.size(); ++i)
    if (peaks[i] > 0.93 * best && peaks[i + 1] > 0.93 * best)
      quiet.push_back(rates[i]);
  if (quiet.empty())
    quiet = rates;
  std::sort(quiet.begin(), quiet.end());
  double top = quiet.back(), median = quiet[quiet.size() / 2];
  std::printf(
      "%-34s %-3s n=%3zu  best %6.1f  median %6.1f GF   of peak (%5.1f) "
      "%5.1f %% / %5.1f %%   items %3lld  compile %3.0f + %3.0f ms, %zu KB\n",
      name.c_str(), level.name.str().c_str(), quiet.size(), top / 1e9,
      median / 1e9, best / 1e9, 100 * top / best, 100 * median / best,
      kernel.items ? (long long)kernel.items(args.data()) : 1LL,
      kernel.mlirSeconds * 1e3, kernel.llvmSeconds * 1e3,
      kernel.objectBytes >> 10);
  std::fflush(stdout);
}

static llvm::cl::opt<std::string> isaName("isa", llvm::cl::init("v4"),
                                          llvm::cl::desc("code level"));
static llvm::cl::opt<std::string>
    filter(llvm::cl::Positional, llvm::cl::desc("part of the kernels' names"));

static llvm::cl::opt<bool> peakOnly(
    "peak",
    llvm::cl::desc("print the GFLOP/s of multiply-adds alone, and end"));

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Rates of the micro-kernels, one thread\n");
  const IsaLevel *level = findIsaLevel(isaName);
  if (!level || !test::machineHas(*level)) {
    std::fprintf(stderr, "kernel-bench: this machine has no '%s'\n",
                 isaName.c_str());
    return 1;
  }
  if (peakOnly) {
    std::vector<double> rates;
    for (int i = 0; i < 50; ++i)
      rates.push_back(test::peakFlops(*level, 1e-3));
    std::sort(rates.begin(), rates.end());
    std::printf("%.1f\n", rates[rates.size() / 2] / 1e9);
    return 0;
  }
  benchMatmul(*level, filter);
  benchByteMatmul(*level, filter);
  benchConvolution(*level, filter);
  return 0;
}
