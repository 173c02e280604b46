//===- Pooling.cpp - Windows over blocked activations ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Pooling/Pooling.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kItemWork = 16000; // elements read

class Emitter : public BlockedWindow {
public:
  Emitter(KernelBuilder &k, const PoolParams &p)
      : BlockedWindow(k, p,
                      {p.kernelH, p.strideH, p.dilationH, p.padTop,
                       p.padBottom + p.overhangH, p.input.h},
                      {p.kernelW, p.strideW, p.dilationW, p.padLeft,
                       p.padRight + p.overhangW, p.input.w},
                      kItemWork),
        p(p) {}

private:
  Values tile(Value y, const RowTile &pixels, Value inputAt,
              Value lane) override;
  /// Taps of the window at (row y, pixel) that count for an average.
  Value count(Value y, std::pair<Value, Value> rowTaps, const RowTile &pixels,
              int64_t pixel);

  bool averages() const {
    return p.kind == PoolKind::Average || p.kind == PoolKind::AverageWithPad;
  }
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

  const PoolParams &p;
};

Value Emitter::count(Value y, std::pair<Value, Value> rowTaps,
                     const RowTile &pixels, int64_t pixel) {
  if (p.kind == PoolKind::Average) {
    Value height = k.sub(rowTaps.second, rowTaps.first);
    if (pixels.kind == RowTile::Checked) {
      auto [first, end] = columns.taps(k, k.add(pixels.column, pixel));
      return k.mul(height, k.sub(end, first));
    }
    int64_t width = 0;
    for (int64_t tap = 0; tap < p.kernelW; ++tap)
      width += pixels.meets(columns, pixel, tap);
    return k.mul(height, width);
  }
  // Inside the padded map; the low end of a window never leaves it.
  auto counted = [&](const WindowAxis &axis, Value at, int64_t overhang) {
    if (!overhang)
      return k.index(axis.kernel);
    WindowAxis padded = axis;
    padded.high = overhang;
    padded.extent = k.add(axis.extent, axis.low + axis.high - overhang);
    padded.low = 0;
    return padded.taps(k, at).second;
  };
  return k.mul(counted(rows, y, p.overhangH),
               counted(columns, k.add(pixels.column, pixel), p.overhangW));
}

BlockedWindow::Values Emitter::tile(Value y, const RowTile &pixels,
                                    Value inputAt, Value) {
  // What stands for an element outside changes neither maximum nor sum.
  Value neutral = initial();
  Values values = overRows(
      y, inputAt, Values(pixels.width, neutral),
      [&](Value, Value at, Values &next) {
        overColumns(at, pixels, neutral, [&](int64_t pixel, int64_t, Value x) {
          next[pixel] = combine(next[pixel], x);
        });
      });
  if (!averages())
    return values;
  std::pair<Value, Value> taps = rows.taps(k, y);
  for (int64_t pixel = 0; pixel < pixels.width; ++pixel) {
    Value number = arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(),
                                              count(y, taps, pixels, pixel));
    Value divisor = k.broadcast(
        arith::SIToFPOp::create(k.b, k.loc, p.accumulator, number), lanes);
    values[pixel] = arith::DivFOp::create(k.b, k.loc, values[pixel], divisor);
  }
  return values;
}

} // namespace

Value mlc::poolItems(KernelBuilder &k, const PoolParams &params) {
  return Emitter(k, params).itemCount();
}

void mlc::emitPool(KernelBuilder &k, const PoolParams &params, Value begin,
                   Value end) {
  Emitter(k, params).items(begin, end);
}
