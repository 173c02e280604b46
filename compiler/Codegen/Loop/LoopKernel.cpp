//===- LoopKernel.cpp - Fused loops of elementwise ops and rows ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space is that of the kernel's results, split in two: *rows*
// (the leading dimensions), which are dealt out as work items, and *columns*
// (the rest), whose innermost dimension runs on vectors. A row's reductions are
// computed once, before its columns.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/LoopKernel.h"
#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "compiler/Codegen/Loop/MergeableSuffix.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
/// Elements that one work item should cover at least, in units of cost 1.
constexpr int64_t kItemWork = 32768;
/// Elements of a row that pay for finding it, rows that are enough to share
/// out, and what stands for an extent that is not known.
/// Elements that cost more to compute again than to store and load.
constexpr unsigned kCostlyElement = 8;
constexpr int64_t kLongRow = 512, kEnoughRows = 16, kTypicalExtent = 28;

bool isReduction(Operation &op) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  return structured && structured.getReductionCombiner();
}

/// How a kernel is cut into loops; the same for every ISA level but for lanes.
struct LoopPlan {
  unsigned rank = 0;
  unsigned rows = 0;   // leading dimensions that are rows
  unsigned merged = 1; // trailing dimensions that act as one
  unsigned lanes = 1;
  bool packed = false; // sub-byte results: one worker, in order
  int64_t cost = 1;
};

/// Loops over columns and the body inside.
class LoopKernelEmitter {
public:
  LoopKernelEmitter(kernel::FuncOp kernel, const IsaLevel &isa, LoopPlan plan,
                    ModuleOp module)
      : kernel(kernel), level(isa), plan(plan), module(module) {}

  LogicalResult emitRun(func::FuncOp &made);
  void emitItems();

private:
  /// Extents of dimension `dim` of the iteration space.
  Value spaceExtent(KernelSlots &slots, unsigned dim) {
    return slots.resultExtent(0, dim);
  }
  Value product(KernelSlots &slots, unsigned from, unsigned to);
  /// Rows (or, without rows, columns) per item.
  Value itemSize(KernelSlots &slots);
  LogicalResult emitColumns(ElementEmitter &emitter, KernelSlots &slots,
                            SmallVector<Value> index, unsigned dim, Value low,
                            Value high);
  LogicalResult emitInnermost(ElementEmitter &emitter, KernelSlots &slots,
                              ArrayRef<Value> outer, Value low, Value high);
  LogicalResult emitStores(ElementEmitter &emitter, KernelSlots &slots,
                           ArrayRef<LaneIndex> index);
  LogicalResult emitRowValues(ElementEmitter &emitter, ArrayRef<Value> index);
  void keepElements(ElementEmitter &emitter, KernelSlots &slots);
  bool isRowValue(Operation &op) {
    return isReduction(op) &&
           tensorType(op.getResult(0)).getRank() == int64_t(plan.rows);
  }

  kernel::FuncOp kernel;
  const IsaLevel &level;
  LoopPlan plan;
  ModuleOp module;
};
} // namespace

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Finding a row costs a division per dimension: rows of a few elements (the
/// lanes of a channel block) take in the dimensions before them, as long as
/// enough of them are left to share out.
static void lengthenRows(LoopPlan &plan, RankedTensorType space) {
  auto product = [&](unsigned from, unsigned to) {
    int64_t total = 1;
    for (int64_t extent : space.getShape().slice(from, to - from))
      total *= ShapedType::isDynamic(extent) ? kTypicalExtent : extent;
    return total;
  };
  while (plan.rows > 1 && product(plan.rows, plan.rank) < kLongRow &&
         product(0, plan.rows - 1) >= kEnoughRows)
    --plan.rows;
}

static LoopPlan makePlan(kernel::FuncOp kernel, const IsaLevel &level) {
  LoopPlan plan;
  auto space = cast<RankedTensorType>(kernel.getResultTypes().front());
  plan.rank = space.getRank();
  unsigned widest = 32;
  for (Type type : kernel.getResultTypes()) {
    Type element = cast<RankedTensorType>(type).getElementType();
    widest = std::max(widest, storageBits(element));
    plan.packed |= storageBits(element) < 8;
  }
  plan.lanes = plan.packed ? 1 : level.lanes(widest);
  bool reductions = false;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto element = dyn_cast<ElementOpInterface>(op))
      plan.cost += element.getElementCost();
    reductions |= isReduction(op);
  }
  if (auto rows = kernel->getAttrOfType<IntegerAttr>(kernel::kRowsAttr)) {
    plan.rows = rows.getInt();
    return plan;
  }
  plan.merged = std::max(1u, mergeableSuffix(kernel, plan.rank));
  plan.rows = plan.rank > plan.merged ? plan.rank - plan.merged : 0;
  if (!reductions) {
    lengthenRows(plan, space);
    return plan;
  }
  // A reduction along memory is vectorised inside; each result element is then
  // one row without columns.
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isReduction(op))
      continue;
    AffineMap map = cast<StructuredOpInterface>(op).getOperandMap(0);
    auto resultRank = tensorType(op.getResult(0)).getRank();
    if (map.getNumResults() == 0)
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (isa<ReduceOp>(op) && last && int64_t(last.getPosition()) >= resultRank) {
      plan.rows = plan.rank;
      plan.lanes = 1;
    }
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

