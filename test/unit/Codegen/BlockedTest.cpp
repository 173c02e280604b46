//===- BlockedTest.cpp - Depthwise, pooling and reorders ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Reorder.h"
#include "compiler/Codegen/Depthwise/Depthwise.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Codegen/Pooling/Pooling.h"
#include "test/Support/KernelJit.h"
#include "test/Support/Tensors.h"
#include "test/unit/Catch.h"

#include <cmath>

using namespace mlc;
using namespace mlc::test;
using namespace mlir;

namespace {

struct Problem {
  int64_t n, c, h, w;
  int64_t kh = 3, kw = 3, sh = 1, sw = 1, dh = 1, dw = 1;
  int64_t pt = 1, pl = 1, pb = 1, pr = 1;
  Halo inHalo = {1, 1, 1, 1}, outHalo = {};
  bool dynamic = false;

  int64_t oh() const { return (h + pt + pb - dh * (kh - 1) - 1) / sh + 1; }
  int64_t ow() const { return (w + pl + pr - dw * (kw - 1) - 1) / sw + 1; }
};

std::string text(const IsaLevel &level, const Problem &q) {
  std::string s;
  llvm::raw_string_ostream os(s);
  os << level.name << " " << q.n << "x" << q.c << "x" << q.h << "x" << q.w
     << " k" << q.kh << "x" << q.kw << " s" << q.sh << q.sw << " d" << q.dh
     << q.dw << " halo " << q.outHalo.top << " dynamic " << q.dynamic;
  return s;
}

template <typename F>
void onAllLevels(F body) {
  for (const IsaLevel &level : isaLevels())
    if (level.id <= MLC_ISA_V4 && machineHas(level))
      body(level);
}

/// Slots: input, weights, output, then n, h, w, oh, ow.
template <typename Params>
JitKernel
compileWindow(const IsaLevel &level, const Problem &q,
              std::function<void(KernelBuilder &, Params &, ValueRange)> fill,
              void (*emit)(KernelBuilder &, const Params &, Value, Value),
              Value (*items)(KernelBuilder &, const Params &)) {
  auto params = [&](KernelBuilder &k, ValueRange slots) {
    auto size = [&](int64_t value, unsigned slot) {
      return q.dynamic ? slots[slot] : k.index(value);
    };
    Params p;
    p.n = size(q.n, 3);
    p.input.memref = slots[0];
    p.input.channels = q.c;
    p.input.h = size(q.h, 4), p.input.w = size(q.w, 5);
    p.input.halo = q.inHalo;
    p.strideH = q.sh, p.strideW = q.sw;
    p.dilationH = q.dh, p.dilationW = q.dw;
    p.padTop = q.pt, p.padLeft = q.pl;
    p.padBottom = q.pb, p.padRight = q.pr;
    p.accumulator = k.b.getF32Type();
    ActivationTensor out;
    out.memref = slots[2];
    out.channels = q.c;
    out.h = size(q.oh(), 6), out.w = size(q.ow(), 7);
    out.halo = q.outHalo;
    p.outputs = {out};
    fill(k, p, slots);
    return p;
  };
  return compileKernel(level, [&](OpBuilder &b) {
    Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
    KernelBuilder k(b, b.getUnknownLoc(), level);
    buildKernelFunctions(
        b, {buffer, buffer, buffer, index, index, index, index, index},
        [&](Value begin, Value end, ValueRange slots) {
          emit(k, params(k, slots), begin, end);
        },
        [&](ValueRange slots) { return items(k, params(k, slots)); });
  });
}

/// Runs it in one and in five calls; compares with `expected` (NCHW).
void runAndCompare(const JitKernel &kernel, const Problem &q,
                   const std::vector<float> &x, const void *weights,
                   const std::vector<float> &expected, double tolerance) {
  REQUIRE(kernel);
  std::vector<float> blocked =
      toBlocked(expected, q.n, q.c, q.oh(), q.ow(), q.outHalo);
  std::vector<float> xData = toBlocked(x, q.n, q.c, q.h, q.w, q.inHalo);
  constexpr size_t guard = 64;
  std::vector<float> y(blocked.size() + guard, -7.0f), again = y;
  std::vector<int64_t> args = {int64_t(xData.data()),
                               int64_t(weights),
                               int64_t(y.data()),
                               q.n,
                               q.h,
                               q.w,
                               q.oh(),
                               q.ow()};
  kernel(args);
  double worst = 0;
  for (size_t i = 0; i < blocked.size(); ++i) {
    double error = std::fabs(double(y[i]) - blocked[i]);
    worst = std::max(worst, std::isnan(error) ? 1e30 : error);
  }
  CHECK(worst <= tolerance);
  for (size_t i = blocked.size(); i < y.size(); ++i)
    CHECK(y[i] == -7.0f);
  args[2] = int64_t(again.data());
  kernel(args, 5);
  CHECK(again == y);
}

void checkDepthwise(const Problem &q) {
  std::vector<float> x = randomFloats(q.n * q.c * q.h * q.w, 1),
                     w = randomFloats(q.c * q.kh * q.kw, 2);
  auto packed =
      packLiteral("pack_depthwise", literalOf(w, {q.c, 1, q.kh, q.kw}), {});
  REQUIRE(bool(packed));
  std::vector<float> expected =
      naiveConvolution(x, w, q.n, q.c, q.c, q.h, q.w, q.kh, q.kw, q.sh, q.sw,
                       q.dh, q.dw, q.pt, q.pl, q.oh(), q.ow(), q.c);
  onAllLevels([&](const IsaLevel &level) {
    INFO("depthwise " << text(level, q));
    JitKernel kernel = compileWindow<DepthwiseParams>(
        level, q,
        [&](KernelBuilder &, DepthwiseParams &p, ValueRange slots) {
          p.weights = slots[1];
          p.kernelH = q.kh, p.kernelW = q.kw;
          REQUIRE(depthwiseUnsupported(p) == "");
        },
        emitDepthwise, depthwiseItems);
    runAndCompare(kernel, q, x, packed->bytes().data(), expected,
                  1e-6 * q.kh * q.kw);
  });
}

void checkPool(const Problem &q, PoolKind kind) {
  std::vector<float> x = randomFloats(q.n * q.c * q.h * q.w, 1), expected;
  for (int64_t i = 0; i < q.n * q.c; ++i)
    for (int64_t y = 0; y < q.oh(); ++y)
      for (int64_t z = 0; z < q.ow(); ++z) {
        double sum = 0, largest = -INFINITY;
        int64_t count = 0, padded = 0;
        for (int64_t a = 0; a < q.kh; ++a)
          for (int64_t b = 0; b < q.kw; ++b) {
            int64_t r = y * q.sh + a * q.dh - q.pt,
                    s = z * q.sw + b * q.dw - q.pl;
            padded += r < q.h + q.pb && s < q.w + q.pr;
            if (r < 0 || r >= q.h || s < 0 || s >= q.w)
              continue;
            double v = x[(i * q.h + r) * q.w + s];
            sum += v, ++count;
            largest = std::max(largest, v);
          }
        expected.push_back(
            float(kind == PoolKind::Max
                      ? largest
                      : sum / (kind == PoolKind::Average ? count : padded)));
      }
  onAllLevels([&](const IsaLevel &level) {
    INFO("pool " << int(kind) << " " << text(level, q));
    JitKernel kernel = compileWindow<PoolParams>(
        level, q,
        [&](KernelBuilder &, PoolParams &p, ValueRange) {
          p.kind = kind;
          p.kernelH = q.kh, p.kernelW = q.kw;
        },
        emitPool, poolItems);
    runAndCompare(kernel, q, x, nullptr, expected,
                  kind == PoolKind::Max ? 0 : 1e-6);
  });
}

void checkReorder(int64_t n, int64_t c, int64_t h, int64_t w, bool fromBlocked,
                  bool toBlockedLayout, Halo fromHalo, Halo toHalo,
                  bool dynamic) {
  std::vector<float> x = randomFloats(n * c * h * w, 1);
  auto lay = [&](bool blocked, Halo halo) {
    return blocked ? toBlocked(x, n, c, h, w, halo)
                   : toPlain(x, n, c, h, w, halo);
  };
  std::vector<float> from = lay(fromBlocked, fromHalo),
                     expected = lay(toBlockedLayout, toHalo);
  onAllLevels([&](const IsaLevel &level) {
    INFO("reorder " << level.name.str() << " " << n << "x" << c << "x" << h
                    << "x" << w << " " << fromBlocked << toBlockedLayout << " "
                    << fromHalo.top << toHalo.top << " dynamic " << dynamic);
    auto params = [&](KernelBuilder &k, ValueRange slots) {
      ReorderParams p;
      p.n = dynamic ? slots[2] : k.index(n);
      p.from.memref = slots[0], p.to.memref = slots[1];
      p.from.channels = p.to.channels = c;
      p.from.h = p.to.h = dynamic ? slots[3] : k.index(h);
      p.from.w = p.to.w = dynamic ? slots[4] : k.index(w);
      p.from.halo = fromHalo, p.to.halo = toHalo;
      p.from.blocked = fromBlocked, p.to.blocked = toBlockedLayout;
      return p;
    };
    JitKernel kernel = compileKernel(level, [&](OpBuilder &b) {
      Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
      KernelBuilder k(b, b.getUnknownLoc(), level);
      buildKernelFunctions(
          b, {buffer, buffer, index, index, index},
          [&](Value begin, Value end, ValueRange slots) {
            emitReorder(k, params(k, slots), begin, end);
          },
          [&](ValueRange slots) { return reorderItems(k, params(k, slots)); });
    });
    REQUIRE(kernel);
    std::vector<float> got(expected.size() + 64, -7.0f);
    kernel({int64_t(from.data()), int64_t(got.data()), n, h, w}, 3);
    for (size_t i = expected.size(); i < got.size(); ++i)
      CHECK(got[i] == -7.0f);
    got.resize(expected.size());
    CHECK(got == expected);
  });
}

} // namespace

