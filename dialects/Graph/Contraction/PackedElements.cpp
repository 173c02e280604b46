//===- PackedElements.cpp - Elements of products with packed constants ---===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain sums over packed panels: what runs where an epilogue cannot be put
// on vectors. Slow, and the same numbers up to rounding.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

/// Columns (output channels) of a panel, input channels of a block.
static constexpr int64_t kPanel = 32, kBlock = 16;
/// Columns of a panel of bytes, and how many rows of a column lie together.
static constexpr int64_t kBytePanel = 16, kByteGroup = 4;
/// Rows of a column of bf16 that lie together.
static constexpr int64_t kPairGroup = 2;

using Values = FailureOr<SmallVector<Value>>;

/// Sum over `extents` of the products of two elements; `where` gives their
/// indices for the loop variables.
static FailureOr<Value> sumOfProducts(
    ElementContext &context, Value lhs, Value rhs, Type element,
    ArrayRef<Value> extents,
    function_ref<void(ArrayRef<Value> ivs, SmallVector<LaneIndex> &left,
                      SmallVector<LaneIndex> &right)>
        where) {
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  bool isReal = isa<FloatType>(element);
  Type wide = isReal && element.getIntOrFloatBitWidth() < 32
                  ? Type(b.getF32Type())
                  : element;
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(wide));
  Values sum = context.carryLoop(
      extents, {zero}, [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<LaneIndex> left, right;
        where(ivs, left, right);
        FailureOr<Value> x = context.element(lhs, left);
        FailureOr<Value> w = context.element(rhs, right);
        if (failed(x) || failed(w))
          return failure();
        auto widen = [&](Value v, Value of) -> Value {
          if (v.getType() == wide)
            return v;
          if (isReal)
            return arith::ExtFOp::create(b, loc, wide, v);
          if (getElementTypeOrSelf(of.getType()).isUnsignedInteger())
            return arith::ExtUIOp::create(b, loc, wide, v);
          return arith::ExtSIOp::create(b, loc, wide, v);
        };
        Value factor = widen(*x, lhs), weight = widen(*w, rhs);
        if (!isReal)
          return SmallVector<Value>{arith::AddIOp::create(
              b, loc, carried[0],
              arith::MulIOp::create(b, loc, factor, weight))};
        Value product = arith::MulFOp::create(b, loc, factor, weight);
        return SmallVector<Value>{
            arith::AddFOp::create(b, loc, carried[0], product)};
      });
  if (failed(sum))
    return failure();
  if (wide == element)
    return sum->front();
  return Value(arith::TruncFOp::create(b, loc, element, sum->front()));
}

FailureOr<Value> PackedMatmulOp::buildElement(ElementContext &context,
                                              ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // neighbours lie in different panels
  IndexMath i{context};
  Value column = index.back().base, panel = i.constant(kPanel);
  bool pairs = tensorType(getRhs()).getRank() == 4;
  Value group = i.constant(kPairGroup);
  return sumOfProducts(
      context, getLhs(), getRhs(), getElementTypeOrSelf(getResult().getType()),
      {context.extent(getLhs(), tensorType(getLhs()).getRank() - 1)},
      [&](ArrayRef<Value> ivs, SmallVector<LaneIndex> &left,
          SmallVector<LaneIndex> &right) {
        left.assign(index.begin(), index.end());
        left.back() = {ivs[0], 0};
        right = {{i.div(column, panel), 0},
                 {pairs ? i.div(ivs[0], group) : ivs[0], 0},
                 {i.rem(column, panel), 0}};
        if (pairs)
          right.push_back({i.rem(ivs[0], group), 0});
      });
}

/// Element (`row`, `column`) of the matrix that is packed, as f32.
static FailureOr<Value> dequantized(PackedDequantizedMatmulOp op,
                                    ElementContext &context, Value row,
                                    Value column) {
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  IndexMath i{context};
  Type f32 = b.getF32Type();
  LaneIndex panel{i.div(column, i.constant(kPanel)), 0},
      lane{i.rem(column, i.constant(kPanel)), 0};
  Value perElement = i.constant(op.rowsPerElement());
  FailureOr<Value> q =
      context.element(op.getRhs(), {panel, {i.div(row, perElement), 0}, lane});
  LaneIndex block{i.div(row, i.constant(op.getBlock())), 0};
  FailureOr<Value> scale = context.element(op.getScale(), {panel, block, lane});
  if (failed(q) || failed(scale))
    return failure();
  Value bits = *q;
  if (op.getBits() != 8) {
    // To the upper end of the word and back, with the sign.
    Value last = i.constant(op.rowsPerElement() - 1);
    Value up =
        i.mul(i.sub(last, i.rem(row, perElement)), i.constant(op.getBits()));
    up = b.createOrFold<arith::IndexCastOp>(loc, b.getI32Type(), up);
    Value down = arith::ConstantOp::create(
        b, loc, b.getI32IntegerAttr(32 - op.getBits()));
    bits = arith::ShLIOp::create(b, loc, bits, up);
    bits = arith::ShRSIOp::create(b, loc, bits, down);
  }
  Value real = arith::SIToFPOp::create(b, loc, f32, bits);
  if (op.getZeroPoint()) {
    FailureOr<Value> zero =
        context.element(op.getZeroPoint(), {panel, block, lane});
    if (failed(zero))
      return failure();
    real = arith::SubFOp::create(b, loc, real,
                                 arith::SIToFPOp::create(b, loc, f32, *zero));
  }
  Value factor = *scale;
  if (factor.getType() != f32)
    factor = arith::ExtFOp::create(b, loc, f32, factor);
  return Value(arith::MulFOp::create(b, loc, real, factor));
}

