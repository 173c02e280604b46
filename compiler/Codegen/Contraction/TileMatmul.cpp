//===- TileMatmul.cpp - Products of bytes in AMX tiles --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/TileMatmul.h"

#include "compiler/Codegen/Contraction/ByteNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlc;

namespace {

/// Of a row of A, a multiple of a tile's width; the copy lies beside the block
/// of sums on the stack.
constexpr int64_t kCopyDepth = 384, kLine = 64;
/// Rows from which on tiles are faster than vpdpbusd.
constexpr int64_t kFewestRows = 8;
/// Numbers of the tiles: sums of both halves of the rows for both panels, then
/// the halves of A, then the panels of B.
constexpr int64_t kSums = 0, kA = 4, kB = 6;

class TileMatmul : public ByteNest {
public:
  TileMatmul(KernelBuilder &k, const MatmulParams &params)
      : ByteNest(k, params, kCopyDepth, kCopyDepth + kLine),
        depth(*constantOf(params.k)), single(constantOf(panels) == 1) {}

private:
  void panel(Value panelNumber) override;
  void put(Value bytes, Value at) override { k.storeVector(bytes, copy, at); }
  void release() override { call("llvm.x86.tilerelease", {}); }

  /// Steps of `width` elements of the depth.
  void slice(Value panelNumber, Value firstDepth, Value steps, int64_t width,
             bool accumulate);
  void configure(int64_t height, int64_t width);

  Value number(int64_t tile) {
    return LLVM::ConstantOp::create(k.b, k.loc, k.b.getI8Type(),
                                    k.b.getI8IntegerAttr(tile));
  }
  Value wide(Value index) {
    return arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), index);
  }
  /// Address of byte `at` behind the start of a buffer.
  Value address(Value memref, Value at) {
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(k.b, k.loc, memref);
    return LLVM::IntToPtrOp::create(
        k.b, k.loc, LLVM::LLVMPointerType::get(k.b.getContext()),
        wide(k.add(base, at)));
  }
  void call(StringRef name, ValueRange operands) {
    LLVM::CallIntrinsicOp::create(k.b, k.loc, k.b.getStringAttr(name),
                                  operands);
  }
  void load(int64_t tile, Value memref, Value at, Value stride) {
    call("llvm.x86.tileloadd64",
         {number(tile), address(memref, at), wide(stride)});
  }

  int64_t depth;
  bool single; // one panel of columns in all
};

void TileMatmul::panel(Value panelNumber) {
  int64_t whole = depth / kTileBytes * kTileBytes, rest = depth - whole;
  bool accumulate = false;
  if (whole && (direct || whole <= kCopyDepth)) {
    slice(panelNumber, k.index(0), k.index(whole / kTileBytes), kTileBytes,
          false);
    accumulate = true;
  } else if (whole) {
    Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
    k.loop(k.index(0), k.mul(rows, kPanel), k.index(lanes),
           [&](Value i) { k.storeVector(zero, block, i); });
    k.loop(k.index(0), k.index(whole), k.index(kCopyDepth), [&](Value first) {
      Value length = k.min(k.sub(k.index(whole), first), k.index(kCopyDepth));
      slice(panelNumber, first, k.div(length, k.index(kTileBytes)), kTileBytes,
            true);
    });
    accumulate = true;
  }
  if (rest || !whole)
    slice(panelNumber, k.index(whole), k.index(rest ? 1 : 0), rest, accumulate);
}

