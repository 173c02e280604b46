//===- MatmulNest.cpp - The loops around a register tile ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/MatmulNest.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// offset + sum of coordinate * stride.
static Value startOf(KernelBuilder &k, const MatrixOperand &x,
                     ValueRange batch) {
  Value at = x.offset ? x.offset : k.index(0);
  for (auto [coordinate, stride] : llvm::zip(batch, x.batchStrides))
    at = k.add(at, k.mul(coordinate, stride));
  return at;
}

void MatmulNest::items(Value begin, Value end) {
  block = k.scratch(p.accumulator, cut.blockRows * kPanel * p.groups);
  allocate();
  k.loop(begin, end, k.index(1), [&](Value number) {
    if (!p.step)
      return item(number);
    Value backwards = k.sub(k.sub(k.add(begin, end), k.index(1)), number);
    Value isOdd = k.less(k.index(0), k.rem(p.step, k.index(2)));
    item(arith::SelectOp::create(k.b, k.loc, isOdd, backwards, number));
  });
  release();
}

void MatmulNest::item(Value number) {
  // Fastest: groups of panels, then blocks, then the batch.
  Value group = k.rem(number, cut.groups);
  Value rest = k.div(number, cut.groups);
  blockNumber = k.rem(rest, cut.blocks);
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
  auto whole = [&](Value n) {
    panelNumber = n;
    if (p.groups == 1)
      panel(n);
    else
      panelsOfGroups(n);
    epilogueRows();
  };
  if (cut.panelGroup == 1)
    whole(firstPanel);
  else
    k.loop(firstPanel, endPanel, k.index(1), whole);
}

void MatmulNest::panelsOfGroups(Value number) {
  k.loop(0, k.index(p.groups), 1, [&](Value group) {
    groupNumber = group;
    panel(k.mad(group, cut.panels, number));
  });
  groupNumber = Value();
}

void MatmulNest::slices(int64_t limit,
                        llvm::function_ref<void(Value, Value)> body) {
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  if (p.groups == 1)
    k.loop(k.index(0), k.mul(rows, kPanel), k.index(lanes),
           [&](Value i) { k.storeVector(zero, block, i); });
  else
    k.loop(k.index(0), rows, k.index(1), [&](Value row) {
      for (int64_t column = 0; column < kPanel; column += lanes)
        k.storeVector(zero, block, blockAt(row, k.index(column)));
    });
  auto depth = constantOf(p.k);
  bool even = depth && *depth % limit == 0;
  k.loop(k.index(0), p.k, k.index(limit), [&](Value first) {
    body(first,
         even ? k.index(limit) : k.min(k.sub(p.k, first), k.index(limit)));
  });
}

void MatmulNest::rowTiles(llvm::function_ref<void(Value, int64_t, Value)> body,
                          llvm::function_ref<void(int64_t)> before) {
  if (cut.staticRows) {
    Value extra = k.index(cut.tiles.extra);
    auto run = [&](Value from, Value to, int64_t height) {
      if (before)
        before(height);
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
               [&] {
                 if (before)
                   before(height);
                 body(k.index(0), height, k.index(0));
               });
    return;
  }
  // Falling heights, each exact: no row is computed twice or beyond the end.
  Value from = k.index(0);
  for (int64_t height = tile.rows; height > 0;
       height = height == tile.rows ? llvm::bit_floor(uint64_t(tile.rows - 1))
                                    : height / 2) {
    Value count = k.div(k.sub(rows, from), k.index(height));
    Value to = k.mad(count, k.index(height), from);
    if (before)
      before(height);
    k.loop(from, to, k.index(height), [&](Value row) {
      body(row, height, k.div(row, k.index(tile.rows)));
    });
    from = to;
  }
}

Value MatmulNest::resultAt(const MatrixOperand &out, Value rowInBlock) {
  return k.mad(panelNumber, k.index(kPanel),
               k.mad(k.add(firstRow, rowInBlock), out.rowStride,
                     startOf(k, out, batch)));
}

Value MatmulNest::batchNumber() {
  Value number = k.index(0);
  for (auto [coordinate, extent] : llvm::zip(batch, p.batch))
    number = k.mad(number, extent, coordinate);
  return number;
}

void MatmulNest::epilogueRows() {
  Value column = k.mul(panelNumber, kPanel);
  auto rowsOf = [&](bool masked) {
    reductions.startPanel();
    k.loop(k.index(0), rows, k.index(1),
           [&](Value row) { epilogueRow(row, column, masked); });
    if (p.reductions.empty())
      return;
    Value part = k.mad(batchNumber(), cut.blocks, blockNumber);
    reductions.finishPanel(k.mul(part, p.n), column, p.n);
  };
  auto n = constantOf(p.n);
  if (n && *n % kPanel == 0)
    return rowsOf(false);
  Value tail = k.less(p.n, k.add(column, kPanel));
  k.ifThen(tail, [&] { rowsOf(true); }, [&] { rowsOf(false); });
}

void MatmulNest::epilogueRow(Value row, Value column, bool masked) {
  for (int64_t v = 0; v < kPanel / lanes; ++v) {
    Piece piece;
    piece.lanes = lanes;
    piece.column = k.add(column, v * lanes);
    piece.value =
        finish(k.loadVector(block, blockAt(row, k.index(v * lanes)), lanes),
               piece.column);
    for (int64_t group = 1; group < p.groups; ++group)
      piece.more.push_back(k.loadVector(
          block, blockAt(row, k.index(group * kPanel + v * lanes)), lanes));
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
    for (auto [i, result] : llvm::enumerate(ArrayRef(results).take_front(
             std::min(results.size(), p.outputs.size())))) {
      const MatrixOperand &out = p.outputs[i];
      piece.store(k, result, out.memref, i == 0 ? piece.offset : offsetIn(out));
    }
    if (!p.reductions.empty())
      reductions.add(piece, k.index(v * lanes),
                     ValueRange(results).drop_front(p.outputs.size()));
  }
  if (!p.reductions.empty()) {
    Value part = k.mad(batchNumber(), p.m, k.add(firstRow, row));
    reductions.finishRow(k.mad(part, cut.panels, panelNumber));
  }
}
