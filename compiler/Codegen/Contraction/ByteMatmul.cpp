//===- ByteMatmul.cpp - Products of bytes in vector registers -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile reads four elements of a row as one 32-bit word that is broadcast.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ByteNest.h"
#include "compiler/Codegen/Contraction/PackBytesAtRunTime.h"
#include "compiler/Codegen/Contraction/TileMatmul.h"

using namespace mlir;
using namespace mlc;

/// Whether vpdpbusd multiplies: its right operand is signed, and the sums that
/// make up for a signed left one come with packed panels.
static bool readsWords(const KernelBuilder &k, const MatmulParams &params) {
  return params.packedB && k.isa.has("avx512vnni");
}

namespace {

/// Elements of a row that are copied at a time; rows of the copy lie a line
/// further apart, so that they do not meet in one set of the cache.
constexpr int64_t kCopyDepth = 1024, kPlaneDepth = 512, kLine = 64;
/// The same where panels of a computed matrix lie beside the copy.
constexpr int64_t kComputedDepth = 256;

class WordMatmul : public ByteNest {
public:
  WordMatmul(KernelBuilder &k, const MatmulParams &params)
      : WordMatmul(k, params, readsWords(k, params),
                   params.packedB ? kPlaneDepth : kComputedDepth) {}

private:
  WordMatmul(KernelBuilder &k, const MatmulParams &params, bool vnni,
             int64_t planeDepth)
      : ByteNest(k, params, vnni ? kCopyDepth : planeDepth,
                 vnni ? kCopyDepth + kLine : 2 * (planeDepth + kLine)),
        vnni(vnni), planeBytes(planeDepth + kLine),
        panelBytes(planeDepth / kByteGroup * kStepBytes) {
    direct &= vnni && p.a.isUnsigned;
    anyByte = vnni;
  }

  void panel(Value panelNumber) override;
  Value finish(Value sums, Value column) override;
  void put(Value bytes, Value at) override;

  void slice(Value panelNumber, Value firstDepth, Value depth, bool accumulate);
  void rowTile(const Rows &a, Value row, int64_t height, Value column,
               Value steps, Value weights, bool accumulate);

  /// Runs over the stretches of a window that is read where it lies.
  using Run = llvm::function_ref<SmallVector<Value>(
      Value aStart, Value bStart, Value steps, ValueRange carried)>;
  SmallVector<Value> overWindow(Value start, ValueRange sums, Run run);

  /// Elements 0 and 2 of each group of four bytes (odd: 1 and 3) as 16 bits.
  Value half(Value bytes, bool odd, bool isUnsigned);
  /// Sum of products of 16-bit pairs.
  Value multiplyPairs(Value x, Value y);
  /// The word at `at`, in every lane, as 16-bit or 8-bit elements.
  Value broadcastWord(Value memref, Value at, Type element);

