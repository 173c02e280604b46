//===- Matmul.cpp - Matrix products ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/Matmul.h"

#include "compiler/Codegen/Contraction/MatmulItems.h"
#include "compiler/Codegen/Contraction/PackAtRunTime.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

class Emitter {
public:
  Emitter(KernelBuilder &k, const MatmulParams &params)
      : k(k), p(params), cut(cutMatmul(k, params)),
        tile(chooseTile(k.isa, params.accumulator)),
        lanes(k.lanes(params.accumulator)) {}

  void items(Value begin, Value end);

private:
  void item(Value number);
  void panel(Value panelNumber);
  void slice(Value firstDepth, Value depth, Value packed, Value packedAt,
             Value panelNumber, bool accumulate);
  void rowTiles(llvm::function_ref<void(Value, int64_t, Value)> body);
  void rowTile(Value row, int64_t height, Value tileNumber, Value firstDepth,
               Value depth, Value packed, Value packedAt, bool accumulate);
  void epilogueRows(Value panelNumber);
  void epilogueRow(Value row, Value column, bool masked);
  Value blockAt(Value row, Value column) {
    return k.mad(row, k.index(kPanel), column);
  }

  KernelBuilder &k;
  const MatmulParams &p;
  MatmulCut cut;
  TileShape tile;
  int64_t lanes;

  // Of the current item.
  SmallVector<Value> batch;
  Value firstRow, firstTile, endTile, rows;
  Value aStart, bStart;
  Value block; // [rows of the block][32] accumulators
};

/// offset + sum of coordinate * stride.
Value startOf(KernelBuilder &k, const MatrixOperand &x, ValueRange batch) {
  Value at = x.offset ? x.offset : k.index(0);
  for (auto [coordinate, stride] : llvm::zip(batch, x.batchStrides))
    at = k.add(at, k.mul(coordinate, stride));
  return at;
}

void Emitter::items(Value begin, Value end) {
  block = k.scratch(p.accumulator, cut.blockRows * kPanel);
  k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
}

void Emitter::item(Value number) {
  // Fastest: groups of panels, then blocks, then the batch.
  Value group = k.rem(number, cut.groups);
  Value rest = k.div(number, cut.groups);
  Value blockNumber = k.rem(rest, cut.blocks);
  rest = k.div(rest, cut.blocks);
  batch.assign(p.batch.size(), Value());
  for (size_t d = p.batch.size(); d-- > 0;) {
    batch[d] = k.rem(rest, p.batch[d]);
    rest = k.div(rest, p.batch[d]);
  }
  aStart = startOf(k, p.a, batch);
  bStart = startOf(k, p.b, batch);

  if (cut.staticRows) {
    firstTile = k.mul(blockNumber, cut.tilesPerBlock);
    endTile = k.min(k.add(firstTile, cut.tilesPerBlock),
                    k.index(cut.tiles.count));
    auto startOfTile = [&](Value t) {
      return k.mad(t, k.index(cut.tiles.height),
                   k.min(t, k.index(cut.tiles.extra)));
    };
    firstRow = startOfTile(firstTile);
    rows = k.sub(startOfTile(endTile), firstRow);
  } else {
    firstRow = k.mul(blockNumber, cut.blockRows);
    rows = k.min(k.sub(p.m, firstRow), k.index(cut.blockRows));
  }
  Value firstPanel = k.mul(group, cut.panelGroup);
  Value endPanel = k.min(k.add(firstPanel, cut.panelGroup), cut.panels);
  if (cut.panelGroup == 1)
    panel(firstPanel);
  else
    k.loop(firstPanel, endPanel, k.index(1), [&](Value n) { panel(n); });
}

void Emitter::panel(Value panelNumber) {
  if (p.packedB) {
    Value at = k.mad(k.mul(panelNumber, p.k), k.index(kPanel), bStart);
    slice(k.index(0), p.k, p.b.memref, at, panelNumber, false);
  } else {
    int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
    int64_t limit = kPackBytes / (kPanel * bytes);
    auto depth = constantOf(p.k);
    bool whole = depth && *depth <= limit;
    Value packed =
        k.scratch(p.accumulator,
                             kPanel * (whole ? std::max<int64_t>(*depth, 1)
                                             : limit));
    PanelSource source{p.b.memref, bStart, p.b.rowStride, p.b.columnStride,
                       p.b.isUnsigned};
    Value column = k.mul(panelNumber, kPanel);
    if (whole) {
      emitPackPanel(k, source, p.k, column, p.n, packed);
      slice(k.index(0), p.k, packed, k.index(0), panelNumber, false);
    } else {
      // Sums wait in the block between the slices.
      Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
      k.loop(k.index(0), k.mul(rows, kPanel), k.index(lanes),
             [&](Value i) { k.storeVector(zero, block, i); });
      k.loop(k.index(0), p.k, k.index(limit), [&](Value first) {
        Value length = k.min(k.sub(p.k, first), k.index(limit));
        PanelSource part = source;
        part.offset = k.mad(first, source.rowStride, source.offset);
        emitPackPanel(k, part, length, column, p.n, packed);
        slice(first, length, packed, k.index(0), panelNumber, true);
      });
    }
  }
  epilogueRows(panelNumber);
}

