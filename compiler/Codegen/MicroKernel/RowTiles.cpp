//===- RowTiles.cpp - Tiles of output pixels and their taps ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/RowTiles.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// More tiles of a row that touch its ends share code that checks.
static constexpr int64_t kMostKnown = 4;

std::pair<Value, Value> WindowAxis::taps(KernelBuilder &k, Value at) const {
  if (!clipped())
    return {k.index(0), k.index(kernel)};
  Value zero = k.index(0), step = k.index(dilation);
  Value from = origin(k, at);
  // Taps t with from + t * dilation below a limit.
  auto below = [&](Value limit) {
    return k.min(k.ceilDiv(k.max(k.sub(limit, from), zero), step),
                 k.index(kernel));
  };
  Value first = low ? below(zero) : zero;
  // Without a high pad the last tap of the last pixel lies inside.
  Value end = high ? below(extent) : k.index(kernel);
  // Nothing is inside of an empty input.
  return {first, constantOf(extent) ? end : k.min(end, k.mul(extent, kernel))};
}

bool RowTile::meets(const WindowAxis &axis, int64_t pixel, int64_t tap) const {
  if (kind != Known)
    return true;
  int64_t at = (start + pixel) * axis.stride - axis.low + tap * axis.dilation;
  return at >= 0 && at < *constantOf(axis.extent);
}

Value RowTile::inside(KernelBuilder &k, const WindowAxis &axis, int64_t pixel,
                      int64_t tap) const {
  Value at =
      k.add(axis.origin(k, k.add(column, pixel)), k.index(tap * axis.dilation));
  // Unsigned: what is negative is beyond the end as well.
  return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ult, at,
                               axis.extent);
}

/// Whether all taps of pixels [start, start + width) lie inside.
static bool allInside(const WindowAxis &axis, int64_t start, int64_t width) {
  if (!axis.clipped())
    return true;
  auto extent = constantOf(axis.extent);
  int64_t last = (start + width - 1) * axis.stride - axis.low +
                 (axis.kernel - 1) * axis.dilation;
  return extent && start * axis.stride >= axis.low && last < *extent;
}

void mlc::forTiles(KernelBuilder &k, const BalancedTiles &tiles,
                   const WindowAxis &axis, Value first, Value end,
                   llvm::function_ref<void(const RowTile &)> body) {
  auto widthOf = [&](int64_t t) {
    return tiles.height + (t < tiles.extra ? 1 : 0);
  };
  auto isInside = [&](int64_t t) {
    return allInside(axis, tiles.start(t), widthOf(t));
  };
  int64_t atEnds = 0;
  for (int64_t t = 0; t < tiles.count && axis.clipped(); ++t)
    atEnds += !isInside(t);
  bool known = atEnds <= kMostKnown && constantOf(axis.extent);
  // Runs of tiles of one width and kind share a loop.
  for (int64_t t = 0; t < tiles.count;) {
    bool inside = isInside(t);
    int64_t next = t + 1;
    while (next < tiles.count && widthOf(next) == widthOf(t) &&
           isInside(next) == inside && (inside || !known))
      ++next;
    RowTile tile;
    tile.width = widthOf(t);
    if (!inside && known) {
      tile.kind = RowTile::Known;
      tile.start = tiles.start(t);
      tile.column = k.index(tile.start);
      k.ifThen(k.less(first, k.index(next)),
               [&] { k.ifThen(k.less(k.index(t), end), [&] { body(tile); }); });
    } else {
      tile.kind = inside ? RowTile::Inside : RowTile::Checked;
      Value from = t == 0 ? first : k.max(first, k.index(t));
      Value to = next == tiles.count ? end : k.min(end, k.index(next));
      k.loop(from, to, k.index(1), [&](Value number) {
        tile.column = t < tiles.extra ? k.mul(number, tiles.height + 1)
                                      : k.mad(number, k.index(tiles.height),
                                              k.index(tiles.extra));
        body(tile);
      });
    }
    t = next;
  }
}

/// Tiles of falling width over [first, end), all of one kind.
static void fallingTiles(KernelBuilder &k, int64_t widest, Value first,
                         Value end, RowTile::Kind kind,
                         llvm::function_ref<void(const RowTile &)> body) {
  Value from = first;
  for (int64_t w = widest; w > 0;
       w = w == widest ? llvm::bit_floor(uint64_t(widest - 1)) : w / 2) {
    Value count = k.div(k.sub(end, from), k.index(w));
    Value to = k.mad(count, k.index(w), from);
    k.loop(from, to, k.index(w), [&](Value column) {
      RowTile tile;
      tile.column = column;
      tile.width = w;
      tile.kind = kind;
      body(tile);
    });
    from = to;
  }
}

void mlc::forColumns(KernelBuilder &k, int64_t widest, const WindowAxis &axis,
                     Value first, Value end,
                     llvm::function_ref<void(const RowTile &)> body) {
  if (!axis.clipped())
    return fallingTiles(k, widest, first, end, RowTile::Inside, body);
  // The few pixels at the ends of the row one by one, so that the tests cost
  // the others nothing: [first, inside) | [inside, behind) | [behind, end).
  Value stride = k.index(axis.stride);
  int64_t reach = (axis.kernel - 1) * axis.dilation + 1;
  Value inside = k.index(llvm::divideCeil(axis.low, axis.stride));
  Value room = k.sub(k.add(axis.extent, axis.low), k.index(reach));
  Value behind = k.div(k.max(k.add(room, axis.stride), k.index(0)), stride);
  inside = k.max(first, k.min(inside, end));
  behind = k.max(inside, k.min(behind, end));
  fallingTiles(k, 1, first, inside, RowTile::Checked, body);
  fallingTiles(k, widest, inside, behind, RowTile::Inside, body);
  fallingTiles(k, 1, behind, end, RowTile::Checked, body);
}
