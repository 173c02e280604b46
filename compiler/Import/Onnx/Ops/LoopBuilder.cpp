//===- LoopBuilder.cpp - Loop bodies as scf.for and scf.while -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is tried under assumptions (it runs all its trips, carried extents
// stay) and built again without those that the body turns out to break.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/Control.h"
#include "compiler/Import/Onnx/Ops/Lists.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

/// The initial values under the types of the carried ones.
SmallVector<Value> LoopBuilder::startValues() {
  SmallVector<Value> values;
  for (auto [value, shape] : llvm::zip(loop.initial, shapes))
    values.push_back(retype(g, value, carriedType(g, value, shape)));
  return values;
}

bool LoopBuilder::importBody(mlir::Block *block, Value iteration,
                             mlir::ValueRange carried,
                             llvm::SmallVectorImpl<Value> &outputs,
                             llvm::SmallVectorImpl<Extents> &extents) {
  g.b.setInsertionPointToEnd(block);
  SmallVector<Value> arguments;
  if (loop.passesIteration) {
    mlir::Type i64 = g.b.getI64Type();
    arguments.push_back(
        g.fromElements({OpFoldResult(iteration)}, i64, /*isScalar=*/true));
    // Inside the body the condition held.
    arguments.push_back(g.scalar(g.b.getI1Type(), 1));
  }
  for (auto [value, shape] : llvm::zip(carried, shapes)) {
    if (GraphBuilder::isTensor(value))
      g.setExtents(value, shape);
    arguments.push_back(value);
  }
  if (loop.elements && !loop.elements(iteration, arguments))
    return false;
  if (loop.body && arguments.size() != loop.body->inputs.size()) {
    (void)n.invalid("its body takes " + llvm::Twine(loop.body->inputs.size()) +
                    " inputs, " + llvm::Twine(arguments.size()) + " are given");
    return false;
  }
  if (loop.body ? !n.importer.importSubgraph(*loop.body, arguments, outputs)
                : !loop.build(arguments, outputs))
    return false;
  size_t expected =
      loop.initial.size() + loop.scanOutputs + (loop.passesIteration ? 1 : 0);
  if (outputs.size() != expected) {
    (void)n.invalid("its body yields " + llvm::Twine(outputs.size()) +
                    " values, " + llvm::Twine(expected) + " are expected");
    return false;
  }
  for (Value output : outputs)
    extents.push_back(extentsOf(g, output));
  return true;
}

Extents LoopBuilder::outerExtents(size_t scan,
                                  llvm::ArrayRef<OpFoldResult> extents,
                                  mlir::Region &region) {
  std::optional<std::vector<Dim>> declared;
  if (loop.body) {
    size_t first = loop.body->outputs.size() - loop.scanOutputs;
    declared = loop.body->outputs[first + scan].type.shape;
  }
  Extents result;
  for (auto [d, extent] : llvm::enumerate(extents)) {
    result.push_back(extent);
    if (extent)
      result.back() = hoist(extent, region);
    if (!result.back() && declared && declared->size() == extents.size() &&
        (*declared)[d].value)
      result.back() = g.index(*(*declared)[d].value);
  }
  return result;
}

/// Whether both hold tensors of one element type, but not of one rank.
static bool isOfOtherRank(graph::SeqType a, graph::SeqType b) {
  auto p = llvm::dyn_cast<mlir::RankedTensorType>(a.getElementType()),
       q = llvm::dyn_cast<mlir::RankedTensorType>(b.getElementType());
  return p && q && p.getElementType() == q.getElementType() &&
         p.getRank() != q.getRank();
}

static bool isOptional(mlir::Type type) {
  return llvm::isa<graph::OptType>(type);
}
static bool isOptional(Value value) { return isOptional(value.getType()); }

