//===- Control.cpp - If, Loop and Scan on scf ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch or body is imported straight into its region. Types must agree at
// the region's border: branches join to the type both fit, and a loop-carried
// extent is first assumed to stay what it is at the start, then, if the body
// does not keep it, imported again as dynamic.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Importer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace {
/// A value's extents, or nothing for a sequence or optional.
Extents extentsOf(GraphBuilder &g, Value value) {
  return GraphBuilder::isTensor(value) ? g.extents(value) : Extents();
}

/// The tensor type of `like` with dynamic extents where `shape` has none.
mlir::Type carriedType(GraphBuilder &g, Value like,
                       llvm::ArrayRef<OpFoldResult> shape) {
  if (!GraphBuilder::isTensor(like))
    return like.getType();
  SmallVector<int64_t> dims;
  for (OpFoldResult extent : shape) {
    auto known = extent ? GraphBuilder::fixed(extent) : std::nullopt;
    dims.push_back(known ? *known : mlir::ShapedType::kDynamic);
  }
  return mlir::RankedTensorType::get(dims, GraphBuilder::element(like));
}

/// The same tensor under a type with fewer or more static extents.
Value retype(GraphBuilder &g, Value value, mlir::Type type) {
  if (!value || value.getType() == type)
    return value;
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !GraphBuilder::isTensor(value) ||
      tensor.getRank() != GraphBuilder::rank(value))
    return g.fail("values of different kinds meet here");
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < tensor.getRank(); ++d)
    if (tensor.isDynamicDim(d))
      sizes.push_back(g.indexValue(g.extent(value, d)));
  auto op = graph::ReshapeOp::create(g.b, g.loc, tensor, value, sizes);
  return g.verify(op) ? op->getResult(0) : Value();
}

