//===- BenchByteMatmul.cpp - Products of bytes ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against vpdpbusd where the level has it, else against f32 multiply-adds.
//
//===----------------------------------------------------------------------===//

#include "test/Support/ByteProducts.h"
#include "test/benchmark/kernels/Bench.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlc;
using namespace mlc::bench;
using namespace mlc::test;

void mlc::bench::benchByteMatmul(const IsaLevel &level,
                                 const std::string &filter) {
  struct Row {
    const char *name;
    ByteProduct product;
  };
  const Row rows[] = {
      {"bert", {128, 768, 768, true}},
      {"bert signed", {128, 768, 768, false}},
      {"bert up", {128, 3072, 768, true}},
      {"bert down", {128, 768, 3072, true}},
      {"square", {512, 512, 512, true}},
      {"square signed", {512, 512, 512, false}},
      {"dynamic rows", {128, 768, 768, true, true}},
      {"small m", {8, 768, 768, true}},
      {"odd depth", {128, 768, 766, true}},
      {"computed square",
       {512, 512, 512, true, false, false, false, ByteProduct::RowMajor}},
      {"attention scores",
       {128, 128, 64, true, false, false, false, ByteProduct::Transposed}},
  };
  PeakProbe peak;
  if (level.has("avx512vnni"))
    peak = peakByteOps;
  for (const Row &row : rows) {
    const ByteProduct &q = row.product;
    std::string name =
        llvm::formatv("bytes {0} {1}x{2}x{3}", row.name, q.m, q.n, q.k);
    if (name.find(filter) == std::string::npos)
      continue;
    std::string dump = getenv("MLC_BENCH_ASM") ? "/tmp/kernel.s" : "";
    JitKernel kernel = compileByteProduct(level, q, dump);
    Buffer a(q.m * q.k / 4 + 1), b((q.n + 15) / 16 * 16 * (q.k + 3) / 4 + 16),
        sums(q.n + 16, true), c(q.m * q.n);
    report(name, level, kernel,
           {a.slot(), b.slot(), sums.slot(), c.slot(), q.m},
           2.0 * q.m * q.n * q.k, peak);
  }
}