  bool vnni;
  int64_t planeBytes; // from the even elements of a copied row to the odd ones
  int64_t panelBytes; // from one computed panel to the other
  Value weights;      // panels, packed before or now
};

Value WordMatmul::half(Value bytes, bool odd, bool isUnsigned) {
  Value x = bitcast(bytes, k.b.getI16Type());
  int64_t count = cast<VectorType>(x.getType()).getNumElements();
  Value eight = splat(k.b.getI16Type(), count, 8);
  if (isUnsigned)
    return odd ? Value(arith::ShRUIOp::create(k.b, k.loc, x, eight))
               : Value(arith::AndIOp::create(
                     k.b, k.loc, x, splat(k.b.getI16Type(), count, 0xff)));
  if (!odd)
    x = arith::ShLIOp::create(k.b, k.loc, x, eight);
  return arith::ShRSIOp::create(k.b, k.loc, x, eight);
}

Value WordMatmul::multiplyPairs(Value x, Value y) {
  StringRef name = lanes == 16  ? "llvm.x86.avx512.pmaddw.d.512"
                   : lanes == 8 ? "llvm.x86.avx2.pmadd.wd"
                                : "llvm.x86.sse2.pmadd.wd";
  return intrinsic(name, k.vectorOf(k.b.getI32Type(), lanes), {x, y});
}

Value WordMatmul::broadcastWord(Value memref, Value at, Type element) {
  Value bytes = k.loadVector(memref, at, kByteGroup);
  Value word = vector::ExtractOp::create(
      k.b, k.loc, bitcast(bytes, k.b.getI32Type()), int64_t(0));
  return bitcast(k.broadcast(word, lanes), element);
}

void WordMatmul::panel(Value panelNumber) {
  auto depth = constantOf(p.k);
  weights = p.b.memref;
  if (!p.packedB) {
    weights = k.scratch(k.b.getI8Type(), 2 * panelBytes);
    auto part = [&](Value first, Value length, bool accumulate) {
      PanelSource source{p.b.memref, k.mad(first, p.b.rowStride, bStart),
                         p.b.rowStride, p.b.columnStride, p.b.isUnsigned};
      emitPackBytes(k, source, length, k.mul(panelNumber, kPanel), p.n, weights,
                    panelBytes);
      slice(panelNumber, first, length, accumulate);
    };
    if (depth && *depth <= copyDepth)
      return part(k.index(0), p.k, false);
    return slices(copyDepth, [&](Value first, Value length) {
      part(first, length, true);
    });
  }
  if (direct || windowRows || (depth && *depth <= copyDepth))
    return slice(panelNumber, k.index(0), p.k, false);
  slices(copyDepth, [&](Value first, Value length) {
    slice(panelNumber, first, length, true);
  });
}

Value WordMatmul::finish(Value sums, Value column) {
  if (!vnni || p.a.isUnsigned)
    return sums;
  // Behind the last panel there is nothing to read, and nobody looks.
  Value last = k.mul(k.sub(panels, k.index(1)), kBytePanel);
  if (hasOddPanel())
    column = k.min(column, last);
  Value ofColumn = k.loadVector(p.columnSums, column, lanes);
  Value extra = arith::ShLIOp::create(k.b, k.loc, ofColumn,
                                      splat(k.b.getI32Type(), lanes, 7));
  return arith::SubIOp::create(k.b, k.loc, sums, extra);
}

/// Signed elements get their sign bit flipped for vpdpbusd; without it, even
/// and odd elements go to two planes of 16 bits.
void WordMatmul::put(Value bytes, Value at) {
  Type i8 = k.b.getI8Type();
  if (vnni) {
    if (!p.a.isUnsigned) {
      int64_t count = cast<VectorType>(bytes.getType()).getNumElements();
      bytes = arith::XOrIOp::create(k.b, k.loc, bytes, splat(i8, count, -128));
    }
    return k.storeVector(bytes, copy, at);
  }
  for (bool odd : {false, true})
    k.storeVector(bitcast(half(bytes, odd, p.a.isUnsigned), i8), copy,
                  odd ? k.add(at, planeBytes) : at);
}

void WordMatmul::slice(Value panelNumber, Value firstDepth, Value depth,
                       bool accumulate) {
  Value steps = k.ceilDiv(depth, k.index(kByteGroup));
  Value first = k.mul(panelNumber, kPanel / kBytePanel);
  rowTiles([&](Value row, int64_t height, Value) {
    Rows a = rowsOfTile(row, height, firstDepth, depth);
    // The tile is two panels wide, or a part of one.
    k.loop(0, k.index(kPanel), tile.vectors * lanes, [&](Value column) {
      Value side = k.div(column, k.index(kBytePanel));
      // Half of the last tile may have no panel: the last one once more.
      Value number = k.add(first, side);
      if (constantOf(side) != 0 && hasOddPanel())
        number = k.min(number, k.sub(panels, k.index(1)));
      Value panel =
          p.packedB ? panelAt(number, firstDepth) : k.mul(side, panelBytes);
      Value inPanel = k.mul(k.rem(column, k.index(kBytePanel)), kByteGroup);
      rowTile(a, row, height, column, steps, k.add(panel, inPanel), accumulate);
    });
  });
}

void WordMatmul::rowTile(const Rows &a, Value row, int64_t height, Value column,
                         Value steps, Value panel, bool accumulate) {
  Type i8 = k.b.getI8Type(), i16 = k.b.getI16Type(), i32 = k.b.getI32Type();
  VectorType sumType = k.vectorOf(i32, lanes);
  bool bUnsigned = !p.packedB && p.b.isUnsigned; // packed bytes are signed
  SmallVector<Value> sums, sumAt, columnAt;
  Value zero = accumulate ? Value() : k.zero(sumType);
  for (int64_t r = 0; r < height; ++r)
    for (int64_t v = 0; v < tile.vectors; ++v) {
      sumAt.push_back(blockAt(k.add(row, r), k.add(column, v * lanes)));
      sums.push_back(accumulate ? k.loadVector(block, sumAt.back(), lanes)
                                : zero);
    }
  for (int64_t v = 0; v < tile.vectors; ++v) {
    int64_t offset = v * lanes;
    if (offset < kBytePanel) {
      columnAt.push_back(k.add(panel, offset * kByteGroup));
      continue;
    }
    columnAt.push_back(p.packedB ? nextPanel(panel) : k.add(panel, panelBytes));
  }
  auto step = [&](Value aStart, Value bStart, Value s, ValueRange carried) {
    SmallVector<Value> next(carried);
    Value bAt = k.mad(s, k.index(kStepBytes), bStart),
          aAt = k.mad(s, k.index(kByteGroup), aStart);
    SmallVector<Value> bytes, even, odd;
    for (Value at : columnAt) {
      bytes.push_back(
          k.loadVector(weights, k.add(at, bAt), lanes * kByteGroup));
      if (vnni)
        continue;
      even.push_back(half(bytes.back(), false, bUnsigned));
      odd.push_back(half(bytes.back(), true, bUnsigned));
    }
    for (int64_t r = 0; r < height; ++r) {
      Value at = k.add(aAt, k.mul(a.stride, r));
      Value x = broadcastWord(a.memref, at, vnni ? i8 : i16), y;
      if (!vnni)
        y = broadcastWord(a.memref, k.add(at, planeBytes), i16);
      for (int64_t v = 0; v < tile.vectors; ++v) {
        Value &sum = next[r * tile.vectors + v];
        if (vnni) {
          sum = intrinsic("llvm.x86.avx512.vpdpbusd.512", sumType,
                          {sum, x, bytes[v]});
          continue;
        }
        sum = arith::AddIOp::create(k.b, k.loc, sum, multiplyPairs(x, even[v]));
        sum = arith::AddIOp::create(k.b, k.loc, sum, multiplyPairs(y, odd[v]));
      }
    }
    return next;
  };
  auto run = [&](Value aStart, Value bStart, Value count, ValueRange carried) {
    return k.loop(k.index(0), count, k.index(1), carried,
                  [&](Value s, ValueRange inner) {
                    return step(aStart, bStart, s, inner);
                  });
  };
  if (windowRows)
    sums = overWindow(a.start, sums, run);
  else
    sums = run(a.start, k.index(0), steps, sums);
  for (auto [sum, at] : llvm::zip(sums, sumAt))
    k.storeVector(sum, block, at);
}

SmallVector<Value> WordMatmul::overWindow(Value start, ValueRange sums,
                                          Run run) {
  const Patches &w = *p.patches;
  Value zero = k.index(0), one = k.index(1);
  Value line = k.mul(k.mul(w.width, w.dilations[0]), w.channels);
  int64_t stretchBytes = stretch / kByteGroup * kStepBytes;
  return k.loop(
      zero, k.index(w.kernel[0]), one, sums, [&](Value kh, ValueRange ofRow) {
        Value aRow = k.mad(kh, line, start);
        Value bRow = k.mul(kh, pixels * stretchBytes);
        return k.loop(zero, k.index(pixels), one, ofRow,
                      [&](Value kw, ValueRange inner) {
                        int64_t across = w.dilations[1] * w.channels;
                        return run(k.mad(kw, k.index(across), aRow),
                                   k.mad(kw, k.index(stretchBytes), bRow),
                                   k.index(stretch / kByteGroup), inner);
                      });
      });
}

} // namespace

