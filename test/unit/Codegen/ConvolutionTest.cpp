//===- ConvolutionTest.cpp - Convolutions against naive loops -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Convolution.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "test/Support/KernelJit.h"
#include "test/Support/Tensors.h"
#include "test/unit/Catch.h"

#include <cmath>

using namespace mlc;
using namespace mlc::test;
using namespace mlir;

namespace {

struct Problem {
  int64_t n, ic, oc, h, w;
  int64_t kh = 3, kw = 3, sh = 1, sw = 1, dh = 1, dw = 1;
  int64_t pt = 1, pl = 1, pb = 1, pr = 1;
  int64_t groups = 1;
  bool plainInput = false, plainOutput = false, crossRows = true;
  bool dynamic = false;
  bool border = false; // no padding in memory
  bool pairs = false;  // of bf16
  Halo outHalo = {};

  int64_t oh() const { return (h + pt + pb - dh * (kh - 1) - 1) / sh + 1; }
  int64_t ow() const { return (w + pl + pr - dw * (kw - 1) - 1) / sw + 1; }
};

void check(const IsaLevel &level, const Problem &q) {
  INFO(level.name.str() << " n" << q.n << " " << q.ic << "->" << q.oc << " "
                        << q.h << "x" << q.w << " k" << q.kh << "x" << q.kw
                        << " s" << q.sh << q.sw << " d" << q.dh << q.dw << " g"
                        << q.groups << " plain " << q.plainInput
                        << q.plainOutput << " dynamic " << q.dynamic << " halo "
                        << q.outHalo.top << " border " << q.border << " pairs "
                        << q.pairs);
  int64_t oh = q.oh(), ow = q.ow(), icg = q.ic / q.groups;
  std::vector<float> x = randomFloats(q.n * q.ic * q.h * q.w, 1),
                     weights = randomFloats(q.oc * icg * q.kh * q.kw, 2),
                     bias = randomFloats((q.oc + 31) / 32 * 32, 3);
  Halo inHalo{q.pt, q.pl, q.pb, q.pr};
  if (q.border)
    inHalo = {};
  if (q.pairs)
    cutToBf16(x), cutToBf16(weights);
  std::vector<float> xData = q.plainInput
                                 ? toPlain(x, q.n, q.ic, q.h, q.w, inHalo)
                                 : toBlocked(x, q.n, q.ic, q.h, q.w, inHalo);
  llvm::SmallVector<int64_t> wShape{q.oc, icg, q.kh, q.kw};
  auto packed = q.pairs
                    ? packLiteral("pack_conv_pairs",
                                  bf16LiteralOf(weights, wShape), {q.groups})
                    : packLiteral("pack_conv", literalOf(weights, wShape),
                                  {q.groups, q.plainInput && icg < 16});
  // Lanes past the channels mean nothing.
  if (q.pairs && q.border && q.n == 1)
    for (int64_t at = q.ic / 16 * q.h * q.w * 16; at < int64_t(xData.size());
         ++at)
      if (at % 16 >= q.ic % 16)
        xData[at] = NAN;
  REQUIRE(bool(packed));

  size_t outSize = q.plainOutput ? size_t(q.n * q.oc * oh * ow)
                                 : blockedSize(q.n, q.oc, oh, ow, q.outHalo);
  constexpr size_t guard = 64;
  std::vector<float> y(outSize + guard, -7.0f), second = y;

  auto params = [&](KernelBuilder &k, ValueRange slots) {
    auto size = [&](int64_t value, unsigned slot) {
      return q.dynamic ? slots[slot] : k.index(value);
    };
    ConvParams p;
    p.n = size(q.n, 5);
    p.input.memref = slots[0];
    p.input.channels = q.ic;
    p.input.h = size(q.h, 6), p.input.w = size(q.w, 7);
    p.input.halo = inHalo;
    p.input.blocked = !q.plainInput;
    p.weights = slots[1];
    p.kernelH = q.kh, p.kernelW = q.kw;
    p.strideH = q.sh, p.strideW = q.sw;
    p.dilationH = q.dh, p.dilationW = q.dw;
    p.padTop = q.pt, p.padLeft = q.pl;
    p.padBottom = q.pb, p.padRight = q.pr;
    p.groups = q.groups;
    p.crossRows = q.crossRows;
    p.accumulator = k.b.getF32Type();
    p.pairs = q.pairs;
    ActivationTensor out;
    out.memref = slots[2];
    out.channels = q.oc;
    out.h = size(oh, 8), out.w = size(ow, 9);
    out.halo = q.outHalo;
    out.blocked = !q.plainOutput;
    ActivationTensor other = out;
    other.memref = slots[3];
    p.outputs = {out, other};
    Value b = slots[4];
    bool plain = q.plainOutput;
    p.epilogue = [b, plain](KernelBuilder &k, const Piece &piece) {
      Value r = plain
                    ? k.broadcast(k.load(b, piece.coordinates[1]), piece.lanes)
                    : piece.load(k, b, piece.column);
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
        {operand, operand, buffer, buffer, buffer, index, index, index, index,
         index},
        [&](Value begin, Value end, ValueRange slots) {
          ConvParams p = params(k, slots);
          REQUIRE(convolutionUnsupported(p) == "");
          emitConvolution(k, p, begin, end);
        },
        [&](ValueRange slots) {
          return convolutionItems(k, params(k, slots));
        });
  });
  REQUIRE(kernel);
  std::vector<uint16_t> xHalves = bf16Of(xData);
  std::vector<int64_t> args = {q.pairs ? int64_t(xHalves.data())
                                       : int64_t(xData.data()),
                               int64_t(packed->bytes().data()),
                               int64_t(y.data()),
                               int64_t(second.data()),
                               int64_t(bias.data()),
                               q.n,
                               q.h,
                               q.w,
                               oh,
                               ow};
  kernel(args);

