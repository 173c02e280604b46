//===- PlainConvolution.cpp - Convolutions without a layout ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/PlainConvolution.h"
#include "compiler/Codegen/MicroKernel/RowPixels.h"

#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kChannelTile = 8;
constexpr int64_t kItemWork = 50000;
constexpr int64_t kTypicalExtent = 28;

class Emitter {
public:
  Emitter(KernelBuilder &k, const PlainConvParams &params)
      : k(k), p(params), lanes(k.lanes(params.accumulator)),
        groupIn(p.inputChannels / p.groups),
        groupOut(p.outputChannels / p.groups),
        tile(std::min(kChannelTile, std::max<int64_t>(groupOut, 1))),
        tiles(llvm::divideCeil(groupOut, tile)) {
    taps = p.kernel[0] * p.kernel[1] * p.kernel[2];
    outPlane = k.mul(k.mul(p.outputExtents[0], p.outputExtents[1]),
                     p.outputExtents[2]);
    inRow = p.inputExtents[2];
    inSlice = k.mul(p.inputExtents[1], inRow);
    inPlane = k.mul(p.inputExtents[0], inSlice);
    rows = k.mul(p.outputExtents[0], p.outputExtents[1]);
    int64_t rowWork = constantOf(p.outputExtents[2]).value_or(kTypicalExtent) *
                      tile * groupIn * taps;
    rowsPerItem = llvm::divideCeil(kItemWork, std::max<int64_t>(rowWork, 1));
    if (auto known = constantOf(rows))
      rowsPerItem =
          std::clamp<int64_t>(rowsPerItem, 1, std::max<int64_t>(*known, 1));
    rowBlocks = k.ceilDiv(rows, k.index(rowsPerItem));
  }

  Value itemCount() { return k.mul(k.mul(p.n, p.groups * tiles), rowBlocks); }
  void items(Value begin, Value end) {
    k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
  }

private:
  void item(Value number);
  void row(Value number, int64_t channels);
  void pixels(Value d, Value h, Value w, int64_t channels, bool tail);
  /// Calls body(tap, input position, carried) for the taps of a dimension whose
  /// input position lies inside.
  SmallVector<Value> overTaps(
      unsigned dimension, Value position, ValueRange carried,
      llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body);
  Value loadInput(Value rowAt, Value w, Value tap);
  Value indices(Value first);

  KernelBuilder &k;
  const PlainConvParams &p;
  int64_t lanes, groupIn, groupOut, tile, tiles, taps, rowsPerItem;
  Value outPlane, inRow, inSlice, inPlane, rows, rowBlocks;
  Value image, group, firstChannel; // of the current item, the last in group
};

void Emitter::item(Value number) {
  Value rowBlock = k.rem(number, rowBlocks);
  Value rest = k.div(number, rowBlocks);
  Value tileNumber = k.rem(rest, k.index(tiles));
  rest = k.div(rest, k.index(tiles));
  group = k.rem(rest, k.index(p.groups));
  image = k.div(rest, k.index(p.groups));
  firstChannel = k.mul(tileNumber, tile);
  Value firstRow = k.mul(rowBlock, rowsPerItem);
  Value endRow = k.min(k.add(firstRow, rowsPerItem), rows);
  auto allRows = [&](int64_t channels) {
    k.loop(firstRow, endRow, k.index(1),
           [&](Value number) { row(number, channels); });
  };
  if (groupOut % tile == 0)
    return allRows(tile);
  k.ifThen(
      k.less(tileNumber, k.index(tiles - 1)), [&] { allRows(tile); },
      [&] { allRows(groupOut % tile); });
}

void Emitter::row(Value number, int64_t channels) {
  Value d = k.div(number, p.outputExtents[1]);
  Value h = k.rem(number, p.outputExtents[1]);
  Value width = p.outputExtents[2];
  Value whole = k.mul(k.div(width, k.index(lanes)), lanes);
  k.loop(k.index(0), whole, k.index(lanes),
         [&](Value w) { pixels(d, h, w, channels, false); });
  auto known = constantOf(width);
  if (known && *known % lanes == 0)
    return;
  k.ifThen(k.less(whole, width), [&] { pixels(d, h, whole, channels, true); });
}

SmallVector<Value> Emitter::overTaps(
    unsigned dimension, Value position, ValueRange carried,
    llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body) {
  int64_t stride = p.stride[dimension], dilation = p.dilation[dimension];
  int64_t pad = p.padBegin[dimension], kernel = p.kernel[dimension];
  Value extent = p.inputExtents[dimension];
  return k.loop(
      k.index(0), k.index(kernel), k.index(1), carried,
      [&](Value tap, ValueRange s) {
        Value at, inside;
        auto both = [&](Value x, Value y) -> Value {
          return arith::AndIOp::create(k.b, k.loc, x, y);
        };
        Value minusOne = k.index(-1);
        if (!p.transposed) {
          at = k.sub(k.mad(position, k.index(stride), k.mul(tap, dilation)),
                     k.index(pad));
          inside = both(k.less(minusOne, at), k.less(at, extent));
        } else {
          Value scaled = k.sub(k.add(position, pad), k.mul(tap, dilation));
          Value zero = k.index(0);
          Value positive = k.max(scaled, zero);
          at = k.div(positive, k.index(stride));
          Value exact = arith::CmpIOp::create(
              k.b, k.loc, arith::CmpIPredicate::eq, k.mul(at, stride), scaled);
          inside = both(exact, k.less(at, extent));
        }
        auto branch = scf::IfOp::create(k.b, k.loc, s.getTypes(), inside, true);
        OpBuilder::InsertionGuard guard(k.b);
        k.b.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(k.b, k.loc, body(tap, at, s));
        k.b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(k.b, k.loc, s);
        return SmallVector<Value>(branch.getResults());
      });
}