/// The type of a list that a loop carries, from what enters and what the body
/// yields: a list that may be missing at the start may be there ever after.
/// Null unless both are lists that agree.
static mlir::Type joinCarried(mlir::Type before, mlir::Type after) {
  if (!isList(before) || !(isList(after) || isOptional(before)))
    return {};
  if (mlir::Type joined = joinItems(before, after))
    return joined;
  if (!isOptional(before))
    return {};
  mlir::Type item = joinItems(itemOf(before), after);
  return item ? listOf(before, item) : mlir::Type();
}

/// Drops the assumptions that the body broke. True when none was.
bool LoopBuilder::keepsExtents(llvm::ArrayRef<Value> outputs,
                               llvm::ArrayRef<Extents> extents,
                               mlir::Region &region) {
  bool kept = true;
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    Value before = loop.initial[i], after = outputs[i];
    bool tensors = GraphBuilder::isTensor(before);
    givenBack[i] = false;
    if (!tensors && before.getType() == after.getType())
      continue;
    // An empty sequence takes the type of what the body puts into it.
    if (isNewAndEmpty(before) && llvm::isa<graph::SeqType>(after.getType())) {
      mlir::OpBuilder::InsertionGuard guard(g.b);
      g.b.setInsertionPointAfter(before.getDefiningOp());
      loop.initial[i] = graph::SeqNewOp::create(g.b, g.loc, after.getType(),
                                                mlir::ValueRange());
      kept = false;
      continue;
    }
    // What an outer loop carries has the type that is assumed of it now, which
    // may be that of an empty sequence. If so it is imported again with that of
    // what is put into it here; if not, the run finds out.
    auto from = llvm::dyn_cast<graph::SeqType>(before.getType()),
         to = llvm::dyn_cast<graph::SeqType>(after.getType());
    if (from && to && isCarried(before) && isOfOtherRank(from, to)) {
      mlir::OpBuilder::InsertionGuard guard(g.b);
      if (mlir::Operation *outer = region.getParentOp())
        g.b.setInsertionPoint(outer);
      mlir::Type i64 = g.b.getI64Type();
      Value length = graph::SeqLengthOp::create(
          g.b, g.loc, mlir::RankedTensorType::get({}, i64), before);
      auto count = g.indices(length);
      if (!count || !requireEqual(g, (*count)[0], g.index(0)))
        return false;
      loop.initial[i] =
          graph::SeqNewOp::create(g.b, g.loc, to, mlir::ValueRange());
      kept = false;
      continue;
    }
    if (mlir::Type joined = joinCarried(before.getType(), after.getType())) {
      // Values enter, go round and leave under the type that fits both.
      givenBack[i] = !isOptional(after) && isOptional(joined);
      if (before.getType() != joined) {
        mlir::OpBuilder::InsertionGuard guard(g.b);
        if (mlir::Operation *outer = region.getParentOp())
          g.b.setInsertionPoint(outer);
        loop.initial[i] = retype(g, before, joined);
        kept = false;
      }
      continue;
    }
    if (!tensors || !GraphBuilder::isTensor(after) ||
        GraphBuilder::rank(before) != GraphBuilder::rank(after) ||
        GraphBuilder::element(before) != GraphBuilder::element(after)) {
      std::string from, to;
      llvm::raw_string_ostream(from) << before.getType();
      llvm::raw_string_ostream(to) << after.getType();
      (void)n.unsupported("loop-carried value " + llvm::Twine(i) +
                          " changes its rank or element type, from " + from +
                          " to " + to);
      return false;
    }
    for (auto [d, extent] : llvm::enumerate(shape))
      if (loop.keepsShapes) {
        if (!requireEqual(g, extents[i][d], extent))
          return false;
      } else if (extent && extent != extents[i][d]) {
        extent = OpFoldResult();
        kept = false;
      }
  }
  return kept;
}

