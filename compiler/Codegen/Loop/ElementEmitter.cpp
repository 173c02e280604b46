//===- ElementEmitter.cpp - Elements of fused graph ops ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

ElementEmitter::Key ElementEmitter::keyOf(Value tensor, ArrayRef<LaneIndex> index,
                                          unsigned lanes) {
  Key key{tensor.getAsOpaquePointer()};
  bool varies = false;
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  for (auto [d, i] : llvm::enumerate(index)) {
    // An extent of one has one index, however it is computed: asked for by a
    // row's number here and by a broadcast's zero there.
    const bool only = type && static_cast<int64_t>(d) < type.getRank() &&
                      type.getDimSize(d) == 1 && i.step == 0;
    // Constants are many values of one meaning.
    if (only) {
      key.push_back(nullptr);
      key.push_back(nullptr);
    } else if (std::optional<int64_t> constant = getConstantIntValue(i.base)) {
      key.push_back(nullptr);
      key.push_back(reinterpret_cast<const void *>(*constant));
    } else {
      key.push_back(i.base.getAsOpaquePointer());
    }
    key.push_back(reinterpret_cast<const void *>(i.step));
    varies |= i.step != 0;
  }
  key.push_back(reinterpret_cast<const void *>(uintptr_t(varies ? lanes : 1)));
  return key;
}

bool ElementEmitter::visible(Value value) {
  Block *block = value.getParentBlock();
  for (Block *at = builder().getInsertionBlock(); at;) {
    if (at == block)
      return true;
    Operation *parent = at->getParentOp();
    at = parent ? parent->getBlock() : nullptr;
  }
  return false;
}

void ElementEmitter::define(Value tensor, ArrayRef<LaneIndex> index, Value value) {
  known[keyOf(tensor, index, laneCount)] = value;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

FailureOr<Value> ElementEmitter::element(Value tensor, ArrayRef<LaneIndex> index) {
  Key key = keyOf(tensor, index, laneCount);
  auto found = known.find(key);
  if (found != known.end() && visible(found->second))
    return found->second;

  FailureOr<Value> value = failure();
  Operation *op = tensor.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    value = load(argument, index);
  } else if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValueAttr());
    if (!dense || !dense.isSplat())
      return op->emitOpError("inside a kernel must be a splat"), failure();
    Type element = signless(dense.getElementType());
    TypedAttr attribute;
    if (auto integer = dyn_cast<IntegerType>(dense.getElementType()))
      attribute = IntegerAttr::get(element, dense.getSplatValue<APInt>());
    else
      attribute = cast<TypedAttr>(dense.getSplatValue<Attribute>());
    value = Value(arith::ConstantOp::create(builder(), loc(), attribute));
  } else if (auto elements = dyn_cast<tensor::FromElementsOp>(op)) {
    if (elements.getElements().size() != 1)
      return op->emitOpError("inside a kernel must have one element"), failure();
    Value scalarValue = scalar(elements.getElements().front());
    if (scalarValue)
      value = scalarValue;
  } else if (auto structured = dyn_cast<StructuredOpInterface>(op);
             structured && structured.getReductionCombiner()) {
    bool varies = llvm::any_of(index, [](const LaneIndex &i) { return i.step; });
    value = varies ? contract(op, index) : contractAcross(op, index);
  } else if (auto inlined = dyn_cast<ElementOpInterface>(op)) {
    value = inlined.buildElement(*this, index);
  } else {
    op->emitOpError("cannot be computed element by element");
  }
  if (succeeded(value))
    known[key] = *value;
  return value;
}

Value ElementEmitter::linearize(ArrayRef<Value> index, ArrayRef<Value> extents) {
  OpBuilder &b = builder();
  Value linear;
  for (auto [i, extent] : llvm::zip(index, extents)) {
    if (!linear) {
      linear = i;
      continue;
    }
    linear = b.createOrFold<arith::AddIOp>(
        loc(), b.createOrFold<arith::MulIOp>(loc(), linear, extent), i);
  }
  return linear ? linear : slots.constant(0);
}