TEST_CASE("depthwise convolutions", "[depthwise]") {
  for (int64_t size : {1, 7, 9, 14, 33})
    checkDepthwise({1, 32, size, size});
  Problem q{2, 40, 15, 17};
  q.sh = q.sw = 2;
  q.outHalo = {1, 1, 1, 1};
  checkDepthwise(q);
  q.dynamic = true;
  checkDepthwise(q);
  q = {1, 16, 12, 12};
  q.kh = q.kw = 5, q.pt = q.pl = q.pb = q.pr = 2, q.inHalo = {2, 2, 2, 2};
  checkDepthwise(q);
  q.kh = q.kw = 7, q.pt = q.pl = q.pb = q.pr = 3, q.inHalo = {3, 3, 3, 3};
  checkDepthwise(q);
  q = {1, 16, 12, 12};
  q.dh = q.dw = 2, q.pt = q.pl = q.pb = q.pr = 2, q.inHalo = {2, 3, 2, 3};
  checkDepthwise(q);
  q = {1, 32, 1, 60}; // 1-D
  q.kh = 1, q.kw = 31, q.pt = q.pb = 0, q.pl = q.pr = 15;
  q.inHalo = {0, 15, 0, 15};
  checkDepthwise(q);
}

TEST_CASE("depthwise convolutions leave out what is outside", "[depthwise]") {
  for (bool dynamic : {false, true}) {
    for (int64_t size : {1, 2, 7, 9, 14, 33}) {
      Problem q{1, 32, size, size};
      q.inHalo = {}, q.dynamic = dynamic;
      checkDepthwise(q);
    }
    Problem q{2, 40, 15, 17};
    q.inHalo = {}, q.dynamic = dynamic;
    q.sh = q.sw = 2;
    checkDepthwise(q);
    q.inHalo = {1, 0, 0, 1}; // a part of it is there
    checkDepthwise(q);
    q.inHalo = {};
    q.kh = q.kw = 5, q.pt = q.pl = q.pb = q.pr = 2;
    checkDepthwise(q);
    q.pt = q.pl = 1, q.pb = q.pr = 3;
    checkDepthwise(q);
    q = {1, 16, 9, 40}; // more tiles at the ends than have code of their own
    q.inHalo = {}, q.dynamic = dynamic;
    q.dh = q.dw = 18, q.pt = q.pl = q.pb = q.pr = 18;
    checkDepthwise(q);
  }
}

