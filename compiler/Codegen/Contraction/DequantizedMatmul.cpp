//===- DequantizedMatmul.cpp - Products with weights of few bits ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that fit one register tile read each weight once: they are dequantised
// in registers, and a block's sum is multiplied by its scale. Such a product is
// as fast as the weights come from memory, which is why they are so small. More
// rows read a panel several times: a slice of it is dequantised to L1 first,
// scale and all, and goes the way of f32.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/DequantizedMatmul.h"

#include "compiler/Codegen/Contraction/FewBitsReader.h"
#include "compiler/Codegen/Contraction/FloatMatmul.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// Rows of a panel that are dequantised to L1 at a time: 12 KiB, and a multiple
/// of the rows of any word.
static constexpr int64_t kSliceRows = 96;
/// Rows of bytes that share their scales in one step, where blocks allow it.
static constexpr int64_t kByteRows = 4;

namespace {
class DequantizedMatmul : public FloatMatmul {
public:
  DequantizedMatmul(KernelBuilder &k, const MatmulParams &params)
      : FloatMatmul(k, params), reader(k, params), depth(*constantOf(p.k)),
        scaleRows(std::min(p.fewBits->block, depth)) {}

private:
  void panel(Value number) override;
  void panelsOfGroups(Value number) override {
    MatmulNest::panelsOfGroups(number);
  }
  bool fitsOneTile() const;
  void dequantize(Value number, Value first, Value length, Value scratch);
  void tileOfRows(Value number, Value start, Value row, int64_t height,
                  Value column);

  /// The sums of one block for a tile.
  struct Tile {
    Value panel, start, column;
    int64_t height;
    SmallVector<Value> zero;
  };
  SmallVector<Value> sumOfBlock(const Tile &at, Value first, int64_t rows);
  void step(const Tile &at, Value first, int64_t rows, int64_t ways,
            MutableArrayRef<Value> sums);

  FewBitsReader reader;
  int64_t depth, scaleRows; // of a column; that share a scale
};
} // namespace

bool DequantizedMatmul::fitsOneTile() const {
  if (cut.staticRows)
    return cut.tiles.count <= 1;
  return p.mostRows && p.mostRows <= tile.rows;
}

void DequantizedMatmul::panel(Value number) {
  if (fitsOneTile())
    return rowTiles([&](Value row, int64_t height, Value) {
      Value start = k.mad(k.add(firstRow, row), p.a.rowStride, aStart);
      k.loop(0, k.index(kPanel), tile.vectors * lanes, [&](Value column) {
        tileOfRows(number, start, row, height, column);
      });
    });
  int64_t rows = std::min(kSliceRows,
                          int64_t(llvm::alignTo(depth, reader.rowsPerElement)));
  Value scratch = k.scratch(p.accumulator, rows * kPanel);
  if (depth <= kSliceRows) {
    dequantize(number, k.index(0), p.k, scratch);
    return slice(k.index(0), p.k, scratch, k.index(0), false);
  }
  slices(kSliceRows, [&](Value first, Value length) {
    dequantize(number, first, length, scratch);
    slice(first, length, scratch, k.index(0), true);
  });
}

/// Rows [first, first + length) of a panel, which begin with an element. A last
/// element that reaches past them is written as a whole: there is room.
void DequantizedMatmul::dequantize(Value number, Value first, Value length,
                                   Value scratch) {
  int64_t perElement = reader.rowsPerElement;
  int64_t elements =
      perElement == 1 && depth % kByteRows == 0 && scaleRows % kByteRows == 0
          ? kByteRows
          : 1;
  int64_t rows = elements * perElement;
  k.loop(k.index(0), length, k.index(rows), [&](Value at) {
    Value row = k.add(first, at);
    Value inBlock =
        reader.blocks == 1 ? k.index(0) : k.div(row, k.index(scaleRows));
    for (int64_t column = 0; column < kPanel; column += lanes) {
      Value lane = k.index(column);
      Value scale = reader.scale(number, inBlock, lane);
      Value zero = reader.zero(number, inBlock, lane);
      for (int64_t e = 0; e < elements; ++e) {
        Value packed = reader.elements(
            number, k.add(k.div(row, k.index(perElement)), e), lane);
        for (int64_t i = 0; i < perElement; ++i) {
          Value x = reader.less(reader.row(packed, i), zero);
          x = arith::MulFOp::create(k.b, k.loc, x, scale);
          k.storeVector(
              x, scratch,
              k.add(k.mul(k.add(at, e * perElement + i), kPanel), column));
        }
      }
    }
  });
}

