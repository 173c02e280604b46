//===- WinogradTest.cpp - Winograd's convolutions against naive loops -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Winograd.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Constants/WinogradTransform.h"
#include "test/Support/KernelJit.h"
#include "test/Support/Tensors.h"
#include "test/unit/Catch.h"

#include <cmath>
#include <limits>

using namespace mlc;
using namespace mlc::test;
using namespace mlir;

namespace {

struct Problem {
  int64_t n, ic, oc, h, w;
  int64_t pt = 1, pl = 1, pb = 1, pr = 1;
  bool dynamicImages = false;
  int64_t tile = 4;

  int64_t oh() const { return h + pt + pb - 2; }
  int64_t ow() const { return w + pl + pr - 2; }
};

ConvParams paramsOf(const Problem &q, KernelBuilder &k, ValueRange slots) {
  ConvParams p;
  p.n = q.dynamicImages ? slots[6] : k.index(q.n);
  p.input.memref = slots[0];
  p.input.channels = q.ic;
  p.input.h = k.index(q.h), p.input.w = k.index(q.w);
  p.weights = slots[1];
  p.kernelH = p.kernelW = 3;
  p.padTop = q.pt, p.padLeft = q.pl;
  p.padBottom = q.pb, p.padRight = q.pr;
  p.accumulator = k.b.getF32Type();
  ActivationTensor out;
  out.memref = slots[2];
  out.channels = q.oc;
  out.h = k.index(q.oh()), out.w = k.index(q.ow());
  ActivationTensor other = out;
  other.memref = slots[3];
  p.outputs = {out, other};
  Value bias = slots[4];
  p.epilogue = [bias](KernelBuilder &k, const Piece &piece) {
    Value r = piece.load(k, bias, piece.column);
    Value y = arith::AddFOp::create(k.b, k.loc, piece.value, r);
    return SmallVector<Value>{y, arith::AddFOp::create(k.b, k.loc, y, y)};
  };
  return p;
}

void check(const IsaLevel &level, const Problem &q) {
  INFO(level.name.str() << " n" << q.n << " " << q.ic << "->" << q.oc << " "
                        << q.h << "x" << q.w << " pads " << q.pt << q.pl << q.pb
                        << q.pr << " dynamic " << q.dynamicImages << " tile "
                        << q.tile);
  int64_t oh = q.oh(), ow = q.ow();
  std::vector<float> x = randomFloats(q.n * q.ic * q.h * q.w, 1),
                     weights = randomFloats(q.oc * q.ic * 9, 2),
                     bias = randomFloats((q.oc + 31) / 32 * 32, 3);
  std::vector<float> xData = toBlocked(x, q.n, q.ic, q.h, q.w, {});
  // Lanes past the channels mean nothing.
  int64_t blocks = (q.ic + 15) / 16, plane = q.h * q.w * 16;
  for (size_t i = 0; i < xData.size(); ++i)
    if (int64_t(i) / plane % blocks * 16 + int64_t(i) % 16 >= q.ic)
      xData[i] = std::numeric_limits<float>::quiet_NaN();
  auto packed = packLiteral("pack_winograd",
                            literalOf(weights, {q.oc, q.ic, 3, 3}), {q.tile});
  REQUIRE(bool(packed));

  size_t outSize = blockedSize(q.n, q.oc, oh, ow, {});
  constexpr size_t guard = 64;
  std::vector<float> y(outSize + guard, -7.0f), second = y;
  int64_t scratchSize = 0;
  JitKernel kernel = compileKernel(level, [&](OpBuilder &b) {
    Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
    KernelBuilder k(b, b.getUnknownLoc(), level);
    buildKernelFunctions(
        b, {buffer, buffer, buffer, buffer, buffer, buffer, index},
        [&](Value begin, Value end, ValueRange slots) {
          ConvParams p = paramsOf(q, k, slots);
          REQUIRE(winogradUnsupported(p) == "");
          scratchSize = winogradScratch(p, q.tile);
          emitWinograd(k, p, q.tile, slots[5], begin, end);
        },
        [&](ValueRange slots) {
          return winogradItems(k, paramsOf(q, k, slots), q.tile);
        });
  });
  REQUIRE(kernel);
  std::vector<float> scratch(scratchSize + guard,
                             std::numeric_limits<float>::quiet_NaN());
  std::fill(scratch.begin() + scratchSize, scratch.end(), -7.0f);
  std::vector<int64_t> args = {int64_t(xData.data()),
                               int64_t(packed->bytes().data()),
                               int64_t(y.data()),
                               int64_t(second.data()),
                               int64_t(bias.data()),
                               int64_t(scratch.data()),
                               q.n};
  kernel(args);

  std::vector<float> expected =
      naiveConvolution(x, weights, q.n, q.ic, q.oc, q.h, q.w, 3, 3, 1, 1, 1, 1,
                       q.pt, q.pl, oh, ow, 1);
  for (int64_t i = 0; i < int64_t(expected.size()); ++i)
    expected[i] += bias[i / (oh * ow) % q.oc];
  std::vector<float> blocked = toBlocked(expected, q.n, q.oc, oh, ow, {});
  double worst = 0, scale = 1 + std::sqrt(double(q.ic) * 9);
  for (size_t i = 0; i < outSize; ++i) {
    double error = std::fabs(double(y[i]) - blocked[i]) / scale;
    worst = std::max(worst, std::isnan(error) ? 1e30 : error);
    worst = std::max(worst, std::fabs(double(second[i]) - 2.0 * y[i]));
  }
  CHECK(worst < (q.tile == 4 ? 3e-6 : 6e-7));
  for (size_t i = outSize; i < y.size(); ++i)
    CHECK(y[i] == -7.0f);
  for (size_t i = scratchSize; i < scratch.size(); ++i)
    CHECK(scratch[i] == -7.0f);

  // Whoever computes the items: some calls begin within a block of tiles.
  for (int64_t pieces : {3, 5, 1000}) {
    std::vector<float> again(y.size(), -7.0f);
    args[2] = int64_t(again.data());
    kernel(args, pieces);
    CHECK(again == y);
  }
}

void checkAllLevels(Problem q) {
  for (int64_t tile : {2, 4}) {
    q.tile = tile;
    for (const IsaLevel &level : isaLevels())
      if (level.id <= MLC_ISA_V4 && machineHas(level))
        check(level, q);
  }
}

} // namespace