  std::vector<float> expected =
      naiveConvolution(x, weights, q.n, q.ic, q.oc, q.h, q.w, q.kh, q.kw, q.sh,
                       q.sw, q.dh, q.dw, q.pt, q.pl, oh, ow, q.groups);
  for (int64_t i = 0; i < int64_t(expected.size()); ++i)
    expected[i] += bias[i / (oh * ow) % q.oc];
  // In the blocked form, borders and padded channels included.
  std::vector<float> blocked =
      q.plainOutput ? expected
                    : toBlocked(expected, q.n, q.oc, oh, ow, q.outHalo);
  double worst = 0;
  double scale = 1 + double(icg) * q.kh * q.kw;
  for (size_t i = 0; i < outSize; ++i) {
    double error = std::fabs(double(y[i]) - blocked[i]) / scale;
    worst = std::max(worst, std::isnan(error) ? 1e30 : error);
    worst = std::max(worst, std::fabs(double(second[i]) - 2.0 * y[i]));
  }
  CHECK(worst < 1e-6);
  for (size_t i = outSize; i < y.size(); ++i)
    CHECK(y[i] == -7.0f);

  std::vector<float> again(y.size(), -7.0f);
  args[2] = int64_t(again.data());
  kernel(args, 5);
  CHECK(again == y);
}

void checkAllLevels(const Problem &q) {
  for (const IsaLevel &level : isaLevels())
    if ((level.id <= MLC_ISA_V4 || (q.pairs && level.id == MLC_ISA_V4_BF16)) &&
        machineHas(level))
      check(level, q);
}

Problem pointwise(int64_t n, int64_t ic, int64_t oc, int64_t h, int64_t w) {
  Problem q{n, ic, oc, h, w};
  q.kh = q.kw = 1;
  q.pt = q.pl = q.pb = q.pr = 0;
  return q;
}

} // namespace

TEST_CASE("3x3 convolutions of all widths", "[conv]") {
  for (int64_t size : {1, 2, 5, 7, 13, 14, 15, 28, 29, 56})
    checkAllLevels({1, 32, 32, size, size});
  Problem wide{1, 16, 16, 3, 200};
  checkAllLevels(wide);
}

TEST_CASE("convolutions of odd channel counts", "[conv]") {
  for (int64_t oc : {1, 8, 16, 20, 33, 48, 80})
    checkAllLevels({2, 24, oc, 6, 9});
}

TEST_CASE("strides, dilations, kernels, halos", "[conv]") {
  Problem q{2, 32, 64, 15, 17};
  q.sh = q.sw = 2;
  checkAllLevels(q);
  q.outHalo = {1, 1, 1, 1};
  checkAllLevels(q);
  q.outHalo = {0, 2, 1, 3};
  checkAllLevels(q);
  q = {1, 16, 32, 20, 20};
  q.dh = q.dw = 2, q.pt = q.pl = q.pb = q.pr = 2;
  checkAllLevels(q);
  q = {1, 16, 32, 1, 50}; // 1-D
  q.kh = 1, q.kw = 5, q.pt = q.pb = 0, q.pl = q.pr = 2;
  checkAllLevels(q);
  q = {1, 16, 32, 9, 8}; // asymmetric
  q.kh = 2, q.kw = 4, q.pt = 0, q.pl = 1, q.pb = 1, q.pr = 2;
  checkAllLevels(q);
}

TEST_CASE("pointwise convolutions", "[conv]") {
  checkAllLevels(pointwise(1, 64, 64, 56, 56));
  checkAllLevels(pointwise(2, 256, 32, 7, 7));
  checkAllLevels(pointwise(1, 512, 64, 14, 14));
  Problem q = pointwise(2, 64, 48, 14, 14);
  q.outHalo = {1, 1, 1, 1};
  checkAllLevels(q);
  q = pointwise(1, 32, 32, 14, 14);
  q.sh = q.sw = 2;
  checkAllLevels(q);
}