Value LoopKernelEmitter::product(KernelSlots &slots, unsigned from, unsigned to) {
  Value total = slots.constant(1);
  for (unsigned d = from; d < to; ++d)
    total = slots.builder().createOrFold<arith::MulIOp>(slots.loc(), total,
                                                        spaceExtent(slots, d));
  return total;
}

Value LoopKernelEmitter::itemSize(KernelSlots &slots) {
  OpBuilder &b = slots.builder();
  Location loc = slots.loc();
  int64_t work = std::max<int64_t>(64, kItemWork / plan.cost);
  if (plan.packed)
    return product(slots, 0, plan.rank); // everything in one item
  if (plan.rows == 0)
    return slots.constant(llvm::alignTo(work, 64));
  // Rows of unknown length count their columns and what they reduce.
  Value columns = product(slots, plan.rows, plan.rank);
  Block &block = kernel.getBody().front();
  for (Operation &op : block.without_terminator()) {
    if (!isReduction(op))
      continue;
    auto structured = cast<StructuredOpInterface>(op);
    AffineMap map = structured.getOperandMap(0);
    unsigned parallel = tensorType(op.getResult(0)).getRank();
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (dim.getPosition() >= parallel)
          columns = b.createOrFold<arith::MulIOp>(
              loc, columns, slots.extent(op.getOperand(0), d));
    break; // one of several reductions over the same row is enough
  }
  Value one = slots.constant(1);
  Value least = b.createOrFold<arith::MaxUIOp>(loc, columns, one);
  Value count = b.createOrFold<arith::DivUIOp>(loc, slots.constant(work), least);
  return b.createOrFold<arith::MaxUIOp>(loc, count, one);
}

void LoopKernelEmitter::emitItems() {
  KernelSlots slots(kernel, module, /*items=*/true);
  OpBuilder &b = slots.builder();
  Value total = plan.packed || plan.rows == 0 ? product(slots, 0, plan.rank)
                                              : product(slots, 0, plan.rows);
  Value size = itemSize(slots);
  if (plan.packed)
    size = b.createOrFold<arith::MaxUIOp>(slots.loc(), size, slots.constant(1));
  Value items = b.createOrFold<arith::CeilDivUIOp>(slots.loc(), total, size);
  func::ReturnOp::create(b, slots.loc(), items);
}

LogicalResult LoopKernelEmitter::emitStores(ElementEmitter &emitter,
                                            KernelSlots &slots,
                                            ArrayRef<LaneIndex> index) {
  OpBuilder &b = slots.builder();
  SmallVector<Value> bases, extents;
  bool varies = false;
  for (auto [d, i] : llvm::enumerate(index)) {
    bases.push_back(i.base);
    extents.push_back(spaceExtent(slots, d));
    varies |= i.step != 0;
  }
  // All values first: a result buffer never feeds another result.
  SmallVector<Value> values;
  for (Value returned : kernel.getReturned()) {
    FailureOr<Value> value = emitter.element(returned, index);
    if (failed(value))
      return failure();
    if (varies && !isa<VectorType>(value->getType()))
      *value = vector::BroadcastOp::create(
          b, slots.loc(),
          VectorType::get({int64_t(emitter.lanes())}, value->getType()), *value);
    values.push_back(*value);
  }
  Value linear = emitter.linearize(bases, extents);
  for (auto [i, value] : llvm::enumerate(values))
    emitter.store(value, tensorType(kernel.getReturned()[i]).getElementType(),
                  slots.resultBuffer(i), linear);
  return success();
}

