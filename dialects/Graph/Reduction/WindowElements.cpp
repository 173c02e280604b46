//===- WindowElements.cpp - Elements of windows and arg-reductions --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

using Values = FailureOr<SmallVector<Value>>;

static bool isUnsignedType(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  return integer && (integer.isUnsigned() || integer.getWidth() == 1);
}

/// `value` in every lane.
static Value spread(OpBuilder &b, Location loc, Value value, int64_t lanes) {
  return vector::BroadcastOp::create(
      b, loc, VectorType::get({lanes}, value.getType()), value);
}

/// Whether `value` beats `best`: NaN beats numbers, a number beats a smaller
/// (larger) one, `last` lets equals win.
static Value beats(ScalarMath m, Value value, Value best, bool largest,
                   bool last, bool isUnsigned) {
  OpBuilder &b = m.builder;
  if (!isa<FloatType>(getElementTypeOrSelf(value.getType()))) {
    using P = arith::CmpIPredicate;
    P strict = largest ? (isUnsigned ? P::ugt : P::sgt)
                       : (isUnsigned ? P::ult : P::slt);
    P weak = largest ? (isUnsigned ? P::uge : P::sge)
                     : (isUnsigned ? P::ule : P::sle);
    return m.compare(last ? weak : strict, value, best);
  }
  using P = arith::CmpFPredicate;
  P order = largest ? (last ? P::OGE : P::OGT) : (last ? P::OLE : P::OLT);
  Value valueIsNan = m.compare(P::UNO, value, value);
  Value win = m.compare(order, value, best);
  if (last)
    return arith::OrIOp::create(b, m.loc, win, valueIsNan);
  Value bestIsNumber = m.compare(P::ORD, best, best);
  return arith::OrIOp::create(
      b, m.loc, win, arith::AndIOp::create(b, m.loc, valueIsNan, bestIsNumber));
}

/// Narrow floats as f32, which compares and adds like them; others as they are.
static Value widened(OpBuilder &b, Location loc, Value value) {
  auto real = dyn_cast<FloatType>(getElementTypeOrSelf(value.getType()));
  if (!real || real.getWidth() >= 32)
    return value;
  Type target = b.getF32Type();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    target = VectorType::get(vector.getShape(), target);
  return arith::ExtFOp::create(b, loc, target, value);
}

static Type wideType(Type element) {
  auto real = dyn_cast<FloatType>(element);
  return real && real.getWidth() < 32
             ? Type(Float32Type::get(element.getContext()))
             : signless(element);
}

//===----------------------------------------------------------------------===//
// ArgReduceOp
//===----------------------------------------------------------------------===//

FailureOr<Value> ArgReduceOp::buildElement(ElementContext &context,
                                           ArrayRef<LaneIndex> index) {
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  int64_t dim = getDim();
  Type element = getElementTypeOrSelf(getInput().getType());
  auto number =
      cast<IntegerType>(signless(getElementTypeOrSelf(getResult().getType())));
  bool vector = !uniform(index);
  int64_t lanes = context.lanes();
  Type valueType = wideType(element), numberType = number;
  if (vector) {
    valueType = VectorType::get({lanes}, valueType);
    numberType = VectorType::get({lanes}, numberType);
  }
  Value best = m.integer(numberType, 0);
  Value top = isa<FloatType>(getElementTypeOrSelf(valueType))
                  ? m.constant(valueType, 0.0)
                  : m.integer(valueType, 0);
  Values result = context.carryLoop(
      {context.extent(getInput(), dim)}, {top, best},
      [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<LaneIndex> where(index);
        where.insert(where.begin() + dim, LaneIndex{ivs[0], 0});
        FailureOr<Value> read = context.element(getInput(), where);
        if (failed(read))
          return failure();
        Value value = widened(b, loc, *read);
        if (vector && !isa<VectorType>(value.getType()))
          value = spread(b, loc, value, lanes);
        Value wins = beats(m, value, carried[0], getCombiner() == Combiner::Max,
                           getLast(), isUnsignedType(element));
        // The first element wins against nothing.
        Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                            ivs[0], i.constant(0));
        if (vector)
          first = spread(b, loc, first, lanes);
        wins = arith::OrIOp::create(b, loc, first, wins);
        Value at = arith::IndexCastOp::create(b, loc, number, ivs[0]);
        if (vector)
          at = spread(b, loc, at, lanes);
        return SmallVector<Value>{m.select(wins, value, carried[0]),
                                  m.select(wins, at, carried[1])};
      });
  if (failed(result))
    return failure();
  return (*result)[1];
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// The taps of one window; both ops have these attributes.
struct Window {
  ElementContext &context;
  Value input;
  ArrayRef<int64_t> kernel, strides, dilations, low, high;
  ArrayRef<LaneIndex> index;

