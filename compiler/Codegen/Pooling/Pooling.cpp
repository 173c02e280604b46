//===- Pooling.cpp - Windows over blocked activations ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Pooling/Pooling.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kFewItems = 32;
constexpr int64_t kItemWork = 16000; // elements read
constexpr int64_t kTypicalExtent = 28;

/// One dimension of a clipped window.
struct Span {
  Value first, end; // taps [first, end) lie inside the map
  Value origin;     // of tap 0, from the interior's first element (may be < 0)
  Value divisor;    // taps that count for an average
};

class Emitter {
public:
  Emitter(KernelBuilder &k, const PoolParams &params)
      : k(k), p(params), out(params.outputs.front()),
        lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)) {
    auto h = constantOf(out.h), w = constantOf(out.w);
    int64_t hGuess = std::max<int64_t>(h.value_or(kTypicalExtent), 1);
    int64_t window = constantOf(p.kernelH).value_or(kTypicalExtent) *
                     constantOf(p.kernelW).value_or(kTypicalExtent);
    int64_t rowWork = std::max<int64_t>(1, w.value_or(kTypicalExtent) *
                                               kChannelBlock * window);
    int64_t maps =
        std::max<int64_t>(1, out.blocks() * constantOf(p.n).value_or(1));
    rowsPerItem =
        std::min<int64_t>(llvm::divideCeil(kItemWork, rowWork), hGuess);
    rowsPerItem = std::max<int64_t>(
        rowsPerItem,
        llvm::divideCeil(hGuess, llvm::divideCeil(kFewItems, maps)));
    rowBlocks = k.ceilDiv(out.h, k.index(rowsPerItem));
  }

  Value itemCount() { return k.mul(k.mul(p.n, out.blocks()), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void item(Value number);
  void pixel(Value y, Value x, const Span &rows);
  Span span(Value position, int64_t stride, int64_t dilation, Value kernel,
            Value extent, int64_t padLow, int64_t padHigh);
  Value combine(Value sum, Value x) {
    if (p.kind != PoolKind::Max)
      return arith::AddFOp::create(k.b, k.loc, sum, x);
    if (isa<FloatType>(p.accumulator))
      return arith::MaximumFOp::create(k.b, k.loc, sum, x);
    return arith::MaxSIOp::create(k.b, k.loc, sum, x);
  }
  Value initial() {
    VectorType type = k.vectorOf(p.accumulator, lanes);
    if (p.kind != PoolKind::Max)
      return k.zero(type);
    Attribute low;
    if (auto floatType = dyn_cast<FloatType>(p.accumulator))
      low = FloatAttr::get(floatType,
                           APFloat::getInf(floatType.getFloatSemantics(),
                                           /*Negative=*/true));
    else
      low = IntegerAttr::get(
          p.accumulator,
          APInt::getSignedMinValue(p.accumulator.getIntOrFloatBitWidth()));
    return arith::ConstantOp::create(k.b, k.loc,
                                     DenseElementsAttr::get(type, low));
  }

  KernelBuilder &k;
  const PoolParams &p;
  const ActivationTensor &out;
  int64_t lanes;
  int64_t rowsPerItem = 1;
  Value rowBlocks;
  Value image, block;
};

Span Emitter::span(Value position, int64_t stride, int64_t dilation,
                   Value kernel, Value extent, int64_t padLow,
                   int64_t padHigh) {
  Span s;
  Value zero = k.index(0), step = k.index(dilation);
  s.origin = k.sub(k.mul(position, stride), k.index(padLow));
  // Number of taps t with origin + t * dilation below a limit, in [0, kernel].
  auto tapsBelow = [&](Value limit) {
    Value room = k.max(k.sub(limit, s.origin), zero);
    return k.min(k.ceilDiv(room, step), kernel);
  };
  s.first = padLow ? tapsBelow(zero) : zero;
  s.end = tapsBelow(extent); // rounding up may reach beyond the end unpadded
  s.divisor = p.kind == PoolKind::AverageWithPad
                  ? tapsBelow(k.add(extent, padHigh))
                  : k.sub(s.end, s.first);
  return s;
}

void Emitter::item(Value number) {
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  block = k.rem(rest, k.index(out.blocks()));
  image = k.div(rest, k.index(out.blocks()));
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), out.h);
  k.loop(firstRow, endRow, k.index(1), [&](Value y) {
    Span rows = span(y, p.strideH, p.dilationH, p.kernelH, p.input.h, p.padTop,
                     p.padBottom);
    k.loop(k.index(0), out.w, k.index(1), [&](Value x) { pixel(y, x, rows); });
  });
  if (p.writeHalo)
    for (const ActivationTensor &t : p.outputs)
      if (t.memref && t.halo.any())
        emitHaloZeros(k, t, image, block, firstRow, endRow);
}

void Emitter::pixel(Value y, Value x, const Span &rows) {
  const ActivationTensor &in = p.input;
  Span columns =
      span(x, p.strideW, p.dilationW, p.kernelW, in.w, p.padLeft, p.padRight);
  Value start = in.at(k, image, block, k.add(rows.origin, in.halo.top),
                      k.add(columns.origin, in.halo.left));
  int64_t vectors = kChannelBlock / lanes;
  SmallVector<Value> sums(vectors, initial());
  Value rowStep = k.mul(in.hStride(k), p.dilationH);
  Value columnStep = k.mul(in.wStride(k), p.dilationW);
  sums = k.loop(
      rows.first, rows.end, k.index(1), sums, [&](Value th, ValueRange s0) {
        Value rowAt = k.mad(th, rowStep, start);
        return k.loop(columns.first, columns.end, k.index(1), s0,
                      [&](Value tw, ValueRange s1) {
                        SmallVector<Value> next(s1);
                        Value at = k.mad(tw, columnStep, rowAt);
                        for (int64_t v = 0; v < vectors; ++v)
                          next[v] = combine(
                              s1[v],
                              k.widen(k.loadVector(in.memref,
                                                   k.add(at, v * lanes), lanes),
                                      p.accumulator));
                        return next;
                      });
      });
  Value divisor;
  if (p.kind != PoolKind::Max) {
    Value count = k.mul(rows.divisor, columns.divisor);
    Value asInt =
        arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), count);
    divisor = k.broadcast(
        arith::SIToFPOp::create(k.b, k.loc, p.accumulator, asInt), lanes);
  }
  for (int64_t v = 0; v < vectors; ++v) {
    Value result = sums[v];
    if (divisor)
      result = arith::DivFOp::create(k.b, k.loc, result, divisor);
    emitBlockedPiece(k, p.outputs, p.epilogue, result,
                     {image, block, y, x, v * lanes, Value()});
  }
}

} // namespace

Value mlc::poolItems(KernelBuilder &k, const PoolParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitPool(KernelBuilder &k, const PoolParams &params, Value begin,
                   Value end) {
  Emitter(k, params).items(begin, end);
}