TEST_CASE("pooling", "[pool]") {
  for (PoolKind kind :
       {PoolKind::Max, PoolKind::Average, PoolKind::AverageWithPad}) {
    Problem q{2, 40, 15, 17};
    q.sh = q.sw = 2;
    q.inHalo = {};
    checkPool(q, kind);
    q.outHalo = {1, 1, 1, 1};
    q.inHalo = {2, 2, 2, 2};
    checkPool(q, kind);
    q.dynamic = true;
    checkPool(q, kind);
    q = {1, 16, 12, 12};
    q.kh = q.kw = 2, q.sh = q.sw = 2, q.pt = q.pl = q.pb = q.pr = 0;
    checkPool(q, kind);
    q.dh = q.dw = 2;
    checkPool(q, kind);
    for (bool dynamic : {false, true}) {
      q = {2, 48, 7, 7};
      q.kh = q.kw = 7, q.pt = q.pl = q.pb = q.pr = 0;
      q.dynamic = dynamic;
      checkPool(q, kind);
    }
  }
}

TEST_CASE("reorders", "[reorder]") {
  Halo none, one{1, 1, 1, 1}, odd{0, 3, 2, 1};
  for (bool dynamic : {false, true})
    for (auto [from, to] : {std::pair(false, true), std::pair(true, false),
                            std::pair(false, false), std::pair(true, true)})
      for (int64_t c : {3, 16, 33}) {
        checkReorder(2, c, 5, 7, from, to, none, none, dynamic);
        checkReorder(1, c, 6, 35, from, to, one, none, dynamic);
        checkReorder(1, c, 6, 35, from, to, none, odd, dynamic);
      }
}