/// Opens a loop without carried values; the builder stands in its body until
/// the guard of the caller puts it back.
static scf::ForOp openLoop(OpBuilder &b, Location loc, Value low, Value high,
                           Value step) {
  auto loop = scf::ForOp::create(b, loc, low, high, step);
  b.setInsertionPoint(loop.getBody()->getTerminator());
  return loop;
}

LogicalResult LoopKernelEmitter::emitInnermost(ElementEmitter &emitter,
                                               KernelSlots &slots,
                                               ArrayRef<Value> outer, Value low,
                                               Value high) {
  OpBuilder &b = slots.builder();
  Location loc = slots.loc();
  auto body = [&](Value from, Value to, unsigned lanes) -> LogicalResult {
    OpBuilder::InsertionGuard guard(b);
    scf::ForOp loop = openLoop(b, loc, from, to, slots.constant(lanes));
    SmallVector<LaneIndex> index;
    for (Value base : outer)
      index.push_back({base, 0});
    for (unsigned d = outer.size(); d + 1 < plan.rank; ++d)
      index.push_back({slots.constant(0), 0});
    index.push_back({loop.getInductionVar(), lanes > 1 ? 1 : 0});
    emitter.setLanes(lanes);
    // Without rows the failing element is named, with lanes the first of them.
    bool named = emitter.getItem() || !outer.empty();
    if (!named)
      emitter.setItem(loop.getInductionVar());
    LogicalResult result = emitStores(emitter, slots, index);
    if (!named)
      emitter.setItem(Value());
    return result;
  };
  if (plan.lanes == 1)
    return body(low, high, 1);
  Value width = slots.constant(plan.lanes);
  Value count = b.createOrFold<arith::SubIOp>(loc, high, low);
  Value whole = b.createOrFold<arith::AddIOp>(
      loc, low,
      b.createOrFold<arith::MulIOp>(
          loc, b.createOrFold<arith::DivUIOp>(loc, count, width), width));
  if (failed(body(low, whole, plan.lanes)))
    return failure();
  return body(whole, high, 1);
}

LogicalResult LoopKernelEmitter::emitColumns(ElementEmitter &emitter,
                                             KernelSlots &slots,
                                             SmallVector<Value> index, unsigned dim,
                                             Value low, Value high) {
  OpBuilder &b = slots.builder();
  if (dim >= plan.rank) {
    SmallVector<LaneIndex> at;
    for (Value base : index)
      at.push_back({base, 0});
    emitter.setLanes(1);
    return emitStores(emitter, slots, at);
  }
  unsigned innermost = plan.rank - plan.merged;
  if (dim >= innermost)
    return emitInnermost(emitter, slots, index, low, high);
  OpBuilder::InsertionGuard guard(b);
  scf::ForOp loop = openLoop(b, slots.loc(), low, high, slots.constant(1));
  index.push_back(loop.getInductionVar());
  Value next = dim + 1 >= innermost ? product(slots, innermost, plan.rank)
                                    : spaceExtent(slots, dim + 1);
  return emitColumns(emitter, slots, index, dim + 1, slots.constant(0), next);
}

LogicalResult LoopKernelEmitter::emitRowValues(ElementEmitter &emitter,
                                               ArrayRef<Value> index) {
  if (!kernel->hasAttr(kernel::kRowsAttr))
    return success();
  SmallVector<LaneIndex> at;
  for (Value base : index)
    at.push_back({base, 0});
  emitter.setLanes(1);
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (isRowValue(op))
      if (failed(emitter.element(op.getResult(0), at)))
        return failure();
  emitter.readKept();
  return success();
}

/// What the last reduction over a row takes and the results need again, such as
/// the exponentials of a softmax, waits in the buffer of the first result
/// instead of being computed twice. No element of that buffer has its final
/// value before the results are stored, and no other is read by then.
void LoopKernelEmitter::keepElements(ElementEmitter &emitter,
                                     KernelSlots &slots) {
  // A single row is cut into items, each of which takes all of it.
  if (!kernel->hasAttr(kernel::kRowsAttr) || plan.rows == 0 || plan.packed)
    return;
  Operation *last = nullptr;
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (isRowValue(op))
      last = &op;
  if (!last || last->getNumOperands() == 0)
    return;
  Value terms = last->getOperand(0);
  auto element = terms.getDefiningOp<ElementOpInterface>();
  if (!element || isReduction(*element) ||
      terms.getType() != kernel.getResultTypes().front() ||
      element.getElementCost() < kCostlyElement || terms.hasOneUse())
    return;
  // One pass only may compute it.
  for (Operation *user : terms.getUsers())
    if (user != last && isReduction(*user))
      return;
  emitter.keep(terms, slots.resultBuffer(0));
}

