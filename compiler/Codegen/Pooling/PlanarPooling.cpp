//===- PlanarPooling.cpp - Windows over rows of pixels --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For activations that kept the model's layout: the lanes are output pixels
// next to each other in a row. A tap is a load under the mask of the pixels
// that it meets.
//
// An item is a run of output rows. Taps are added in the order of the
// reference, so that results are the same bits.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
#include "compiler/Codegen/MicroKernel/RowPixels.h"
#include "compiler/Codegen/MicroKernel/RowTiles.h"
#include "compiler/Codegen/Pooling/PoolingKernel.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Elements that an item reads, and taps of a row that are written out.
static constexpr int64_t kItemWork = 16000, kMostTaps = 32;

namespace {

class Emitter {
public:
  Emitter(WindowOp op, KernelBuilder &k, KernelSlots &slots);

  Value itemCount() { return k.ceilDiv(rowCount, k.index(rowsPerItem)); }
  void items(Value begin, Value end);

private:
  using Values = SmallVector<Value>;

  void row(Value number);
  /// Goes through the window's taps along axis `axis` and those behind it, on
  /// plane-relative row `inputRow` of the axes before it.
  Value overAxis(unsigned axis, Value inputRow, Value sum);
  Value overColumns(Value rowAt, Value sum);
  Value combine(Value sum, Value x);
  Value divisor();

  KernelBuilder &k;
  WindowOp op;
  int64_t lanes;
  Value input, output, rowCount, neutral;
  SmallVector<WindowAxis> axes; // the last one along the lanes
  SmallVector<int64_t> padsHigh;
  Values outExtents;
  int64_t rowsPerItem = 1;

  // Of the current row and tile.
  Value plane, columnsFrom;
  Values position;
};

} // namespace

Emitter::Emitter(WindowOp op, KernelBuilder &k, KernelSlots &slots)
    : k(k), op(op), lanes(k.lanes(k.b.getF32Type())) {
  input = slots.buffer(cast<BlockArgument>(op.getInput()));
  output = slots.resultBuffer(0);
  ArrayRef<int64_t> high = op.getPadsHigh() ? *op.getPadsHigh() : op.getHigh();
  padsHigh.assign(high.begin(), high.end());
  rowCount =
      k.mul(slots.extent(op.getInput(), 0), slots.extent(op.getInput(), 1));
  int64_t work = 1;
  for (unsigned i = 0; i < op.getKernel().size(); ++i) {
    axes.push_back({op.getKernel()[i], op.getStrides()[i], op.getDilations()[i],
                    op.getLow()[i], op.getHigh()[i],
                    slots.extent(op.getInput(), i + 2)});
    outExtents.push_back(slots.extent(op.getResult(), i + 2));
    work *= op.getKernel()[i];
  }
  for (Value extent : ArrayRef(outExtents).drop_back())
    rowCount = k.mul(rowCount, extent);
  if (auto width = constantOf(outExtents.back()))
    rowsPerItem =
        std::max<int64_t>(1, kItemWork / std::max<int64_t>(work * *width, 1));
  VectorType type = k.vectorOf(k.b.getF32Type(), lanes);
  neutral = k.zero(type);
  if (op.getKind() == WindowKind::Max)
    neutral = arith::ConstantOp::create(
        k.b, k.loc,
        DenseElementsAttr::get(
            type, APFloat::getInf(APFloat::IEEEsingle(), /*Negative=*/true)));
}

void Emitter::items(Value begin, Value end) {
  Value first = k.mul(begin, rowsPerItem),
        last = k.min(k.mul(end, rowsPerItem), rowCount);
  k.loop(first, last, k.index(1), [&](Value number) { row(number); });
}

void Emitter::row(Value number) {
  position.assign(axes.size() - 1, Value());
  plane = number;
  for (unsigned i = axes.size() - 1; i-- > 0;) {
    position[i] = k.rem(plane, outExtents[i]);
    plane = k.div(plane, outExtents[i]);
  }
  Value width = outExtents.back(), at = k.mul(number, width);
  k.loop(0, width, lanes, [&](Value column) {
    columnsFrom = column;
    // The row of the input of the first spatial axis' origin is the plane's.
    Value sum = overAxis(0, plane, neutral);
    if (op.getKind() == WindowKind::AvgValid ||
        op.getKind() == WindowKind::AvgPadded)
      sum = arith::DivFOp::create(k.b, k.loc, sum, divisor());
    Value left = k.sub(width, column);
    auto known = constantOf(width);
    bool whole = known && *known % lanes == 0;
    k.storeVector(sum, output, k.add(at, column),
                  whole ? Value() : k.min(left, k.index(lanes)));
  });
}

