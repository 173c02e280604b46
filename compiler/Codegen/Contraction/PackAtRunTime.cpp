//===- PackAtRunTime.cpp - Panels of a computed matrix --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention multiplies by matrices that only exist at run time. Three cases:
// rows are contiguous (copy vectors), columns are contiguous (transpose blocks in
// registers), neither (one element at a time).
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackAtRunTime.h"

#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

SmallVector<Value> mlc::transposeVectors(KernelBuilder &k, ValueRange rows) {
  // log2(n) rounds; each interleaves vector i with vector i + n/2. After them
  // every element has moved its row number into its lane number.
  SmallVector<Value> x(rows);
  int64_t n = x.size();
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < n; ++i) {
    low.push_back(i / 2 + (i % 2) * n);
    high.push_back(n / 2 + i / 2 + (i % 2) * n);
  }
  for (int64_t round = 1; round < n; round *= 2) {
    SmallVector<Value> y;
    for (int64_t i = 0; i < n / 2; ++i)
      for (ArrayRef<int64_t> mask : {ArrayRef(low), ArrayRef(high)})
        y.push_back(vector::ShuffleOp::create(k.b, k.loc, x[i], x[i + n / 2],
                                              mask));
    x = std::move(y);
  }
  return x;
}

static Type panelElement(Value panel) {
  return cast<MemRefType>(panel.getType()).getElementType();
}

/// Row r of the matrix is contiguous: copy two or more vectors of it.
static void packRows(KernelBuilder &k, const PanelSource &s, Value depth,
                     Value column, Value columns, Value panel) {
  Type element = panelElement(panel);
  int64_t lanes = k.lanes(element);
  auto copy = [&](bool masked) {
    k.loop(0, depth, 1, [&](Value r) {
      Value from = k.add(k.mad(r, s.rowStride, s.offset), column);
      Value to = k.mul(r, kPanel);
      for (int64_t v = 0; v < kPanel / lanes; ++v) {
        Value valid =
            masked ? k.sub(columns, k.add(column, v * lanes)) : Value();
        Value x = k.loadVector(s.memref, k.add(from, v * lanes), lanes, valid);
        k.storeVector(k.widen(x, element, s.isUnsigned), panel,
                      k.add(to, v * lanes));
      }
    });
  };
  auto known = constantOf(columns);
  if (known && *known % kPanel == 0)
    return copy(false);
  Value tail = k.less(columns, k.add(column, kPanel));
  k.ifThen(tail, [&] { copy(true); }, [&] { copy(false); });
}

/// One element at a time; column numbers past the end are clamped.
static void packElements(KernelBuilder &k, const PanelSource &s, Value first,
                         Value depth, Value column, Value columns, Value panel) {
  Type element = panelElement(panel);
  Value last = k.sub(columns, k.index(1));
  k.loop(first, depth, k.index(1), [&](Value r) {
    k.loop(0, k.index(kPanel), 1, [&](Value c) {
      Value at = k.add(k.mad(k.min(k.add(column, c), last), s.columnStride,
                             s.offset),
                       k.mul(r, s.rowStride));
      k.store(k.widen(k.load(s.memref, at), element, s.isUnsigned), panel,
              k.add(k.mul(r, kPanel), c));
    });
  });
}

/// Column c of the matrix is contiguous: transpose lanes x lanes blocks.
static void packColumns(KernelBuilder &k, const PanelSource &s, Value depth,
                        Value column, Value columns, Value panel) {
  Type element = panelElement(panel);
  int64_t lanes = k.lanes(element);
  Value last = k.sub(columns, k.index(1));
  Value whole = k.mul(k.div(depth, k.index(lanes)), lanes);
  k.loop(0, k.index(kPanel), lanes, [&](Value c) {
    SmallVector<Value> starts;
    for (int64_t i = 0; i < lanes; ++i)
      starts.push_back(k.mad(k.min(k.add(k.add(column, c), i), last),
                             s.columnStride, s.offset));
    k.loop(k.index(0), whole, k.index(lanes), [&](Value r) {
      SmallVector<Value> rows;
      for (Value start : starts)
        rows.push_back(k.widen(k.loadVector(s.memref, k.add(start, r), lanes),
                               element, s.isUnsigned));
      SmallVector<Value> transposed = transposeVectors(k, rows);
      for (int64_t i = 0; i < lanes; ++i)
        k.storeVector(transposed[i], panel,
                      k.add(k.mul(k.add(r, i), kPanel), c));
    });
  });
  auto known = constantOf(depth);
  if (!known || *known % lanes)
    packElements(k, s, whole, depth, column, columns, panel);
}

void mlc::emitPackPanel(KernelBuilder &k, const PanelSource &source, Value depth,
                        Value column, Value columns, Value panel) {
  if (constantOf(source.columnStride) == 1)
    packRows(k, source, depth, column, columns, panel);
  else if (constantOf(source.rowStride) == 1)
    packColumns(k, source, depth, column, columns, panel);
  else
    packElements(k, source, k.index(0), depth, column, columns, panel);
}
