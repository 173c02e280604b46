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

// See Emitter::copyA.
constexpr int64_t kCopyDepth = 256, kCopyStride = kCopyDepth + 16;
constexpr int64_t kAliasBytes = 4096;

class Emitter {
public:
  Emitter(KernelBuilder &k, const MatmulParams &params)
      : k(k), p(params), cut(cutMatmul(k, params)), tile(tileOf(k, params)),
        lanes(k.lanes(params.accumulator)) {
    auto stride = constantOf(p.a.rowStride), depth = constantOf(p.k);
    Type element = cast<MemRefType>(p.a.memref.getType()).getElementType();
    copyA =
        p.packedB && element == p.accumulator && stride && depth &&
        constantOf(p.a.columnStride) == 1 && *depth >= 2 * kCopyDepth &&
        *depth % lanes == 0 &&
        *stride * (element.getIntOrFloatBitWidth() / 8) % kAliasBytes == 0 &&
        (!cut.staticRows || cut.tiles.height >= tile.rows / 2);
  }

  void items(Value begin, Value end);

private:
  void item(Value number);
  void panel(Value panelNumber);
  void slice(Value firstDepth, Value depth, Value packed, Value packedAt,
             bool accumulate);
  void rowTiles(llvm::function_ref<void(Value, int64_t, Value)> body);
  void rowTile(const MatrixOperand &a, Value start, Value row, int64_t height,
               Value column, Value depth, Value packed, Value packedAt,
               bool accumulate);
  void prefetchNext(Value d);
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

