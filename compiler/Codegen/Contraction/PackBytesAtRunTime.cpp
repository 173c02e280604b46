//===- PackBytesAtRunTime.cpp - Panels of a computed matrix of bytes ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in PackAtRunTime.cpp there are three cases: rows are contiguous
// (interleave four of them), columns are contiguous (copy words), neither.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytesAtRunTime.h"

#include "compiler/Codegen/Contraction/PackBytes.h"

using namespace mlir;
using namespace mlc;

namespace {

/// Bytes of a panel for four rows.
constexpr int64_t kStepBytes = kBytePanel * kByteGroup;

struct Packer {
  KernelBuilder &k;
  const PanelSource &s;
  Value depth, columns, panels;

  /// Address of an element.
  Value at(Value row, Value column) {
    return k.mad(row, s.rowStride, k.mad(column, s.columnStride, s.offset));
  }
  void rows(Value step, Value column, Value to);
  void words(Value step, Value column, Value to);
  void elements(Value step, Value column, Value to);
};

} // namespace

/// Four rows of 16 neighbouring columns, interleaved.
void Packer::rows(Value step, Value column, Value to) {
  SmallVector<Value> row;
  for (int64_t r = 0; r < kByteGroup; ++r)
    row.push_back(k.loadVector(
        s.memref, at(k.add(k.mul(step, kByteGroup), r), column), kBytePanel));
  SmallVector<int64_t> pairs, quads;
  for (int64_t c = 0; c < kBytePanel; ++c) {
    pairs.append({c, c + kBytePanel});
    quads.append(
        {2 * c, 2 * c + 1, 2 * (c + kBytePanel), 2 * (c + kBytePanel) + 1});
  }
  auto shuffle = [&](Value x, Value y, ArrayRef<int64_t> mask) {
    return vector::ShuffleOp::create(k.b, k.loc, x, y, mask);
  };
  k.storeVector(shuffle(shuffle(row[0], row[1], pairs),
                        shuffle(row[2], row[3], pairs), quads),
                panels, to);
}

/// Four rows that are one word for each column; columns past the end are
/// clamped.
void Packer::words(Value step, Value column, Value to) {
  Value last = k.sub(columns, k.index(1));
  k.loop(0, k.index(kBytePanel), 1, [&](Value c) {
    Value from = at(k.mul(step, kByteGroup), k.min(k.add(column, c), last));
    k.storeVector(k.loadVector(s.memref, from, kByteGroup), panels,
                  k.mad(c, k.index(kByteGroup), to));
  });
}

/// One at a time; rows past the end are zeros.
void Packer::elements(Value step, Value column, Value to) {
  Value lastColumn = k.sub(columns, k.index(1));
  Value lastRow = k.sub(depth, k.index(1));
  Value zero = k.zero(k.b.getI8Type());
  k.loop(0, k.index(kBytePanel), 1, [&](Value c) {
    Value clamped = k.min(k.add(column, c), lastColumn);
    for (int64_t r = 0; r < kByteGroup; ++r) {
      Value row = k.add(k.mul(step, kByteGroup), r);
      Value x = k.load(s.memref, at(k.min(row, lastRow), clamped));
      x = arith::SelectOp::create(k.b, k.loc, k.less(row, depth), x, zero);
      k.store(x, panels, k.add(k.mad(c, k.index(kByteGroup), to), r));
    }
  });
}

void mlc::emitPackBytes(KernelBuilder &k, const PanelSource &source,
                        Value depth, Value column, Value columns, Value panels,
                        int64_t panelBytes) {
  Packer p{k, source, depth, columns, panels};
  bool rows = constantOf(source.columnStride) == 1;
  bool words = !rows && constantOf(source.rowStride) == 1;
  Value whole = k.div(depth, k.index(kByteGroup));
  Value steps = k.ceilDiv(depth, k.index(kByteGroup));
  for (int64_t panel = 0; panel < 2; ++panel) {
    Value first = k.add(column, panel * kBytePanel);
    auto to = [&](Value step) {
      return k.add(k.mul(step, kStepBytes), panel * panelBytes);
    };
    auto elements = [&](Value from) {
      k.loop(from, steps, k.index(1),
             [&](Value step) { p.elements(step, first, to(step)); });
    };
    if (words) {
      k.loop(k.index(0), whole, k.index(1),
             [&](Value step) { p.words(step, first, to(step)); });
      elements(whole);
    } else if (rows) {
      k.ifThen(
          k.less(columns, k.add(first, kBytePanel)),
          [&] { elements(k.index(0)); },
          [&] {
            k.loop(k.index(0), whole, k.index(1),
                   [&](Value step) { p.rows(step, first, to(step)); });
            elements(whole);
          });
    } else {
      elements(k.index(0));
    }
  }
}
