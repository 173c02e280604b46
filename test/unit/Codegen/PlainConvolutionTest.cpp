//===- PlainConvolutionTest.cpp - Plain convolutions against naive loops --===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/PlainConvolution.h"
#include "test/Support/KernelJit.h"
#include "test/Support/Tensors.h"
#include "test/unit/Catch.h"

#include <cmath>

using namespace mlc;
using namespace mlc::test;
using namespace mlir;

namespace {

using Triple = std::array<int64_t, 3>;

struct Problem {
  int64_t n, ic, oc, groups;
  Triple in, kernel, stride = {1, 1, 1}, dilation = {1, 1, 1},
                     padBegin = {0, 0, 0}, padEnd = {0, 0, 0};
  bool transposed = false, dynamic = false;

  Triple out() const {
    Triple result;
    for (int i = 0; i < 3; ++i) {
      int64_t reach = dilation[i] * (kernel[i] - 1) + 1;
      result[i] =
          transposed
              ? (in[i] - 1) * stride[i] + reach - padBegin[i] - padEnd[i]
              : (in[i] + padBegin[i] + padEnd[i] - reach) / stride[i] + 1;
    }
    return result;
  }
};

std::vector<double> naive(const Problem &q, const std::vector<float> &x,
                          const std::vector<float> &w) {
  Triple out = q.out();
  int64_t icg = q.ic / q.groups, ocg = q.oc / q.groups;
  int64_t taps = q.kernel[0] * q.kernel[1] * q.kernel[2];
  int64_t inPlane = q.in[0] * q.in[1] * q.in[2];
  int64_t outPlane = out[0] * out[1] * out[2];
  std::vector<double> y(q.n * q.oc * outPlane, 0.0);
  // Walk over (small side pixel, tap): the other side follows.
  const Triple &walk = q.transposed ? q.in : out;
  const Triple &other = q.transposed ? out : q.in;
  for (int64_t i = 0; i < q.n; ++i)
    for (int64_t o = 0; o < q.oc; ++o)
      for (int64_t c = 0; c < icg; ++c)
        for (int64_t tap = 0; tap < taps; ++tap) {
          Triple t = {tap / q.kernel[2] / q.kernel[1],
                      tap / q.kernel[2] % q.kernel[1], tap % q.kernel[2]};
          int64_t group = o / ocg, channel = group * icg + c;
          double weight = q.transposed
                              ? w[(channel * ocg + o % ocg) * taps + tap]
                              : w[(o * icg + c) * taps + tap];
          for (int64_t z = 0; z < walk[0] * walk[1] * walk[2]; ++z) {
            Triple a = {z / walk[2] / walk[1], z / walk[2] % walk[1],
                        z % walk[2]};
            Triple b;
            bool inside = true;
            for (int d = 0; d < 3; ++d) {
              b[d] = a[d] * q.stride[d] + t[d] * q.dilation[d] - q.padBegin[d];
              inside &= b[d] >= 0 && b[d] < other[d];
            }
            if (!inside)
              continue;
            int64_t flat = (b[0] * other[1] + b[1]) * other[2] + b[2];
            int64_t inAt = q.transposed ? z : flat;
            int64_t outAt = q.transposed ? flat : z;
            y[(i * q.oc + o) * outPlane + outAt] +=
                weight * x[(i * q.ic + channel) * inPlane + inAt];
          }
        }
  return y;
}

void check(const Problem &q) {
  Triple out = q.out();
  int64_t taps = q.kernel[0] * q.kernel[1] * q.kernel[2];
  int64_t inPlane = q.in[0] * q.in[1] * q.in[2];
  int64_t outPlane = out[0] * out[1] * out[2];
  std::vector<float> x = randomFloats(q.n * q.ic * inPlane, 1),
                     w = randomFloats(q.oc * q.ic / q.groups * taps, 2),
                     bias = randomFloats(q.oc, 3);
  std::vector<double> expected = naive(q, x, w);
  for (const IsaLevel &level : isaLevels()) {
    if (level.id > MLC_ISA_V4 || !machineHas(level))
      continue;
    INFO(level.name.str() << " " << q.n << " " << q.ic << "->" << q.oc << " g"
                          << q.groups << " in " << q.in[0] << "x" << q.in[1]
                          << "x" << q.in[2] << " kernel " << q.kernel[2]
                          << " stride " << q.stride[2] << " transposed "
                          << q.transposed << " dynamic " << q.dynamic);
    auto params = [&](KernelBuilder &k, ValueRange slots) {
      auto size = [&](int64_t value, unsigned slot) {
        return q.dynamic ? slots[slot] : k.index(value);
      };
      PlainConvParams p;
      p.n = size(q.n, 4);
      p.inputChannels = q.ic, p.outputChannels = q.oc, p.groups = q.groups;
      for (int d = 0; d < 3; ++d) {
        p.inputExtents[d] = size(q.in[d], 5 + d);
        p.outputExtents[d] = size(out[d], 8 + d);
      }
      p.kernel = q.kernel, p.stride = q.stride;
      p.dilation = q.dilation, p.padBegin = q.padBegin;
      p.transposed = q.transposed;
      p.input = slots[0], p.weights = slots[1];
      p.accumulator = k.b.getF32Type();
      p.outputs = {slots[2]};
      Value b = slots[3];
      p.epilogue = [b](KernelBuilder &k, const Piece &piece) {
        Value add = k.broadcast(k.load(b, piece.coordinates[1]), piece.lanes);
        return SmallVector<Value>{
            arith::AddFOp::create(k.b, k.loc, piece.value, add)};
      };
      return p;
    };
    JitKernel kernel = compileKernel(level, [&](OpBuilder &b) {
      Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
      KernelBuilder k(b, b.getUnknownLoc(), level);
      SmallVector<Type> slots(4, buffer);
      slots.append(7, index);
      buildKernelFunctions(
          b, slots,
          [&](Value begin, Value end, ValueRange slots) {
            emitPlainConvolution(k, params(k, slots), begin, end);
          },
          [&](ValueRange slots) {
            return plainConvolutionItems(k, params(k, slots));
          });
    });
    REQUIRE(kernel);
    std::vector<float> y(expected.size() + 64, -7.0f);
    kernel({int64_t(x.data()), int64_t(w.data()), int64_t(y.data()),
            int64_t(bias.data()), q.n, q.in[0], q.in[1], q.in[2], out[0],
            out[1], out[2]},
           3);
    double worst = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
      double error =
          std::fabs(y[i] - (expected[i] + bias[i / outPlane % q.oc]));
      worst = std::max(worst, std::isnan(error) ? 1e30 : error);
    }
    CHECK(worst < 1e-6 * (1 + q.ic / q.groups * taps));
    for (size_t i = expected.size(); i < y.size(); ++i)
      CHECK(y[i] == -7.0f);
  }
}

} // namespace