TEST_CASE("grouped convolutions", "[conv]") {
  Problem q{1, 64, 96, 10, 10};
  q.groups = 2;
  checkAllLevels(q);
  q = {2, 64, 64, 9, 9};
  q.groups = 4;
  q.outHalo = {1, 1, 1, 1};
  checkAllLevels(q);
}

TEST_CASE("first layers read plain channels", "[conv]") {
  Problem q{2, 3, 64, 30, 30};
  q.kh = q.kw = 7, q.sh = q.sw = 2, q.pt = q.pl = q.pb = q.pr = 3;
  q.plainInput = true;
  checkAllLevels(q);
  q = {1, 1, 20, 12, 33};
  q.plainInput = true;
  checkAllLevels(q);
}

TEST_CASE("convolutions of dynamic sizes", "[conv]") {
  for (int64_t w : {1, 6, 14, 27, 150}) {
    Problem q{2, 32, 48, 5, w};
    q.dynamic = true;
    q.outHalo = {1, 1, 1, 1};
    checkAllLevels(q);
  }
  Problem q = pointwise(2, 64, 64, 9, 9);
  q.dynamic = true;
  checkAllLevels(q);
}

TEST_CASE("convolutions leave out what is outside", "[conv]") {
  for (bool dynamic : {false, true}) {
    auto border = [&](Problem q) {
      q.border = true;
      q.dynamic = dynamic;
      checkAllLevels(q);
    };
    for (int64_t size : {1, 2, 7, 13, 14, 29, 56})
      border({1, 32, 48, size, size});
    border({2, 24, 20, 3, 100});
    Problem q{2, 32, 64, 15, 17};
    q.sh = q.sw = 2;
    border(q);
    q.outHalo = {1, 2, 0, 1};
    border(q);
    q = {1, 3, 32, 30, 31};
    q.kh = q.kw = 7, q.sh = q.sw = 2, q.pt = q.pl = q.pb = q.pr = 3;
    q.plainInput = true;
    border(q);
    q = {1, 16, 32, 9, 8}; // asymmetric
    q.kh = 2, q.kw = 4, q.pt = 0, q.pl = 1, q.pb = 1, q.pr = 2;
    border(q);
    q = {1, 16, 16, 5,
         60}; // more tiles at the ends than have code of their own
    q.dh = q.dw = 25, q.pt = q.pl = q.pb = q.pr = 25;
    border(q);
    q = pointwise(1, 32, 32, 6, 6); // whole rows of padding
    q.pt = q.pl = q.pb = q.pr = 1;
    border(q);
  }
}

TEST_CASE("convolutions from plain to plain", "[conv]") {
  for (bool dynamic : {false, true}) {
    auto plain = [&](Problem q) {
      q.plainInput = q.plainOutput = true;
      q.dynamic = dynamic;
      checkAllLevels(q);
    };
    plain({1, 32, 32, 14, 14});
    plain({2, 24, 40, 7, 7});
    plain({1, 3, 5, 9, 33});
    plain({1, 16, 16, 3, 200});
    plain(pointwise(2, 64, 48, 9, 7));
    Problem rows = pointwise(1, 32, 32, 5, 21);
    rows.crossRows = false;
    plain(rows);
    Problem q{1, 20, 33, 15, 17};
    q.sh = q.sw = 2;
    plain(q);
    q = {1, 36, 21, 10, 10};
    q.groups = 3;
    plain(q);
    q = {1, 64, 64, 9, 9};
    q.groups = 2, q.dh = q.dw = 2, q.pt = q.pl = q.pb = q.pr = 2;
    plain(q);
  }
}

TEST_CASE("convolutions of pairs of bf16", "[conv][pairs]") {
  for (bool dynamic : {false, true}) {
    auto pairs = [&](Problem q) {
      q.pairs = true;
      q.dynamic = dynamic;
      checkAllLevels(q);
    };
    pairs({1, 32, 32, 14, 14});
    pairs({2, 24, 40, 6, 9});
    pairs({1, 160, 33, 5, 7});
    pairs(pointwise(1, 64, 64, 28, 28));
    pairs(pointwise(2, 256, 32, 7, 7));
    Problem q{2, 32, 64, 15, 17};
    q.sh = q.sw = 2;
    pairs(q);
    q = {1, 64, 96, 10, 10};
    q.groups = 2;
    pairs(q);
    q = {1, 16, 32, 1, 50}; // 1-D
    q.kh = 1, q.kw = 5, q.pt = q.pb = 0, q.pl = q.pr = 2;
    pairs(q);
    for (int64_t ic : {1, 17, 35, 48}) { // a last channel without a neighbour
      q = {1, ic, 20, 9, 8};
      q.kh = 2, q.kw = 4, q.pt = 0, q.pl = 1, q.pb = 1, q.pr = 2;
      q.border = true;
      pairs(q);
    }
  }
}
