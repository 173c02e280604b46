//===- BlockedWindow.cpp - Windows that keep channels apart ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/BlockedWindow.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

static constexpr int64_t kFewItems = 32;
static constexpr int64_t kTypicalExtent = 28; // of a map of unknown size

BlockedWindow::BlockedWindow(KernelBuilder &k, const WindowParams &params,
                             const WindowAxis &rows, const WindowAxis &columns,
                             int64_t itemWork)
    : k(k), window(params), out(params.outputs.front()),
      lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)),
      rows(rows), columns(columns),
      tileWidth(k.isa.vectorRegisters >= 32 ? 8 : 4) {
  auto h = constantOf(out.h), w = constantOf(out.w), n = constantOf(params.n);
  int64_t hGuess = std::max<int64_t>(h.value_or(kTypicalExtent), 1);
  int64_t rowWork = std::max<int64_t>(w.value_or(kTypicalExtent), 1) *
                    kChannelBlock * params.kernelH * params.kernelW;
  rowsPerItem = std::min<int64_t>(llvm::divideCeil(itemWork, rowWork), hGuess);
  // Not thousands of items either: whole maps when there are channels enough.
  int64_t maps =
      std::max<int64_t>(out.blocks() * std::max<int64_t>(n.value_or(1), 1), 1);
  int64_t enough = llvm::divideCeil(kFewItems, maps);
  rowsPerItem =
      std::max<int64_t>(rowsPerItem, llvm::divideCeil(hGuess, enough));
  if (h)
    rowsPerItem =
        llvm::divideCeil(hGuess, llvm::divideCeil(hGuess, rowsPerItem));
  rowBlocks = k.ceilDiv(out.h, k.index(rowsPerItem));
}

Value BlockedWindow::itemCount() {
  return k.mul(k.mul(window.n, out.blocks()), rowBlocks);
}

void BlockedWindow::items(Value begin, Value end) {
  k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
}

void BlockedWindow::item(Value number) {
  const ActivationTensor &in = window.input;
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  block = k.rem(rest, k.index(out.blocks()));
  image = k.div(rest, k.index(out.blocks()));
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), out.h);
  if (constantOf(rowBlocks) == 1)
    endRow = out.h;
  k.loop(k.index(0), k.index(kChannelBlock), k.index(lanes), [&](Value lane) {
    Value start =
        k.add(in.at(k, image, block, k.index(in.halo.top - window.padTop),
                    k.index(in.halo.left - window.padLeft)),
              lane);
    k.loop(firstRow, endRow, k.index(1), [&](Value y) {
      row(y, k.mad(y, k.mul(in.hStride(k), window.strideH), start), lane);
    });
  });
  if (window.writeHalo)
    for (const ActivationTensor &t : window.outputs)
      if (t.memref && t.halo.any())
        emitHaloZeros(k, t, image, block, firstRow, endRow);
}

void BlockedWindow::row(Value y, Value start, Value lane) {
  Value step = k.mul(window.input.wStride(k), window.strideW);
  auto tileOfRow = [&](const RowTile &pixels) {
    finish(y, pixels, k.mad(pixels.column, step, start), lane);
  };
  if (auto w = constantOf(out.w)) {
    BalancedTiles tiles = balance(*w, tileWidth);
    forTiles(k, tiles, columns, k.index(0), k.index(tiles.count), tileOfRow);
    return;
  }
  forColumns(k, tileWidth, columns, k.index(0), out.w, tileOfRow);
}

void BlockedWindow::finish(Value y, const RowTile &pixels, Value inputAt,
                           Value lane) {
  Values values = tile(y, pixels, inputAt, lane);
  for (int64_t pixel = 0; pixel < pixels.width; ++pixel)
    emitBlockedPiece(
        k, window.outputs, window.epilogue, values[pixel],
        {image, block, y, k.add(pixels.column, pixel), lane, Value()});
}

BlockedWindow::Values
BlockedWindow::overRows(Value y, Value inputAt, const Values &init,
                        llvm::function_ref<void(Value, Value, Values &)> body) {
  Value rowStep = k.mul(window.input.hStride(k), window.dilationH);
  auto [firstTap, endTap] = rows.taps(k, y);
  return k.loop(firstTap, endTap, k.index(1), init,
                [&](Value kh, ValueRange carried) {
                  Values next(carried);
                  body(kh, k.mad(kh, rowStep, inputAt), next);
                  return next;
                });
}

void BlockedWindow::overColumns(
    Value at, const RowTile &pixels, Value outside,
    llvm::function_ref<void(int64_t, int64_t, Value)> body) {
  int64_t stride = window.strideW, dilation = window.dilationW;
  int64_t reach =
      (pixels.width - 1) * stride + (window.kernelW - 1) * dilation + 1;
  for (int64_t column = 0; column < reach; ++column) {
    Value x;
    auto load = [&] {
      return k.widen(k.loadVector(window.input.memref,
                                  k.add(at, column * kChannelBlock), lanes),
                     window.accumulator);
    };
    for (int64_t pixel = 0; pixel < pixels.width; ++pixel) {
      int64_t offset = column - pixel * stride, tap = offset / dilation;
      if (offset < 0 || offset % dilation || tap >= window.kernelW ||
          !pixels.meets(columns, pixel, tap))
        continue;
      if (!x && pixels.kind == RowTile::Checked) {
        // The same column of the input for every pixel that meets it.
        auto branch = scf::IfOp::create(k.b, k.loc, outside.getType(),
                                        pixels.inside(k, columns, pixel, tap),
                                        /*withElseRegion=*/true);
        OpBuilder::InsertionGuard guard(k.b);
        k.b.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(k.b, k.loc, load());
        k.b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(k.b, k.loc, outside);
        x = branch.getResult(0);
      } else if (!x) {
        x = load();
      }
      body(pixel, tap, x);
    }
  }
}