TEST_CASE("plain convolutions", "[plainconv]") {
  for (bool transposed : {false, true})
    for (bool dynamic : {false, true}) {
      // 1-D, 2-D, 3-D; odd channels and groups; strides and dilations.
      check({2,
             5,
             7,
             1,
             {1, 1, 33},
             {1, 1, 3},
             {1, 1, 1},
             {1, 1, 1},
             {0, 0, 1},
             {0, 0, 1},
             transposed,
             dynamic});
      check({1,
             6,
             9,
             3,
             {1, 10, 21},
             {1, 3, 3},
             {1, 2, 2},
             {1, 1, 1},
             {0, 1, 1},
             {0, 1, 0},
             transposed,
             dynamic});
      check({1,
             4,
             4,
             4,
             {1, 9, 16},
             {1, 3, 3},
             {1, 1, 1},
             {1, 2, 2},
             {0, 2, 2},
             {0, 2, 2},
             transposed,
             dynamic});
      check({1,
             3,
             10,
             1,
             {5, 6, 7},
             {3, 2, 3},
             {2, 1, 2},
             {1, 1, 1},
             {1, 0, 1},
             {1, 1, 1},
             transposed,
             dynamic});
      check({1,
             2,
             17,
             1,
             {1, 3, 40},
             {1, 1, 5},
             {1, 1, 3},
             {1, 1, 2},
             {0, 0, 4},
             {0, 0, 3},
             transposed,
             dynamic});
    }
}
