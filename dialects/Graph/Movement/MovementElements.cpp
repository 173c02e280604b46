//===- MovementElements.cpp - Where movement ops read their elements -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each movement op: from the index of a result element to the index of the
// operand element it shows. Indices of several lanes stay symbolic as
// base + lane * step; where that is impossible the method fails and the
// emitter asks again for one lane.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlc/artifact_abi.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Affine movement
//===----------------------------------------------------------------------===//

FailureOr<Value> TransposeOp::buildElement(ElementContext &context,
                                           ArrayRef<LaneIndex> index) {
  SmallVector<LaneIndex> where(index.size());
  for (auto [i, d] : llvm::enumerate(getPermutation()))
    where[d] = index[i];
  return context.element(getInput(), where);
}

FailureOr<Value> BroadcastOp::buildElement(ElementContext &context,
                                           ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  SmallVector<LaneIndex> where;
  for (auto [i, d] : llvm::enumerate(getDims())) {
    int64_t have = from.getDimSize(i), want = to.getDimSize(d);
    // A dimension that stays 1 passes its index on: where trailing dimensions
    // act as one, the last of them carries the index of all.
    if (have == 1 && want != 1) {
      where.push_back({m.constant(0), 0});
    } else if (have == want && !ShapedType::isDynamic(have)) {
      where.push_back(index[d]);
    } else if (!ShapedType::isDynamic(have)) {
      where.push_back(index[d]); // a static extent other than 1 must be equal
    } else {
      Value extent = context.extent(getInput(), i);
      Value target = context.extent(getResult(), d);
      // What a call has checked may settle it.
      if (getConstantIntValue(extent) == 1) {
        where.push_back({m.constant(0), 0});
        continue;
      }
      if (extent == target) {
        where.push_back(index[d]);
        continue;
      }
      // Maybe 1: decided at run time, so lanes may or may not advance.
      if (index[d].step)
        return failure();
      Value isOne = m.builder.createOrFold<arith::CmpIOp>(
          m.loc, arith::CmpIPredicate::eq, extent, m.constant(1));
      Value equal = m.builder.createOrFold<arith::CmpIOp>(
          m.loc, arith::CmpIPredicate::eq, extent, target);
      Value bad = m.builder.createOrFold<arith::XOrIOp>(
          m.loc, m.builder.createOrFold<arith::OrIOp>(m.loc, isOne, equal),
          arith::ConstantIntOp::create(m.builder, m.loc, 1, 1));
      context.failIf(*this, bad, MLC_SHAPE_MISMATCH, extent, target);
      Value at = m.select(m.builder.createOrFold<arith::OrIOp>(m.loc, isOne, bad),
                          m.constant(0), index[d].base);
      where.push_back({at, 0});
    }
  }
  return context.element(getInput(), where);
}

FailureOr<Value> SliceOp::buildElement(ElementContext &context,
                                       ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  SmallVector<LaneIndex> where;
  unsigned next = 0;
  for (auto [d, step] : llvm::enumerate(getSteps())) {
    int64_t start = getStaticStarts()[d];
    Value base = ShapedType::isDynamic(start)
                     ? context.scalar(getStarts()[next++])
                     : m.constant(start);
    where.push_back({m.add(m.mul(index[d].base, m.constant(step)), base),
                     index[d].step * step});
  }
  return context.element(getInput(), where);
}

FailureOr<Value> ReverseOp::buildElement(ElementContext &context,
                                         ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  SmallVector<LaneIndex> where(index);
  for (int64_t d : getDims()) {
    Value last = m.sub(context.extent(getInput(), d), m.constant(1));
    where[d] = {m.sub(last, index[d].base), -index[d].step};
  }
  return context.element(getInput(), where);
}