/// `rows` rows, no more than an element holds or all of one byte each, from
/// `first` on. Sum number `way` is of every ways-th row.
void DequantizedMatmul::step(const Tile &at, Value first, int64_t rows,
                             int64_t ways, MutableArrayRef<Value> sums) {
  int64_t perElement = reader.rowsPerElement, vectors = tile.vectors;
  size_t own = sums.size() / ways;
  Value element = k.div(first, k.index(perElement));
  SmallVector<Value> packed(vectors);
  for (int64_t i = 0; i < rows; ++i) {
    SmallVector<Value> weights;
    for (int64_t v = 0; v < vectors; ++v) {
      if (i % perElement == 0)
        packed[v] = reader.elements(at.panel, k.add(element, i / perElement),
                                    k.add(at.column, v * lanes));
      weights.push_back(
          reader.less(reader.row(packed[v], i % perElement), at.zero[v]));
    }
    MutableArrayRef<Value> mine = sums.slice(i % ways * own, own);
    Value aAt = k.mad(k.add(first, i), p.a.columnStride, at.start);
    for (int64_t r = 0; r < at.height; ++r) {
      Value x = k.load(p.a.memref, k.add(aAt, k.mul(p.a.rowStride, r)));
      x = k.broadcast(k.widen(x, p.accumulator), lanes);
      for (int64_t v = 0; v < vectors; ++v) {
        Value &sum = mine[r * vectors + v];
        sum = k.multiplyAdd(x, weights[v], sum);
      }
    }
  }
}

SmallVector<Value> DequantizedMatmul::sumOfBlock(const Tile &at, Value first,
                                                 int64_t rows) {
  size_t own = at.height * tile.vectors;
  // A tile too small to hide the latency of its steps keeps several sums.
  int64_t ways = llvm::bit_floor(
      static_cast<uint64_t>(std::max<int64_t>(1, p.sums / int64_t(own))));
  int64_t perStep = reader.rowsPerElement == 1 ? ways : reader.rowsPerElement;
  ways = std::min(ways, perStep);
  SmallVector<Value> sums(ways * own, k.zero(k.vectorOf(p.accumulator, lanes)));
  int64_t whole = rows / perStep * perStep;
  sums = k.loop(k.index(0), k.index(whole), k.index(perStep), sums,
                [&](Value d, ValueRange carried) {
                  SmallVector<Value> next(carried);
                  step(at, k.add(first, d), perStep, ways, next);
                  return next;
                });
  if (whole != rows)
    step(at, k.add(first, whole), rows - whole, ways, sums);
  for (int64_t way = 1; way < ways; ++way)
    for (size_t i = 0; i < own; ++i)
      sums[i] = addSums(k, sums[i], sums[way * own + i]);
  sums.truncate(own);
  return sums;
}

void DequantizedMatmul::tileOfRows(Value number, Value start, Value row,
                                   int64_t height, Value column) {
  int64_t vectors = tile.vectors;
  auto ofBlock = [&](Value inBlock, int64_t rows, ValueRange totals) {
    Tile at{number, start, column, height, {}};
    for (int64_t v = 0; v < vectors; ++v)
      at.zero.push_back(reader.zero(number, inBlock, k.add(column, v * lanes)));
    SmallVector<Value> sums = sumOfBlock(at, k.mul(inBlock, scaleRows), rows);
    for (int64_t v = 0; v < vectors; ++v) {
      Value scale = reader.scale(number, inBlock, k.add(column, v * lanes));
      for (int64_t r = 0; r < height; ++r) {
        Value &sum = sums[r * vectors + v];
        sum = totals.empty()
                  ? Value(arith::MulFOp::create(k.b, k.loc, sum, scale))
                  : k.multiplyAdd(sum, scale, totals[r * vectors + v]);
      }
    }
    return sums;
  };
  SmallVector<Value> totals;
  if (reader.blocks == 1) {
    totals = ofBlock(k.index(0), depth, {});
  } else {
    totals.assign(height * vectors, k.zero(k.vectorOf(p.accumulator, lanes)));
    int64_t whole = depth / scaleRows;
    totals = k.loop(k.index(0), k.index(whole), k.index(1), totals,
                    [&](Value inBlock, ValueRange carried) {
                      return ofBlock(inBlock, scaleRows, carried);
                    });
    if (depth % scaleRows)
      totals = ofBlock(k.index(whole), depth % scaleRows, totals);
  }
  for (int64_t r = 0; r < height; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      k.storeVector(totals[r * vectors + v], block,
                    blockAt(k.add(row, r), k.add(column, v * lanes)));
}

void mlc::emitDequantizedMatmul(KernelBuilder &k, const MatmulParams &params,
                                Value begin, Value end) {
  DequantizedMatmul(k, params).items(begin, end);
}
