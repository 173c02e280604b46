//===- BenchConvolution.cpp - Convolutions --------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Convolution.h"
#include "compiler/Codegen/Convolution/Winograd.h"
#include "test/benchmark/kernels/Bench.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using namespace mlc::bench;
using namespace mlc::test;
using namespace mlir;

namespace {

struct Layer {
  int64_t ic, oc, size, kernel, stride;
  int64_t outHalo = 0;
  bool dynamic = false;
  bool plain = false; // input and output
  bool border = false; // padding is left out, not in memory
  int64_t winograd = 0; // tiles of so many rows
};

/// Taps of one dimension that meet the input; those in the padding are no work.
int64_t usefulTaps(const Layer &s, int64_t pad, int64_t out) {
  int64_t taps = 0;
  for (int64_t i = 0; i < out; ++i)
    for (int64_t t = 0; t < s.kernel; ++t) {
      int64_t at = i * s.stride + t - pad;
      taps += at >= 0 && at < s.size;
    }
  return taps;
}

// ResNet-50's kinds of layers at batch 1.
const Layer kLayers[] = {
    {3, 64, 224, 7, 2},
    {64, 64, 56, 1, 1, 1},
    {64, 64, 56, 3, 1},
    {64, 256, 56, 1, 1},
    {256, 64, 56, 1, 1, 1},
    {128, 128, 56, 3, 2},
    {128, 128, 28, 3, 1},
    {128, 512, 28, 1, 1},
    {512, 128, 28, 1, 1, 1},
    {256, 512, 56, 1, 2},
    {256, 256, 28, 3, 2},
    {256, 256, 14, 3, 1},
    {256, 1024, 14, 1, 1},
    {1024, 256, 14, 1, 1, 1},
    {512, 512, 14, 3, 2},
    {512, 512, 7, 3, 1},
    {512, 2048, 7, 1, 1},
    {2048, 512, 7, 1, 1, 1},
    {3, 64, 224, 7, 2, 0, false, false, true},
    {64, 64, 56, 3, 1, 0, false, false, true},
    {128, 128, 56, 3, 2, 0, false, false, true},
    {128, 128, 28, 3, 1, 0, false, false, true},
    {256, 256, 14, 3, 1, 0, false, false, true},
    {512, 512, 14, 3, 2, 0, false, false, true},
    {512, 512, 7, 3, 1, 0, false, false, true},
    {64, 80, 80, 3, 1, 0, false, false, true},
    {64, 64, 80, 3, 1, 0, false, false, true},
    {64, 64, 56, 3, 1, 0, true, false, true},
    {64, 64, 56, 3, 1, 0, true},
    {3, 64, 224, 7, 2, 0, false, true},
    {64, 64, 56, 1, 1, 0, false, true},
    {64, 64, 56, 3, 1, 0, false, true},
    {128, 128, 28, 3, 1, 0, false, true},
    {256, 1024, 14, 1, 1, 0, false, true},
    {1024, 256, 14, 1, 1, 0, false, true},
    {256, 256, 14, 3, 1, 0, false, true},
    {512, 512, 7, 3, 1, 0, false, true},
    {512, 2048, 7, 1, 1, 0, false, true},
    // As direct ones their flops are counted: more than the peak is no mistake.
    {16, 16, 160, 3, 1, 0, false, false, true, 2},
    {16, 16, 160, 3, 1, 0, false, false, true, 4},
    {32, 32, 80, 3, 1, 0, false, false, true, 2},
    {32, 32, 80, 3, 1, 0, false, false, true, 4},
    {64, 64, 56, 3, 1, 0, false, false, true, 2},
    {64, 64, 56, 3, 1, 0, false, false, true, 4},
    {64, 80, 80, 3, 1, 0, false, false, true, 2},
    {64, 80, 80, 3, 1, 0, false, false, true, 4},
    {128, 128, 28, 3, 1, 0, false, false, true, 2},
    {128, 128, 28, 3, 1, 0, false, false, true, 4},
    {256, 256, 14, 3, 1, 0, false, false, true, 2},
    {256, 256, 14, 3, 1, 0, false, false, true, 4},
    {512, 512, 28, 3, 1, 0, false, false, true, 2},
    {512, 512, 28, 3, 1, 0, false, false, true, 4},
    {512, 512, 14, 3, 1, 0, false, false, true, 2},
    {512, 512, 14, 3, 1, 0, false, false, true, 4},
    {512, 512, 7, 3, 1, 0, false, false, true, 2},
    {512, 512, 7, 3, 1, 0, false, false, true, 4},
};

} // namespace