bool LoopBuilder::recordStacks(llvm::ArrayRef<Value> outputs,
                               llvm::ArrayRef<Extents> extents,
                               mlir::Region &region) {
  for (size_t i = loop.initial.size(); i < outputs.size(); ++i) {
    if (!GraphBuilder::isTensor(outputs[i])) {
      (void)n.invalid("a scan output is not a tensor");
      return false;
    }
    stacked.push_back(
        outerExtents(i - loop.initial.size(), extents[i], region));
    stackedElements.push_back(GraphBuilder::element(outputs[i]));
  }
  return true;
}

Value LoopBuilder::scanElement(size_t scan, Value output) {
  if (!output)
    return nullptr;
  // Where the model declares what the body computes, that must hold.
  for (auto [d, extent] : llvm::enumerate(stacked[scan]))
    if (extent && GraphBuilder::fixed(extent) &&
        !requireEqual(g, g.extent(output, d), extent))
      return nullptr;
  return g.unsqueeze(retype(g, output, carriedType(g, output, stacked[scan])),
                     {0});
}

Value LoopBuilder::fitStack(size_t scan, Value stack, Value element,
                            Value iteration) {
  if (!element || !llvm::is_contained(stacked[scan], OpFoldResult()))
    return stack;
  size_t rank = stacked[scan].size() + 1;
  Extents low(rank, g.index(0)), high = low;
  for (size_t d = 1; d < rank; ++d) {
    if (stacked[scan][d - 1])
      continue;
    OpFoldResult wanted = g.extent(element, d), has = g.extent(stack, d);
    OpFoldResult before = g.selectIf(iteration, 0, wanted, has);
    if (!requireEqual(g, wanted, before))
      return nullptr;
    high[d] = g.sub(wanted, has);
  }
  return g.pad(graph::PadMode::Constant, stack,
               g.scalar(stackedElements[scan], 0), low, high);
}

/// A stack of `length` elements before the first iteration: nothing in the
/// dimensions that nobody knows.
static Extents emptyStack(GraphBuilder &g, OpFoldResult length,
                          llvm::ArrayRef<OpFoldResult> element) {
  Extents shape{length};
  for (OpFoldResult extent : element)
    shape.push_back(extent ? extent : g.index(0));
  return shape;
}

void LoopBuilder::collect(mlir::ValueRange loopResults,
                          llvm::ArrayRef<Extents> stackShapes,
                          llvm::SmallVectorImpl<Value> &results) {
  size_t carried = loop.initial.size();
  for (auto [i, result] : llvm::enumerate(loopResults)) {
    if (GraphBuilder::isTensor(result))
      g.setExtents(result, i < carried ? shapes[i] : stackShapes[i - carried]);
    // What the body yields as a value is one after the loop, which is an error
    // of the run if it began with none and made no trip.
    Value value = result;
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointAfterValue(loopResults.back());
    if (i < carried && givenBack[i])
      value =
          graph::OptGetOp::create(g.b, g.loc, itemOf(value.getType()), value);
    results.push_back(value);
  }
}

