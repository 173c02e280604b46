//===- PeakFlops.cpp - The machine's rate of multiply-adds ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Twelve independent chains in registers. A shared machine changes its speed by
// tens of percent within minutes, so every measurement of a kernel stands beside
// one of these, taken in the same moment.
//
//===----------------------------------------------------------------------===//

#include "test/Support/KernelJit.h"

#include <ctime>

using namespace mlc;

namespace {

template <int lanes>
struct VectorOf {
  typedef float type __attribute__((vector_size(lanes * 4)));
};

#define MLC_PEAK(NAME, LANES, TARGET, STEP)                                     \
  TARGET double NAME(long steps) {                                              \
    typedef VectorOf<LANES>::type V;                                            \
    V a[12], x = V{} + 0.999f, y = V{} + 0.001f;                                \
    for (V &v : a)                                                              \
      v = V{} + 1.0f;                                                           \
    for (long i = 0; i < steps; ++i) {                                          \
      STEP(a[0]) STEP(a[1]) STEP(a[2]) STEP(a[3]) STEP(a[4]) STEP(a[5])         \
      STEP(a[6]) STEP(a[7]) STEP(a[8]) STEP(a[9]) STEP(a[10]) STEP(a[11])       \
    }                                                                           \
    V sum = V{};                                                                \
    for (V &v : a)                                                              \
      sum += v;                                                                 \
    return sum[0];                                                              \
  }

#define MLC_FMA(R) asm volatile("vfmadd231ps %1, %2, %0" : "+v"(R) : "v"(x), "v"(y));
#define MLC_MUL_ADD(R)                                                          \
  {                                                                             \
    V t = x;                                                                    \
    asm volatile("mulps %1, %0" : "+x"(t) : "x"(y));                            \
    asm volatile("addps %1, %0" : "+x"(R) : "x"(t));                            \
  }

MLC_PEAK(peakV4, 16, __attribute__((target("avx512f"))), MLC_FMA)
MLC_PEAK(peakV3, 8, __attribute__((target("avx2,fma"))), MLC_FMA)
MLC_PEAK(peakV2, 4, , MLC_MUL_ADD)

} // namespace

double mlc::test::threadSeconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

double mlc::test::peakFlops(const IsaLevel &level, double seconds) {
  auto probe = level.vectorBits == 512   ? peakV4
               : level.vectorBits == 256 ? peakV3
                                         : peakV2;
  static volatile double sink;
  long steps = long(seconds * 2.5e9 / 12);
  double start = threadSeconds();
  sink = probe(steps);
  double taken = threadSeconds() - start;
  (void)sink;
  return double(steps) * 12 * level.lanes(32) * 2 / taken;
}