Value Emitter::overAxis(unsigned axis, Value inputRow, Value sum) {
  const WindowAxis &window = axes[axis];
  Value base = k.mul(inputRow, window.extent);
  if (axis + 1 == axes.size())
    return overColumns(base, sum);
  auto [first, end] = window.taps(k, position[axis]);
  Value origin = window.origin(k, position[axis]);
  return k.loop(first, end, k.index(1), {sum},
                [&](Value tap, ValueRange carried) -> Values {
                  Value at = k.add(k.mul(tap, window.dilation), origin);
                  return {overAxis(axis + 1, k.add(base, at), carried[0])};
                })[0];
}

Value Emitter::overColumns(Value rowAt, Value sum) {
  const WindowAxis &window = axes.back();
  Value origin = window.origin(k, columnsFrom);
  for (int64_t tap = 0; tap < window.kernel; ++tap)
    sum = combine(sum, loadPixels(k, input, rowAt,
                                  k.add(origin, tap * window.dilation),
                                  window.stride, window.extent, neutral));
  return sum;
}

Value Emitter::combine(Value sum, Value x) {
  if (op.getKind() == WindowKind::Max)
    return arith::MaximumFOp::create(k.b, k.loc, sum, x);
  return arith::AddFOp::create(k.b, k.loc, sum, x);
}

/// How many taps of each lane's window count for the average.
Value Emitter::divisor() {
  bool valid = op.getKind() == WindowKind::AvgValid;
  Value rows = k.index(1);
  for (auto [i, at] : llvm::enumerate(position)) {
    WindowAxis axis = axes[i];
    if (!valid) { // inside the padded map; the low end never leaves it
      axis.extent = k.add(axis.extent, axis.low + padsHigh[i]);
      axis.high -= padsHigh[i];
      axis.low = 0;
    }
    auto [first, end] = axis.taps(k, at);
    rows = k.mul(rows, k.sub(end, first));
  }
  const WindowAxis &window = axes.back();
  Value low = k.index(valid ? 0 : -window.low),
        end = valid ? window.extent : k.add(window.extent, padsHigh.back());
  Value origin = window.origin(k, columnsFrom), count;
  VectorType type = cast<VectorType>(neutral.getType());
  Value one = arith::ConstantOp::create(
            k.b, k.loc, DenseElementsAttr::get(type, APFloat(1.0f))),
        none = k.zero(type);
  for (int64_t tap = 0; tap < window.kernel; ++tap) {
    Value mask = pixelsInside(k, k.add(origin, tap * window.dilation),
                              window.stride, low, end, lanes);
    Value counted = arith::SelectOp::create(k.b, k.loc, mask, one, none);
    count = count ? arith::AddFOp::create(k.b, k.loc, count, counted) : counted;
  }
  Value number = arith::SIToFPOp::create(
      k.b, k.loc, k.b.getF32Type(),
      arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), rows));
  return arith::MulFOp::create(k.b, k.loc, count, k.broadcast(number, lanes));
}

static bool isPlanar(WindowOp op) {
  auto noPad = [](int64_t pad) { return pad >= 0; };
  int64_t width = tensorType(op.getResult()).getShape().back();
  return tensorType(op.getInput()).getElementType().isF32() &&
         !op.getKernel().empty() && op.getKernel().back() <= kMostTaps &&
         llvm::all_of(op.getLow(), noPad) &&
         llvm::all_of(op.getHigh(), noPad) &&
         // Of a row of two or three pixels, scalars are as fast.
         (ShapedType::isDynamic(width) || width > 3);
}

LogicalResult mlc::emitPlanarPoolingKernel(kernel::FuncOp kernel,
                                           const IsaLevel &level,
                                           ModuleOp module) {
  auto op = kernel.getReturned()[0].getDefiningOp<WindowOp>();
  if (!op || kernel.getNumResults() != 1 ||
      !isa<BlockArgument>(op.getInput()) || !isPlanar(op))
    return failure();
  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    Emitter(op, k, slots).items(slots.begin(), slots.end());
    return true;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    return Emitter(op, k, slots).itemCount();
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}
