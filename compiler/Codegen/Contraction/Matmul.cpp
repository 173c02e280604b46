//===- Matmul.cpp - Matrix products ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/Matmul.h"

#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Codegen/Contraction/DequantizedMatmul.h"
#include "compiler/Codegen/Contraction/FloatMatmul.h"
#include "compiler/Codegen/Contraction/PackAtRunTime.h"
#include "compiler/Codegen/Contraction/PackPairsAtRunTime.h"
#include "compiler/Codegen/LongestSum.h"
#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// See FloatMatmul::copyA.
static constexpr int64_t kCopyDepth = 256, kCopyStride = kCopyDepth + 16;
/// Of the rows of a tile, which lie on the stack.
static constexpr int64_t kCopyBytes = 16 << 10;
static constexpr int64_t kAliasBytes = 4096;

/// More weights than this are not in any cache when a pass over them begins; it
/// then asks so far ahead, beyond the page at which the hardware stops.
static constexpr int64_t kCachedBytes = 4 << 20, kAheadBytes = 8192;

/// Rows of a computed panel of pairs: as much of the stack as levels leave that
/// widen both halves.
static constexpr int64_t kPairDepth = 200;

FloatMatmul::FloatMatmul(KernelBuilder &k, const MatmulParams &params)
    : MatmulNest(k, params), group(params.pairs ? kPairGroup : 1) {
  auto stride = constantOf(p.a.rowStride), depth = constantOf(p.k);
  Type element = cast<MemRefType>(p.a.memref.getType()).getElementType();
  copyA = p.packedB && element == p.accumulator && stride && depth &&
          constantOf(p.a.columnStride) == 1 && *depth >= 2 * kCopyDepth &&
          *depth % lanes == 0 &&
          *stride * (element.getIntOrFloatBitWidth() / 8) % kAliasBytes == 0 &&
          tile.rows * kCopyStride * (element.getIntOrFloatBitWidth() / 8) <=
              kCopyBytes &&
          (!cut.staticRows || cut.tiles.height >= tile.rows / 2);
  // A slice has a step for each vector of a tile's rows.
  copyAhead = copyA && cut.staticRows && cut.tilesPerBlock > 1 &&
              *depth % kCopyDepth == 0 && tile.rows <= lanes;
  bufferSize = tile.rows * kCopyStride;
}

void FloatMatmul::allocate() {
  copyAhead = copyAhead && p.rowCopies;
  if (copyA)
    rowCopy = copyAhead ? p.rowCopies : k.scratch(p.accumulator, bufferSize);
}

void FloatMatmul::panel(Value panelNumber) {
  Value column = k.mul(panelNumber, kPanel);
  if (p.packedB) {
    Value at = k.mad(panelNumber, panelSize(), bStart);
    // A tile of few rows keeps several sums, which are short by themselves.
    auto depth = constantOf(p.k);
    bool deep =
        depth && *depth > (p.terms ? p.terms : 2 * kLongestSum) && p.sums == 1;
    int64_t limit = copyA ? kCopyDepth : p.terms ? p.terms : kLongestSum;
    if (!copyA && !deep)
      slice(k.index(0), p.k, p.b.memref, at, false);
    else
      slices(limit, [&](Value first, Value length) {
        slice(first, length, p.b.memref, k.mad(first, k.index(kPanel), at),
              true);
      });
  } else {
    Type element = p.pairs ? Type(k.b.getBF16Type()) : p.accumulator;
    int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
    int64_t limit = p.pairs ? kPairDepth : kPackBytes / (kPanel * bytes);
    auto depth = constantOf(p.k);
    bool whole = depth && *depth <= limit;
    int64_t rows = whole ? std::max<int64_t>(*depth, 1) : limit;
    Value packed =
        k.scratch(element, kPanel * int64_t(llvm::alignTo(rows, group)));
    auto pack = p.pairs ? emitPackPairs : emitPackPanel;
    PanelSource source{p.b.memref, bStart, p.b.rowStride, p.b.columnStride,
                       p.b.isUnsigned};
    if (whole) {
      pack(k, source, p.k, column, p.n, packed);
      slice(k.index(0), p.k, packed, k.index(0), false);
    } else {
      slices(limit, [&](Value first, Value length) {
        PanelSource part = source;
        part.offset = k.mad(first, source.rowStride, source.offset);
        pack(k, part, length, column, p.n, packed);
        slice(first, length, packed, k.index(0), true);
      });
    }
  }
}

/// Whether one tile holds the sums of all rows and groups. A row's value is
/// then read once for all of them, and few rows have sums enough in flight.
bool FloatMatmul::fitsTogether() const {
  auto depth = constantOf(p.k);
  if (copyA || !depth || *depth > 2 * kLongestSum)
    return false;
  int64_t rows = p.mostRows;
  if (cut.staticRows)
    rows = cut.tiles.count == 1 ? cut.tiles.height + cut.tiles.extra : 0;
  TileShape most = chooseTile(k.isa, p.accumulator);
  return rows && rows * p.groups * tile.vectors <= most.rows * most.vectors;
}