/// Whether a value is there outside of `region`.
bool definedOutside(OpFoldResult extent, mlir::Region &region) {
  auto value = llvm::dyn_cast_if_present<Value>(extent);
  return !value || !region.isAncestor(value.getParentRegion());
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Joins the types that two branches yield; null with a reason.
mlir::Type joinTypes(GraphBuilder &g, mlir::Type a, mlir::Type b) {
  if (a == b)
    return a;
  auto p = llvm::dyn_cast<mlir::RankedTensorType>(a),
       q = llvm::dyn_cast<mlir::RankedTensorType>(b);
  if (p && q && p.getElementType() == q.getElementType() &&
      p.getRank() == q.getRank()) {
    SmallVector<int64_t> dims;
    for (auto [x, y] : llvm::zip(p.getShape(), q.getShape()))
      dims.push_back(x == y ? x : mlir::ShapedType::kDynamic);
    return mlir::RankedTensorType::get(dims, p.getElementType());
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "its branches yield values of different kinds, " << a << " and " << b;
  g.fail(text);
  return {};
}

/// Exporters write `squeeze` as: if the extent is 1, drop the dimension, else
/// leave the value alone. No consumer can take both ranks, so the other branch
/// becomes the same reshape, which fails at run time unless the extent is 1.
void joinSqueeze(GraphBuilder &g, SmallVector<Value> (&outputs)[2],
                 scf::IfOp draft) {
  for (size_t i = 0; i < outputs[0].size() && i < outputs[1].size(); ++i)
    for (unsigned low : {0u, 1u}) {
      Value &small = outputs[low][i], &large = outputs[1 - low][i];
      if (!GraphBuilder::isTensor(small) || !GraphBuilder::isTensor(large) ||
          GraphBuilder::rank(small) >= GraphBuilder::rank(large))
        continue;
      auto squeeze = small.getDefiningOp<graph::ReshapeOp>();
      if (!squeeze || squeeze.getInput() != large)
        continue;
      bool visible = true;
      for (Value size : squeeze.getSizes())
        visible &= !draft->isAncestor(size.getParentBlock()->getParentOp());
      if (!visible)
        continue;
      mlir::OpBuilder::InsertionGuard guard(g.b);
      g.b.setInsertionPointToEnd(low == 0 ? draft.elseBlock()
                                          : draft.thenBlock());
      large = graph::ReshapeOp::create(g.b, g.loc, small.getType(), large,
                                       squeeze.getSizes());
    }
}

LogicalResult ifRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  const Graph *branches[] = {n.graph("then_branch"), n.graph("else_branch")};
  if (!branches[0] || !branches[1])
    return n.invalid("it has no then_branch or no else_branch");
  Value condition = n.in(0);
  if (!GraphBuilder::isTensor(condition) || !n.element(0).isInteger(1) ||
      !GraphBuilder::typeOf(condition).hasStaticShape() ||
      GraphBuilder::typeOf(condition).getNumElements() != 1)
    return n.invalid("its condition must be one bool");

  // A known condition needs no branch at all.
  if (auto known = g.elements(g.reshape(condition, {})))
    if (auto value = GraphBuilder::fixed((*known)[0])) {
      SmallVector<Value> outputs;
      if (!n.importer.importSubgraph(*branches[*value != 0 ? 0 : 1], {},
                                     outputs))
        return mlir::failure();
      for (auto [i, output] : llvm::enumerate(outputs))
        if (mlir::failed(n.set(i, output)))
          return mlir::failure();
      return mlir::success();
    }

  Value flag = mlir::tensor::ExtractOp::create(
      g.b, g.loc, g.reshape(condition, {}), mlir::ValueRange());
  // The branches come first; the op that holds them needs their types.
  auto draft = scf::IfOp::create(g.b, g.loc, mlir::TypeRange(), flag,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  SmallVector<Value> outputs[2];
  SmallVector<Extents> extents[2];
  bool failed = false;
  for (unsigned i = 0; i < 2; ++i) {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    mlir::Block *block = i == 0 ? draft.thenBlock() : draft.elseBlock();
    block->clear();
    g.b.setInsertionPointToEnd(block);
    g.enterRegion();
    failed |= !n.importer.importSubgraph(*branches[i], {}, outputs[i]);
    for (Value output : outputs[i])
      extents[i].push_back(extentsOf(g, output));
    g.leaveRegion();
  }
  auto giveUp = [&] {
    draft.erase();
    return mlir::failure();
  };
  if (failed)
    return giveUp();
  if (outputs[0].size() != outputs[1].size() ||
      outputs[0].size() < n.node.outputs.size()) {
    (void)n.invalid("its branches yield different numbers of values");
    return giveUp();
  }
  joinSqueeze(g, outputs, draft);
  SmallVector<mlir::Type> types;
  for (auto [a, b] : llvm::zip(outputs[0], outputs[1])) {
    mlir::Type type = joinTypes(g, a.getType(), b.getType());
    if (!type) {
      (void)n.unsupported(g.takeReason());
      return giveUp();
    }
    types.push_back(type);
  }
  for (unsigned i = 0; i < 2; ++i) {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointToEnd(i == 0 ? draft.thenBlock() : draft.elseBlock());
    g.enterRegion();
    SmallVector<Value> yielded;
    for (auto [value, type] : llvm::zip(outputs[i], types))
      yielded.push_back(retype(g, value, type));
    g.leaveRegion();
    if (llvm::is_contained(yielded, Value()))
      return giveUp();
    scf::YieldOp::create(g.b, g.loc, yielded);
  }
  auto op = scf::IfOp::create(g.b, g.loc, types, flag, /*addThenBlock=*/false,
                              /*addElseBlock=*/false);
  op.getThenRegion().takeBody(draft.getThenRegion());
  op.getElseRegion().takeBody(draft.getElseRegion());
  draft.erase();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    if (GraphBuilder::isTensor(result)) {
      Extents shape;
      unsigned low = extents[0][i].size() <= extents[1][i].size() ? 0 : 1;
      bool sameRank = extents[0][i].size() == extents[1][i].size();
      for (auto [x, y] : llvm::zip(extents[low][i],
                                   extents[sameRank ? 1 - low : low][i]))
        shape.push_back(x == y && definedOutside(x, op.getThenRegion()) &&
                                definedOutside(x, op.getElseRegion())
                            ? x
                            : OpFoldResult());
      g.setExtents(result, shape);
    }
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  }
  return mlir::success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A Loop or Scan, so that both are built by the same code.
struct LoopShape {
  const Graph *body;
  SmallVector<Value> initial;    ///< loop-carried values at the start
  OpFoldResult trips;            ///< null: unbounded
  Value condition;               ///< i1; null: true
  bool passesIteration = false;  ///< the body takes iteration and condition
  size_t scanOutputs = 0;
  /// Body arguments beyond the carried ones, for this iteration (Scan's
  /// elements).
  std::function<bool(Value iteration, llvm::SmallVectorImpl<Value> &)> elements;
  /// Where iteration i puts its scan output (a Scan may run backwards).
  std::function<OpFoldResult(size_t output, Value iteration)> position;
};

class LoopBuilder {
public:
  LoopBuilder(NodeContext &n, const LoopShape &loop) : n(n), g(n.g), loop(loop) {
    for (Value value : loop.initial)
      shapes.push_back(extentsOf(g, value));
  }

  /// Builds the loop and gives carried results, then stacked scan outputs.
  LogicalResult build(llvm::SmallVectorImpl<Value> &results);

private:
  enum class Outcome { Done, Again, Failed };
  Outcome tryFor(llvm::SmallVectorImpl<Value> &results);
  Outcome tryWhile(llvm::SmallVectorImpl<Value> &results);
  bool importBody(mlir::Block *block, Value iteration, mlir::ValueRange carried,
                  llvm::SmallVectorImpl<Value> &outputs,
                  llvm::SmallVectorImpl<Extents> &extents);
  /// Extents of a scan output as they hold outside of the body.
  Extents outerExtents(size_t scan, llvm::ArrayRef<OpFoldResult> extents,
                       mlir::Region &region);
  bool keepsExtents(llvm::ArrayRef<Value> outputs,
                    llvm::ArrayRef<Extents> extents, mlir::Region &region);
  SmallVector<Value> startValues();

  NodeContext &n;
  GraphBuilder &g;
  LoopShape loop;
  SmallVector<Extents> shapes;  ///< assumed of the carried values
  SmallVector<Extents> stacked; ///< of the scan outputs' elements
  SmallVector<mlir::Type> stackedElements;
  bool exitsEarly = false; ///< the body computes a condition
};

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
  if (arguments.size() != loop.body->inputs.size()) {
    (void)n.invalid("its body takes " + llvm::Twine(loop.body->inputs.size()) +
                    " inputs, " + llvm::Twine(arguments.size()) +
                    " are given");
    return false;
  }
  if (!n.importer.importSubgraph(*loop.body, arguments, outputs))
    return false;
  size_t expected = loop.initial.size() + loop.scanOutputs +
                    (loop.passesIteration ? 1 : 0);
  if (outputs.size() != expected) {
    (void)n.invalid("its body yields " + llvm::Twine(outputs.size()) +
                    " values, " + llvm::Twine(expected) + " are expected");
    return false;
  }
  for (Value output : outputs)
    extents.push_back(extentsOf(g, output));
  return true;
}

/// What the body computes is replaced by what it declares; null where it
/// declares nothing.
Extents LoopBuilder::outerExtents(size_t scan,
                                  llvm::ArrayRef<OpFoldResult> extents,
                                  mlir::Region &region) {
  size_t first = loop.body->outputs.size() - loop.scanOutputs;
  const auto &declared = loop.body->outputs[first + scan].type.shape;
  Extents result;
  for (auto [d, extent] : llvm::enumerate(extents)) {
    result.push_back(extent);
    if (extent && definedOutside(extent, region))
      continue;
    result.back() = OpFoldResult();
    if (declared && declared->size() == extents.size() && (*declared)[d].value)
      result.back() = g.index(*(*declared)[d].value);
  }
  return result;
}

/// Drops the assumptions that the body broke. True when none was.
bool LoopBuilder::keepsExtents(llvm::ArrayRef<Value> outputs,
                               llvm::ArrayRef<Extents> extents,
                               mlir::Region &region) {
  bool kept = true;
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    Value before = loop.initial[i], after = outputs[i];
    bool tensors = GraphBuilder::isTensor(before);
    if (!tensors && before.getType() == after.getType())
      continue;
    // An empty sequence takes the type of what the body puts into it.
    auto empty = before.getDefiningOp<graph::SeqNewOp>();
    if (empty && empty.getValues().empty() &&
        llvm::isa<graph::SeqType>(after.getType())) {
      mlir::OpBuilder::InsertionGuard guard(g.b);
      g.b.setInsertionPointAfter(empty);
      loop.initial[i] = graph::SeqNewOp::create(
          g.b, g.loc, after.getType(), mlir::ValueRange());
      kept = false;
      continue;
    }
    if (!tensors || !GraphBuilder::isTensor(after) ||
        GraphBuilder::rank(before) != GraphBuilder::rank(after) ||
        GraphBuilder::element(before) != GraphBuilder::element(after)) {
      (void)n.unsupported("loop-carried value " + llvm::Twine(i) +
                          " changes its rank or element type");
      return false;
    }
    for (auto [d, extent] : llvm::enumerate(shape))
      if (extent && extent != extents[i][d]) {
        extent = OpFoldResult();
        kept = false;
      }
  }
  return kept;
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
      start.push_back(g.fill(element, full, 0));
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
  bool imported =
      importBody(block, op.getInductionVar(),
                 op.getRegionIterArgs().take_front(carriedCount), outputs,
                 extents);
  auto leave = [&](Outcome outcome) {
    g.leaveRegion();
    op.erase();
    return outcome;
  };
  if (!imported)
    return leave(Outcome::Failed);
  if (loop.passesIteration) {
    auto known = g.elements(outputs[0]);
    if (!known || known->empty() || GraphBuilder::fixed((*known)[0]).value_or(0) == 0) {
      exitsEarly = true;
      return leave(Outcome::Again);
    }
    outputs.erase(outputs.begin());
    extents.erase(extents.begin());
  }
  if (!keepsExtents(outputs, extents, op.getRegion()))
    return leave(n.reason.empty() ? Outcome::Again : Outcome::Failed);
  if (!stacks) {
    for (size_t i = carriedCount; i < outputs.size(); ++i) {
      if (!GraphBuilder::isTensor(outputs[i])) {
        (void)n.invalid("a scan output is not a tensor");
        return leave(Outcome::Failed);
      }
      stacked.push_back(
          outerExtents(i - carriedCount, extents[i], op.getRegion()));
      exitsEarly |= llvm::is_contained(stacked.back(), OpFoldResult());
      stackedElements.push_back(GraphBuilder::element(outputs[i]));
    }
    if (exitsEarly) { // the other form looks for itself
      stacked.clear();
      stackedElements.clear();
    }
    return leave(Outcome::Again);
  }
  SmallVector<Value> yielded;
  for (size_t i = 0; i < carriedCount; ++i)
    yielded.push_back(retype(g, outputs[i], start[i].getType()));
  mlir::Type i64 = g.b.getI64Type();
  for (size_t i = 0; i < loop.scanOutputs; ++i) {
    Value stack = op.getRegionIterArgs()[carriedCount + i];
    OpFoldResult at = loop.position
                          ? loop.position(i, op.getInductionVar())
                          : OpFoldResult(op.getInductionVar());
    Value position = g.reshape(g.fromElements({at}, i64, false),
                               {g.index(1), g.index(1)});
    Value output = outputs[carriedCount + i];
    Value element = g.unsqueeze(
        retype(g, output, carriedType(g, output, stacked[i])), {0});
    if (!position || !element)
      return leave(Outcome::Failed);
    auto put = graph::ScatterNdOp::create(g.b, g.loc, stack.getType(),
                                          graph::ScatterKind::Replace, stack,
                                          position, element);
    if (!g.verify(put))
      return leave(Outcome::Failed);
    yielded.push_back(put->getResult(0));
  }
  if (llvm::is_contained(yielded, Value()))
    return leave(Outcome::Failed);
  scf::YieldOp::create(g.b, g.loc, yielded);
  g.leaveRegion();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    if (GraphBuilder::isTensor(result))
      g.setExtents(result, i < carriedCount ? shapes[i]
                                            : stackShapes[i - carriedCount]);
    results.push_back(result);
  }
  return Outcome::Done;
}

