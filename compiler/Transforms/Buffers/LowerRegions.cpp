//===- LowerRegions.cpp - Branches and loops of the host program ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that leaves a region has a known size, that is one that can be told
// before the region, or a late one.
//
// Known: its buffer is allocated before the region. Both branches of an `if`
// write there. A loop carries two buffers, the current value and a spare one
// that the next value is written to; they change places with each iteration.
//
// Late: the region hands on a late buffer that the receiver then owns.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

static RankedTensorType tensorOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

// The extents of a tensor as values that are available here; false when some of
// them are only known inside the region.
bool HostLowering::knownExtents(Value tensor, SmallVectorImpl<Value> &result) {
  RankedTensorType type = tensorOf(tensor);
  SmallVector<HostExtent> found;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    HostExtent extent = extents.resolve(tensor, dim);
    if (extent.value == tensor || !canEmit(extent))
      return false;
    found.push_back(extent);
  }
  for (const HostExtent &extent : found)
    result.push_back(emitExtent(tensor.getLoc(), extent));
  return true;
}

// A late buffer with this value that the caller may pass on: the one it is in,
// if this scope owns it, else a copy.
Value HostLowering::giveAway(Location loc, Value tensor) {
  const Place &place = placeOf(tensor);
  if (!llvm::is_contained(scopes.back(), place.buffer)) {
    Value own = rt::LateAllocOp::create(builder, loc, place.extents,
                                        TypeAttr::get(tensorOf(tensor)));
    ++counts.late;
    copy(loc, place, own, tensorOf(tensor));
    return own;
  }
  llvm::erase(scopes.back(), place.buffer);
  return place.buffer;
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

void HostLowering::handOn(Location loc, Value value,
                          SmallVectorImpl<Value> &leaving) {
  if (tensorOf(value)) {
    leaving.push_back(giveAway(loc, value));
    llvm::append_range(leaving, placeOf(value).extents);
  } else if (Value passed = listOf(value)) {
    leaving.push_back(passed);
  } else {
    leaving.push_back(scalar(value));
  }
}

void HostLowering::bindResult(Value name, RankedTensorType type,
                              ValueRange emitted, size_t &next) {
  Value first = emitted[next++];
  if (type) {
    Place place{first, {}};
    for (size_t i = 0; i < type.getNumDynamicDims(); ++i)
      place.extents.push_back(emitted[next++]);
    scopes.back().push_back(first);
    places[name] = std::move(place);
  } else if (isa<rt::ListType>(first.getType())) {
    lists[name] = first;
  } else {
    scalars[name] = first;
  }
}

LogicalResult HostLowering::lowerIf(scf::IfOp op) {
  Location loc = op.getLoc();
  Value condition = scalar(op.getCondition());
  Type buffer = rt::BufferType::get(op.getContext());
  Type list = rt::ListType::get(op.getContext());

  // What each result becomes: nothing when known, since its buffer is settled.
  SmallVector<Type> types;
  SmallVector<bool> known;
  for (Value result : op.getResults()) {
    SmallVector<Value> sizes;
    known.push_back(tensorOf(result) && knownExtents(result, sizes));
    if (known.back()) {
      Value target = bufferFor(result, sizes);
      places[result] = {target, sizes};
    } else if (RankedTensorType type = tensorOf(result)) {
      types.push_back(buffer);
      types.append(type.getNumDynamicDims(), builder.getIndexType());
    } else if (isa<graph::SeqType, graph::OptType>(result.getType())) {
      types.push_back(list);
    } else {
      types.push_back(result.getType());
    }
  }

  auto branch = scf::IfOp::create(builder, loc, types, condition,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/op.elseBlock() != nullptr);
  auto lowerBranch = [&](Block *from, Block *to) -> LogicalResult {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(to);
    pushScope();
    auto yield = cast<scf::YieldOp>(from->getTerminator());
    for (auto [index, value] : llvm::enumerate(yield.getOperands()))
      if (known[index])
        aim(value, from, {placeOf(op.getResult(index)).buffer});
    if (failed(lowerBody(*from)))
      return failure();
    SmallVector<Value> leaving;
    for (auto [index, value] : llvm::enumerate(yield.getOperands())) {
      Value result = op.getResult(index);
      if (known[index]) {
        Value target = placeOf(result).buffer;
        if (!met(value, target))
          copy(loc, placeOf(value), target, tensorOf(value));
      } else {
        handOn(loc, value, leaving);
      }
    }
    popScope(loc);
    scf::YieldOp::create(builder, loc, leaving);
    return success();
  };
  // The new blocks come without terminators where there are results.
  for (Block *block : {branch.thenBlock(), branch.elseBlock()})
    if (block && !block->empty())
      block->back().erase();
  if (failed(lowerBranch(op.thenBlock(), branch.thenBlock())) ||
      (op.elseBlock() &&
       failed(lowerBranch(op.elseBlock(), branch.elseBlock()))))
    return failure();

  auto results = branch.getResults();
  size_t next = 0;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (known[index])
      continue;
    bindResult(result, tensorOf(result), results, next);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What loops carry
//===----------------------------------------------------------------------===//

SmallVector<Carried> HostLowering::startCarried(Operation *loop,
                                                ValueRange inits,
                                                ValueRange arguments) {
  Location loc = loop->getLoc();
  SmallVector<Carried> all;
  for (auto [init, argument] : llvm::zip_equal(inits, arguments)) {
    Carried carried;
    carried.argument = argument;
    carried.type = tensorOf(argument);
    carried.isList = isa<graph::SeqType, graph::OptType>(argument.getType());
    if (carried.isList) {
      carried.initial.push_back(listOf(init));
    } else if (!carried.type) {
      carried.initial.push_back(scalar(init));
    } else if (knownExtents(argument, carried.extents)) {
      carried.known = true;
      // A buffer that nobody else wants any more serves as the first one.
      Value current = placeOf(init).buffer;
      bool taken = diesIn(init, loop) && tensorOf(init) == carried.type &&
                   isa_and_nonnull<rt::AllocOp>(current.getDefiningOp());
      if (!taken)
        current = allocate(loc, carried.type, carried.extents);
      Value spare = allocate(loc, carried.type, carried.extents);
      if (!taken)
        copy(loc, placeOf(init), current, tensorOf(init));
      carried.initial = {current, spare};
    } else {
      carried.extents.clear();
      const Place place = placeOf(init);
      Value own = rt::LateAllocOp::create(builder, loc, place.extents,
                                          TypeAttr::get(tensorOf(init)));
      ++counts.late;
      copy(loc, place, own, tensorOf(init));
      carried.initial.push_back(own);
      llvm::append_range(carried.initial, place.extents);
    }
    all.push_back(std::move(carried));
  }
  return all;
}

SmallVector<Value> HostLowering::initialValues(ArrayRef<Carried> all) {
  SmallVector<Value> values;
  for (const Carried &carried : all)
    llvm::append_range(values, carried.initial);
  return values;
}

// Ties the emitted arguments of a region to the old ones.
void HostLowering::bindCarried(MutableArrayRef<Carried> all,
                               ValueRange emitted) {
  size_t next = 0;
  for (Carried &carried : all) {
    carried.current = llvm::to_vector(
        ValueRange(emitted.slice(next, carried.initial.size())));
    next += carried.initial.size();
    if (carried.isList)
      lists[carried.argument] = carried.buffer();
    else if (!carried.type)
      scalars[carried.argument] = carried.buffer();
    else if (carried.known)
      places[carried.argument] = {carried.buffer(), carried.extents};
    else
      places[carried.argument] = {
          carried.buffer(),
          llvm::to_vector(ArrayRef<Value>(carried.current).drop_front())};
  }
}

void HostLowering::aimCarried(ArrayRef<Carried> all, ValueRange next,
                              Block *block) {
  for (auto [carried, value] : llvm::zip_equal(all, next))
    if (carried.known)
      aim(value, block, {carried.spare()});
}

// What goes into the next iteration. All copies come first: a value may be that
// of another carried one, whose late buffer is released here.
SmallVector<Value> HostLowering::nextCarried(Location loc,
                                             ArrayRef<Carried> all,
                                             ValueRange next) {
  SmallVector<Value> values, replaced;
  for (auto [carried, value] : llvm::zip_equal(all, next)) {
    if (carried.isList) {
      values.push_back(listOf(value));
    } else if (!carried.type) {
      values.push_back(scalar(value));
    } else if (placeOf(value).buffer == carried.buffer()) {
      // Kept as it is, though a late one may have been reshaped.
      values.push_back(carried.buffer());
      if (carried.known)
        values.push_back(carried.spare());
      else
        llvm::append_range(values, placeOf(value).extents);
    } else if (carried.known) {
      if (!met(value, carried.spare()))
        copy(loc, placeOf(value), carried.spare(), tensorOf(value));
      values.push_back(carried.spare());
      values.push_back(carried.buffer());
    } else {
      values.push_back(giveAway(loc, value));
      llvm::append_range(values, placeOf(value).extents);
      replaced.push_back(carried.buffer());
    }
  }
  for (Value old : replaced)
    rt::LateReleaseOp::create(builder, loc, old);
  return values;
}

void HostLowering::bindResults(ArrayRef<Carried> all, ValueRange results,
                               ValueRange emitted) {
  size_t next = 0;
  for (auto [carried, result] : llvm::zip_equal(all, results)) {
    ValueRange values = emitted.slice(next, carried.initial.size());
    next += carried.initial.size();
    if (carried.isList)
      lists[result] = values[0];
    else if (!carried.type)
      scalars[result] = values[0];
    else if (carried.known)
      places[result] = {values[0], carried.extents};
    else {
      places[result] = {values[0], llvm::to_vector(values.drop_front())};
      scopes.back().push_back(values[0]);
    }
  }
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

LogicalResult HostLowering::lowerFor(scf::ForOp op) {
  Location loc = op.getLoc();
  Value lower = scalar(op.getLowerBound()), upper = scalar(op.getUpperBound()),
        step = scalar(op.getStep());
  SmallVector<Carried> all =
      startCarried(op, op.getInitArgs(), op.getRegionIterArgs());
  auto loop =
      scf::ForOp::create(builder, loc, lower, upper, step, initialValues(all));
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *body = loop.getBody();
    if (!body->empty())
      body->back().erase();
    builder.setInsertionPointToEnd(body);
    scalars[op.getInductionVar()] = loop.getInductionVar();
    bindCarried(all, loop.getRegionIterArgs());
    aimCarried(all, op.getYieldedValues(), op.getBody());
    pushScope();
    if (failed(lowerBody(*op.getBody())))
      return failure();
    SmallVector<Value> next = nextCarried(loc, all, op.getYieldedValues());
    popScope(loc);
    scf::YieldOp::create(builder, loc, next);
  }
  bindResults(all, op.getResults(), loop.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

// The old loop forwards chosen values from `before` to `after`; the emitted one
// forwards all it carries and behind that what `before` computed.
LogicalResult HostLowering::lowerWhile(scf::WhileOp op) {
  Location loc = op.getLoc();
  SmallVector<Carried> all =
      startCarried(op, op.getInits(), op.getBeforeArguments());
  auto condition = op.getConditionOp();
  ValueRange forwarded = condition.getArgs();

  // Known tensors computed in `before` and forwarded get a buffer outside.
  SmallVector<Place> outside(forwarded.size());
  SmallVector<Type> types;
  for (Value value : initialValues(all))
    types.push_back(value.getType());
  for (auto [index, value] : llvm::enumerate(forwarded)) {
    RankedTensorType type = tensorOf(value);
    bool carried = llvm::is_contained(op.getBeforeArguments(), value);
    if (carried)
      continue;
    if (!type) {
      bool isList = isa<graph::SeqType, graph::OptType>(value.getType());
      types.push_back(isList ? Type(rt::ListType::get(op.getContext()))
                             : value.getType());
      continue;
    }
    SmallVector<Value> sizes;
    if (knownExtents(value, sizes)) {
      outside[index] = {allocate(loc, type, sizes), sizes};
      aim(value, op.getBeforeBody(), {outside[index].buffer});
      continue;
    }
    types.push_back(rt::BufferType::get(op.getContext()));
    types.append(type.getNumDynamicDims(), builder.getIndexType());
  }

  SmallVector<Value> initial = initialValues(all);
  auto loop = scf::WhileOp::create(builder, loc, types, initial);
  OpBuilder::InsertionGuard guard(builder);

  // Before: decides, and hands over.
  SmallVector<Type> initialTypes(ValueRange(initial).getTypes());
  builder.createBlock(&loop.getBefore(), {}, initialTypes,
                      SmallVector<Location>(initialTypes.size(), loc));
  bindCarried(all, loop.getBeforeArguments());
  pushScope();
  if (failed(lowerBody(*op.getBeforeBody())))
    return failure();
  SmallVector<Value> leaving(loop.getBeforeArguments());
  for (auto [index, value] : llvm::enumerate(forwarded)) {
    if (llvm::is_contained(op.getBeforeArguments(), value))
      continue;
    if (Value target = outside[index].buffer) {
      if (!met(value, target))
        copy(loc, placeOf(value), target, tensorOf(value));
    } else {
      handOn(loc, value, leaving);
    }
  }
  Value decision = scalar(condition.getCondition());
  popScope(loc);
  scf::ConditionOp::create(builder, loc, decision, leaving);

  // Gives `targets` (arguments of `after`, or the results) their values.
  auto bindForwarded = [&](ValueRange names, ValueRange emitted) {
    size_t next = initial.size();
    for (auto [index, value] : llvm::enumerate(forwarded)) {
      Value name = names[index];
      if (llvm::is_contained(op.getBeforeArguments(), value)) {
        // Carried values that `before` hands on as they are.
        size_t offset = 0;
        for (const Carried &carried : all) {
          if (carried.argument == value) {
            ValueRange values = emitted.slice(offset, carried.initial.size());
            if (carried.isList)
              lists[name] = values[0];
            else if (!carried.type)
              scalars[name] = values[0];
            else
              places[name] = {values[0],
                              carried.known
                                  ? carried.extents
                                  : llvm::to_vector(values.drop_front())};
          }
          offset += carried.initial.size();
        }
        continue;
      }
      if (outside[index].buffer) {
        places[name] = outside[index];
        continue;
      }
      bindResult(name, tensorOf(value), emitted, next);
    }
  };

  // After: the body.
  builder.createBlock(&loop.getAfter(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  SmallVector<Value> after(loop.getAfterArguments());
  bindCarried(all, ValueRange(after).take_front(initial.size()));
  pushScope();
  bindForwarded(op.getAfterArguments(), after);
  aimCarried(all, op.getYieldedValues(), op.getAfterBody());
  if (failed(lowerBody(*op.getAfterBody())))
    return failure();
  SmallVector<Value> next = nextCarried(loc, all, op.getYieldedValues());
  popScope(loc);
  scf::YieldOp::create(builder, loc, next);

  builder.setInsertionPointAfter(loop);
  bindForwarded(op.getResults(), loop.getResults());
  // Late buffers that the loop still carries are this scope's now.
  size_t offset = 0;
  for (const Carried &carried : all) {
    if (carried.type && !carried.known)
      scopes.back().push_back(loop.getResult(offset));
    offset += carried.initial.size();
  }
  return success();
}