  SmallVector<Value> extents() {
    SmallVector<Value> list;
    for (int64_t k : kernel)
      list.push_back(IndexMath{context}.constant(k));
    return list;
  }
  /// Position of tap `ivs[d]` in spatial dimension d; may lie outside.
  Value position(ArrayRef<Value> ivs, unsigned d) {
    IndexMath m{context};
    Value first = m.mul(index[d + 2].base, m.constant(strides[d]));
    Value tap = m.mul(ivs[d], m.constant(dilations[d]));
    return m.sub(m.add(first, tap), m.constant(low[d]));
  }
  /// -1 < at < extent + more
  Value between(Value at, Value least, Value end) {
    IndexMath m{context};
    return m.both(m.less(m.sub(least, m.constant(1)), at), m.less(at, end));
  }
  Value inside(ArrayRef<Value> positions) {
    IndexMath m{context};
    Value all = arith::ConstantIntOp::create(m.builder, m.loc, 1, 1);
    for (auto [d, at] : llvm::enumerate(positions))
      all =
          m.both(all, between(at, m.constant(0), context.extent(input, d + 2)));
    return all;
  }
  /// Whether the window is one element, always inside, in this dimension.
  bool isOneWide(unsigned d) {
    return kernel[d] == 1 && strides[d] == 1 && low[d] == 0 && high[d] == 0;
  }
  SmallVector<LaneIndex> at(ArrayRef<Value> positions) {
    SmallVector<LaneIndex> where(index.take_front(2));
    for (auto [d, position] : llvm::enumerate(positions))
      where.push_back({position, index[d + 2].step * strides[d]});
    return where;
  }
};
} // namespace

/// Whether every tap of every window lies inside, so that nothing is guarded.
static bool neverOutside(RankedTensorType input, RankedTensorType result,
                         ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                         ArrayRef<int64_t> dilations, ArrayRef<int64_t> low) {
  for (unsigned d = 0; d < kernel.size(); ++d) {
    int64_t in = input.getDimSize(d + 2), out = result.getDimSize(d + 2);
    if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out) || low[d] > 0)
      return false;
    int64_t last =
        (out - 1) * strides[d] + (kernel[d] - 1) * dilations[d] - low[d];
    if (last >= in)
      return false;
  }
  return true;
}