LoopBuilder::Outcome
LoopBuilder::tryWhile(llvm::SmallVectorImpl<Value> &results) {
  mlir::OpBuilder::InsertionGuard guard(g.b);
  mlir::Type i1 = g.b.getI1Type();
  size_t carriedCount = loop.initial.size();
  SmallVector<Value> start{
      g.indexValue(g.index(0)),
      loop.condition
          ? loop.condition
          : Value(arith::ConstantOp::create(g.b, g.loc, g.b.getBoolAttr(true)))};
  start.append(startValues());
  // Scan outputs grow by one slice an iteration, since their number shows only
  // at the end.
  bool collects = loop.scanOutputs == 0 || !stackedElements.empty();
  SmallVector<Extents> stackShapes;
  if (collects)
    for (auto [shape, element] : llvm::zip(stacked, stackedElements)) {
      Extents empty{g.index(0)}, grown{OpFoldResult()};
      empty.append(shape.begin(), shape.end());
      grown.append(shape.begin(), shape.end());
      Value stack = g.fill(element, empty, 0);
      start.push_back(
          stack ? retype(g, stack, carriedType(g, stack, grown)) : stack);
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
    Value more = arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::slt,
                                       before->getArgument(0),
                                       g.indexValue(loop.trips));
    go = arith::AndIOp::create(g.b, g.loc, more, go);
  }
  scf::ConditionOp::create(g.b, g.loc, go, before->getArguments());
  g.leaveRegion();

  g.enterRegion();
  SmallVector<Value> outputs;
  SmallVector<Extents> extents;
  bool imported = importBody(
      after, after->getArgument(0),
      mlir::ValueRange(after->getArguments()).slice(2, carriedCount), outputs,
      extents);
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
    for (size_t i = carriedCount; i < outputs.size(); ++i) {
      if (!GraphBuilder::isTensor(outputs[i])) {
        (void)n.invalid("a scan output is not a tensor");
        return leave(Outcome::Failed);
      }
      stacked.push_back(
          outerExtents(i - carriedCount, extents[i], op.getAfter()));
      if (llvm::is_contained(stacked.back(), OpFoldResult())) {
        (void)n.unsupported("the shape of scan output " +
                            llvm::Twine(i - carriedCount) +
                            " is computed inside the loop");
        return leave(Outcome::Failed);
      }
      stackedElements.push_back(GraphBuilder::element(outputs[i]));
    }
    return leave(Outcome::Again);
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
    Extents shape{g.extent(stack, 0)};
    shape.append(stacked[i].begin(), stacked[i].end());
    g.setExtents(stack, shape);
    Value output = outputs[carriedCount + i];
    output = retype(g, output, carriedType(g, output, stacked[i]));
    Value grown = g.concat({stack, g.unsqueeze(output, {0})}, 0);
    yielded.push_back(retype(g, grown, stack.getType()));
  }
  if (llvm::is_contained(yielded, Value()))
    return leave(Outcome::Failed);
  scf::YieldOp::create(g.b, g.loc, yielded);
  g.leaveRegion();

  for (size_t i = 0; i < carriedCount + loop.scanOutputs; ++i) {
    Value result = op.getResult(i + 2);
    if (GraphBuilder::isTensor(result))
      g.setExtents(result, i < carriedCount ? shapes[i]
                                            : stackShapes[i - carriedCount]);
    results.push_back(result);
  }
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