TileShape mlc::byteTile(const KernelBuilder &k, const MatmulParams &params) {
  if (usesTiles(k, params))
    return {2 * kTileRows, kPanel / kBytePanel};
  if (readsWords(k, params))
    return {14, 2};
  // Two words and both halves of the weights wait beside the sums.
  if (k.isa.vectorRegisters >= 32)
    return {12, 2};
  return {k.isa.hasFma ? 4 : 3, 2};
}

int64_t mlc::rowsReadInPlace(const KernelBuilder &k,
                             const MatmulParams &params) {
  // Bytes are used as they are by vpdpbusd only, and where they are unsigned.
  if (!params.patches || !readsWords(k, params) || !params.a.isUnsigned ||
      !constantOf(params.m))
    return 0;
  const Patches &w = *params.patches;
  auto width = constantOf(w.outWidth);
  int64_t run = w.dilations[1] == 1 ? w.channels * w.kernel[1] : w.channels;
  if (!width || *width < 1 || run % kByteGroup ||
      w.strides[1] * w.channels % kAliasBytes == 0)
    return 0;
  int64_t most = byteTile(k, params).rows, height = most;
  while (*width % height)
    --height;
  return height * 2 >= most ? height : 0;
}

void mlc::emitByteMatmul(KernelBuilder &k, const MatmulParams &params,
                         Value begin, Value end) {
  if (usesTiles(k, params))
    return emitTileMatmul(k, params, begin, end);
  WordMatmul(k, params).items(begin, end);
}
