//===- Depthwise.cpp - One filter per channel -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Depthwise/Depthwise.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kItemWork = 50000;
constexpr int64_t kFewItems = 16;
constexpr int64_t kTypicalExtent = 28;
/// Taps that are written out; more run in a loop over the kernel's rows.
constexpr int64_t kUnrolledTaps = 25;
constexpr int64_t kWidestKernel = 64;

class Emitter {
public:
  Emitter(KernelBuilder &k, const DepthwiseParams &params)
      : k(k), p(params), out(params.outputs.front()),
        lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)),
        tileWidth(k.isa.vectorRegisters >= 32 ? 8 : 4) {
    cutRows();
  }

  Value itemCount() { return k.mul(k.mul(p.n, out.blocks()), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void cutRows();
  void item(Value number);
  void row(Value y, Value inputStart, Value weightsAt, ArrayRef<Value> taps,
           int64_t first);
  void tile(Value y, Value x, int64_t width, Value inputAt, Value weightsAt,
            ArrayRef<Value> taps, int64_t first);
  void kernelRow(Value at, int64_t width, ArrayRef<Value> taps,
                 SmallVectorImpl<Value> &sums);
  SmallVector<Value> loadTaps(Value at, int64_t count);

  KernelBuilder &k;
  const DepthwiseParams &p;
  const ActivationTensor &out;
  int64_t lanes, tileWidth;
  int64_t rowsPerItem = 1;
  Value rowBlocks;
  Value image, block;
};

void Emitter::cutRows() {
  auto h = constantOf(out.h), w = constantOf(out.w), n = constantOf(p.n);
  int64_t hGuess = std::max<int64_t>(h.value_or(kTypicalExtent), 1);
  int64_t rowWork = std::max<int64_t>(w.value_or(kTypicalExtent), 1) *
                    kChannelBlock * p.kernelH * p.kernelW;
  rowsPerItem = std::min<int64_t>(llvm::divideCeil(kItemWork, rowWork), hGuess);
  // Not thousands of items either: whole maps when there are channels enough.
  int64_t maps = out.blocks() * std::max<int64_t>(n.value_or(1), 1);
  int64_t enough = llvm::divideCeil(2 * kFewItems, maps);
  rowsPerItem =
      std::max<int64_t>(rowsPerItem, llvm::divideCeil(hGuess, enough));
  if (h)
    rowsPerItem =
        llvm::divideCeil(hGuess, llvm::divideCeil(hGuess, rowsPerItem));
  rowBlocks = k.ceilDiv(out.h, k.index(rowsPerItem));
}

SmallVector<Value> Emitter::loadTaps(Value at, int64_t count) {
  SmallVector<Value> taps;
  for (int64_t t = 0; t < count; ++t)
    taps.push_back(
        k.widen(k.loadVector(p.weights, k.add(at, t * kChannelBlock), lanes),
                p.accumulator));
  return taps;
}

void Emitter::item(Value number) {
  const ActivationTensor &in = p.input;
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  block = k.rem(rest, k.index(out.blocks()));
  image = k.div(rest, k.index(out.blocks()));
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), out.h);
  if (constantOf(rowBlocks) == 1)
    endRow = out.h;
  int64_t taps = p.kernelH * p.kernelW;
  for (int64_t first = 0; first < kChannelBlock; first += lanes) {
    Value weightsAt = k.add(k.mul(block, taps * kChannelBlock), first);
    SmallVector<Value> all;
    if (taps <= kUnrolledTaps)
      all = loadTaps(weightsAt, taps);
    Value start = k.add(in.at(k, image, block, k.index(in.halo.top - p.padTop),
                              k.index(in.halo.left - p.padLeft)),
                        first);
    k.loop(firstRow, endRow, k.index(1), [&](Value y) {
      row(y, k.mad(y, k.mul(in.hStride(k), p.strideH), start), weightsAt, all,
          first);
    });
  }
  if (p.writeHalo)
    for (const ActivationTensor &t : p.outputs)
      if (t.memref && t.halo.any())
        emitHaloZeros(k, t, image, block, firstRow, endRow);
}