FailureOr<Value> ElementEmitter::load(BlockArgument tensor,
                                      ArrayRef<LaneIndex> index) {
  OpBuilder &b = builder();
  RankedTensorType type = tensorType(tensor);
  Type element = type.getElementType();
  Value buffer = slots.buffer(tensor);
  // Lanes advance by the sum of step times stride.
  int64_t step = 0, stride = 1;
  bool strideKnown = true;
  SmallVector<Value> bases, extents;
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    if (index[d].step) {
      if (!strideKnown)
        return failure(); // lanes along a dimension of dynamic stride
      step += index[d].step * stride;
    }
    if (type.isDynamicDim(d))
      strideKnown = false;
    else
      stride *= type.getDimSize(d);
  }
  for (int64_t d = 0; d < type.getRank(); ++d) {
    bases.push_back(index[d].base);
    extents.push_back(slots.extent(tensor, d));
  }
  Value linear = linearize(bases, extents);
  unsigned bits = storageBits(element);
  if (bits < 8) {
    if (step)
      return failure(); // lanes of packed elements share bytes
    return loadPacked(buffer, element, linear);
  }
  Type storage = storageType(element);
  unsigned lanes = laneCount;
  Value raw;
  if (step == 0) {
    raw = memref::LoadOp::create(b, loc(), buffer, linear);
  } else if (step == 1 && valid) {
    auto type = VectorType::get({int64_t(lanes)}, storage);
    Value mask = vector::CreateMaskOp::create(
        b, loc(), VectorType::get({int64_t(lanes)}, b.getI1Type()), valid);
    Value zero = arith::ConstantOp::create(b, loc(), b.getZeroAttr(type));
    raw = vector::MaskedLoadOp::create(b, loc(), type, buffer, linear, mask, zero);
  } else if (valid) {
    return failure(); // lanes past the end have nowhere to read
  } else if (step == 1) {
    raw = vector::LoadOp::create(b, loc(), VectorType::get({int64_t(lanes)}, storage),
                                 buffer, linear);
  } else {
    SmallVector<Value> parts;
    for (unsigned l = 0; l < lanes; ++l) {
      Value at = b.createOrFold<arith::AddIOp>(loc(), linear,
                                               slots.constant(step * int64_t(l)));
      parts.push_back(memref::LoadOp::create(b, loc(), buffer, at));
    }
    raw = vector::FromElementsOp::create(
        b, loc(), VectorType::get({int64_t(lanes)}, storage), parts);
  }
  if (element.isInteger(1)) {
    Value zero = ScalarMath{b, loc()}.integer(raw.getType(), 0);
    return Value(arith::CmpIOp::create(b, loc(), arith::CmpIPredicate::ne, raw, zero));
  }
  if (isa<FloatType>(element) && storage != element) {
    Type target = element;
    if (step)
      target = VectorType::get({int64_t(lanes)}, element);
    return Value(arith::BitcastOp::create(b, loc(), target, raw));
  }
  return raw;
}

FailureOr<Value> ElementEmitter::loadPacked(Value buffer, Type element,
                                            Value linear) {
  OpBuilder &b = builder();
  unsigned bits = storageBits(element);
  Value perByte = slots.constant(8 / bits);
  Value byteAt = arith::DivUIOp::create(b, loc(), linear, perByte);
  Value slot = arith::RemUIOp::create(b, loc(), linear, perByte);
  Value shift = arith::IndexCastOp::create(
      b, loc(), b.getI8Type(),
      arith::MulIOp::create(b, loc(), slot, slots.constant(bits)));
  Value byte = memref::LoadOp::create(b, loc(), buffer, byteAt);
  Value down = arith::ShRUIOp::create(b, loc(), byte, shift);
  Type narrow = b.getIntegerType(bits);
  Value raw = arith::TruncIOp::create(b, loc(), narrow, down);
  if (isa<FloatType>(element))
    return Value(arith::BitcastOp::create(b, loc(), element, raw));
  return raw;
}