void FloatMatmul::panelsOfGroups(Value number) {
  if (!fitsTogether())
    return MatmulNest::panelsOfGroups(number);
  groupsInTile = p.groups;
  groupStride = k.mul(cut.panels, panelSize());
  slice(k.index(0), p.k, p.b.memref, k.mad(number, panelSize(), bStart), false);
  groupsInTile = 1;
}

void FloatMatmul::slice(Value firstDepth, Value depth, Value packed,
                        Value packedAt, bool accumulate) {
  rowTiles([&](Value row, int64_t height, Value tileNumber) {
    Value start = k.mad(k.add(firstRow, row), p.a.rowStride,
                        k.mad(firstDepth, p.a.columnStride, aStart));
    MatrixOperand a = p.a;
    if (copyA) {
      Value buffer = k.index(0);
      auto copyRows = [&] {
        k.loop(k.index(0), depth, k.index(lanes), [&](Value d) {
          for (int64_t r = 0; r < height; ++r)
            k.storeVector(
                k.loadVector(a.memref,
                             k.add(k.add(start, d), k.mul(a.rowStride, r)),
                             lanes),
                rowCopy, k.add(buffer, k.add(d, r * kCopyStride)));
        });
      };
      if (copyAhead) {
        buffer = k.mul(k.rem(tileNumber, k.index(2)), bufferSize);
        k.ifThen(k.less(tileNumber, k.index(1)), copyRows);
        nextBuffer = k.sub(k.index(bufferSize), buffer);
      } else {
        copyRows();
      }
      nextRow = k.add(row, height);
      nextStart = k.mad(firstDepth, p.a.columnStride, aStart);
      nextWeights = k.mad(k.mul(tileNumber, kCopyDepth / 2), k.index(16),
                          k.mad(depth, k.index(kPanel), packedAt));
      a.memref = rowCopy, a.rowStride = k.index(kCopyStride);
      start = buffer;
    }
    // The panel may be wider than the tile.
    k.loop(0, k.index(kPanel), tile.vectors * lanes, [&](Value column) {
      rowTile(a, start, row, height, tileNumber, column, depth, packed,
              k.add(packedAt, k.mul(column, group)), accumulate);
    });
  });
}

/// One vector of the next tile's rows and one line of the next slice of B at
/// every step: the slices are too short for the hardware to see them coming.
void FloatMatmul::prefetchNext(Value d) {
  Value vectorsOfRow = k.index(kCopyDepth / lanes);
  Value r = k.min(k.div(d, vectorsOfRow), k.index(tile.rows - 1));
  Value column = k.mul(k.rem(d, vectorsOfRow), lanes);
  // Behind the last tile the last row is copied again, and not read.
  Value row = k.min(k.add(nextRow, r), k.sub(rows, k.index(1)));
  Value at =
      k.add(k.mad(k.add(firstRow, row), p.a.rowStride, nextStart), column);
  if (copyAhead)
    k.storeVector(k.loadVector(p.a.memref, at, lanes), rowCopy,
                  k.add(nextBuffer, k.mad(r, k.index(kCopyStride), column)));
  else
    k.prefetch(p.a.memref, at, false, 2);
  if (!p.fewBits) // else weights are in a scratch panel
    k.prefetch(p.b.memref,
               k.mad(k.div(d, k.index(2)), k.index(16), nextWeights), false, 2);
}

/// A single tile passes over B as fast as it comes. One line of two at a step:
/// the other comes with it.
void FloatMatmul::askFarAhead(Value packed, Value packedAt) {
  auto depth = constantOf(p.k), columns = constantOf(p.n);
  int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
  if (packed != p.b.memref || !depth || !columns ||
      *depth * *columns * bytes / group <= kCachedBytes)
    return;
  PrefetchStream next;
  next.memref = packed;
  next.stride = k.index(kPanel * group);
  next.lines = 1;
  next.at = k.add(packedAt, kAheadBytes / kLineBytes * elementsOfLine(packed));
  weights.push_back(next);
}

/// Where several tiles share a panel.
void FloatMatmul::askAhead(Value row, int64_t height, Value tileNumber,
                           Value column, Value steps, Value packed,
                           Value packedAt) {
  results.clear(), weights.clear();
  int64_t tileColumns = tile.vectors * lanes;
  int64_t tiles =
      cut.staticRows ? cut.tilesPerBlock * (kPanel / tileColumns) : 0;
  if (tiles == 1 || (p.mostRows && p.mostRows <= tile.rows)) {
    askFarAhead(packed, packedAt);
    return;
  }
  for (const MatrixOperand &out : p.outputs) {
    PrefetchStream stream;
    stream.memref = out.memref;
    stream.at = k.add(resultAt(out, row), column);
    stream.stride = out.rowStride;
    stream.lines = llvm::divideCeil(tileColumns, elementsOfLine(out.memref));
    stream.write = true;
    results.push_back(stream);
  }
  if (!tiles || packed != p.b.memref || copyA)
    return;
  PrefetchStream next;
  next.memref = packed;
  int64_t share = llvm::divideCeil(kPanel * group, tiles);
  next.stride = k.index(share);
  next.lines = llvm::divideCeil(share, elementsOfLine(packed));
  Value number = k.add(k.mul(tileNumber, kPanel / tileColumns),
                       k.div(column, k.index(tileColumns)));
  next.at =
      k.add(k.sub(packedAt, k.mul(column, group)),
            k.mul(steps, k.add(k.index(kPanel * group), k.mul(number, share))));
  weights.push_back(next);
}