FailureOr<Value> WindowOp::buildElement(ElementContext &context,
                                        ArrayRef<LaneIndex> index) {
  Window window{context,        getInput(), getKernel(), getStrides(),
                getDilations(), getLow(),   getHigh(),   index};
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  RankedTensorType input = tensorType(getInput());
  Type element = input.getElementType();
  bool isMax = getKind() == WindowKind::Max,
       isUnsigned = isUnsignedType(element);
  bool whole = neverOutside(input, tensorType(getResult()), getKernel(),
                            getStrides(), getDilations(), getLow());
  bool vector = !uniform(index);
  // Lanes in a window that may reach outside would differ in their guards.
  if (vector && !whole)
    for (auto [d, at] : llvm::enumerate(index.drop_front(2)))
      if (at.step && !window.isOneWide(d))
        return failure();
  Type accumulator = wideType(element);
  Combiner combiner = isMax ? Combiner::Max : Combiner::Sum;
  TypedAttr neutral =
      neutralElement(combiner, isa<FloatType>(element) ? accumulator : element);
  Value start = arith::ConstantOp::create(b, loc, neutral);
  if (vector)
    start = spread(b, loc, start, context.lanes());
  // Taps that count for the mean: inside the input, or inside input and pads.
  bool counts =
      getKind() == WindowKind::AvgValid || getKind() == WindowKind::AvgPadded;
  ArrayRef<int64_t> high = getPadsHigh() ? *getPadsHigh() : getHigh();
  Values sums = context.carryLoop(
      window.extents(), {start, i.constant(0)},
      [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<Value> positions;
        for (unsigned d = 0; d < getKernel().size(); ++d)
          positions.push_back(window.position(ivs, d));
        Value total = carried[0], count = carried[1];
        auto combine = [&]() -> FailureOr<Value> {
          FailureOr<Value> read =
              context.element(getInput(), window.at(positions));
          if (failed(read))
            return failure();
          Value value = widened(b, loc, *read);
          if (vector && !isa<VectorType>(value.getType()))
            value = spread(b, loc, value, context.lanes());
          return m.combine(combiner, total, value, isUnsigned);
        };
        Value inside = window.inside(positions);
        FailureOr<Value> next =
            whole ? combine() : guarded(context, inside, combine, [&] {
              return FailureOr<Value>(total);
            });
        if (failed(next))
          return failure();
        if (counts) {
          Value counted = inside;
          if (getKind() == WindowKind::AvgPadded) {
            counted = arith::ConstantIntOp::create(b, loc, 1, 1);
            for (auto [d, at] : llvm::enumerate(positions))
              counted =
                  i.both(counted,
                         window.between(at, i.constant(-getLow()[d]),
                                        i.add(context.extent(getInput(), d + 2),
                                              i.constant(high[d]))));
          }
          count = i.add(count, i.select(counted, i.constant(1), i.constant(0)));
        }
        return SmallVector<Value>{*next, count};
      });
  if (failed(sums))
    return failure();
  Value value = (*sums)[0];
  if (counts) {
    Value count =
        arith::IndexCastOp::create(b, loc, b.getI64Type(), (*sums)[1]);
    FailureOr<Value> divisor =
        m.convert(count, b.getI64Type(),
                  isa<FloatType>(element) ? accumulator : element, false);
    if (failed(divisor))
      return failure();
    Value by = vector ? spread(b, loc, *divisor, context.lanes()) : *divisor;
    value = isa<FloatType>(element)
                ? Value(arith::DivFOp::create(b, loc, value, by))
                : m.divide(value, by, isUnsigned);
  }
  if (!isa<FloatType>(element) || accumulator == element)
    return value;
  Type target = element;
  if (auto type = dyn_cast<VectorType>(value.getType()))
    target = VectorType::get(type.getShape(), element);
  return Value(arith::TruncFOp::create(b, loc, target, value));
}

FailureOr<Value> ArgWindowOp::buildElement(ElementContext &context,
                                           ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // one lane at a time
  Window window{context,        getInput(), getKernel(), getStrides(),
                getDilations(), getLow(),   getHigh(),   index};
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  RankedTensorType input = tensorType(getInput());
  Type element = input.getElementType(), wide = wideType(element);
  Value zero =
      isa<FloatType>(wide) ? m.constant(wide, 0.0) : m.integer(wide, 0);
  unsigned rank = getKernel().size();
  Values found = context.carryLoop(
      window.extents(), {zero, i.constant(-1)},
      [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<Value> positions;
        for (unsigned d = 0; d < rank; ++d)
          positions.push_back(window.position(ivs, d));
        return guardedValues(
            context, window.inside(positions),
            [&]() -> Values {
              FailureOr<Value> read =
                  context.element(getInput(), window.at(positions));
              if (failed(read))
                return failure();
              Value value = widened(b, loc, *read);
              Value wins = beats(m, value, carried[0], true, false,
                                 isUnsignedType(element));
              wins = arith::OrIOp::create(b, loc, wins,
                                          i.less(carried[1], i.constant(0)));
              // Row-major (or column-major) number within the plane.
              Value at = i.constant(0);
              for (unsigned n = 0; n < rank; ++n) {
                unsigned d = getColumnMajor() ? rank - 1 - n : n;
                at = i.add(i.mul(at, context.extent(getInput(), d + 2)),
                           positions[d]);
              }
              return SmallVector<Value>{m.select(wins, value, carried[0]),
                                        m.select(wins, at, carried[1])};
            },
            [&]() -> Values { return SmallVector<Value>(carried); });
      });
  if (failed(found))
    return failure();
  Value plane =
      i.add(i.mul(index[0].base, context.extent(getInput(), 1)), index[1].base);
  for (unsigned d = 0; d < rank; ++d)
    plane = i.mul(plane, context.extent(getInput(), d + 2));
  Value none = i.less((*found)[1], i.constant(0));
  Value flat = i.select(none, (*found)[1], i.add(plane, (*found)[1]));
  return Value(arith::IndexCastOp::create(
      b, loc, signless(getElementTypeOrSelf(getResult().getType())), flat));
}
