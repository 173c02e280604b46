//===- Depthwise.cpp - One filter per channel -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Depthwise/Depthwise.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kItemWork = 50000;
constexpr int64_t kWidestKernel = 64;

/// Padding that is not there in memory.
int64_t missing(int64_t pad, int64_t halo) {
  return std::max<int64_t>(pad - halo, 0);
}

class Emitter : public BlockedWindow {
public:
  Emitter(KernelBuilder &k, const DepthwiseParams &p)
      : BlockedWindow(
            k, p,
            {p.kernelH, p.strideH, p.dilationH,
             missing(p.padTop, p.input.halo.top),
             missing(p.padBottom, p.input.halo.bottom), p.input.paddedH(k)},
            {p.kernelW, p.strideW, p.dilationW,
             missing(p.padLeft, p.input.halo.left),
             missing(p.padRight, p.input.halo.right), p.input.paddedW(k)},
            kItemWork),
        p(p) {}

private:
  Values tile(Value y, const RowTile &pixels, Value inputAt,
              Value lane) override;

  const DepthwiseParams &p;
};

BlockedWindow::Values Emitter::tile(Value y, const RowTile &pixels,
                                    Value inputAt, Value lane) {
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  int64_t rowWeights = p.kernelW * kChannelBlock;
  Value weightsAt = k.mad(block, k.index(p.kernelH * rowWeights), lane);
  return overRows(
      y, inputAt, Values(pixels.width, zero),
      [&](Value kh, Value at, Values &sums) {
        Value weightsOfRow = k.mad(kh, k.index(rowWeights), weightsAt);
        Values taps(p.kernelW);
        overColumns(at, pixels, zero, [&](int64_t pixel, int64_t tap, Value x) {
          if (!taps[tap])
            taps[tap] = k.widen(
                k.loadVector(p.weights,
                             k.add(weightsOfRow, tap * kChannelBlock), lanes),
                p.accumulator);
          sums[pixel] = k.multiplyAdd(x, taps[tap], sums[pixel]);
        });
      });
}

} // namespace

std::string mlc::depthwiseUnsupported(const DepthwiseParams &p) {
  if (p.outputs.empty())
    return "no output shape";
  if (!p.input.blocked || !p.outputs.front().blocked)
    return "activations are not blocked";
  if (p.input.channels != p.outputs.front().channels)
    return "more than one filter per channel";
  if (p.kernelW > kWidestKernel)
    return "a kernel wider than 64";
  return "";
}

Value mlc::depthwiseItems(KernelBuilder &k, const DepthwiseParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitDepthwise(KernelBuilder &k, const DepthwiseParams &params,
                        Value begin, Value end) {
  Emitter(k, params).items(begin, end);
}