FailureOr<Value> ReshapeOp::buildElement(ElementContext &context,
                                         ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  SmallVector<LaneIndex> where(from.getRank());
  // Dimensions of extent 1 come and go without arithmetic.
  SmallVector<int64_t> fromDims, toDims;
  for (int64_t d = 0; d < from.getRank(); ++d)
    if (from.getDimSize(d) != 1)
      fromDims.push_back(d);
  for (int64_t d = 0; d < to.getRank(); ++d)
    if (to.getDimSize(d) != 1)
      toDims.push_back(d);
  for (LaneIndex &w : where)
    w = {m.constant(0), 0};
  // Equal leading and trailing dimensions map one to one.
  size_t low = 0;
  auto equalAt = [&](size_t f, size_t t) {
    int64_t a = from.getDimSize(fromDims[f]), b = to.getDimSize(toDims[t]);
    if (!ShapedType::isDynamic(a) || !ShapedType::isDynamic(b))
      return a == b;
    Value extent = context.extent(getInput(), fromDims[f]);
    return extent && extent == context.extent(getResult(), toDims[t]);
  };
  while (low < fromDims.size() && low < toDims.size() && equalAt(low, low)) {
    where[fromDims[low]] = index[toDims[low]];
    ++low;
  }
  size_t fromEnd = fromDims.size(), toEnd = toDims.size();
  while (fromEnd > low && toEnd > low && equalAt(fromEnd - 1, toEnd - 1)) {
    where[fromDims[fromEnd - 1]] = index[toDims[toEnd - 1]];
    --fromEnd, --toEnd;
  }
  if (fromEnd - low == 1 && toEnd - low == 1) {
    // One dynamic dimension each: they are equal.
    where[fromDims[low]] = index[toDims[low]];
    return context.element(getInput(), where);
  }
  if (fromEnd == low && toEnd == low)
    return context.element(getInput(), where);
  // The middle goes through the row-major number.
  LaneIndex linear{m.constant(0), 0};
  for (size_t i = low; i < toEnd; ++i) {
    Value extent = context.extent(getResult(), toDims[i]);
    if (linear.step) {
      std::optional<int64_t> known = getConstantIntValue(extent);
      if (!known)
        return failure();
      linear.step *= *known;
    }
    linear.base = m.add(m.mul(linear.base, extent), index[toDims[i]].base);
    linear.step += index[toDims[i]].step;
  }
  if (fromEnd - low == 1) {
    where[fromDims[low]] = linear;
    return context.element(getInput(), where);
  }
  if (linear.step == 1 && context.lanes() > 1) {
    // Lanes stay within the last source dimension if its extent is a multiple
    // of the lanes and vectors start at multiples of the lanes: the emitter
    // promises the second for the innermost result dimension only when that
    // dimension's extent is itself such a multiple.
    int64_t innermost = from.getDimSize(fromDims[fromEnd - 1]);
    int64_t resultInner = to.getDimSize(toDims[toEnd - 1]);
    if (ShapedType::isDynamic(innermost) || ShapedType::isDynamic(resultInner) ||
        innermost % context.lanes() || resultInner % context.lanes())
      return failure();
  } else if (linear.step) {
    return failure();
  }
  Value rest = linear.base;
  for (size_t i = fromEnd; i-- > low;) {
    if (i == low) {
      where[fromDims[i]] = {rest, i + 1 == fromEnd ? linear.step : 0};
      break;
    }
    Value extent = context.extent(getInput(), fromDims[i]);
    where[fromDims[i]] = {m.rem(rest, extent), i + 1 == fromEnd ? linear.step : 0};
    rest = m.div(rest, extent);
  }
  return context.element(getInput(), where);
}

//===----------------------------------------------------------------------===//
// Movement with conditions
//===----------------------------------------------------------------------===//