/// Loads the shapes of the tiles for rows of one height.
void TileMatmul::configure(int64_t height, int64_t width) {
  int64_t groups = llvm::divideCeil(width, kByteGroup);
  SmallVector<int8_t> config(kTileBytes, 0);
  config[0] = 1; // the only palette there is
  auto shape = [&](int64_t tile, int64_t rows, int64_t bytes) {
    if (!rows || !bytes)
      return;
    config[16 + 2 * tile] = int8_t(bytes);
    config[48 + tile] = int8_t(rows);
  };
  for (int64_t half : {0, 1}) {
    int64_t rows = std::clamp<int64_t>(height - half * kTileRows, 0, kTileRows);
    shape(kSums + 2 * half, rows, kTileBytes);
    shape(kSums + 2 * half + 1, rows, kTileBytes);
    shape(kA + half, rows, groups * kByteGroup);
    shape(kB + half, groups, kTileBytes);
  }
  // The bytes lie in a buffer that is filled once, at the entry.
  Value buffer = k.scratch(k.b.getI8Type(), kTileBytes);
  {
    OpBuilder::InsertionGuard guard(k.b);
    k.b.setInsertionPointAfter(buffer.getDefiningOp());
    Value bytes = arith::ConstantOp::create(
        k.b, k.loc,
        DenseElementsAttr::get(k.vectorOf(k.b.getI8Type(), kTileBytes),
                               ArrayRef<int8_t>(config)));
    k.storeVector(bytes, buffer, k.index(0));
  }
  call("llvm.x86.ldtilecfg", {address(buffer, k.index(0))});
}

void TileMatmul::slice(Value panelNumber, Value firstDepth, Value steps,
                       int64_t width, bool accumulate) {
  Value first = panelAt(k.mul(panelNumber, kPanel / kBytePanel), firstDepth);
  Value second = single ? Value() : nextPanel(first);
  StringRef multiply = p.a.isUnsigned ? "llvm.x86.tdpbusd" : "llvm.x86.tdpbssd";
  int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
  Value blockStride = k.index(kPanel * bytes),
        weightStride = k.index(kTileBytes);
  auto tiles = [&](Value row, int64_t height, Value) {
    Rows a = rowsOfTile(row, height, firstDepth, k.mul(steps, width));
    int64_t halves = llvm::divideCeil(height, kTileRows);
    auto sums = [&](llvm::function_ref<void(int64_t tile, Value at)> body) {
      for (int64_t half = 0; half < halves; ++half)
        for (int64_t column = 0; column < (single ? 1 : 2); ++column)
          body(kSums + 2 * half + column,
               k.mul(blockAt(k.add(row, half * kTileRows),
                             k.index(column * kBytePanel)),
                     bytes));
    };
    sums([&](int64_t tile, Value at) {
      if (accumulate)
        load(tile, block, at, blockStride);
      else
        call("llvm.x86.tilezero", {number(tile)});
    });
    k.loop(k.index(0), steps, k.index(1), [&](Value s) {
      Value aAt = k.mad(s, k.index(kTileBytes), a.start);
      Value bAt = k.mul(s, kTileRows * kTileBytes);
      for (int64_t half = 0; half < halves; ++half)
        load(kA + half, a.memref, k.add(aAt, k.mul(a.stride, half * kTileRows)),
             a.stride);
      load(kB, p.b.memref, k.add(first, bAt), weightStride);
      if (!single)
        load(kB + 1, p.b.memref, k.add(second, bAt), weightStride);
      for (int64_t half = 0; half < halves; ++half)
        for (int64_t column = 0; column < (single ? 1 : 2); ++column)
          call(multiply, {number(kSums + 2 * half + column), number(kA + half),
                          number(kB + column)});
    });
    sums([&](int64_t tile, Value at) {
      call("llvm.x86.tilestored64",
           {number(tile), address(block, at), wide(blockStride)});
    });
  };
  rowTiles(tiles, [&](int64_t height) { configure(height, width); });
}

} // namespace

bool mlc::usesTiles(const KernelBuilder &k, const MatmulParams &params) {
  // Slices of windows are whole pixels, which tiles would cut.
  if (!k.isa.has("amx-int8") || !constantOf(params.k) || params.patches ||
      !params.packedB)
    return false;
  auto rows = constantOf(params.m);
  return !rows || *rows >= kFewestRows;
}

void mlc::emitTileMatmul(KernelBuilder &k, const MatmulParams &params,
                         Value begin, Value end) {
  TileMatmul(k, params).items(begin, end);
}
