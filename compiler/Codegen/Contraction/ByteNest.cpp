//===- ByteNest.cpp - What products of bytes share ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ByteNest.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlc;

/// Every way of copying takes so many elements at a time.
static constexpr int64_t kLeastCopy = 512;

/// The fewest elements that are whole stretches and whole steps.
static int64_t stepsOf(int64_t stretch) {
  return kByteGroup / std::gcd(stretch, kByteGroup) * stretch;
}

/// Into how many equal parts a pixel's channels are cut so that one fits into
/// `limit` elements; 0 where none does.
static int64_t partsOf(int64_t channels, int64_t limit) {
  for (int64_t parts = 1; parts <= channels; ++parts)
    if (channels % parts == 0 && stepsOf(channels / parts) <= limit)
      return parts;
  return 0;
}

ByteNest::ByteNest(KernelBuilder &k, const MatmulParams &params,
                   int64_t copyDepth, int64_t rowBytes)
    : MatmulNest(k, params), groups(k.ceilDiv(params.k, k.index(kByteGroup))),
      panels(k.ceilDiv(params.n, k.index(kBytePanel))), copyDepth(copyDepth),
      rowBytes(rowBytes) {
  auto stride = constantOf(p.a.rowStride), depth = constantOf(p.k);
  direct = !p.patches && depth && *depth % kByteGroup == 0 && stride &&
           *stride % kAliasBytes && constantOf(p.a.columnStride) == 1;
  if (p.patches)
    windowRows = rowsReadInPlace(k, p);
  if (p.patches) {
    // The pixels of a kernel row lie behind each other unless they are dilated
    // or too many for a slice: those are whole stretches, and whole steps.
    int64_t columns = p.patches->kernel[1];
    stretch = p.patches->channels;
    bool fits = windowRows || stepsOf(stretch * columns) <= copyDepth;
    if (p.patches->dilations[1] == 1 && fits) {
      stretch *= columns;
      pixels = 1;
    } else if (windowRows) {
      pixels = columns;
    } else {
      parts = std::max<int64_t>(partsOf(stretch, copyDepth), 1);
      stretch /= parts;
      pixels = columns;
    }
    int64_t unit = stepsOf(stretch);
    this->copyDepth = copyDepth / unit * unit;
  }
}

bool mlc::canCopyWindows(int64_t channels) {
  return partsOf(channels, kLeastCopy) > 0;
}

void ByteNest::allocate() {
  if (!direct && !windowRows)
    copy = k.scratch(k.b.getI8Type(), tile.rows * rowBytes);
  if (p.patches && !windowRows && !anyByte)
    window = k.scratch(k.b.getI8Type(), copyDepth + 64);
}

Value ByteNest::bitcast(Value x, Type element) {
  auto type = cast<VectorType>(x.getType());
  int64_t bits = type.getNumElements() * type.getElementTypeBitWidth();
  return vector::BitCastOp::create(
      k.b, k.loc, k.vectorOf(element, bits / element.getIntOrFloatBitWidth()),
      x);
}

Value ByteNest::splat(Type element, int64_t count, int64_t value) {
  return arith::ConstantOp::create(
      k.b, k.loc,
      DenseElementsAttr::get(k.vectorOf(element, count),
                             Attribute(k.b.getIntegerAttr(element, value))));
}

Value ByteNest::intrinsic(StringRef name, Type result, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(k.b, k.loc, result,
                                       k.b.getStringAttr(name), operands)
      ->getResult(0);
}

bool ByteNest::hasOddPanel() {
  auto count = constantOf(panels);
  return !count || *count % 2;
}

Value ByteNest::panelAt(Value number, Value firstDepth) {
  Value firstStep = k.div(firstDepth, k.index(kByteGroup));
  return k.mad(k.mad(number, groups, firstStep), k.index(kStepBytes), bStart);
}

Value ByteNest::nextPanel(Value weights) {
  Value next = k.add(weights, k.mul(groups, kStepBytes));
  if (!hasOddPanel())
    return next;
  Value limit = k.add(k.mul(k.mul(panels, groups), kStepBytes), bStart);
  return arith::SelectOp::create(k.b, k.loc, k.less(next, limit), next,
                                 weights);
}

ByteNest::Rows ByteNest::rowsOfTile(Value row, int64_t height, Value firstDepth,
                                    Value depth) {
  Value start = k.mad(k.add(firstRow, row), p.a.rowStride,
                      k.mad(firstDepth, p.a.columnStride, aStart));
  if (direct)
    return {p.a.memref, start, p.a.rowStride};
  if (windowRows) {
    const Patches &w = *p.patches;
    SmallVector<Value> at = positionOf(k.add(firstRow, row));
    Value line = k.mad(at[0], w.height, k.mul(at[1], w.strides[0]));
    Value pixel = k.mad(line, w.width, k.mul(at[2], w.strides[1]));
    return {p.a.memref, k.mul(pixel, w.channels),
            k.index(w.strides[1] * w.channels)};
  }
  if (p.patches) {
    copyWindows(row, height, firstDepth, depth);
    return {copy, k.index(0), k.index(rowBytes)};
  }
  for (int64_t r = 0; r < height; ++r)
    copyRow(k.add(start, k.mul(p.a.rowStride, r)), k.index(r * rowBytes),
            depth);
  return {copy, k.index(0), k.index(rowBytes)};
}