LoopBuilder::Outcome
LoopBuilder::tryFor(llvm::SmallVectorImpl<Value> &results) {
  mlir::OpBuilder::InsertionGuard guard(g.b);
  SmallVector<Value> start = startValues();
  // Scan outputs: stacks of zeros, filled by the iterations. Their shapes are
  // known from the second attempt on.
  bool stacks = loop.scanOutputs == 0 || !stacked.empty();
  SmallVector<Extents> stackShapes;
  if (stacks)
    for (auto [shape, element] : llvm::zip(stacked, stackedElements)) {
      Extents full{loop.trips};
      full.append(shape.begin(), shape.end());
      Value stack = g.fill(element, emptyStack(g, loop.trips, shape), 0);
      start.push_back(stack ? retype(g, stack, carriedType(g, stack, full))
                            : stack);
      stackShapes.push_back(full);
    }
  if (llvm::is_contained(start, Value()))
    return Outcome::Failed;
  auto op = scf::ForOp::create(g.b, g.loc, g.indexValue(g.index(0)),
                               g.indexValue(loop.trips),
                               g.indexValue(g.index(1)), start);
  mlir::Block *block = op.getBody();
  block->clear();
  g.enterRegion();
  SmallVector<Value> outputs;
  SmallVector<Extents> extents;
  size_t carriedCount = loop.initial.size();
  bool imported = importBody(block, op.getInductionVar(),
                             op.getRegionIterArgs().take_front(carriedCount),
                             outputs, extents);
  auto leave = [&](Outcome outcome) {
    g.leaveRegion();
    op.erase();
    return outcome;
  };
  if (!imported)
    return leave(Outcome::Failed);
  if (loop.passesIteration) {
    auto known = g.elements(outputs[0]);
    if (!known || known->empty() ||
        GraphBuilder::fixed((*known)[0]).value_or(0) == 0) {
      exitsEarly = true;
      return leave(Outcome::Again);
    }
    outputs.erase(outputs.begin());
    extents.erase(extents.begin());
  }
  if (!keepsExtents(outputs, extents, op.getRegion()))
    return leave(n.reason.empty() ? Outcome::Again : Outcome::Failed);
  if (!stacks) {
    bool recorded = recordStacks(outputs, extents, op.getRegion());
    return leave(recorded ? Outcome::Again : Outcome::Failed);
  }
  SmallVector<Value> yielded;
  for (size_t i = 0; i < carriedCount; ++i)
    yielded.push_back(retype(g, outputs[i], start[i].getType()));
  mlir::Type i64 = g.b.getI64Type();
  for (size_t i = 0; i < loop.scanOutputs; ++i) {
    Value stack = op.getRegionIterArgs()[carriedCount + i];
    OpFoldResult at = loop.position ? loop.position(i, op.getInductionVar())
                                    : OpFoldResult(op.getInductionVar());
    Value position =
        g.reshape(g.fromElements({at}, i64, false), {g.index(1), g.index(1)});
    g.setExtents(stack, stackShapes[i]);
    Value element = scanElement(i, outputs[carriedCount + i]);
    mlir::Type type = stack.getType();
    stack = fitStack(i, stack, element, op.getInductionVar());
    if (!position || !element || !stack)
      return leave(Outcome::Failed);
    auto put = graph::ScatterNdOp::create(g.b, g.loc, stack.getType(),
                                          graph::ScatterKind::Replace, stack,
                                          position, element);
    if (!g.verify(put))
      return leave(Outcome::Failed);
    yielded.push_back(retype(g, put->getResult(0), type));
  }
  if (llvm::is_contained(yielded, Value()))
    return leave(Outcome::Failed);
  scf::YieldOp::create(g.b, g.loc, yielded);
  g.leaveRegion();
  collect(op.getResults(), stackShapes, results);
  return Outcome::Done;
}