LogicalResult loopRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  LoopShape loop;
  loop.body = n.graph("body");
  if (!loop.body)
    return n.invalid("it has no body");
  loop.passesIteration = true;
  if (n.has(0)) {
    auto trips = g.indices(n.in(0));
    if (!trips || trips->size() != 1)
      return n.invalid("its trip count must be one integer");
    loop.trips = g.max((*trips)[0], g.index(0));
    if (auto known = GraphBuilder::fixed(loop.trips))
      if (*known > (int64_t(1) << 40))
        loop.trips = OpFoldResult(); // "for ever": the condition ends it
  }
  bool never = false;
  if (n.has(1)) {
    if (!n.element(1).isInteger(1))
      return n.invalid("its condition must be a bool");
    Value scalar = g.reshape(n.in(1), {});
    auto known = scalar ? g.elements(scalar) : std::nullopt;
    auto value = known ? GraphBuilder::fixed((*known)[0]) : std::nullopt;
    if (!value)
      loop.condition = mlir::tensor::ExtractOp::create(g.b, g.loc, scalar,
                                                       mlir::ValueRange());
    else
      never = *value == 0;
  }
  if (never)
    loop.trips = g.index(0);
  for (size_t i = 2; i < n.ins().size(); ++i) {
    if (!n.in(i))
      return n.unsupported("an initial value is left out");
    loop.initial.push_back(n.in(i));
  }
  size_t yields = loop.body->outputs.size();
  if (yields < 1 + loop.initial.size())
    return n.invalid("its body yields fewer values than it carries");
  loop.scanOutputs = yields - 1 - loop.initial.size();
  SmallVector<Value> results;
  if (mlir::failed(LoopBuilder(n, loop).build(results)))
    return mlir::failure();
  for (auto [i, result] : llvm::enumerate(results))
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  return mlir::success();
}