TEST_CASE("Winograd's convolutions of all sizes", "[winograd]") {
  for (int64_t size : {1, 2, 4, 5, 7, 9, 14, 57})
    checkAllLevels({1, 16, 32, size, size});
  checkAllLevels({1, 32, 32, 3, 100});
  checkAllLevels({2, 32, 32, 41, 6});
}

TEST_CASE("Winograd's convolutions of all channels", "[winograd]") {
  for (int64_t oc : {1, 16, 17, 48, 80})
    checkAllLevels({1, 16, oc, 9, 10});
  for (int64_t ic : {1, 17, 64, 130})
    checkAllLevels({1, ic, 32, 9, 10});
  checkAllLevels({1, 256, 96, 14, 14});
  checkAllLevels({1, 128, 128, 28, 28});
}

TEST_CASE("Winograd's convolutions of several images", "[winograd]") {
  for (bool dynamic : {false, true}) {
    checkAllLevels({2, 32, 64, 14, 14, 1, 1, 1, 1, dynamic});
    checkAllLevels({5, 24, 40, 7, 5, 1, 1, 1, 1, dynamic});
  }
}

TEST_CASE("Winograd's convolutions with all kinds of pads", "[winograd]") {
  for (int64_t size : {5, 8, 18}) {
    checkAllLevels({1, 16, 16, size, size, 0, 0, 0, 0});
    checkAllLevels({1, 16, 16, size, size, 2, 0, 1, 3});
    checkAllLevels({1, 16, 16, size, size, 0, 1, 2, 0});
    checkAllLevels({1, 16, 16, size, size, 7, 6, 5, 9});
  }
}

TEST_CASE("what Winograd's convolutions do not do is said", "[winograd]") {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect>();
  OpBuilder b(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToStart(module->getBody());
  KernelBuilder k(b, b.getUnknownLoc(), isaLevels().front());
  SmallVector<Value> slots(7, k.index(0));
  auto make = [&] { return paramsOf({1, 16, 16, 8, 8}, k, slots); };
  CHECK(winogradUnsupported(make()) == "");
  ConvParams p = make();
  p.strideW = 2;
  CHECK(winogradUnsupported(p) != "");
  p = make(), p.groups = 2;
  CHECK(winogradUnsupported(p) != "");
  p = make(), p.dilationH = 2;
  CHECK(winogradUnsupported(p) != "");
  p = make(), p.kernelH = 1;
  CHECK(winogradUnsupported(p) != "");
  p = make(), p.input.blocked = false;
  CHECK(winogradUnsupported(p) != "");
  p = make(), p.outputs[1].halo.top = 1;
  CHECK(winogradUnsupported(p) != "");
}

TEST_CASE("taps come back from their transform", "[winograd]") {
  using namespace winograd;
  std::vector<float> taps = randomFloats(9, 4);
  for (int64_t tile : {2, 4}) {
    double positions[kMostPositions];
    transformFilter(tile, taps.data(), positions);
    int64_t reach = reachOf(tile);
    for (int64_t r = 0; r < kTaps; ++r)
      for (int64_t c = 0; c < kTaps; ++c) {
        double sum = 0;
        for (int64_t i = 0; i < reach; ++i)
          for (int64_t j = 0; j < reach; ++j)
            sum += unfilter(tile, r, i) * unfilter(tile, c, j) *
                   positions[i * reach + j];
        CHECK(std::fabs(sum - taps[r * kTaps + c]) < 1e-12);
      }
  }
}