FailureOr<Value>
PackedDequantizedMatmulOp::buildElement(ElementContext &context,
                                        ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // neighbours lie in different panels
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  IndexMath i{context};
  Type f32 = b.getF32Type();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(f32));
  Values sum = context.carryLoop(
      {i.constant(getDepth())}, {zero},
      [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<LaneIndex> left(index);
        left.back() = {ivs[0], 0};
        FailureOr<Value> x = context.element(getLhs(), left);
        FailureOr<Value> w =
            dequantized(*this, context, ivs[0], index.back().base);
        if (failed(x) || failed(w))
          return failure();
        Value factor = *x;
        if (factor.getType() != f32)
          factor = arith::ExtFOp::create(b, loc, f32, factor);
        Value product = arith::MulFOp::create(b, loc, factor, *w);
        return SmallVector<Value>{
            arith::AddFOp::create(b, loc, carried[0], product)};
      });
  if (failed(sum))
    return failure();
  Type element = getElementTypeOrSelf(getResult().getType());
  if (element == f32)
    return sum->front();
  return Value(arith::TruncFOp::create(b, loc, element, sum->front()));
}

FailureOr<Value>
PackedIntegerMatmulOp::buildElement(ElementContext &context,
                                    ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // neighbours lie in different panels
  IndexMath i{context};
  Value column = index.back().base, panel = i.constant(kBytePanel);
  Value group = i.constant(kByteGroup);
  return sumOfProducts(
      context, getLhs(), getRhs(), getElementTypeOrSelf(getResult().getType()),
      {context.extent(getLhs(), tensorType(getLhs()).getRank() - 1)},
      [&](ArrayRef<Value> ivs, SmallVector<LaneIndex> &left,
          SmallVector<LaneIndex> &right) {
        left.assign(index.begin(), index.end());
        left.back() = {ivs[0], 0};
        right = {{i.div(column, panel), 0},
                 {i.div(ivs[0], group), 0},
                 {i.rem(column, panel), 0},
                 {i.rem(ivs[0], group), 0}};
      });
}

FailureOr<Value>
PackedIntegerConvolutionOp::buildElement(ElementContext &context,
                                         ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // neighbours lie in different panels
  IndexMath i{context};
  Value column = index.back().base, panel = i.constant(kBytePanel);
  Value group = i.constant(kByteGroup);
  int64_t channels = tensorType(getInput()).getShape().back();
  SmallVector<Value> extents;
  for (int64_t k : getKernel())
    extents.push_back(i.constant(k));
  extents.push_back(i.constant(channels));
  return sumOfProducts(
      context, getInput(), getFilter(),
      getElementTypeOrSelf(getResult().getType()), extents,
      [&](ArrayRef<Value> ivs, SmallVector<LaneIndex> &left,
          SmallVector<LaneIndex> &right) {
        left = {index[0]};
        Value row;
        for (unsigned d = 0; d < getKernel().size(); ++d) {
          Value first = i.mul(index[d + 1].base, i.constant(getStrides()[d]));
          left.push_back(
              {i.add(first, i.mul(ivs[d], i.constant(getDilations()[d]))), 0});
          row = row ? i.add(i.mul(row, extents[d]), ivs[d]) : ivs[d];
        }
        left.push_back({ivs.back(), 0});
        row = i.add(i.mul(row, extents.back()), ivs.back());
        right = {{i.div(column, panel), 0},
                 {i.div(row, group), 0},
                 {i.rem(column, panel), 0},
                 {i.rem(row, group), 0}};
      });
}

FailureOr<Value> PackedConvolutionOp::buildElement(ElementContext &context,
                                                   ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // neighbours are strides apart in the input
  IndexMath i{context};
  unsigned spatial = tensorType(getInput()).getRank() - 2;
  int64_t groups = getGroups();
  int64_t perGroupIn = tensorType(getInput()).getDimSize(1) / groups;
  int64_t perGroupOut = int64_t(getChannels()) / groups;
  int64_t panels = (perGroupOut + kPanel - 1) / kPanel;
  bool blocked = perGroupIn >= kBlock;
  Value channel = index[1].base;
  Value group = i.div(channel, i.constant(perGroupOut));
  Value inGroup = i.rem(channel, i.constant(perGroupOut));
  Value panel = i.add(i.mul(group, i.constant(panels)),
                      i.div(inGroup, i.constant(kPanel)));
  Value lane = i.rem(inGroup, i.constant(kPanel));
  SmallVector<Value> extents{i.constant(perGroupIn)};
  for (int64_t k : getKernel())
    extents.push_back(i.constant(k));
  return sumOfProducts(
      context, getInput(), getFilter(), getElementTypeOrSelf(getResult().getType()),
      extents,
      [&](ArrayRef<Value> ivs, SmallVector<LaneIndex> &left,
          SmallVector<LaneIndex> &right) {
        Value input = i.add(i.mul(group, i.constant(perGroupIn)), ivs[0]);
        left = {index[0], {input, 0}};
        SmallVector<LaneIndex> taps;
        if (spatial == 1)
          taps.push_back({i.constant(0), 0});
        for (unsigned d = 0; d < spatial; ++d) {
          Value first = i.mul(index[d + 2].base, i.constant(getStrides()[d]));
          left.push_back(
              {i.add(first, i.mul(ivs[d + 1], i.constant(getDilations()[d]))), 0});
          taps.push_back({ivs[d + 1], 0});
        }
        right.push_back({panel, 0});
        if (blocked)
          right.push_back({i.div(ivs[0], i.constant(kBlock)), 0});
        right.append(taps);
        right.push_back({blocked ? i.rem(ivs[0], i.constant(kBlock)) : ivs[0], 0});
        right.push_back({lane, 0});
      });
}