LoopBuilder::Outcome
LoopBuilder::tryWhile(llvm::SmallVectorImpl<Value> &results) {
  mlir::OpBuilder::InsertionGuard guard(g.b);
  mlir::Type i1 = g.b.getI1Type();
  size_t carriedCount = loop.initial.size();
  SmallVector<Value> start{g.indexValue(g.index(0)),
                           loop.condition
                               ? loop.condition
                               : Value(arith::ConstantOp::create(
                                     g.b, g.loc, g.b.getBoolAttr(true)))};
  start.append(startValues());
  // Scan outputs grow by one slice an iteration, since their number shows only
  // at the end.
  bool collects = loop.scanOutputs == 0 || !stackedElements.empty();
  SmallVector<Extents> stackShapes;
  if (collects)
    for (auto [shape, element] : llvm::zip(stacked, stackedElements)) {
      Extents grown{OpFoldResult()};
      grown.append(shape.begin(), shape.end());
      Value stack = g.fill(element, emptyStack(g, g.index(0), shape), 0);
      start.push_back(stack ? retype(g, stack, carriedType(g, stack, grown))
                            : stack);
      stackShapes.push_back(grown);
    }
  if (llvm::is_contained(start, Value()))
    return Outcome::Failed;
  SmallVector<mlir::Type> types;
  for (Value value : start)
    types.push_back(value.getType());
  SmallVector<mlir::Location> locs(types.size(), g.loc);
  auto op = scf::WhileOp::create(g.b, g.loc, types, start);
  mlir::Block *before = g.b.createBlock(&op.getBefore(), {}, types, locs);
  mlir::Block *after = g.b.createBlock(&op.getAfter(), {}, types, locs);

  g.b.setInsertionPointToEnd(before);
  g.enterRegion();
  Value go = before->getArgument(1);
  if (loop.trips) {
    Value more =
        arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::slt,
                              before->getArgument(0), g.indexValue(loop.trips));
    go = arith::AndIOp::create(g.b, g.loc, more, go);
  }
  scf::ConditionOp::create(g.b, g.loc, go, before->getArguments());
  g.leaveRegion();

  g.enterRegion();
  SmallVector<Value> outputs;
  SmallVector<Extents> extents;
  bool imported =
      importBody(after, after->getArgument(0),
                 mlir::ValueRange(after->getArguments()).slice(2, carriedCount),
                 outputs, extents);
  auto leave = [&](Outcome outcome) {
    g.leaveRegion();
    op.erase();
    return outcome;
  };
  if (!imported)
    return leave(Outcome::Failed);
  Value condition = g.reshape(outputs[0], {});
  outputs.erase(outputs.begin());
  extents.erase(extents.begin());
  if (!keepsExtents(outputs, extents, op.getAfter()))
    return leave(n.reason.empty() ? Outcome::Again : Outcome::Failed);
  if (!collects) {
    bool recorded = recordStacks(outputs, extents, op.getAfter());
    return leave(recorded ? Outcome::Again : Outcome::Failed);
  }
  if (!condition || GraphBuilder::element(condition) != i1)
    return leave(Outcome::Failed);
  SmallVector<Value> yielded{
      g.indexValue(g.add(after->getArgument(0), g.index(1))),
      mlir::tensor::ExtractOp::create(g.b, g.loc, condition,
                                      mlir::ValueRange())};
  for (size_t i = 0; i < carriedCount; ++i)
    yielded.push_back(retype(g, outputs[i], types[i + 2]));
  for (size_t i = 0; i < loop.scanOutputs; ++i) {
    Value stack = after->getArgument(2 + carriedCount + i);
    mlir::Type type = stack.getType();
    Extents shape{g.extent(stack, 0)};
    shape.append(stacked[i].begin(), stacked[i].end());
    g.setExtents(stack, shape);
    Value element = scanElement(i, outputs[carriedCount + i]);
    stack = fitStack(i, stack, element, after->getArgument(0));
    if (!element || !stack)
      return leave(Outcome::Failed);
    yielded.push_back(retype(g, g.concat({stack, element}, 0), type));
  }
  if (llvm::is_contained(yielded, Value()))
    return leave(Outcome::Failed);
  scf::YieldOp::create(g.b, g.loc, yielded);
  g.leaveRegion();

  collect(op.getResults().drop_front(2), stackShapes, results);
  return Outcome::Done;
}

LogicalResult LoopBuilder::build(llvm::SmallVectorImpl<Value> &results) {
  exitsEarly = !loop.trips || loop.condition;
  // Each attempt drops an assumption, of which there are finitely many.
  while (true) {
    Outcome outcome = exitsEarly ? tryWhile(results) : tryFor(results);
    if (outcome == Outcome::Done)
      return mlir::success();
    if (outcome == Outcome::Failed || g.failed())
      return mlir::failure();
  }
}

LogicalResult LoopBuilder::buildOutputs() {
  SmallVector<Value> results;
  if (mlir::failed(build(results)))
    return mlir::failure();
  for (auto [i, result] : llvm::enumerate(results))
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  return mlir::success();
}
