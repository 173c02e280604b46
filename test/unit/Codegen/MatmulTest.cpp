//===- MatmulTest.cpp - Matrix products against naive loops ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/Matmul.h"
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

enum class BKind { Packed, RowMajor, Transposed, Strided };

struct Problem {
  int64_t batch, m, n, k;
  BKind b;
  bool dynamic = false; // sizes are slots instead of constants
  bool transposedA = false;
  bool pairs = false; // of bf16
};

/// Zero-padded panels [batch][N/32][K][32].
std::vector<float> pack(const std::vector<float> &b, int64_t batch, int64_t n,
                        int64_t k) {
  int64_t panels = (n + 31) / 32;
  std::vector<float> packed(batch * panels * k * 32, 0.0f);
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t d = 0; d < k; ++d)
      for (int64_t c = 0; c < n; ++c)
        packed[((i * panels + c / 32) * k + d) * 32 + c % 32] =
            b[(i * k + d) * n + c];
  return packed;
}

/// The same of pairs of rows: [batch][N/32][ceil(K/2)][32][2].
std::vector<float> packPairs(const std::vector<float> &b, int64_t batch,
                             int64_t n, int64_t k) {
  auto packed =
      packLiteral("pack_b_pairs", bf16LiteralOf(b, {batch, k, n}), {0});
  REQUIRE(bool(packed));
  std::vector<float> values;
  for (int64_t i = 0; i < packed->count(); ++i)
    values.push_back(packed->getDouble(i));
  return values;
}

std::vector<float> check(const IsaLevel &level, const Problem &q) {
  INFO(level.name.str() << " " << q.batch << "x" << q.m << "x" << q.n << "x"
                        << q.k << " b " << int(q.b) << " dynamic " << q.dynamic
                        << " ta " << q.transposedA << " pairs " << q.pairs);
  int64_t panels = (q.n + 31) / 32;
  // Guard elements behind every buffer show a store beyond the end.
  constexpr int64_t guard = 64;
  std::vector<float> a = randomFloats(q.batch * q.m * q.k, 1),
                     b = randomFloats(q.batch * q.k * q.n, 2),
                     residual = randomFloats(q.batch * q.m * q.n, 3);
  if (q.pairs)
    cutToBf16(a), cutToBf16(b);
  std::vector<float> bData = b;
  if (q.b == BKind::Packed) {
    bData =
        q.pairs ? packPairs(b, q.batch, q.n, q.k) : pack(b, q.batch, q.n, q.k);
  } else if (q.b == BKind::Transposed) {
    for (int64_t i = 0; i < q.batch; ++i)
      for (int64_t d = 0; d < q.k; ++d)
        for (int64_t c = 0; c < q.n; ++c)
          bData[(i * q.n + c) * q.k + d] = b[(i * q.k + d) * q.n + c];
  } else if (q.b == BKind::Strided) {
    bData.assign(b.size() * 2, -99.0f);
    for (size_t i = 0; i < b.size(); ++i)
      bData[2 * i] = b[i];
  }
  std::vector<float> aData = a;
  if (q.transposedA)
    for (int64_t i = 0; i < q.batch; ++i)
      for (int64_t r = 0; r < q.m; ++r)
        for (int64_t d = 0; d < q.k; ++d)
          aData[(i * q.k + d) * q.m + r] = a[(i * q.m + r) * q.k + d];
  std::vector<float> c(q.batch * q.m * q.n + guard, -7.0f), twice = c;

  auto params = [&](KernelBuilder &k, ValueRange slots) {
    auto size = [&](int64_t value, unsigned slot) {
      return q.dynamic ? slots[slot] : k.index(value);
    };
    MatmulParams p;
    Value m = size(q.m, 6), n = size(q.n, 7), depth = size(q.k, 8);
    p.batch = {size(q.batch, 5)};
    p.m = m, p.n = n, p.k = depth;
    Value one = k.index(1);
    p.a = {slots[0],
           {k.mul(m, depth)},
           q.transposedA ? one : depth,
           q.transposedA ? m : one,
           {}};
    p.b.memref = slots[1];
    p.b.batchStrides = {k.mul(depth, n)};
    p.packedB = q.b == BKind::Packed;
    if (p.packedB) {
      Value rows = q.pairs ? k.mul(k.ceilDiv(depth, k.index(2)), 2) : depth;
      p.b.batchStrides = {k.mul(k.mul(k.ceilDiv(n, k.index(32)), rows), 32)};
    } else if (q.b == BKind::RowMajor) {
      p.b.rowStride = n, p.b.columnStride = one;
    } else if (q.b == BKind::Transposed) {
      p.b.rowStride = one, p.b.columnStride = depth;
    } else {
      p.b.batchStrides = {k.mul(k.mul(depth, n), 2)};
      p.b.rowStride = k.mul(n, 2), p.b.columnStride = k.index(2);
    }
    p.accumulator = k.b.getF32Type();
    p.pairs = q.pairs;
    // Two outputs: the sum plus the residual, and its double.
    MatrixOperand out{slots[2], {k.mul(m, n)}, n, one, {}};
    MatrixOperand other = out;
    other.memref = slots[3];
    p.outputs = {out, other};
    Value res = slots[4];
    p.epilogue = [res](KernelBuilder &k, const Piece &piece) {
      Value r = piece.load(k, res, piece.offset);
      Value y = arith::AddFOp::create(k.b, k.loc, piece.value, r);
      return SmallVector<Value>{y, arith::AddFOp::create(k.b, k.loc, y, y)};
    };
    return p;
  };
  JitKernel kernel = compileKernel(level, [&](OpBuilder &b) {
    Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
    Type operand = q.pairs ? flatBuffer(b.getBF16Type()) : buffer;
    KernelBuilder k(b, b.getUnknownLoc(), level);
    buildKernelFunctions(
        b,
        {operand, operand, buffer, buffer, buffer, index, index, index, index},
        [&](Value begin, Value end, ValueRange slots) {
          emitMatmul(k, params(k, slots), begin, end);
        },
        [&](ValueRange slots) { return matmulItems(k, params(k, slots)); });
  });
  REQUIRE(kernel);
  // Behind a last odd element there is nothing that may count.
  aData.push_back(NAN);
  std::vector<uint16_t> aHalves = bf16Of(aData), bHalves = bf16Of(bData);
  std::vector<int64_t> args = {
      q.pairs ? int64_t(aHalves.data()) : int64_t(aData.data()),
      q.pairs ? int64_t(bHalves.data()) : int64_t(bData.data()),
      int64_t(c.data()),
      int64_t(twice.data()),
      int64_t(residual.data()),
      q.batch,
      q.m,
      q.n,
      q.k};
  kernel(args);
  (void)panels;

  double worst = 0;
  for (int64_t i = 0; i < q.batch; ++i)
    for (int64_t r = 0; r < q.m; ++r)
      for (int64_t col = 0; col < q.n; ++col) {
        int64_t at = (i * q.m + r) * q.n + col;
        double sum = 0, size = 1;
        for (int64_t d = 0; d < q.k; ++d) {
          double t =
              double(a[(i * q.m + r) * q.k + d]) * b[(i * q.k + d) * q.n + col];
          sum += t, size += std::fabs(t);
        }
        sum += residual[at];
        double error = std::fabs(c[at] - sum) / size;
        worst = std::max(worst, std::isnan(error) ? 1e30 : error);
        worst = std::max(worst, std::fabs(double(twice[at]) - 2.0 * c[at]));
      }
  CHECK(worst < 1e-6);
  for (int64_t i = 0; i < guard; ++i)
    CHECK(c[c.size() - 1 - i] == -7.0f);

  // Any cut into calls gives the same bits.
  std::vector<float> again(c.size(), -7.0f);
  args[2] = int64_t(again.data());
  kernel(args, 5);
  CHECK(again == c);
  return c;
}

