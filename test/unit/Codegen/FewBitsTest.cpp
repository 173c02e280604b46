//===- FewBitsTest.cpp - Quantised weights in products --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/Contraction/PackFewBits.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "test/Support/KernelJit.h"
#include "test/Support/Tensors.h"
#include "test/unit/Catch.h"

#include <cmath>
#include <vector>

using namespace mlc;
using namespace mlc::test;
using namespace mlir;

namespace {

struct Problem {
  int64_t m, n, k;
  DType weights;
  int64_t block; // k: one scale per column
  bool zeros = true;
  bool dynamic = false; // rows are a slot
  int64_t mostRows = 0, sums = 1;
};

/// Repeatable numbers of a type, all of its range.
Literal randomNumbers(TensorSpec spec, uint32_t seed) {
  Literal result = Literal::zeros(spec);
  for (int64_t i = 0; i < result.count(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    result.setBits(i, (seed >> 16) & ((1u << bitWidth(spec.dtype)) - 1));
  }
  return result;
}

Literal must(llvm::Expected<Literal> literal) {
  if (literal)
    return std::move(*literal);
  FAIL(llvm::toString(literal.takeError()));
  return {};
}

void check(const IsaLevel &level, const Problem &q) {
  INFO(level.name.str() << " " << q.m << "x" << q.n << "x" << q.k << " "
                        << dtypeName(q.weights).str() << " block " << q.block
                        << " zeros " << q.zeros << " dynamic " << q.dynamic
                        << " most " << q.mostRows << " sums " << q.sums);
  constexpr int64_t guard = 64;
  int64_t blocks = (q.k + q.block - 1) / q.block, bits = bitWidth(q.weights);
  Literal weights = randomNumbers({q.weights, {q.k, q.n}}, 5),
          zeros = randomNumbers({q.weights, {blocks, q.n}}, 6),
          scales = Literal::zeros({MLC_F32, {blocks, q.n}});
  if (!q.zeros)
    zeros = Literal::splatInt(zeros.spec(), middleOf(q.weights)).expanded();
  for (int64_t i = 0; i < scales.count(); ++i)
    scales.setDouble(i, 0.01 + 0.001 * double(i % 37));
  Literal packed = must(packFewBits("pack_bits", weights, {0, q.k})),
          packedZeros = must(packFewBits("pack_zeros", zeros, {0})),
          packedScales = must(packLiteral("pack_b", scales, {0}));
  std::vector<float> a = randomFloats(q.m * q.k, 1);
  std::vector<float> c(q.m * q.n + guard, -7.0f);

  auto params = [&](KernelBuilder &k, ValueRange slots) {
    MatmulParams p;
    Value one = k.index(1);
    p.m = q.dynamic ? slots[5] : k.index(q.m);
    p.n = k.index(q.n), p.k = k.index(q.k);
    p.a = {slots[0], {}, p.k, one, {}};
    p.b.memref = slots[1];
    p.b.rowStride = p.b.columnStride = one;
    p.packedB = true;
    p.fewBits = {bits, q.block, slots[2], q.zeros ? slots[3] : Value()};
    p.accumulator = k.b.getF32Type();
    p.mostRows = q.mostRows, p.sums = q.sums;
    p.outputs = {{slots[4], {}, p.n, one, {}}};
    return p;
  };
  JitKernel kernel = compileKernel(level, [&](OpBuilder &b) {
    Type reals = flatBuffer(b.getF32Type()), bytes = flatBuffer(b.getI8Type()),
         words = flatBuffer(bits == 8 ? b.getI8Type() : b.getI32Type());
    KernelBuilder k(b, b.getUnknownLoc(), level);
    buildKernelFunctions(
        b, {reals, words, reals, bytes, reals, b.getIndexType()},
        [&](Value begin, Value end, ValueRange slots) {
          emitMatmul(k, params(k, slots), begin, end);
        },
        [&](ValueRange slots) { return matmulItems(k, params(k, slots)); });
  });
  REQUIRE(kernel);
  std::vector<int64_t> args = {int64_t(a.data()),
                               int64_t(packed.bytes().data()),
                               int64_t(packedScales.bytes().data()),
                               int64_t(packedZeros.bytes().data()),
                               int64_t(c.data()),
                               q.m};
  kernel(args);
  double worst = 0;
  for (int64_t r = 0; r < q.m; ++r)
    for (int64_t col = 0; col < q.n; ++col) {
      double sum = 0, size = 1;
      for (int64_t d = 0; d < q.k; ++d) {
        int64_t at = d * q.n + col, parameter = d / q.block * q.n + col;
        double w = (weights.getDouble(at) - zeros.getDouble(parameter)) *
                   scales.getDouble(parameter);
        double t = a[r * q.k + d] * w;
        sum += t, size += std::fabs(t);
      }
      double error = std::fabs(c[r * q.n + col] - sum) / size;
      worst = std::max(worst, std::isnan(error) ? 1e30 : error);
    }
  CHECK(worst < 1e-6);
  for (int64_t i = 0; i < guard; ++i)
    CHECK(c[c.size() - 1 - i] == -7.0f);

  // Any cut into calls gives the same bits.
  std::vector<float> again(c.size(), -7.0f);
  args[4] = int64_t(again.data());
  kernel(args, 5);
  CHECK(again == c);
}

void checkAllLevels(const Problem &q) {
  for (const IsaLevel &level : isaLevels())
    if (level.id <= MLC_ISA_V4 && machineHas(level))
      check(level, q);
}

constexpr DType kTypes[] = {MLC_I8, MLC_U8, MLC_I4, MLC_U4, MLC_I2, MLC_U2};

} // namespace

TEST_CASE("quantised weights, scales per column", "[fewbits]") {
  for (DType type : kTypes)
    for (int64_t k : {1, 7, 16, 33, 97, 200})
      for (int64_t m : {1, 3, 17})
        checkAllLevels({m, 37, k, type, k, k % 2 == 1});
}

TEST_CASE("quantised weights, scales per block", "[fewbits]") {
  for (DType type : kTypes)
    for (int64_t k : {32, 40, 96, 130, 256})
      for (int64_t m : {1, 5, 40})
        checkAllLevels({m, 64, k, type, m == 5 ? 16 : 32, k != 96});
  // Blocks that are no multiple of a step, or longer than a slice.
  checkAllLevels({2, 33, 50, MLC_U8, 3});
  checkAllLevels({20, 33, 50, MLC_U8, 3});
  checkAllLevels({20, 40, 520, MLC_U4, 128});
  checkAllLevels({1, 40, 520, MLC_I4, 128});
}

TEST_CASE("quantised weights, rows counted at run time", "[fewbits]") {
  for (DType type : {MLC_I8, MLC_U4})
    for (int64_t m : {0, 1, 2, 6, 13, 15, 50}) {
      checkAllLevels({m, 48, 96, type, 32, true, true});
      if (m <= 3)
        checkAllLevels({m, 48, 100, type, 100, false, true, 3, 8});
    }
}

TEST_CASE("quantised weights, several sums in flight", "[fewbits]") {
  for (DType type : kTypes)
    for (int64_t k : {5, 64, 79})
      checkAllLevels({1, 32, k, type, k == 64 ? 16 : k, true, false, 0, 8});
}

TEST_CASE("quantised weights, rows 4 KiB apart", "[fewbits]") {
  checkAllLevels({28, 32, 1024, MLC_I8, 1024, false});
  checkAllLevels({28, 32, 1024, MLC_I4, 32});
}

TEST_CASE("packing of few bits", "[fewbits]") {
  // Three columns of five rows, and the same matrix turned.
  Literal rows = Literal::zeros({MLC_U4, {5, 3}}),
          columns = Literal::zeros({MLC_U4, {3, 5}});
  for (int64_t r = 0; r < 5; ++r)
    for (int64_t c = 0; c < 3; ++c) {
      rows.setUInt(r * 3 + c, 3 * r + c);
      columns.setUInt(c * 5 + r, 3 * r + c);
    }
  Literal packed = must(packFewBits("pack_bits", rows, {0, 5}));
  CHECK(packed.spec() == TensorSpec{MLC_I32, {1, 1, 32}});
  // 8 is the middle: 0 3 6 9 12 are -8 -5 -2 1 4.
  CHECK(packed.getUInt(0) == 0x00041eb8u);
  CHECK(packed.getUInt(3) == 0);
  CHECK(must(packFewBits("pack_bits", columns, {1, 5})).bytes() ==
        packed.bytes());
  // Rows that are cut off leave nothing.
  CHECK(must(packFewBits("pack_bits", rows, {0, 2})).getUInt(0) == 0xb8u);
  Literal zeros = must(packFewBits("pack_zeros", rows, {0}));
  CHECK(zeros.spec() == TensorSpec{MLC_I8, {1, 5, 32}});
  CHECK(zeros.getInt(0) == -8);
  CHECK(zeros.getInt(4 * 32 + 2) == 6);
  for (auto [type, rowsOfWord] : {std::pair{MLC_I2, 16}, {MLC_I8, 1}}) {
    Literal some = randomNumbers({type, {33, 40}}, 9);
    Literal made = must(packFewBits("pack_bits", some, {0, 33}));
    CHECK(made.spec().shape[1] == (33 + rowsOfWord - 1) / rowsOfWord);
  }
  const std::vector<int64_t> unfit[] = {{0, 6}, {0, 0}, {2, 5}, {0}};
  for (const std::vector<int64_t> &ints : unfit) {
    llvm::Expected<Literal> bad = packFewBits("pack_bits", rows, ints);
    CHECK(!bad);
    llvm::consumeError(bad.takeError());
  }
  llvm::Expected<Literal> wide =
      packFewBits("pack_bits", Literal::zeros({MLC_I16, {5, 3}}), {0, 5});
  CHECK(!wide);
  llvm::consumeError(wide.takeError());
}
