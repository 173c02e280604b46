//===- Reorder.cpp - Between plain and blocked activations ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Reorder.h"

#include "compiler/Codegen/Contraction/PackAtRunTime.h"
#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kItemBytes = 64 << 10;
constexpr int64_t kTypicalExtent = 28;

class Emitter {
public:
  Emitter(KernelBuilder &k, const ReorderParams &params)
      : k(k), p(params),
        element(cast<MemRefType>(p.to.memref.getType()).getElementType()),
        lanes(std::min<int64_t>(k.lanes(element), kChannelBlock)) {
    // Without halos a map is one long row.
    bool flat = !p.from.halo.any() && !p.to.halo.any();
    h = flat ? k.index(1) : p.to.h;
    w = flat ? k.mul(p.to.h, p.to.w) : p.to.w;
    // Rows of one channel block, or of one channel when both are plain.
    planes = p.from.blocked || p.to.blocked
                 ? int64_t(llvm::divideCeil(p.to.channels, kChannelBlock))
                 : p.to.channels;
    int64_t channels = p.from.blocked || p.to.blocked ? kChannelBlock : 1;
    int64_t rowBytes =
        std::max<int64_t>(1, constantOf(w).value_or(kTypicalExtent)) *
        channels * element.getIntOrFloatBitWidth() / 8;
    rowsPerItem = std::clamp<int64_t>(
        kItemBytes / rowBytes, 1,
        std::max<int64_t>(1, constantOf(h).value_or(kTypicalExtent)));
    rowBlocks = k.ceilDiv(h, k.index(rowsPerItem));
  }

  Value itemCount() { return k.mul(k.mul(p.n, planes), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void item(Value number);
  void plainRow(Value row);
  void blockRow(Value row);
  void pixels(Value plainAt, Value blockedAt, int64_t channels);
  Value rowStart(const ActivationTensor &t, Value row) {
    Value padded = k.add(row, t.halo.top), left = k.index(t.halo.left);
    if (t.blocked)
      return t.at(k, image, plane, padded, left);
    // A plane is a channel or, beside a blocked tensor, 16 of them.
    Value channel =
        p.from.blocked || p.to.blocked ? k.mul(plane, kChannelBlock) : plane;
    return k.mad(channel, t.channelStride(k),
                 t.at(k, image, k.index(0), padded, left));
  }
  void clearHalo(Value firstRow, Value endRow);

  KernelBuilder &k;
  const ReorderParams &p;
  Type element;
  int64_t lanes;
  Value h, w;
  int64_t planes, rowsPerItem;
  Value rowBlocks, image, plane;
};

void Emitter::item(Value number) {
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  plane = k.rem(rest, k.index(planes));
  image = k.div(rest, k.index(planes));
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), h);
  k.loop(firstRow, endRow, k.index(1), [&](Value row) {
    if (p.from.blocked == p.to.blocked)
      plainRow(row);
    else
      blockRow(row);
  });
  if (p.to.halo.any())
    clearHalo(firstRow, endRow);
}

/// Both of one layout: a copy of contiguous elements.
void Emitter::plainRow(Value row) {
  Value from = rowStart(p.from, row), to = rowStart(p.to, row);
  Value length = k.mul(w, p.to.wStride(k));
  Value whole = k.mul(k.div(length, k.index(lanes)), lanes);
  k.loop(k.index(0), whole, k.index(lanes), [&](Value i) {
    k.storeVector(k.loadVector(p.from.memref, k.add(from, i), lanes),
                  p.to.memref, k.add(to, i));
  });
  k.loop(whole, length, k.index(1), [&](Value i) {
    k.store(k.load(p.from.memref, k.add(from, i)), p.to.memref, k.add(to, i));
  });
}