void checkAllLevels(const Problem &q) {
  for (const IsaLevel &level : isaLevels())
    if (level.id <= MLC_ISA_V4 && machineHas(level))
      check(level, q);
}

/// Products of pairs are the same bits on every level.
void checkPairs(Problem q) {
  q.pairs = true;
  std::vector<float> first;
  for (const IsaLevel &level : isaLevels()) {
    if (level.id == MLC_ISA_V4_VNNI || level.id > MLC_ISA_V4_BF16 ||
        !machineHas(level))
      continue;
    std::vector<float> made = check(level, q);
    if (first.empty())
      first = made;
    CHECK(made == first);
  }
}

} // namespace

TEST_CASE("products with packed weights, static sizes", "[matmul]") {
  for (int64_t m : {1, 2, 3, 5, 13, 14, 15, 27, 29, 64, 128, 131})
    checkAllLevels({1, m, 64, 17, BKind::Packed});
  for (int64_t n : {1, 7, 16, 31, 32, 33, 48, 95})
    checkAllLevels({2, 19, n, 33, BKind::Packed});
  checkAllLevels({1, 128, 96, 768, BKind::Packed});
  checkAllLevels({1, 30, 64, 1024, BKind::Packed}); // rows 4 KiB apart
  checkAllLevels({1, 300, 64, 1, BKind::Packed});
  checkAllLevels({1, 30, 64, 0, BKind::Packed});
}

TEST_CASE("products with packed weights, dynamic sizes", "[matmul]") {
  for (int64_t m : {0, 1, 2, 3, 6, 13, 14, 15, 27, 127, 230})
    checkAllLevels({1, m, 40, 21, BKind::Packed, true});
}

TEST_CASE("products of computed matrices", "[matmul]") {
  for (BKind b : {BKind::RowMajor, BKind::Transposed, BKind::Strided})
    for (bool dynamic : {false, true}) {
      checkAllLevels({3, 33, 50, 64, b, dynamic});
      checkAllLevels({2, 20, 64, 300, b, dynamic});
      checkAllLevels({2, 1, 21, 7, b, dynamic});
      checkAllLevels({1, 17, 3, 2, b, dynamic});
    }
}

TEST_CASE("products with a transposed left matrix", "[matmul]") {
  for (bool dynamic : {false, true}) {
    checkAllLevels({2, 37, 40, 20, BKind::Packed, dynamic, true});
    checkAllLevels({2, 37, 40, 150, BKind::RowMajor, dynamic, true});
  }
}

TEST_CASE("products of pairs of bf16", "[matmul][pairs]") {
  for (bool dynamic : {false, true}) {
    for (int64_t k : {0, 1, 2, 3, 17, 64})
      checkPairs({1, 15, 40, k, BKind::Packed, dynamic});
    checkPairs({2, 29, 33, 1201, BKind::Packed, dynamic});
    for (BKind b : {BKind::RowMajor, BKind::Transposed, BKind::Strided}) {
      checkPairs({3, 33, 50, 64, b, dynamic});
      checkPairs({2, 20, 64, 301, b, dynamic});
      checkPairs({2, 1, 21, 7, b, dynamic});
      checkPairs({1, 17, 3, 2, b, dynamic});
    }
    checkPairs({2, 37, 40, 21, BKind::Packed, dynamic, true});
    checkPairs({2, 37, 40, 151, BKind::RowMajor, dynamic, true});
  }
}
