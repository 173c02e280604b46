//===- Pooling.cpp - Windows over blocked activations ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Pooling/Pooling.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "compiler/Codegen/MicroKernel/RowTiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kFewItems = 32;
constexpr int64_t kItemWork = 16000; // elements read
constexpr int64_t kTypicalExtent = 28;

class Emitter {
public:
  Emitter(KernelBuilder &k, const PoolParams &params)
      : k(k), p(params), out(params.outputs.front()),
        lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)),
        tileWidth(k.isa.vectorRegisters >= 32 ? 8 : 4),
        rows{p.kernelH, p.strideH,   p.dilationH,
             p.padTop,  p.padBottom, p.input.h},
        columns{p.kernelW, p.strideW,  p.dilationW,
                p.padLeft, p.padRight, p.input.w} {
    rows.high += p.overhangH;
    columns.high += p.overhangW;
    auto h = constantOf(out.h), w = constantOf(out.w);
    int64_t hGuess = std::max<int64_t>(h.value_or(kTypicalExtent), 1);
    int64_t rowWork = std::max<int64_t>(
        1, w.value_or(kTypicalExtent) * kChannelBlock * p.kernelH * p.kernelW);
    int64_t maps =
        std::max<int64_t>(1, out.blocks() * constantOf(p.n).value_or(1));
    rowsPerItem =
        std::min<int64_t>(llvm::divideCeil(kItemWork, rowWork), hGuess);
    rowsPerItem = std::max<int64_t>(
        rowsPerItem,
        llvm::divideCeil(hGuess, llvm::divideCeil(kFewItems, maps)));
    rowBlocks = k.ceilDiv(out.h, k.index(rowsPerItem));
  }

  Value itemCount() { return k.mul(k.mul(p.n, out.blocks()), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void item(Value number);
  void row(Value y, Value start, Value lane);
  void tile(Value y, const RowTile &pixels, Value inputAt, Value lane);
  void kernelRow(Value at, const RowTile &pixels,
                 SmallVectorImpl<Value> &values);
  /// Taps of the window at (row y, pixel) that count for an average.
  Value count(Value y, std::pair<Value, Value> rowTaps, const RowTile &pixels,
              int64_t pixel);

  bool averages() const {
    return p.kind == PoolKind::Average || p.kind == PoolKind::AverageWithPad;
  }
  Value combine(Value sum, Value x) {
    if (p.kind != PoolKind::Max)
      return arith::AddFOp::create(k.b, k.loc, sum, x);
    if (isa<FloatType>(p.accumulator))
      return arith::MaximumFOp::create(k.b, k.loc, sum, x);
    return arith::MaxSIOp::create(k.b, k.loc, sum, x);
  }
  Value initial() {
    VectorType type = k.vectorOf(p.accumulator, lanes);
    if (p.kind != PoolKind::Max)
      return k.zero(type);
    Attribute low;
    if (auto floatType = dyn_cast<FloatType>(p.accumulator))
      low = FloatAttr::get(floatType,
                           APFloat::getInf(floatType.getFloatSemantics(),
                                           /*Negative=*/true));
    else
      low = IntegerAttr::get(
          p.accumulator,
          APInt::getSignedMinValue(p.accumulator.getIntOrFloatBitWidth()));
    return arith::ConstantOp::create(k.b, k.loc,
                                     DenseElementsAttr::get(type, low));
  }

  KernelBuilder &k;
  const PoolParams &p;
  const ActivationTensor &out;
  int64_t lanes, tileWidth;
  WindowAxis rows, columns;
  int64_t rowsPerItem = 1;
  Value rowBlocks;
  Value image, block;
};

void Emitter::item(Value number) {
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  block = k.rem(rest, k.index(out.blocks()));
  image = k.div(rest, k.index(out.blocks()));
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), out.h);
  const ActivationTensor &in = p.input;
  k.loop(k.index(0), k.index(kChannelBlock), k.index(lanes), [&](Value lane) {
    Value start = k.add(in.at(k, image, block, k.index(in.halo.top - p.padTop),
                              k.index(in.halo.left - p.padLeft)),
                        lane);
    k.loop(firstRow, endRow, k.index(1), [&](Value y) {
      row(y, k.mad(y, k.mul(in.hStride(k), p.strideH), start), lane);
    });
  });
  if (p.writeHalo)
    for (const ActivationTensor &t : p.outputs)
      if (t.memref && t.halo.any())
        emitHaloZeros(k, t, image, block, firstRow, endRow);
}