LogicalResult scanRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  LoopShape loop;
  loop.body = n.graph("body");
  int64_t scanned = n.i64("num_scan_inputs", 0);
  int64_t total = n.ins().size();
  if (!loop.body || scanned < 1 || scanned > total)
    return n.invalid("it has no body, or num_scan_inputs does not fit");
  int64_t states = total - scanned;
  for (int64_t i = 0; i < total; ++i)
    if (!n.in(i))
      return n.invalid("an input is left out");
  for (int64_t i = 0; i < states; ++i)
    loop.initial.push_back(n.in(i));
  if (static_cast<int64_t>(loop.body->outputs.size()) < states)
    return n.invalid("its body yields fewer values than it carries");
  loop.scanOutputs = loop.body->outputs.size() - states;
  auto inputAxes = n.ints("scan_input_axes", scanned, 0),
       inputDirections = n.ints("scan_input_directions", scanned, 0),
       outputAxes = n.ints("scan_output_axes", loop.scanOutputs, 0),
       outputDirections = n.ints("scan_output_directions", loop.scanOutputs, 0);
  SmallVector<int64_t> axes;
  for (int64_t i = 0; i < scanned; ++i) {
    auto axis = g.axis(inputAxes[i], n.rank(states + i));
    if (!axis)
      return mlir::failure();
    axes.push_back(*axis);
    OpFoldResult extent = g.extent(n.in(states + i), *axis);
    auto a = loop.trips ? GraphBuilder::fixed(loop.trips) : std::nullopt,
         b = GraphBuilder::fixed(extent);
    if (a && b && *a != *b)
      return n.invalid("its scan inputs have different lengths");
    if (!loop.trips || b)
      loop.trips = extent;
  }
  auto turned = [&](Value iteration) -> OpFoldResult {
    return g.sub(g.sub(loop.trips, g.index(1)), iteration);
  };
  loop.elements = [&](Value iteration, llvm::SmallVectorImpl<Value> &out) {
    for (int64_t i = 0; i < scanned; ++i) {
      OpFoldResult at = inputDirections[i] ? turned(iteration)
                                           : OpFoldResult(iteration);
      Value element = g.squeeze(
          g.sliceDim(n.in(states + i), axes[i], at, g.index(1)), {axes[i]});
      if (!element)
        return false;
      out.push_back(element);
    }
    return true;
  };
  loop.position = [&](size_t output, Value iteration) -> OpFoldResult {
    return outputDirections[output] ? turned(iteration)
                                    : OpFoldResult(iteration);
  };
  SmallVector<Value> results;
  if (mlir::failed(LoopBuilder(n, loop).build(results)))
    return mlir::failure();
  for (auto [i, result] : llvm::enumerate(results)) {
    if (static_cast<int64_t>(i) >= states) {
      // The iterations are stacked in front; move them to their axis.
      int64_t rank = GraphBuilder::rank(result);
      auto axis = g.axis(outputAxes[i - states], rank);
      if (!axis)
        return mlir::failure();
      SmallVector<int64_t> permutation;
      for (int64_t d = 1; d < rank; ++d)
        permutation.push_back(d);
      permutation.insert(permutation.begin() + *axis, 0);
      result = g.transpose(result, permutation);
    }
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  }
  return mlir::success();
}
} // namespace

void mlc::onnx::addControlRows(OnnxTable &t) {
  t.add("If", {1, 11, 13, 16, 19, 21, 23, 24, 25}, ifRow);
  t.add("Loop", {1, 11, 13, 16, 19, 21, 23, 24, 25}, loopRow);
  t.add("Scan", {8}, [](NodeContext &n) {
    return n.unsupported("version 8, with its batch dimension, is not "
                         "supported");
  });
  t.add("Scan", {9, 11, 16, 19, 21, 23, 24, 25}, scanRow);
}
