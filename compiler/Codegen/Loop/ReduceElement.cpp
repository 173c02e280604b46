//===- ReduceElement.cpp - One element of a reduction --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ElementEmitter that runs an op's reduction loops: one by one, or
// on lanes where the innermost of them runs along memory. Long sums of floats
// are taken in slices, so that their error does not grow with their length.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/LongestSum.h"
#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Partial results of a reduction whose order is free.
static constexpr int64_t kWays = 4;

namespace {
/// What a reduction needs besides its index.
struct ReductionPlan {
  SmallVector<LaneIndex> loops; // parallel ones filled, reduction ones to come
  SmallVector<Value> extents;   // of the reduction loops
  unsigned parallel = 0;
};
} // namespace

static FailureOr<ReductionPlan> planReduction(StructuredOpInterface op,
                                              ArrayRef<LaneIndex> index,
                                              ElementEmitter &emitter) {
  ReductionPlan plan;
  plan.loops.assign(index.begin(), index.end());
  plan.parallel = index.size();
  unsigned total = op.getLoopIteratorTypes().size();
  for (unsigned loop = plan.parallel; loop < total; ++loop) {
    Value extent;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = op.getOperandMap(operand.getOperandNumber());
      for (auto [d, expr] : llvm::enumerate(map.getResults()))
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          if (dim.getPosition() == loop && !extent)
            extent = emitter.extent(operand.get(), d);
    }
    if (!extent)
      return op->emitOpError("has a reduction loop without an extent"),
             failure();
    plan.extents.push_back(extent);
  }
  return plan;
}

static bool unsignedElement(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && (integer.isUnsigned() || integer.getWidth() == 1);
}

/// Type that a reduction accumulates in: f32 for narrow floats.
static Type accumulatorType(Type element) {
  auto real = dyn_cast<FloatType>(element);
  if (real && real.getWidth() < 32)
    return Float32Type::get(element.getContext());
  return signless(element);
}

/// Emits the operand elements and the body at `loops`, in the accumulator type.
static FailureOr<Value> reductionTerm(StructuredOpInterface op,
                                      Type accumulator,
                                      ArrayRef<LaneIndex> loops, bool vector,
                                      ElementEmitter &emitter) {
  OpBuilder &b = emitter.builder();
  Location loc = emitter.loc();
  SmallVector<Value> args;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    SmallVector<LaneIndex> where;
    for (AffineExpr expr :
         op.getOperandMap(operand.getOperandNumber()).getResults()) {
      FailureOr<LaneIndex> at = applyToLanes(b, loc, expr, loops);
      if (failed(at))
        return failure();
      where.push_back(*at);
    }
    FailureOr<Value> value = emitter.element(operand.get(), where);
    if (failed(value))
      return failure();
    Value arg = *value;
    if (vector && !isa<VectorType>(arg.getType()))
      arg = vector::BroadcastOp::create(
          b, loc, VectorType::get({int64_t(emitter.lanes())}, arg.getType()),
          arg);
    Type have = getElementTypeOrSelf(arg.getType());
    if (have != accumulator) {
      Type target = accumulator;
      if (auto type = dyn_cast<VectorType>(arg.getType()))
        target = VectorType::get(type.getShape(), accumulator);
      if (isa<FloatType>(have))
        arg = arith::ExtFOp::create(b, loc, target, arg);
      else if (unsignedElement(operand.get().getType()))
        arg = arith::ExtUIOp::create(b, loc, target, arg);
      else
        arg = arith::ExtSIOp::create(b, loc, target, arg);
    }
    args.push_back(arg);
  }
  return op.buildScalarBody(b, loc, args);
}

/// Neutral element with the sign that `type` has.
static TypedAttr neutralOf(Combiner combiner, Type element) {
  return neutralElement(combiner, accumulatorType(element) == signless(element)
                                      ? element
                                      : accumulatorType(element));
}

