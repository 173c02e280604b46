//===- BenchMatmul.cpp - Matrix products ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "test/benchmark/kernels/Bench.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlc;
using namespace mlc::bench;
using namespace mlc::test;
using namespace mlir;

namespace {

enum class B { Packed, RowMajor, Transposed };

struct Shape {
  const char *name;
  int64_t batch, m, n, k;
  B b;
  bool dynamicRows = false;
};

const Shape kShapes[] = {
    {"bert", 1, 128, 768, 768, B::Packed},
    {"bert up", 1, 128, 3072, 768, B::Packed},
    {"bert down", 1, 128, 768, 3072, B::Packed},
    {"square", 1, 512, 512, 512, B::Packed},
    {"big square", 1, 1024, 1024, 1024, B::Packed},
    {"dynamic rows", 1, 128, 768, 768, B::Packed, true},
    {"small m", 1, 8, 768, 768, B::Packed},
    {"gemv", 1, 1, 4096, 4096, B::Packed},
    {"gemv small", 1, 1, 512, 512, B::Packed},
    {"attention scores", 12, 128, 128, 64, B::Transposed},
    {"attention values", 12, 128, 64, 128, B::RowMajor},
    {"computed square", 1, 512, 512, 512, B::RowMajor},
};

} // namespace

void mlc::bench::benchMatmul(const IsaLevel &level, const std::string &filter) {
  // A level with the dot product of pairs of bf16 is asked for that.
  bool pairs = multipliesPairs(level);
  for (const Shape &s : kShapes) {
    std::string name =
        llvm::formatv("matmul {0}{1} {2}x{3}x{4}x{5}", pairs ? "pairs " : "",
                      s.name, s.batch, s.m, s.n, s.k);
    if (name.find(filter) == std::string::npos)
      continue;
    auto params = [&](KernelBuilder &k, ValueRange slots) {
      MatmulParams p;
      p.batch = {k.index(s.batch)};
      p.m = s.dynamicRows ? slots[3] : k.index(s.m);
      p.n = k.index(s.n), p.k = k.index(s.k);
      Value one = k.index(1);
      p.a = {slots[0], {k.index(s.m * s.k)}, p.k, one, {}};
      p.b = {slots[1], {k.index(s.n * s.k)}, p.n, one, {}};
      if (s.b == B::Transposed)
        p.b.rowStride = one, p.b.columnStride = p.k;
      p.packedB = s.b == B::Packed;
      p.accumulator = k.b.getF32Type();
      p.pairs = pairs;
      p.outputs = {{slots[2], {k.index(s.m * s.n)}, p.n, one, {}}};
      return p;
    };
    std::string dump = getenv("MLC_BENCH_ASM") ? "/tmp/kernel.s" : "";
    JitKernel kernel = compileKernel(
        level,
        [&](OpBuilder &b) {
          Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
          Type operand = pairs ? flatBuffer(b.getBF16Type()) : buffer;
          KernelBuilder k(b, b.getUnknownLoc(), level);
          buildKernelFunctions(
              b, {operand, operand, buffer, index},
              [&](Value begin, Value end, ValueRange slots) {
                emitMatmul(k, params(k, slots), begin, end);
              },
              [&](ValueRange slots) {
                return matmulItems(k, params(k, slots));
              });
        },
        false, dump);
    Buffer a(s.batch * s.m * s.k), b(s.batch * s.n * s.k),
        c(s.batch * s.m * s.n);
    report(name, level, kernel, {a.slot(), b.slot(), c.slot(), s.m},
           2.0 * s.batch * s.m * s.n * s.k);
  }
}