void ElementEmitter::store(Value value, Type element, Value buffer, Value linear) {
  OpBuilder &b = builder();
  Type storage = storageType(element);
  unsigned bits = storageBits(element);
  auto vector = dyn_cast<VectorType>(value.getType());
  Type target = vector ? Type(VectorType::get(vector.getShape(), storage)) : storage;
  if (element.isInteger(1)) {
    value = arith::ExtUIOp::create(b, loc(), target, value);
  } else if (bits < 8) {
    // The first element of a byte sets it, the later ones add their bits:
    // elements of one byte are written in order by one worker.
    Value raw = value;
    if (isa<FloatType>(element))
      raw = arith::BitcastOp::create(b, loc(), b.getIntegerType(bits), raw);
    raw = arith::ExtUIOp::create(b, loc(), b.getI8Type(), raw);
    Value perByte = slots.constant(8 / bits);
    Value byteAt = arith::DivUIOp::create(b, loc(), linear, perByte);
    Value slot = arith::RemUIOp::create(b, loc(), linear, perByte);
    Value shift = arith::IndexCastOp::create(
        b, loc(), b.getI8Type(),
        arith::MulIOp::create(b, loc(), slot, slots.constant(bits)));
    Value up = arith::ShLIOp::create(b, loc(), raw, shift);
    Value old = memref::LoadOp::create(b, loc(), buffer, byteAt);
    Value first = arith::CmpIOp::create(b, loc(), arith::CmpIPredicate::eq, slot,
                                        slots.constant(0));
    Value zero = arith::ConstantIntOp::create(b, loc(), 0, 8);
    Value base = arith::SelectOp::create(b, loc(), first, zero, old);
    Value byte = arith::OrIOp::create(b, loc(), base, up);
    memref::StoreOp::create(b, loc(), byte, buffer, byteAt);
    return;
  } else if (isa<FloatType>(element) && storage != element) {
    value = arith::BitcastOp::create(b, loc(), target, value);
  }
  if (vector)
    vector::StoreOp::create(b, loc(), value, buffer, linear);
  else
    memref::StoreOp::create(b, loc(), value, buffer, linear);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> ElementEmitter::carryLoop(
    ArrayRef<Value> extents, ValueRange initial,
    function_ref<FailureOr<SmallVector<Value>>(ArrayRef<Value>, ValueRange)> body) {
  OpBuilder &b = builder();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> ivs;
  SmallVector<scf::ForOp> loops;
  ValueRange carried = initial;
  for (Value extent : extents) {
    auto loop = scf::ForOp::create(b, loc(), slots.constant(0), extent,
                                   slots.constant(1), carried);
    // Created with an implicit terminator only when nothing is carried.
    if (!loop.getBody()->empty())
      loop.getBody()->back().erase();
    ivs.push_back(loop.getInductionVar());
    carried = loop.getRegionIterArgs();
    loops.push_back(loop);
    b.setInsertionPointToStart(loop.getBody());
  }
  FailureOr<SmallVector<Value>> next = body(ivs, carried);
  if (failed(next))
    return failure();
  if (loops.empty())
    return next;
  ValueRange results = *next;
  for (scf::ForOp loop : llvm::reverse(loops)) {
    b.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(b, loc(), results);
    results = loop.getResults();
  }
  return SmallVector<Value>(results);
}

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
      return op->emitOpError("has a reduction loop without an extent"), failure();
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
static FailureOr<Value> reductionTerm(StructuredOpInterface op, Type accumulator,
                                      ArrayRef<LaneIndex> loops, bool vector,
                                      ElementEmitter &emitter) {
  OpBuilder &b = emitter.builder();
  Location loc = emitter.loc();
  SmallVector<Value> args;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    SmallVector<LaneIndex> where;
    for (AffineExpr expr : op.getOperandMap(operand.getOperandNumber()).getResults()) {
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
          b, loc, VectorType::get({int64_t(emitter.lanes())}, arg.getType()), arg);
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
      DenseElementsAttr::get(VectorType::get({int64_t(lanes)}, neutral.getType()),
                             neutral));
}