static Value neutralConstant(OpBuilder &b, Location loc, Combiner combiner,
                             Type element, unsigned lanes) {
  TypedAttr neutral = neutralOf(combiner, element);
  if (lanes == 1)
    return arith::ConstantOp::create(b, loc, neutral);
  return arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(
          VectorType::get({int64_t(lanes)}, neutral.getType()), neutral));
}

static Value roundToResult(OpBuilder &b, Location loc, Value value,
                           Type element) {
  if (isa<FloatType>(element) &&
      getElementTypeOrSelf(value.getType()) != element) {
    Type target = element;
    if (auto type = dyn_cast<VectorType>(value.getType()))
      target = VectorType::get(type.getShape(), element);
    return arith::TruncFOp::create(b, loc, target, value);
  }
  return value;
}

static bool mayBeLong(ArrayRef<Value> extents) {
  int64_t terms = 1;
  for (Value extent : extents) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    if (!known || *known > kLongestSum)
      return true;
    if ((terms *= std::max<int64_t>(*known, 1)) > kLongestSum)
      return true;
  }
  return false;
}

FailureOr<Value> ElementEmitter::addSlices(
    Value extent, Value total, Value neutral,
    function_ref<FailureOr<Value>(Value, Value)> addTerm) {
  OpBuilder &b = builder();
  OpBuilder::InsertionGuard guard(b);
  auto begin = [&](Value from, Value to, Value step, Value start) {
    auto loop = scf::ForOp::create(b, loc(), from, to, step, start);
    if (!loop.getBody()->empty())
      loop.getBody()->back().erase();
    b.setInsertionPointToStart(loop.getBody());
    return loop;
  };
  Value length = slots.constant(kLongestSum);
  scf::ForOp slices = begin(slots.constant(0), extent, length, total);
  Value end = b.createOrFold<arith::MinUIOp>(
      loc(),
      b.createOrFold<arith::AddIOp>(loc(), slices.getInductionVar(), length),
      extent);
  scf::ForOp slice =
      begin(slices.getInductionVar(), end, slots.constant(1), neutral);
  FailureOr<Value> next =
      addTerm(slice.getInductionVar(), slice.getRegionIterArg(0));
  if (failed(next))
    return failure();
  scf::YieldOp::create(b, loc(), *next);
  b.setInsertionPointToEnd(slices.getBody());
  Value sum = ScalarMath{b, loc()}.combine(
      Combiner::Sum, slices.getRegionIterArg(0), slice.getResult(0), false);
  scf::YieldOp::create(b, loc(), sum);
  return slices.getResult(0);
}

FailureOr<Value> ElementEmitter::contract(Operation *op,
                                          ArrayRef<LaneIndex> index) {
  auto structured = cast<StructuredOpInterface>(op);
  FailureOr<ReductionPlan> plan = planReduction(structured, index, *this);
  if (failed(plan))
    return failure();
  Type element = tensorType(op->getResult(0)).getElementType();
  Type accumulator = accumulatorType(element);
  Combiner combiner = *structured.getReductionCombiner();
  bool vector = llvm::any_of(index, [](const LaneIndex &i) { return i.step; });
  Value initial = neutralConstant(builder(), loc(), combiner, element,
                                  vector ? laneCount : 1);
  bool isUnsigned = unsignedElement(op->getResult(0).getType());
  auto addTerm = [&](ArrayRef<Value> ivs, Value carried) -> FailureOr<Value> {
    SmallVector<LaneIndex> loops = plan->loops;
    for (Value iv : ivs)
      loops.push_back({iv, 0});
    FailureOr<Value> term =
        reductionTerm(structured, accumulator, loops, vector, *this);
    if (failed(term))
      return failure();
    return ScalarMath{builder(), loc()}.combine(combiner, carried, *term,
                                                isUnsigned);
  };
  bool sliced = combiner == Combiner::Sum && isa<FloatType>(accumulator) &&
                mayBeLong(plan->extents);
  ArrayRef<Value> outer = plan->extents;
  if (sliced)
    outer = outer.drop_back();
  FailureOr<SmallVector<Value>> sum =
      carryLoop(outer, initial,
                [&](ArrayRef<Value> ivs,
                    ValueRange carried) -> FailureOr<SmallVector<Value>> {
                  FailureOr<Value> next =
                      sliced
                          ? addSlices(plan->extents.back(), carried[0], initial,
                                      [&](Value iv, Value partial) {
                                        SmallVector<Value> all(ivs);
                                        all.push_back(iv);
                                        return addTerm(all, partial);
                                      })
                          : addTerm(ivs, carried[0]);
                  if (failed(next))
                    return failure();
                  return SmallVector<Value>{*next};
                });
  if (failed(sum))
    return failure();
  return roundToResult(builder(), loc(), sum->front(), element);
}

