//===- Depthwise.cpp - One filter per channel -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Depthwise/Depthwise.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "compiler/Codegen/MicroKernel/RowTiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kItemWork = 50000;
constexpr int64_t kFewItems = 16;
constexpr int64_t kTypicalExtent = 28;
constexpr int64_t kWidestKernel = 64;

class Emitter {
public:
  Emitter(KernelBuilder &k, const DepthwiseParams &params)
      : k(k), p(params), out(params.outputs.front()),
        lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)),
        tileWidth(k.isa.vectorRegisters >= 32 ? 8 : 4) {
    auto missing = [](int64_t pad, int64_t halo) {
      return std::max<int64_t>(pad - halo, 0);
    };
    const Halo &halo = p.input.halo;
    rows = {p.kernelH,
            p.strideH,
            p.dilationH,
            missing(p.padTop, halo.top),
            missing(p.padBottom, halo.bottom),
            p.input.paddedH(k)};
    columns = {p.kernelW,
               p.strideW,
               p.dilationW,
               missing(p.padLeft, halo.left),
               missing(p.padRight, halo.right),
               p.input.paddedW(k)};
    cutRows();
  }

  Value itemCount() { return k.mul(k.mul(p.n, out.blocks()), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void cutRows();
  void item(Value number);
  void row(Value y, Value inputStart, Value weightsAt, Value lane);
  void tile(Value y, const RowTile &pixels, Value inputAt, Value weightsAt,
            Value lane);
  void kernelRow(Value at, Value weightsAt, const RowTile &pixels,
                 SmallVectorImpl<Value> &sums);

  KernelBuilder &k;
  const DepthwiseParams &p;
  const ActivationTensor &out;
  int64_t lanes, tileWidth;
  WindowAxis rows, columns;
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
  k.loop(k.index(0), k.index(kChannelBlock), k.index(lanes), [&](Value lane) {
    Value weightsAt = k.add(k.mul(block, taps * kChannelBlock), lane);
    Value start = k.add(in.at(k, image, block, k.index(in.halo.top - p.padTop),
                              k.index(in.halo.left - p.padLeft)),
                        lane);
    k.loop(firstRow, endRow, k.index(1), [&](Value y) {
      row(y, k.mad(y, k.mul(in.hStride(k), p.strideH), start), weightsAt, lane);
    });
  });
  if (p.writeHalo)
    for (const ActivationTensor &t : p.outputs)
      if (t.memref && t.halo.any())
        emitHaloZeros(k, t, image, block, firstRow, endRow);
}

void Emitter::row(Value y, Value inputStart, Value weightsAt, Value lane) {
  Value step = k.mul(p.input.wStride(k), p.strideW);
  auto tileOfRow = [&](const RowTile &pixels) {
    tile(y, pixels, k.mad(pixels.column, step, inputStart), weightsAt, lane);
  };
  if (auto w = constantOf(out.w)) {
    BalancedTiles tiles = balance(*w, tileWidth);
    forTiles(k, tiles, columns, k.index(0), k.index(tiles.count), tileOfRow);
    return;
  }
  forColumns(k, tileWidth, columns, k.index(0), out.w, tileOfRow);
}

/// Adds one row of the kernel to all pixels of a tile; `at` is the input under
/// the row's first tap of the first pixel.
void Emitter::kernelRow(Value at, Value weightsAt, const RowTile &pixels,
                        SmallVectorImpl<Value> &sums) {
  SmallVector<Value> taps(p.kernelW);
  int64_t reach =
      (pixels.width - 1) * p.strideW + (p.kernelW - 1) * p.dilationW + 1;
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  for (int64_t column = 0; column < reach; ++column) {
    Value x;
    auto load = [&] {
      return k.widen(k.loadVector(p.input.memref,
                                  k.add(at, column * kChannelBlock), lanes),
                     p.accumulator);
    };
    for (int64_t pixel = 0; pixel < pixels.width; ++pixel) {
      int64_t offset = column - pixel * p.strideW, tap = offset / p.dilationW;
      if (offset < 0 || offset % p.dilationW || tap >= p.kernelW ||
          !pixels.meets(columns, pixel, tap))
        continue;
      if (!x && pixels.kind == RowTile::Checked) {
        // The same column of the input for every pixel that meets it.
        auto branch = scf::IfOp::create(k.b, k.loc, zero.getType(),
                                        pixels.inside(k, columns, pixel, tap),
                                        /*withElseRegion=*/true);
        OpBuilder::InsertionGuard guard(k.b);
        k.b.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(k.b, k.loc, load());
        k.b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(k.b, k.loc, zero);
        x = branch.getResult(0);
      } else if (!x) {
        x = load();
      }
      if (!taps[tap])
        taps[tap] =
            k.widen(k.loadVector(p.weights,
                                 k.add(weightsAt, tap * kChannelBlock), lanes),
                    p.accumulator);
      sums[pixel] = k.multiplyAdd(x, taps[tap], sums[pixel]);
    }
  }
}

void Emitter::tile(Value y, const RowTile &pixels, Value inputAt,
                   Value weightsAt, Value lane) {
  SmallVector<Value> sums(pixels.width,
                          k.zero(k.vectorOf(p.accumulator, lanes)));
  Value rowStep = k.mul(p.input.hStride(k), p.dilationH);
  auto [firstTap, endTap] = rows.taps(k, y);
  sums = k.loop(
      firstTap, endTap, k.index(1), sums, [&](Value kh, ValueRange carried) {
        SmallVector<Value> next(carried);
        Value at = k.mad(kh, k.index(p.kernelW * kChannelBlock), weightsAt);
        kernelRow(k.mad(kh, rowStep, inputAt), at, pixels, next);
        return next;
      });
  for (int64_t pixel = 0; pixel < pixels.width; ++pixel)
    emitBlockedPiece(
        k, p.outputs, p.epilogue, sums[pixel],
        {image, block, y, k.add(pixels.column, pixel), lane, Value()});
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