static Value roundToResult(OpBuilder &b, Location loc, Value value, Type element) {
  if (isa<FloatType>(element) && getElementTypeOrSelf(value.getType()) != element) {
    Type target = element;
    if (auto type = dyn_cast<VectorType>(value.getType()))
      target = VectorType::get(type.getShape(), element);
    return arith::TruncFOp::create(b, loc, target, value);
  }
  return value;
}

FailureOr<Value> ElementEmitter::contract(Operation *op, ArrayRef<LaneIndex> index) {
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
  FailureOr<SmallVector<Value>> sum = carryLoop(
      plan->extents, initial,
      [&](ArrayRef<Value> ivs, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        SmallVector<LaneIndex> loops = plan->loops;
        for (Value iv : ivs)
          loops.push_back({iv, 0});
        FailureOr<Value> term =
            reductionTerm(structured, accumulator, loops, vector, *this);
        if (failed(term))
          return failure();
        return SmallVector<Value>{ScalarMath{builder(), loc()}.combine(
            combiner, carried[0], *term, isUnsigned)};
      });
  if (failed(sum))
    return failure();
  return roundToResult(builder(), loc(), sum->front(), element);
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
  Operation *after = b.getInsertionPoint() == block->end()
                         ? nullptr
                         : &*b.getInsertionPoint();
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
      [&](ArrayRef<Value> ivs, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        Value whole = b.createOrFold<arith::MulIOp>(
            loc(), b.createOrFold<arith::DivUIOp>(loc(), extent, width), width);
        auto run = [&](Value from, Value to, Value step, Value start,
                       bool vector) -> FailureOr<Value> {
          OpBuilder::InsertionGuard guard(b);
          auto loop = scf::ForOp::create(b, loc(), from, to, step, start);
          if (!loop.getBody()->empty())
            loop.getBody()->back().erase();
          b.setInsertionPointToStart(loop.getBody());
          FailureOr<Value> term = reductionTerm(
              structured, accumulator,
              loopsAt(ivs, {loop.getInductionVar(), vector ? 1 : 0}), vector, *this);
          if (failed(term))
            return failure();
          Value next = ScalarMath{b, loc()}.combine(
              combiner, loop.getRegionIterArg(0), *term, isUnsigned);
          scf::YieldOp::create(b, loc(), next);
          return loop.getResult(0);
        };
        FailureOr<Value> body = run(slots.constant(0), whole, width, carried[0], true);
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

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void ElementEmitter::failIf(Operation *op, Value bad, int32_t code, Value value,
                            Value bound) {
  OpBuilder &b = builder();
  auto integer = [&](int64_t number, unsigned bits) -> Value {
    return arith::ConstantIntOp::create(b, loc(), number, bits);
  };
  auto wide = [&](Value v) -> Value {
    return v.getType().isIndex()
               ? Value(arith::IndexCastOp::create(b, loc(), b.getI64Type(), v))
               : v;
  };
  ModuleOp module = slots.function()->getParentOfType<ModuleOp>();
  StringRef name = "mlc_rt_fail";
  auto pointer = slots.exec().getType();
  Type i64 = b.getI64Type();
  if (!module.lookupSymbol(name)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    auto declared = func::FuncOp::create(
        top, loc(), name,
        b.getFunctionType({pointer, b.getI32Type(), i64, i64, i64, i64}, {}));
    declared.setPrivate();
  }
  auto branch = scf::IfOp::create(b, loc(), bad, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  if (!nodes)
    nodes.emplace(slots.kernel());
  int64_t node = nodes->rowOf(op->getLoc());
  Value where = item ? wide(item) : wide(slots.begin());
  func::CallOp::create(b, loc(), name, TypeRange{},
                       ValueRange{slots.exec(), integer(code, 32), integer(node, 64),
                                  where, wide(value), wide(bound)});
}