/// Whether the terms may be combined in any order.
static bool keepsAllBits(Combiner combiner) {
  return combiner == Combiner::Max || combiner == Combiner::Min;
}

FailureOr<Value> ElementEmitter::contractAcross(Operation *op,
                                                ArrayRef<LaneIndex> index) {
  auto structured = cast<StructuredOpInterface>(op);
  OpBuilder &b = builder();
  FailureOr<ReductionPlan> plan = planReduction(structured, index, *this);
  if (failed(plan))
    return failure();
  Type element = tensorType(op->getResult(0)).getElementType();
  Type accumulator = accumulatorType(element);
  unsigned bits = accumulator.getIntOrFloatBitWidth();
  unsigned lanes = vectorBits / std::max(bits, 8u);
  if (plan->extents.empty() || lanes < 2 || bits < 8)
    return contract(op, index);
  // Which reduction loop runs along the innermost dimension of the operands.
  // Reductions name their dimensions in any order, so look at the first map.
  unsigned inner = ~0u;
  AffineMap map = structured.getOperandMap(0);
  if (map.getNumResults())
    if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
      if (dim.getPosition() >= plan->parallel)
        inner = dim.getPosition() - plan->parallel;
  if (inner == ~0u)
    return contract(op, index);

  Combiner combiner = *structured.getReductionCombiner();
  bool isUnsigned = unsignedElement(op->getResult(0).getType());
  SmallVector<Value> outer;
  for (auto [i, extent] : llvm::enumerate(plan->extents))
    if (i != inner)
      outer.push_back(extent);
  Value extent = plan->extents[inner];
  unsigned savedLanes = laneCount;
  // Everything emitted so far goes if the lanes cannot run along this loop.
  Block *block = b.getInsertionBlock();
  Operation *before = b.getInsertionPoint() == block->begin()
                          ? nullptr
                          : &*std::prev(b.getInsertionPoint());
  // A block under construction may have its terminator already.
  Operation *after =
      b.getInsertionPoint() == block->end() ? nullptr : &*b.getInsertionPoint();
  laneCount = lanes;
  Value wide = neutralConstant(b, loc(), combiner, element, lanes);
  Value narrow = neutralConstant(b, loc(), combiner, element, 1);
  Value width = slots.constant(lanes);
  auto loopsAt = [&](ArrayRef<Value> ivs, LaneIndex innermost) {
    SmallVector<LaneIndex> loops = plan->loops;
    unsigned next = 0;
    for (unsigned i = 0; i < plan->extents.size(); ++i)
      loops.push_back(i == inner ? innermost : LaneIndex{ivs[next++], 0});
    return loops;
  };
  FailureOr<SmallVector<Value>> sums = carryLoop(
      outer, ValueRange{wide, narrow},
      [&](ArrayRef<Value> ivs,
          ValueRange carried) -> FailureOr<SmallVector<Value>> {
        Value whole = b.createOrFold<arith::MulIOp>(
            loc(), b.createOrFold<arith::DivUIOp>(loc(), extent, width), width);
        auto run = [&](Value from, Value to, Value step, Value start,
                       bool vector, int64_t ways = 1) -> FailureOr<Value> {
          auto loop = scf::ForOp::create(b, loc(), from, to, step,
                                         SmallVector<Value>(ways, start));
          if (!loop.getBody()->empty())
            loop.getBody()->back().erase();
          b.setInsertionPointToStart(loop.getBody());
          SmallVector<Value> next;
          for (int64_t way = 0; way < ways; ++way) {
            Value at = b.createOrFold<arith::AddIOp>(
                loc(), loop.getInductionVar(), slots.constant(way * lanes));
            FailureOr<Value> term = reductionTerm(
                structured, accumulator, loopsAt(ivs, {at, vector ? 1 : 0}),
                vector, *this);
            if (failed(term))
              return failure();
            next.push_back(ScalarMath{b, loc()}.combine(
                combiner, loop.getRegionIterArg(way), *term, isUnsigned));
          }
          scf::YieldOp::create(b, loc(), next);
          b.setInsertionPointAfter(loop);
          Value all = loop.getResult(0);
          for (Value other : loop.getResults().drop_front())
            all =
                ScalarMath{b, loc()}.combine(combiner, all, other, isUnsigned);
          return all;
        };
        Value from = slots.constant(0);
        FailureOr<Value> body = carried[0];
        if (keepsAllBits(combiner)) {
          // The order is free: no step waits for the one before.
          Value several = slots.constant(kWays * lanes);
          Value most = b.createOrFold<arith::MulIOp>(
              loc(), b.createOrFold<arith::DivUIOp>(loc(), whole, several),
              several);
          body = run(from, most, several, *body, true, kWays);
          from = most;
        }
        if (succeeded(body))
          body = run(from, whole, width, *body, true);
        if (failed(body))
          return failure();
        laneCount = 1;
        FailureOr<Value> tail =
            run(whole, extent, slots.constant(1), carried[1], false);
        laneCount = lanes;
        if (failed(tail))
          return failure();
        return SmallVector<Value>{*body, *tail};
      });
  laneCount = savedLanes;
  if (failed(sums)) {
    // Take back what was emitted and go one by one.
    if (after)
      b.setInsertionPoint(after);
    else
      b.setInsertionPointToEnd(block);
    Operation *from = before ? before->getNextNode() : &block->front();
    SmallVector<Operation *> doomed;
    for (Operation *at = from; at != after; at = at->getNextNode())
      doomed.push_back(at);
    llvm::SmallPtrSet<Operation *, 16> gone(doomed.begin(), doomed.end());
    for (auto entry = known.begin(); entry != known.end();) {
      Operation *at = entry->second.getDefiningOp();
      if (!at)
        at = entry->second.getParentBlock()->getParentOp();
      while (at && at->getBlock() != block)
        at = at->getParentOp();
      entry = at && gone.contains(at) ? known.erase(entry) : std::next(entry);
    }
    for (Operation *at : llvm::reverse(doomed)) {
      at->dropAllUses();
      at->erase();
    }
    return contract(op, index);
  }
  // Across the vector by halves: a fixed order, and no scalar chain.
  ScalarMath m{b, loc()};
  Value vector = (*sums)[0];
  for (unsigned half = lanes / 2; half >= 1; half /= 2) {
    SmallVector<int64_t> lower, upper;
    for (int64_t lane = 0; lane < int64_t(half); ++lane) {
      lower.push_back(lane);
      upper.push_back(lane + half);
    }
    Value low = vector::ShuffleOp::create(b, loc(), vector, vector, lower);
    Value high = vector::ShuffleOp::create(b, loc(), vector, vector, upper);
    vector = m.combine(combiner, low, high, isUnsigned);
  }
  Value total = vector::ExtractOp::create(b, loc(), vector, int64_t(0));
  total = m.combine(combiner, total, (*sums)[1], isUnsigned);
  return roundToResult(b, loc(), total, element);
}