LogicalResult LoopKernelEmitter::emitRun(func::FuncOp &made) {
  KernelSlots slots(kernel, module, /*items=*/false);
  made = slots.function();
  ElementEmitter emitter(slots, level.vectorBits);
  keepElements(emitter, slots);
  OpBuilder &b = slots.builder();
  Location loc = slots.loc();
  bool flat = plan.rows == 0 || plan.packed;
  if (plan.packed) {
    plan.rows = 0;
    plan.merged = std::min(plan.merged, std::max(plan.rank, 1u));
  }
  Value size = itemSize(slots);
  Value low = b.createOrFold<arith::MulIOp>(loc, slots.begin(), size);
  Value total = product(slots, 0, flat ? plan.rank : plan.rows);
  Value high = b.createOrFold<arith::MinUIOp>(
      loc, b.createOrFold<arith::MulIOp>(loc, slots.end(), size), total);
  LogicalResult result = failure();
  {
    OpBuilder::InsertionGuard guard(b);
    if (flat && plan.rank == 0) {
      // One element; an empty range of items computes nothing.
      auto loop = openLoop(b, loc, low, high, slots.constant(1));
      (void)loop;
      result = emitColumns(emitter, slots, {}, 0, low, high);
    } else if (flat && plan.merged == plan.rank) {
      result = emitInnermost(emitter, slots, {}, low, high);
    } else if (flat) {
      // Packed results that cannot be flattened: all of them in order.
      auto loop = openLoop(b, loc, slots.begin(), slots.end(), slots.constant(1));
      (void)loop;
      result = emitColumns(emitter, slots, {}, 0, slots.constant(0),
                           spaceExtent(slots, 0));
    } else {
      scf::ForOp loop = openLoop(b, loc, low, high, slots.constant(1));
      emitter.setItem(loop.getInductionVar());
      SmallVector<Value> index(plan.rows);
      Value rest = loop.getInductionVar();
      for (unsigned d = plan.rows; d-- > 0;) {
        if (d == 0) {
          index[d] = rest;
          break;
        }
        Value extent = spaceExtent(slots, d);
        index[d] = b.createOrFold<arith::RemUIOp>(loc, rest, extent);
        rest = b.createOrFold<arith::DivUIOp>(loc, rest, extent);
      }
      result = emitRowValues(emitter, index);
      if (succeeded(result)) {
        unsigned innermost = plan.rank - plan.merged;
        Value columns = plan.rows >= plan.rank ? Value()
                        : plan.rows >= innermost
                            ? product(slots, innermost, plan.rank)
                            : spaceExtent(slots, plan.rows);
        result = emitColumns(emitter, slots, index, plan.rows, slots.constant(0),
                             columns);
      }
    }
  }
  if (failed(result))
    return failure();
  func::ReturnOp::create(b, loc);
  return success();
}

LogicalResult mlc::emitLoopKernel(kernel::FuncOp kernel, const IsaLevel &isa,
                                  ModuleOp module) {
  if (kernel.getNumResults() > 1 &&
      llvm::any_of(kernel.getReturned(), [](Value returned) {
        return returned.getDefiningOp<ReduceBlocksOp>() != nullptr;
      }))
    return kernel.emitError("has results of several shapes, which only the "
                            "emitter of its product can compute");
  LoopPlan plan = makePlan(kernel, isa);
  // First with lanes; an op that cannot run along them says so by failing
  // without a diagnostic, and the kernel is emitted again for one lane.
  for (unsigned lanes : {plan.lanes, 1u}) {
    plan.lanes = lanes;
    LoopKernelEmitter emitter(kernel, isa, plan, module);
    func::FuncOp made;
    if (succeeded(emitter.emitRun(made))) {
      emitter.emitItems();
      return success();
    }
    made.erase();
    if (lanes == 1)
      break;
  }
  return kernel.emitError("unsupported: no code generator takes this kernel");
}