FailureOr<Value> PadOp::buildElement(ElementContext &context,
                                     ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  SmallVector<LaneIndex> where;
  Value inside;
  unsigned next = 0;
  for (int64_t d = 0; d < int64_t(index.size()); ++d) {
    int64_t low = getStaticLow()[d];
    RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
    bool dynamic = ShapedType::isDynamic(low);
    if (!dynamic && low == 0 && from.getDimSize(d) == to.getDimSize(d) &&
        !from.isDynamicDim(d)) {
      where.push_back(index[d]);
      continue;
    }
    if (index[d].step)
      return failure();
    Value pad = dynamic ? context.scalar(getLow()[next++]) : m.constant(low);
    Value extent = context.extent(getInput(), d);
    Value at = m.sub(index[d].base, pad);
    Value zero = m.constant(0), one = m.constant(1);
    Value last = m.sub(extent, one);
    switch (getMode()) {
    case PadMode::Constant: {
      Value ok = m.both(m.less(at, extent), m.less(m.sub(zero, one), at));
      inside = inside ? m.both(inside, ok) : ok;
      break;
    }
    case PadMode::Edge:
      at = m.select(m.less(at, zero), zero, at);
      at = m.select(m.less(last, at), last, at);
      break;
    case PadMode::Wrap:
    case PadMode::Reflect: {
      // Euclidean remainder by the period; a reflection then folds back.
      Value period = extent;
      if (getMode() == PadMode::Reflect) {
        Value twice = m.mul(last, m.constant(2));
        period = m.select(m.less(twice, one), one, twice);
      }
      Value r = m.builder.createOrFold<arith::RemSIOp>(m.loc, at, period);
      r = m.select(m.less(r, zero), m.add(r, period), r);
      if (getMode() == PadMode::Reflect)
        r = m.select(m.less(last, r), m.sub(period, r), r);
      at = r;
      break;
    }
    }
    where.push_back({at, 0});
  }
  auto read = [&] { return context.element(getInput(), where); };
  if (!inside)
    return read();
  bool vector = !uniform(where) && context.lanes() > 1;
  return guarded(context, inside, read, [&]() -> FailureOr<Value> {
    FailureOr<Value> value = context.element(getValue(), {});
    if (succeeded(value) && vector)
      return Value(vector::BroadcastOp::create(
          m.builder, m.loc,
          VectorType::get({int64_t(context.lanes())}, value->getType()), *value));
    return value;
  });
}

FailureOr<Value> InsertSliceOp::buildElement(ElementContext &context,
                                             ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  RankedTensorType box = tensorType(getUpdate()),
                   whole = tensorType(getInput());
  SmallVector<LaneIndex> where;
  Value inside;
  unsigned next = 0;
  for (int64_t d = 0; d < int64_t(index.size()); ++d) {
    int64_t start = getStaticStarts()[d];
    bool dynamic = ShapedType::isDynamic(start);
    bool full = !dynamic && start == 0 && !box.isDynamicDim(d) &&
                box.getDimSize(d) == whole.getDimSize(d);
    Value first =
        dynamic ? context.scalar(getStarts()[next++]) : m.constant(start);
    if (full) {
      where.push_back(index[d]);
      continue;
    }
    if (index[d].step)
      return failure(); // lanes may lie on both sides of the box's border
    Value at = m.sub(index[d].base, first);
    Value ok = m.both(m.less(m.constant(-1), at),
                      m.less(at, context.extent(getUpdate(), d)));
    inside = inside ? m.both(inside, ok) : ok;
    where.push_back({at, 0});
  }
  auto read = [&] { return context.element(getUpdate(), where); };
  if (!inside)
    return read();
  return guarded(context, inside, read,
                 [&] { return context.element(getInput(), index); });
}