/// Elements [0, depth) of a row that starts at `from` to copy[to..], as the
/// tile reads them.
void ByteNest::copyRow(Value from, Value to, Value depth) {
  readStretch(p.a.memref, from, p.a.columnStride, depth,
              [&](Value bytes, Value at) { put(bytes, k.add(to, at)); });
}

SmallVector<Value> ByteNest::positionOf(Value pixel) {
  const Patches &w = *p.patches;
  Value rest = k.div(pixel, w.outWidth);
  return {k.div(rest, w.outHeight), k.rem(rest, w.outHeight),
          k.rem(pixel, w.outWidth)};
}

/// The same for windows: a stretch of channels for each pixel under the kernel.
void ByteNest::copyWindows(Value row, int64_t height, Value firstDepth,
                           Value depth) {
  const Patches &w = *p.patches;
  Value channels = k.index(w.channels), one = k.index(1), zero = k.index(0);
  SmallVector<Value> position = positionOf(k.add(firstRow, row));
  Value length = k.index(stretch);
  Value firstTap = k.div(firstDepth, length), taps = k.div(depth, length);
  auto wrap = [&](Value value, Value limit, Value &carry) {
    Value next = k.add(value, carry);
    Value over = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq,
                                       next, limit);
    carry = arith::SelectOp::create(k.b, k.loc, over, one, zero);
    return Value(arith::SelectOp::create(k.b, k.loc, over, zero, next));
  };
  k.loop(zero, k.index(height), one, position, [&](Value r, ValueRange at) {
    Value image = k.mad(at[0], w.height, k.mul(at[1], w.strides[0]));
    Value start = k.mad(image, w.width, k.mul(at[2], w.strides[1]));
    Value to = k.mul(r, rowBytes);
    k.loop(zero, taps, one, [&](Value t) {
      Value number = k.add(firstTap, t), tap = k.div(number, k.index(parts));
      Value columns = k.index(pixels);
      Value down = k.mul(k.div(tap, columns), w.dilations[0]);
      Value across = k.mul(k.rem(tap, columns), w.dilations[1]);
      Value pixel = k.add(k.mad(down, w.width, across), start);
      Value part = k.mul(k.rem(number, k.index(parts)), stretch);
      Value from = k.mad(pixel, channels, part);
      Value place = k.mul(t, length);
      readStretch(p.a.memref, from, one, length, [&](Value bytes, Value d) {
        if (window)
          k.storeVector(bytes, window, k.add(place, d));
        else
          put(bytes, k.add(k.add(to, place), d));
      });
    });
    if (window)
      readStretch(window, zero, one, depth,
                  [&](Value bytes, Value d) { put(bytes, k.add(to, d)); });
    // The next pixel.
    Value carry = one;
    SmallVector<Value> next(at);
    next[2] = wrap(at[2], w.outWidth, carry);
    next[1] = wrap(at[1], w.outHeight, carry);
    next[0] = k.add(at[0], carry);
    return next;
  });
}

void ByteNest::readStretch(Value memref, Value from, Value stride, Value depth,
                           Store store) {
  Type i8 = k.b.getI8Type();
  Value done = k.index(0);
  int64_t widest = k.isa.vectorBits / 8;
  if (constantOf(stride) == 1) {
    for (int64_t bytes : {widest, int64_t(16), kByteGroup}) {
      if (bytes > widest || (bytes < 64 && widest == 64))
        continue;
      Value end = k.mul(k.div(depth, k.index(bytes)), bytes);
      k.loop(done, end, k.index(bytes), [&](Value d) {
        store(k.loadVector(memref, k.add(from, d), bytes), d);
      });
      done = end;
    }
    Value rest = k.sub(depth, done);
    if (widest == 64) { // masks are cheap there
      k.ifThen(k.less(k.index(0), rest), [&] {
        store(k.loadVector(memref, k.add(from, done), widest, rest), done);
      });
      return;
    }
  }
  k.loop(done, depth, k.index(kByteGroup), [&](Value d) {
    Value group = k.zero(k.vectorOf(i8, kByteGroup));
    for (int64_t i = 0; i < kByteGroup; ++i) {
      Value there = k.less(k.add(d, i), depth);
      Value at = k.min(k.add(d, i), k.sub(depth, k.index(1)));
      Value x = k.load(memref, k.mad(at, stride, from));
      x = arith::SelectOp::create(k.b, k.loc, there, x, k.zero(i8));
      group = vector::InsertOp::create(k.b, k.loc, x, group, i);
    }
    store(group, d);
  });
}