void mlc::bench::benchConvolution(const IsaLevel &level,
                                  const std::string &filter) {
  for (const Layer &s : kLayers) {
    std::string name = llvm::formatv(
        "conv {0}x{0} s{1} {2}->{3} @{4}{5}{6}{7}{8}{9}{10}", s.kernel,
        s.stride, s.ic, s.oc, s.size, s.outHalo ? " halo" : "",
        s.dynamic ? " dynamic" : "", s.plain ? " plain" : "",
        s.border ? " border" : "", s.winograd ? " winograd " : "",
        s.winograd ? std::to_string(s.winograd) : "");
    if (name.find(filter) == std::string::npos)
      continue;
    int64_t pad = s.kernel / 2;
    int64_t out = (s.size + 2 * pad - s.kernel) / s.stride + 1;
    bool plain = s.ic < 16 || s.plain, plainOut = s.plain;
    auto params = [&](KernelBuilder &k, ValueRange slots) {
      auto size = [&](int64_t value, unsigned slot) {
        return s.dynamic ? slots[slot] : k.index(value);
      };
      ConvParams p;
      p.n = k.index(1);
      p.input.memref = slots[0];
      p.input.channels = s.ic;
      p.input.h = p.input.w = size(s.size, 3);
      int64_t halo = s.border ? 0 : pad;
      p.input.halo = {halo, halo, halo, halo};
      p.input.blocked = !plain;
      p.weights = slots[1];
      p.kernelH = p.kernelW = s.kernel;
      p.strideH = p.strideW = s.stride;
      p.padTop = p.padLeft = p.padBottom = p.padRight = pad;
      p.accumulator = k.b.getF32Type();
      ActivationTensor y;
      y.memref = slots[2];
      y.channels = s.oc;
      y.h = y.w = size(out, 4);
      y.halo = {s.outHalo, s.outHalo, s.outHalo, s.outHalo};
      y.blocked = !plainOut;
      p.outputs = {y};
      // As in the net: bias and ReLU.
      Value bias = slots[5];
      p.epilogue = [bias, plainOut](KernelBuilder &k, const Piece &piece) {
        Value b = plainOut ? k.broadcast(k.load(bias, piece.coordinates[1]),
                                         piece.lanes)
                           : piece.load(k, bias, piece.column);
        Value y = arith::AddFOp::create(k.b, k.loc, piece.value, b);
        Value zero = k.zero(y.getType());
        return SmallVector<Value>{
            arith::MaximumFOp::create(k.b, k.loc, y, zero)};
      };
      return p;
    };
    std::string dump = getenv("MLC_BENCH_ASM") ? "/tmp/kernel.s" : "";
    int64_t scratchSize = 0;
    JitKernel kernel = compileKernel(
        level,
        [&](OpBuilder &b) {
          Type buffer = flatBuffer(b.getF32Type()), index = b.getIndexType();
          KernelBuilder k(b, b.getUnknownLoc(), level);
          buildKernelFunctions(
              b, {buffer, buffer, buffer, index, index, buffer, buffer},
              [&](Value begin, Value end, ValueRange slots) {
                ConvParams p = params(k, slots);
                if (!s.winograd)
                  return emitConvolution(k, p, begin, end);
                scratchSize = winogradScratch(p, s.winograd);
                emitWinograd(k, p, s.winograd, slots[6], begin, end);
              },
              [&](ValueRange slots) {
                ConvParams p = params(k, slots);
                return s.winograd ? winogradItems(k, p, s.winograd)
                                  : convolutionItems(k, p);
              });
        },
        false, dump);
    int64_t padded = s.size + 2 * pad, outPadded = out + 2 * s.outHalo;
    Buffer x(llvm::alignTo(s.ic, 16) * padded * padded),
        w(llvm::alignTo(s.ic, 16) * llvm::alignTo(s.oc, 32) *
          (s.winograd ? 36 : s.kernel * s.kernel)),
        y(s.oc * outPadded * outPadded), bias(s.oc),
        scratch(std::max<int64_t>(scratchSize, 1));
    report(name, level, kernel,
           {x.slot(), w.slot(), y.slot(), s.size, out, bias.slot(),
            scratch.slot()},
           2.0 * s.ic * s.oc * usefulTaps(s, pad, out) *
               usefulTaps(s, pad, out));
  }
}