  /// Rows of A whose distance is a multiple of 4 KiB share one set of the L1
  /// cache, which holds fewer lines than a tile has rows: such rows are copied
  /// to a buffer with another distance, a slice of k at a time.
  bool copyA = false;
  Value rowCopy;
  /// Else every step prefetches a part of the next panel, so that the tiles of
  /// the block together fetch all of it.
  int64_t prefetchStep = 0;
  Value prefetchPanel;
  Value nextRows, nextWeights; // while such a slice is computed
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
  if (copyA)
    rowCopy = k.scratch(p.accumulator, tile.rows * kCopyStride);
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
    endTile =
        k.min(k.add(firstTile, cut.tilesPerBlock), k.index(cut.tiles.count));
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
  Value column = k.mul(panelNumber, kPanel);
  // Several slices of k: the sums wait in the block between them.
  auto slices = [&](int64_t limit,
                    llvm::function_ref<void(Value, Value)> body) {
    Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
    k.loop(k.index(0), k.mul(rows, kPanel), k.index(lanes),
           [&](Value i) { k.storeVector(zero, block, i); });
    auto depth = constantOf(p.k);
    bool even = depth && *depth % limit == 0;
    k.loop(k.index(0), p.k, k.index(limit), [&](Value first) {
      body(first,
           even ? k.index(limit) : k.min(k.sub(p.k, first), k.index(limit)));
    });
  };
  if (p.packedB) {
    Value at = k.mad(k.mul(panelNumber, p.k), k.index(kPanel), bStart);
    if (!copyA)
      slice(k.index(0), p.k, p.b.memref, at, false);
    else
      slices(kCopyDepth, [&](Value first, Value length) {
        slice(first, length, p.b.memref, k.mad(first, k.index(kPanel), at),
              true);
      });
  } else {
    int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
    int64_t limit = kPackBytes / (kPanel * bytes);
    auto depth = constantOf(p.k);
    bool whole = depth && *depth <= limit;
    Value packed = k.scratch(
        p.accumulator, kPanel * (whole ? std::max<int64_t>(*depth, 1) : limit));
    PanelSource source{p.b.memref, bStart, p.b.rowStride, p.b.columnStride,
                       p.b.isUnsigned};
    if (whole) {
      emitPackPanel(k, source, p.k, column, p.n, packed);
      slice(k.index(0), p.k, packed, k.index(0), false);
    } else {
      slices(limit, [&](Value first, Value length) {
        PanelSource part = source;
        part.offset = k.mad(first, source.rowStride, source.offset);
        emitPackPanel(k, part, length, column, p.n, packed);
        slice(first, length, packed, k.index(0), true);
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
  // One tile holds all rows there can be: one pass over the panel, of the exact
  // height.
  if (p.mostRows && p.mostRows <= tile.rows) {
    for (int64_t height = p.mostRows; height > 0; --height)
      k.ifThen(arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, rows,
                                     k.index(height)),
               [&] { body(k.index(0), height, k.index(0)); });
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

/// Adds k in [firstDepth, firstDepth + depth) to all rows of the block; row 0
/// of that slice of the panel lies at packed[packedAt].
void Emitter::slice(Value firstDepth, Value depth, Value packed, Value packedAt,
                    bool accumulate) {
  rowTiles([&](Value row, int64_t height, Value tileNumber) {
    Value start = k.mad(k.add(firstRow, row), p.a.rowStride,
                        k.mad(firstDepth, p.a.columnStride, aStart));
    MatrixOperand a = p.a;
    if (copyA) {
      k.loop(k.index(0), depth, k.index(lanes), [&](Value d) {
        for (int64_t r = 0; r < height; ++r)
          k.storeVector(
              k.loadVector(a.memref,
                           k.add(k.add(start, d), k.mul(a.rowStride, r)),
                           lanes),
              rowCopy, k.add(d, r * kCopyStride));
      });
      nextRows = k.add(start, k.mul(a.rowStride, height));
      nextWeights = k.mad(k.mul(tileNumber, kCopyDepth / 2), k.index(16),
                          k.mad(depth, k.index(kPanel), packedAt));
      a.memref = rowCopy, a.rowStride = k.index(kCopyStride);
      start = k.index(0);
    }
    prefetchPanel = Value();
    if (prefetchStep && !copyA)
      prefetchPanel = k.add(k.mad(depth, k.index(kPanel), packedAt),
                            k.mul(k.mul(tileNumber, depth), prefetchStep));
    // The panel may be wider than the tile.
    k.loop(0, k.index(kPanel), tile.vectors * lanes, [&](Value column) {
      rowTile(a, start, row, height, column, depth, packed,
              k.add(packedAt, column), accumulate);
    });
  });
}

/// One line of what the next tile will copy and one of the next slice of B, at
/// every step: the slices are too short for the hardware to see them coming.
void Emitter::prefetchNext(Value d) {
  Value line = k.index(16);
  Value rowOfA = k.mad(k.div(d, line), p.a.rowStride, nextRows);
  k.prefetch(p.a.memref, k.mad(k.rem(d, line), line, rowOfA), false, 2);
  k.prefetch(p.b.memref, k.mad(k.div(d, k.index(2)), line, nextWeights), false,
             2);
}

void Emitter::rowTile(const MatrixOperand &a, Value start, Value row,
                      int64_t height, Value column, Value depth, Value packed,
                      Value packedAt, bool accumulate) {
  SmallVector<Value> sums, sumAt;
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  for (int64_t r = 0; r < height; ++r)
    for (int64_t v = 0; v < tile.vectors; ++v) {
      sumAt.push_back(blockAt(k.add(row, r), k.add(column, v * lanes)));
      sums.push_back(accumulate ? k.loadVector(block, sumAt.back(), lanes)
                                : zero);
    }
  auto step = [&](Value d, MutableArrayRef<Value> carried) {
    SmallVector<Value> next(carried);
    if (nextRows)
      prefetchNext(d);
    else if (prefetchPanel)
      k.prefetch(p.b.memref, k.mad(d, k.index(prefetchStep), prefetchPanel),
                 false, 2);
    Value aAt = k.mad(d, a.columnStride, start);
    Value bAt = k.mad(d, k.index(kPanel), packedAt);
    updateTile(
        k, next, height, tile.vectors,
        [&](int64_t r) {
          Value x = k.load(a.memref, k.add(aAt, k.mul(a.rowStride, r)));
          return k.widen(x, p.accumulator, a.isUnsigned);
        },
        [&](int64_t v) {
          Value x = k.loadVector(packed, k.add(bAt, v * lanes), lanes);
          return k.widen(x, p.accumulator, p.b.isUnsigned);
        });
    llvm::copy(next, carried.begin());
  };
  // A tile too small to hide the latency of its steps keeps several sums of
  // each element, of every ways-th step each, and adds them up at the end.
  size_t own = sums.size();
  int64_t ways = std::max<int64_t>(1, p.sums / int64_t(own));
  Value whole = depth;
  if (ways > 1) {
    sums.append((ways - 1) * own, zero);
    whole = k.mul(k.div(depth, k.index(ways)), ways);
  }
  sums = k.loop(
      k.index(0), whole, k.index(ways), sums, [&](Value d, ValueRange carried) {
        SmallVector<Value> next(carried);
        for (int64_t way = 0; way < ways; ++way)
          step(k.add(d, way), MutableArrayRef(next).slice(way * own, own));
        return next;
      });
  if (auto known = constantOf(depth);
      ways > 1 && !(known && *known % ways == 0)) {
    SmallVector<Value> tail(ArrayRef(sums).take_front(own));
    tail = k.loop(whole, depth, k.index(1), tail,
                  [&](Value d, ValueRange carried) {
                    SmallVector<Value> next(carried);
                    step(d, next);
                    return next;
                  });
    llvm::copy(tail, sums.begin());
  }
  for (size_t way = 1; way < size_t(ways); ++way)
    for (size_t i = 0; i < own; ++i)
      sums[i] =
          isa<FloatType>(p.accumulator)
              ? Value(arith::AddFOp::create(k.b, k.loc, sums[i],
                                            sums[way * own + i]))
              : arith::AddIOp::create(k.b, k.loc, sums[i], sums[way * own + i]);
  for (auto [sum, at] : llvm::zip(ArrayRef(sums).take_front(own), sumAt))
    k.storeVector(sum, block, at);
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
      piece.store(k, result, out.memref, i == 0 ? piece.offset : offsetIn(out));
    }
  }
}

} // namespace

void mlc::emitMatmul(KernelBuilder &k, const MatmulParams &params, Value begin,
                     Value end) {
  Emitter(k, params).items(begin, end);
}