void Emitter::row(Value y, Value inputStart, Value weightsAt,
                  ArrayRef<Value> taps, int64_t first) {
  Value step = k.mul(p.input.wStride(k), p.strideW);
  auto tileAt = [&](Value x, int64_t width) {
    tile(y, x, width, k.mad(x, step, inputStart), weightsAt, taps, first);
  };
  if (auto w = constantOf(out.w)) {
    BalancedTiles tiles = balance(*w, tileWidth);
    int64_t wide = tiles.height + 1;
    k.loop(k.index(0), k.index(tiles.extra * wide), k.index(wide),
           [&](Value x) { tileAt(x, wide); });
    if (tiles.height)
      k.loop(k.index(tiles.extra * wide), out.w, k.index(tiles.height),
             [&](Value x) { tileAt(x, tiles.height); });
    return;
  }
  Value from = k.index(0);
  for (int64_t width = tileWidth; width > 0; width /= 2) {
    Value count = k.div(k.sub(out.w, from), k.index(width));
    Value to = k.mad(count, k.index(width), from);
    k.loop(from, to, k.index(width), [&](Value x) { tileAt(x, width); });
    from = to;
  }
}

/// Adds one row of the kernel to all pixels of a tile; `at` is the input under
/// the row's first tap of the first pixel.
void Emitter::kernelRow(Value at, int64_t width, ArrayRef<Value> taps,
                        SmallVectorImpl<Value> &sums) {
  int64_t reach = (width - 1) * p.strideW + (p.kernelW - 1) * p.dilationW + 1;
  for (int64_t column = 0; column < reach; ++column) {
    Value x;
    for (int64_t pixel = 0; pixel < width; ++pixel) {
      int64_t tap = column - pixel * p.strideW;
      if (tap < 0 || tap % p.dilationW || tap / p.dilationW >= p.kernelW)
        continue;
      if (!x)
        x = k.widen(k.loadVector(p.input.memref,
                                 k.add(at, column * kChannelBlock), lanes),
                    p.accumulator);
      sums[pixel] = k.multiplyAdd(x, taps[tap / p.dilationW], sums[pixel]);
    }
  }
}

void Emitter::tile(Value y, Value x, int64_t width, Value inputAt,
                   Value weightsAt, ArrayRef<Value> taps, int64_t first) {
  SmallVector<Value> sums(width, k.zero(k.vectorOf(p.accumulator, lanes)));
  Value rowStep = k.mul(p.input.hStride(k), p.dilationH);
  if (!taps.empty()) {
    for (int64_t kh = 0; kh < p.kernelH; ++kh)
      kernelRow(k.add(inputAt, k.mul(rowStep, kh)), width,
                taps.slice(kh * p.kernelW, p.kernelW), sums);
  } else {
    sums = k.loop(k.index(0), k.index(p.kernelH), k.index(1), sums,
                  [&](Value kh, ValueRange carried) {
                    SmallVector<Value> next(carried);
                    Value at = k.mad(kh, k.index(p.kernelW * kChannelBlock),
                                     weightsAt);
                    kernelRow(k.mad(kh, rowStep, inputAt), width,
                              loadTaps(at, p.kernelW), next);
                    return next;
                  });
  }
  for (int64_t pixel = 0; pixel < width; ++pixel)
    emitBlockedPiece(k, p.outputs, p.epilogue, sums[pixel],
                     {image, block, y, k.add(x, pixel), first, Value()});
}

} // namespace

std::string mlc::depthwiseUnsupported(const DepthwiseParams &p) {
  if (p.outputs.empty())
    return "no output shape";
  if (!p.input.blocked || !p.outputs.front().blocked)
    return "activations are not blocked";
  if (p.input.channels != p.outputs.front().channels)
    return "more than one filter per channel";
  if (p.padTop > p.input.halo.top || p.padLeft > p.input.halo.left)
    return "padding beyond the halo of the input";
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