void Emitter::row(Value y, Value start, Value lane) {
  Value step = k.mul(p.input.wStride(k), p.strideW);
  auto tileOfRow = [&](const RowTile &pixels) {
    tile(y, pixels, k.mad(pixels.column, step, start), lane);
  };
  if (auto w = constantOf(out.w)) {
    BalancedTiles tiles = balance(*w, tileWidth);
    forTiles(k, tiles, columns, k.index(0), k.index(tiles.count), tileOfRow);
    return;
  }
  forColumns(k, tileWidth, columns, k.index(0), out.w, tileOfRow);
}

/// Combines one row of the window into all pixels of a tile; `at` is the input
/// under the row's first tap of the first pixel.
void Emitter::kernelRow(Value at, const RowTile &pixels,
                        SmallVectorImpl<Value> &values) {
  int64_t reach =
      (pixels.width - 1) * p.strideW + (p.kernelW - 1) * p.dilationW + 1;
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
        // The same column of the input for every pixel that meets it. What
        // stands for an element outside changes neither maximum nor sum.
        Value neutral = initial();
        auto branch = scf::IfOp::create(k.b, k.loc, neutral.getType(),
                                        pixels.inside(k, columns, pixel, tap),
                                        /*withElseRegion=*/true);
        OpBuilder::InsertionGuard guard(k.b);
        k.b.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(k.b, k.loc, load());
        k.b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(k.b, k.loc, neutral);
        x = branch.getResult(0);
      } else if (!x) {
        x = load();
      }
      values[pixel] = combine(values[pixel], x);
    }
  }
}

Value Emitter::count(Value y, std::pair<Value, Value> rowTaps,
                     const RowTile &pixels, int64_t pixel) {
  if (p.kind == PoolKind::Average) {
    Value height = k.sub(rowTaps.second, rowTaps.first);
    if (pixels.kind == RowTile::Checked) {
      auto [first, end] = columns.taps(k, k.add(pixels.column, pixel));
      return k.mul(height, k.sub(end, first));
    }
    int64_t width = 0;
    for (int64_t tap = 0; tap < p.kernelW; ++tap)
      width += pixels.meets(columns, pixel, tap);
    return k.mul(height, width);
  }
  // Inside the padded map; the low end of a window never leaves it.
  auto counted = [&](const WindowAxis &axis, Value at, int64_t overhang) {
    if (!overhang)
      return k.index(axis.kernel);
    WindowAxis padded = axis;
    padded.high = overhang;
    padded.extent = k.add(axis.extent, axis.low + axis.high - overhang);
    padded.low = 0;
    return padded.taps(k, at).second;
  };
  return k.mul(counted(rows, y, p.overhangH),
               counted(columns, k.add(pixels.column, pixel), p.overhangW));
}

void Emitter::tile(Value y, const RowTile &pixels, Value inputAt, Value lane) {
  SmallVector<Value> values(pixels.width, initial());
  Value rowStep = k.mul(p.input.hStride(k), p.dilationH);
  std::pair<Value, Value> taps = rows.taps(k, y);
  values = k.loop(taps.first, taps.second, k.index(1), values,
                  [&](Value kh, ValueRange carried) {
                    SmallVector<Value> next(carried);
                    kernelRow(k.mad(kh, rowStep, inputAt), pixels, next);
                    return next;
                  });
  for (int64_t pixel = 0; pixel < pixels.width; ++pixel) {
    Value result = values[pixel];
    if (averages()) {
      Value number = arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(),
                                                count(y, taps, pixels, pixel));
      Value divisor = k.broadcast(
          arith::SIToFPOp::create(k.b, k.loc, p.accumulator, number), lanes);
      result = arith::DivFOp::create(k.b, k.loc, result, divisor);
    }
    emitBlockedPiece(
        k, p.outputs, p.epilogue, result,
        {image, block, y, k.add(pixels.column, pixel), lane, Value()});
  }
}

} // namespace

Value mlc::poolItems(KernelBuilder &k, const PoolParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitPool(KernelBuilder &k, const PoolParams &params, Value begin,
                   Value end) {
  Emitter(k, params).items(begin, end);
}