FailureOr<Value> ConcatOp::buildElement(ElementContext &context,
                                        ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  unsigned dim = getDim();
  if (getInputs().size() == 1)
    return context.element(getInputs()[0], index);
  // A search among the operands' ends: nested as deep as the logarithm of their
  // number. An empty operand has no index to be found with.
  SmallVector<Value> offsets = {m.constant(0)};
  for (Value input : getInputs())
    offsets.push_back(m.add(offsets.back(), context.extent(input, dim)));
  using Leaf = function_ref<FailureOr<Value>(unsigned)>;
  std::function<FailureOr<Value>(Value, unsigned, unsigned, Leaf)> among =
      [&](Value at, unsigned first, unsigned end,
          Leaf leaf) -> FailureOr<Value> {
    if (end - first == 1)
      return leaf(first);
    unsigned middle = first + (end - first) / 2;
    return guarded(
        context, m.less(at, offsets[middle]),
        [&] { return among(at, first, middle, leaf); },
        [&] { return among(at, middle, end, leaf); });
  };
  auto inOperand = [&](unsigned operand, LaneIndex at) {
    SmallVector<LaneIndex> where(index);
    where[dim] = {m.sub(at.base, offsets[operand]), at.step};
    return context.element(getInputs()[operand], where);
  };
  LaneIndex along = index[dim];
  unsigned count = getInputs().size();
  if (!along.step)
    return among(along.base, 0, count,
                 [&](unsigned operand) { return inOperand(operand, along); });
  Type element = signless(tensorType(getResult()).getElementType());
  if (along.step != 1 || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 8)
    return failure();
  // Lanes along the seams: nearly all vectors lie in one operand. The others
  // are put together lane by lane.
  OpBuilder &b = m.builder;
  int64_t lanes = context.lanes();
  Value behind = m.add(along.base, m.constant(lanes - 1));
  auto laneByLane = [&]() -> FailureOr<Value> {
    Value none = arith::ConstantOp::create(
        b, m.loc, b.getZeroAttr(VectorType::get({lanes}, element)));
    auto made = context.carryLoop(
        m.constant(lanes), none,
        [&](ArrayRef<Value> lane,
            ValueRange carried) -> FailureOr<SmallVector<Value>> {
          LaneIndex at = {m.add(along.base, lane[0]), 0};
          FailureOr<Value> one =
              among(at.base, 0, count,
                    [&](unsigned operand) { return inOperand(operand, at); });
          if (failed(one) || one->getType() != element)
            return failure();
          return SmallVector<Value>{vector::InsertOp::create(
              b, m.loc, *one, carried[0], OpFoldResult(lane[0]))};
        });
    if (failed(made))
      return failure();
    return made->front();
  };
  return among(along.base, 0, count, [&](unsigned operand) {
    auto whole = [&]() -> FailureOr<Value> {
      FailureOr<Value> value = inOperand(operand, along);
      if (failed(value) || isa<VectorType>(value->getType()))
        return value;
      return Value(vector::BroadcastOp::create(
          b, m.loc, VectorType::get({lanes}, value->getType()), *value));
    };
    if (operand + 1 == count)
      return whole();
    return guarded(context, m.less(behind, offsets[operand + 1]), whole,
                   laneByLane);
  });
}