/// Calls body(row in block, height, tile in block) for the tiles of the block.
void Emitter::rowTiles(llvm::function_ref<void(Value, int64_t, Value)> body) {
  if (cut.staticRows) {
    Value extra = k.index(cut.tiles.extra);
    auto run = [&](Value from, Value to, int64_t height) {
      k.loop(from, to, k.index(1), [&](Value t) {
        Value start = k.mad(t, k.index(cut.tiles.height), k.min(t, extra));
        body(k.sub(start, firstRow), height, k.sub(t, firstTile));
      });
    };
    if (cut.tiles.extra)
      run(firstTile, k.min(endTile, extra), cut.tiles.height + 1);
    if (cut.tiles.height && cut.tiles.count > cut.tiles.extra)
      run(cut.tiles.extra ? k.max(firstTile, extra) : firstTile, endTile,
          cut.tiles.height);
    return;
  }
  // Falling heights, each exact: no row is computed twice or beyond the end.
  Value from = k.index(0);
  for (int64_t height = tile.rows; height > 0;
       height = height == tile.rows ? llvm::bit_floor(uint64_t(tile.rows - 1))
                                    : height / 2) {
    Value count = k.div(k.sub(rows, from), k.index(height));
    Value to = k.mad(count, k.index(height), from);
    k.loop(from, to, k.index(height), [&](Value row) {
      body(row, height, k.div(row, k.index(tile.rows)));
    });
    from = to;
  }
}

void Emitter::slice(Value firstDepth, Value depth, Value packed, Value packedAt,
                    Value panelNumber, bool accumulate) {
  rowTiles([&](Value row, int64_t height, Value tileNumber) {
    // The panel may be wider than the tile.
    k.loop(0, k.index(kPanel), tile.vectors * lanes, [&](Value column) {
      OpBuilder::InsertionGuard guard(k.b);
      Value at = k.add(packedAt, column);
      SmallVector<Value> sums;
      VectorType vectorType = k.vectorOf(p.accumulator, lanes);
      Value zero = accumulate ? Value() : k.zero(vectorType);
      for (int64_t r = 0; r < height; ++r)
        for (int64_t v = 0; v < tile.vectors; ++v)
          sums.push_back(
              accumulate ? k.loadVector(block,
                                        blockAt(k.add(row, r),
                                                k.add(column, v * lanes)),
                                        lanes)
                         : zero);
      Value rowStart = k.mad(k.add(firstRow, row), p.a.rowStride, aStart);
      sums = k.loop(
          k.index(0), depth, k.index(1), sums,
          [&](Value d, ValueRange carried) {
            SmallVector<Value> next(carried);
            Value aAt = k.mad(k.add(firstDepth, d), p.a.columnStride, rowStart);
            Value bAt = k.mad(d, k.index(kPanel), at);
            updateTile(
                k, next, height, tile.vectors,
                [&](int64_t r) {
                  Value x = k.load(p.a.memref,
                                   k.add(aAt, k.mul(k.index(r), p.a.rowStride)));
                  return k.widen(x, p.accumulator, p.a.isUnsigned);
                },
                [&](int64_t v) {
                  Value x = k.loadVector(packed, k.add(bAt, v * lanes), lanes);
                  return k.widen(x, p.accumulator, p.b.isUnsigned);
                });
            return next;
          });
      for (int64_t r = 0; r < height; ++r)
        for (int64_t v = 0; v < tile.vectors; ++v)
          k.storeVector(sums[r * tile.vectors + v], block,
                        blockAt(k.add(row, r), k.add(column, v * lanes)));
    });
  });
}

void Emitter::epilogueRows(Value panelNumber) {
  Value column = k.mul(panelNumber, kPanel);
  auto rowsOf = [&](bool masked) {
    k.loop(k.index(0), rows, k.index(1),
           [&](Value row) { epilogueRow(row, column, masked); });
  };
  auto n = constantOf(p.n);
  if (n && *n % kPanel == 0)
    return rowsOf(false);
  Value tail = k.less(p.n, k.add(column, kPanel));
  k.ifThen(tail, [&] { rowsOf(true); }, [&] { rowsOf(false); });
}

void Emitter::epilogueRow(Value row, Value column, bool masked) {
  for (int64_t v = 0; v < kPanel / lanes; ++v) {
    Piece piece;
    piece.value = k.loadVector(block, blockAt(row, k.index(v * lanes)), lanes);
    piece.lanes = lanes;
    piece.column = k.add(column, v * lanes);
    if (masked)
      piece.valid = k.sub(p.n, piece.column);
    piece.coordinates = batch;
    Value globalRow = k.add(firstRow, row);
    piece.coordinates.push_back(globalRow);
    auto offsetIn = [&](const MatrixOperand &x) {
      return k.add(k.mad(globalRow, x.rowStride, startOf(k, x, batch)),
                   piece.column);
    };
    if (!p.outputs.empty())
      piece.offset = offsetIn(p.outputs.front());
    SmallVector<Value> results = p.epilogue(k, piece);
    for (auto [i, result] : llvm::enumerate(results)) {
      const MatrixOperand &out = p.outputs[i];
      piece.store(k, result, out.memref,
                  i == 0 ? piece.offset : offsetIn(out));
    }
  }
}

} // namespace

void mlc::emitMatmul(KernelBuilder &k, const MatmulParams &params, Value begin,
                     Value end) {
  Emitter(k, params).items(begin, end);
}