/// One row of a block of 16 channels, of which the last block may have fewer.
void Emitter::blockRow(Value row) {
  const ActivationTensor &plain = p.from.blocked ? p.to : p.from;
  const ActivationTensor &blocked = p.from.blocked ? p.from : p.to;
  Value plainAt = rowStart(plain, row), blockedAt = rowStart(blocked, row);
  auto run = [&](int64_t channels) {
    Value whole = k.mul(k.div(w, k.index(lanes)), lanes);
    for (int64_t first = 0; first < kChannelBlock; first += lanes) {
      int64_t here = std::clamp<int64_t>(channels - first, 0, lanes);
      if (!here && p.from.blocked)
        continue;
      Value plainFirst = k.mad(k.index(first), plain.channelStride(k), plainAt);
      k.loop(k.index(0), whole, k.index(lanes), [&](Value column) {
        pixels(k.add(plainFirst, column),
               k.add(k.mad(column, k.index(kChannelBlock), blockedAt), first),
               here);
      });
    }
    k.loop(whole, w, k.index(1), [&](Value column) {
      for (int64_t c = 0; c < kChannelBlock; ++c) {
        Value a =
            k.add(k.mad(k.index(c), plain.channelStride(k), plainAt), column);
        Value b = k.add(k.mad(column, k.index(kChannelBlock), blockedAt), c);
        if (p.from.blocked && c < channels)
          k.store(k.load(blocked.memref, b), plain.memref, a);
        else if (!p.from.blocked)
          k.store(c < channels ? k.load(plain.memref, a) : k.zero(element),
                  blocked.memref, b);
      }
    });
  };
  int64_t tail = p.to.channels % kChannelBlock;
  if (!tail)
    return run(kChannelBlock);
  k.ifThen(
      k.less(plane, k.index(planes - 1)), [&] { run(kChannelBlock); },
      [&] { run(tail); });
}

/// lanes pixels x lanes channels, of which `channels` exist.
void Emitter::pixels(Value plainAt, Value blockedAt, int64_t channels) {
  const ActivationTensor &plain = p.from.blocked ? p.to : p.from;
  Value channelStride = plain.channelStride(k);
  SmallVector<Value> rows;
  for (int64_t i = 0; i < lanes; ++i) {
    if (p.from.blocked)
      rows.push_back(k.loadVector(p.from.memref,
                                  k.add(blockedAt, i * kChannelBlock), lanes));
    else if (i < channels)
      rows.push_back(k.loadVector(
          p.from.memref, k.mad(k.index(i), channelStride, plainAt), lanes));
    else
      rows.push_back(k.zero(k.vectorOf(element, lanes)));
  }
  SmallVector<Value> transposed = transposeVectors(k, rows);
  for (int64_t i = 0; i < lanes; ++i) {
    if (!p.from.blocked)
      k.storeVector(transposed[i], p.to.memref,
                    k.add(blockedAt, i * kChannelBlock));
    else if (i < channels)
      k.storeVector(transposed[i], p.to.memref,
                    k.mad(k.index(i), channelStride, plainAt));
  }
}

void Emitter::clearHalo(Value firstRow, Value endRow) {
  if (p.to.blocked) {
    emitHaloZeros(k, p.to, image, plane, firstRow, endRow);
    return;
  }
  // Plain: channel after channel, each of them a block of one.
  const ActivationTensor &t = p.to;
  int64_t perPlane = p.from.blocked ? kChannelBlock : 1;
  Value first = k.mul(plane, perPlane);
  Value last = k.min(k.add(first, perPlane), k.index(t.channels));
  Value zero = k.zero(element);
  auto clear = [&](Value channel, Value row, Value column, Value count) {
    Value at = k.mad(channel, t.channelStride(k),
                     t.at(k, image, k.index(0), row, column));
    k.loop(at, k.add(at, count), k.index(1),
           [&](Value i) { k.store(zero, t.memref, i); });
  };
  k.loop(first, last, k.index(1), [&](Value channel) {
    Value left = k.index(0);
    k.loop(firstRow, endRow, k.index(1), [&](Value row) {
      Value padded = k.add(row, t.halo.top);
      if (t.halo.left)
        clear(channel, padded, left, k.index(t.halo.left));
      if (t.halo.right)
        clear(channel, padded, k.add(t.w, t.halo.left), k.index(t.halo.right));
    });
    if (t.halo.top)
      k.ifThen(k.less(firstRow, k.index(1)), [&] {
        clear(channel, left, left, k.mul(t.paddedW(k), t.halo.top));
      });
    if (t.halo.bottom)
      k.ifThen(k.less(k.sub(t.h, k.index(1)), endRow), [&] {
        clear(channel, k.add(t.h, t.halo.top), left,
              k.mul(t.paddedW(k), t.halo.bottom));
      });
  });
}

} // namespace

Value mlc::reorderItems(KernelBuilder &k, const ReorderParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitReorder(KernelBuilder &k, const ReorderParams &params,
                      Value begin, Value end) {
  Emitter(k, params).items(begin, end);
}