FailureOr<Value> IotaOp::buildElement(ElementContext &context,
                                      ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  const LaneIndex &at = index[getDim()];
  if (at.step)
    return failure();
  FailureOr<Value> start = context.element(getStart(), {});
  FailureOr<Value> step = context.element(getStep(), {});
  if (failed(start) || failed(step))
    return failure();
  OpBuilder &b = m.builder;
  Type type = start->getType();
  Value number = arith::IndexCastOp::create(b, m.loc, b.getI64Type(), at.base);
  if (auto integer = dyn_cast<IntegerType>(type)) {
    Value i = number;
    if (integer.getWidth() < 64)
      i = arith::TruncIOp::create(b, m.loc, type, number);
    return Value(arith::AddIOp::create(
        b, m.loc, *start, arith::MulIOp::create(b, m.loc, i, *step)));
  }
  Type wide = type.getIntOrFloatBitWidth() < 32 ? Type(b.getF32Type()) : type;
  auto widen = [&](Value v) -> Value {
    return wide == type ? v : Value(arith::ExtFOp::create(b, m.loc, wide, v));
  };
  Value i = arith::SIToFPOp::create(b, m.loc, wide, number);
  Value value = arith::AddFOp::create(
      b, m.loc, widen(*start), arith::MulFOp::create(b, m.loc, i, widen(*step)));
  return wide == type ? value : Value(arith::TruncFOp::create(b, m.loc, type, value));
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// The element number that index value `raw` names in `extent` elements:
/// negative ones count from the end, others outside are recorded as a failure
/// and replaced by 0 so that the access stays inside.
static Value checkedIndex(ElementContext &context, Operation *op, Value raw,
                          Type indexType, Value extent) {
  IndexMath m{context};
  OpBuilder &b = m.builder;
  auto integer = cast<IntegerType>(indexType);
  Value wide = raw;
  if (integer.getWidth() < 64) {
    if (integer.isUnsigned())
      wide = arith::ExtUIOp::create(b, m.loc, b.getI64Type(), raw);
    else
      wide = arith::ExtSIOp::create(b, m.loc, b.getI64Type(), raw);
  }
  Value at = m.toIndex(wide);
  Value zero = m.constant(0);
  Value shown = at;
  at = m.select(m.less(at, zero), m.add(at, extent), at);
  Value inside = m.both(m.less(at, extent), m.less(m.constant(-1), at));
  Value bad = b.createOrFold<arith::XOrIOp>(
      m.loc, inside, arith::ConstantIntOp::create(b, m.loc, 1, 1));
  context.failIf(op, bad, MLC_OUT_OF_BOUNDS, shown, extent);
  return m.select(bad, zero, at);
}

/// An element of dimensions that may be empty cannot be read even at 0.
static FailureOr<Value> readUnlessEmpty(ElementContext &context, Value tensor,
                                        unsigned dim, unsigned count,
                                        ArrayRef<LaneIndex> where) {
  IndexMath m{context};
  Value some;
  for (unsigned d = dim; d < dim + count; ++d) {
    if (!tensorType(tensor).isDynamicDim(d) &&
        tensorType(tensor).getDimSize(d) != 0)
      continue;
    Value here = m.less(m.constant(0), context.extent(tensor, d));
    some = some ? m.both(some, here) : here;
  }
  if (!some)
    return context.element(tensor, where);
  bool vector = !uniform(where) && context.lanes() > 1;
  return guarded(context, some, [&] { return context.element(tensor, where); },
                 [&]() -> FailureOr<Value> {
                   Type type = signless(getElementTypeOrSelf(tensor.getType()));
                   if (!type.isIntOrFloat())
                     return failure();
                   if (vector)
                     type = VectorType::get({int64_t(context.lanes())}, type);
                   return Value(arith::ConstantOp::create(
                       m.builder, m.loc, m.builder.getZeroAttr(type)));
                 });
}

FailureOr<Value> GatherOp::buildElement(ElementContext &context,
                                        ArrayRef<LaneIndex> index) {
  unsigned dim = getDim();
  unsigned indexRank = tensorType(getIndices()).getRank();
  SmallVector<LaneIndex> which(index.slice(dim, indexRank));
  if (!uniform(which))
    return failure();
  FailureOr<Value> raw = context.element(getIndices(), which);
  if (failed(raw))
    return failure();
  SmallVector<LaneIndex> where(index.take_front(dim));
  where.push_back({checkedIndex(context, *this, *raw,
                                getElementTypeOrSelf(getIndices().getType()),
                                context.extent(getInput(), dim)),
                   0});
  llvm::append_range(where, index.drop_front(dim + indexRank));
  return readUnlessEmpty(context, getInput(), dim, 1, where);
}

FailureOr<Value> GatherElementsOp::buildElement(ElementContext &context,
                                                ArrayRef<LaneIndex> index) {
  unsigned dim = getDim();
  if (!uniform(index))
    return failure();
  FailureOr<Value> raw = context.element(getIndices(), index);
  if (failed(raw))
    return failure();
  SmallVector<LaneIndex> where(index);
  where[dim] = {checkedIndex(context, *this, *raw,
                             getElementTypeOrSelf(getIndices().getType()),
                             context.extent(getInput(), dim)),
                0};
  return readUnlessEmpty(context, getInput(), dim, 1, where);
}

FailureOr<Value> GatherNdOp::buildElement(ElementContext &context,
                                          ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  RankedTensorType indices = tensorType(getIndices());
  unsigned batch = getBatchDims(), prefix = indices.getRank() - 1;
  int64_t depth = indices.getDimSize(prefix);
  SmallVector<LaneIndex> which(index.take_front(prefix));
  if (ShapedType::isDynamic(depth) || !uniform(which))
    return failure();
  SmallVector<LaneIndex> where(index.take_front(batch));
  for (int64_t i = 0; i < depth; ++i) {
    which.push_back({m.constant(i), 0});
    FailureOr<Value> raw = context.element(getIndices(), which);
    which.pop_back();
    if (failed(raw))
      return failure();
    where.push_back({checkedIndex(context, *this, *raw, indices.getElementType(),
                                  context.extent(getInput(), batch + i)),
                     0});
  }
  llvm::append_range(where, index.drop_front(prefix));
  return readUnlessEmpty(context, getInput(), batch, depth, where);
}