/// first + (0, 1, 2, ...).
Value Emitter::indices(Value first) {
  SmallVector<int64_t> steps(lanes);
  for (int64_t i = 0; i < lanes; ++i)
    steps[i] = i;
  auto type = k.vectorOf(k.b.getIndexType(), lanes);
  Value iota = arith::ConstantOp::create(
      k.b, k.loc, DenseIntElementsAttr::get(type, steps));
  return arith::AddIOp::create(k.b, k.loc, k.broadcast(first, lanes), iota);
}

/// The input under tap `tap` of the output pixels [w, w + lanes); zero outside.
Value Emitter::loadInput(Value rowAt, Value w, Value tap) {
  Type element = cast<MemRefType>(p.input.getType()).getElementType();
  VectorType type = k.vectorOf(element, lanes);
  int64_t stride = p.stride[2], dilation = p.dilation[2], pad = p.padBegin[2];
  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(k.b, k.loc, predicate, x, y);
  };
  auto splat = [&](Value x) { return k.broadcast(x, lanes); };
  if (!p.transposed) {
    Value first =
        k.sub(k.mad(w, k.index(stride), k.mul(tap, dilation)), k.index(pad));
    Value x = loadPixels(k, p.input, rowAt, first, stride, inRow, k.zero(type));
    return k.widen(x, p.accumulator, p.inputUnsigned);
  }
  Value scaled = indices(k.sub(k.add(w, pad), k.mul(tap, dilation)));
  Value zero = k.zero(scaled.getType());
  Value positive = arith::MaxSIOp::create(k.b, k.loc, scaled, zero);
  Value by = splat(k.index(stride));
  Value position = arith::DivUIOp::create(k.b, k.loc, positive, by);
  Value exact =
      compare(arith::CmpIPredicate::eq,
              arith::MulIOp::create(k.b, k.loc, position, by), scaled);
  // Unsigned: negative positions are beyond the end as well.
  Value mask = arith::AndIOp::create(
      k.b, k.loc, exact,
      compare(arith::CmpIPredicate::ult, position, splat(inRow)));
  Value x = vector::GatherOp::create(k.b, k.loc, type, p.input, rowAt, position,
                                     mask, k.zero(type));
  return k.widen(x, p.accumulator, p.inputUnsigned);
}

void Emitter::pixels(Value d, Value h, Value w, int64_t channels, bool tail) {
  SmallVector<Value> sums(channels, k.zero(k.vectorOf(p.accumulator, lanes)));
  // Weights: distance of neighbouring input and output channels.
  Value inStep = k.index(p.transposed ? groupOut * taps : taps);
  Value outStep = k.index(p.transposed ? taps : groupIn * taps);
  Value firstIn = k.mul(group, groupIn);
  Value weightsAt =
      p.transposed
          ? k.mad(firstIn, inStep, k.mul(firstChannel, outStep))
          : k.mul(k.mad(group, k.index(groupOut), firstChannel), outStep);
  Value inputAt =
      k.mul(k.mad(image, k.index(p.inputChannels), firstIn), inPlane);
  sums = k.loop(
      k.index(0), k.index(groupIn), k.index(1), sums,
      [&](Value c, ValueRange s0) {
        Value at = k.mad(c, inPlane, inputAt);
        Value weightAt = k.mad(c, inStep, weightsAt);
        return overTaps(0, d, s0, [&](Value kd, Value z, ValueRange s1) {
          return overTaps(1, h, s1, [&](Value kh, Value y, ValueRange s2) {
            Value rowAt = k.mad(z, inSlice, k.mad(y, inRow, at));
            Value rowWeights = k.mad(k.mad(kd, k.index(p.kernel[1]), kh),
                                     k.index(p.kernel[2]), weightAt);
            return k.loop(k.index(0), k.index(p.kernel[2]), k.index(1), s2,
                          [&](Value kw, ValueRange s3) {
                            SmallVector<Value> next(s3);
                            Value x = loadInput(rowAt, w, kw);
                            for (int64_t o = 0; o < channels; ++o) {
                              Value weight = k.widen(
                                  k.load(p.weights, k.add(k.add(rowWeights, kw),
                                                          k.mul(outStep, o))),
                                  p.accumulator, p.weightsUnsigned);
                              next[o] = k.multiplyAdd(
                                  k.broadcast(weight, lanes), x, next[o]);
                            }
                            return next;
                          });
          });
        });
      });
  for (int64_t o = 0; o < channels; ++o) {
    Piece piece;
    piece.value = sums[o];
    piece.lanes = lanes;
    if (tail)
      piece.valid = k.sub(p.outputExtents[2], w);
    Value channel = k.add(k.mad(group, k.index(groupOut), firstChannel), o);
    piece.coordinates = {image, channel, d, h, w};
    piece.column = w;
    Value plane = k.mad(image, k.index(p.outputChannels), channel);
    Value rowNumber = k.mad(d, p.outputExtents[1], h);
    piece.offset =
        k.add(k.mad(plane, outPlane, k.mul(rowNumber, p.outputExtents[2])), w);
    SmallVector<Value> results = p.epilogue(k, piece);
    for (auto [result, memref] : llvm::zip(results, p.outputs))
      piece.store(k, result, memref, piece.offset);
  }
}

} // namespace

Value mlc::plainConvolutionItems(KernelBuilder &k,
                                 const PlainConvParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitPlainConvolution(KernelBuilder &k, const PlainConvParams &params,
                               Value begin, Value end) {
  Emitter(k, params).items(begin, end);
}