void FloatMatmul::rowTile(const MatrixOperand &a, Value start, Value row,
                          int64_t height, Value tileNumber, Value column,
                          Value depth, Value packed, Value packedAt,
                          bool accumulate) {
  SmallVector<Value> sums, sumAt;
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  const int64_t vectors = tile.vectors * groupsInTile;
  for (int64_t r = 0; r < height; ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      int64_t at = v / tile.vectors * kPanel + v % tile.vectors * lanes;
      sumAt.push_back(blockAt(k.add(row, r), k.add(column, at)));
      sums.push_back(zero);
    }
  // Step `d`, of a whole group or of what is left of the last one.
  auto step = [&](Value d, MutableArrayRef<Value> carried, bool half = false) {
    SmallVector<Value> next(carried);
    if (copyA)
      prefetchNext(d);
    for (const PrefetchStream &stream : weights)
      stream.ask(k, d);
    for (const PrefetchStream &stream : results)
      stream.ask(k, k.min(d, k.index(height - 1)));
    Value aAt = k.mad(d, k.mul(a.columnStride, group), start);
    Value bAt = k.mad(d, k.index(kPanel * group), packedAt);
    auto rowAt = [&](int64_t r) { return k.add(aAt, k.mul(a.rowStride, r)); };
    auto columnsAt = [&](int64_t v) {
      Value at = k.add(bAt, v % tile.vectors * lanes * group);
      if (v >= tile.vectors)
        at = k.add(at, k.mul(groupStride, v / tile.vectors));
      return at;
    };
    if (p.pairs)
      updateTileOfPairs(
          k, next, height, vectors,
          [&](int64_t r) {
            return half ? loadHalfPair(k, a.memref, rowAt(r))
                        : loadPair(k, a.memref, rowAt(r), a.columnStride);
          },
          [&](int64_t v) { return loadPairs(k, packed, columnsAt(v), lanes); });
    else
      updateTile(
          k, next, height, vectors,
          [&](int64_t r) {
            Value x = k.load(a.memref, rowAt(r));
            return k.widen(x, p.accumulator, a.isUnsigned);
          },
          [&](int64_t v) {
            Value x = k.loadVector(packed, columnsAt(v), lanes);
            return k.widen(x, p.accumulator, p.b.isUnsigned);
          });
    llvm::copy(next, carried.begin());
  };
  // A tile too small to hide the latency of its steps keeps several sums of
  // each element, of every ways-th step each, and adds them up at the end.
  size_t own = sums.size();
  int64_t ways = std::max<int64_t>(1, p.sums / int64_t(own));
  Value steps = k.div(depth, k.index(group)), whole = steps;
  askAhead(row, height, tileNumber, column, steps, packed, packedAt);
  if (ways > 1) {
    sums.append((ways - 1) * own, zero);
    whole = k.mul(k.div(steps, k.index(ways)), ways);
  }
  sums = k.loop(
      k.index(0), whole, k.index(ways), sums, [&](Value d, ValueRange carried) {
        SmallVector<Value> next(carried);
        for (int64_t way = 0; way < ways; ++way)
          step(k.add(d, way), MutableArrayRef(next).slice(way * own, own));
        return next;
      });
  auto addSteps = [&](Value from, Value to, bool half) {
    SmallVector<Value> tail(ArrayRef(sums).take_front(own));
    tail = k.loop(from, to, k.index(1), tail, [&](Value d, ValueRange carried) {
      SmallVector<Value> next(carried);
      step(d, next, half);
      return next;
    });
    llvm::copy(tail, sums.begin());
  };
  if (auto known = constantOf(steps);
      ways > 1 && !(known && *known % ways == 0))
    addSteps(whole, steps, false);
  // Slices are whole groups, so only the depth itself can be odd.
  if (auto known = constantOf(p.k);
      group > 1 && !(known && *known % group == 0))
    addSteps(steps, k.ceilDiv(depth, k.index(group)), true);
  for (size_t way = 1; way < size_t(ways); ++way)
    for (size_t i = 0; i < own; ++i)
      sums[i] = addSums(k, sums[i], sums[way * own + i]);
  for (auto [sum, at] : llvm::zip(ArrayRef(sums).take_front(own), sumAt))
    storeSum(k, sum, block, at, accumulate);
}

int64_t mlc::rowCopyElements(KernelBuilder &k, const MatmulParams &params) {
  if (params.bytes || params.fewBits)
    return 0;
  return FloatMatmul(k, params).rowCopyElements();
}

void mlc::emitMatmul(KernelBuilder &k, const MatmulParams &params, Value begin,
                     Value end) {
  if (params.bytes)
    return emitByteMatmul(k, params, begin, end);
  if (params.fewBits)
    return emitDequantizedMatmul(k, params, begin, end);
  FloatMatmul(k, params).items(begin, end);
}
