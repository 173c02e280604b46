//===- Lifetime.cpp - When the buffers of an entry are in use -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows each allocation through the names it gets and collects the steps of
// their uses.
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/Lifetime/Lifetime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlc;

namespace {

// First and last step of an operation: equal unless it has regions.
struct Steps {
  int32_t begin, end;
};

class LifetimeAnalysis {
public:
  explicit LifetimeAnalysis(rt::EntryOp entry) : entry(entry) {
    number(entry.getBody());
  }

  FailureOr<Lifetime> compute(rt::AllocOp alloc);

private:
  void number(Region &region);
  Steps stepsAsSeenFrom(Region *home, Operation *user);
  void addOtherNames(OpOperand &use, SetVector<Value> &names);

  rt::EntryOp entry;
  DenseMap<Operation *, Steps> steps;
  int32_t next = 0;
};

} // namespace

void LifetimeAnalysis::number(Region &region) {
  for (Operation &op : region.getOps()) {
    int32_t begin = next++;
    for (Region &nested : op.getRegions())
      number(nested);
    // A region's end is a step of its own: what a loop carries is still in use
    // when the last operation of its body is over.
    int32_t end = op.getNumRegions() ? next++ : begin;
    steps[&op] = {begin, end};
  }
}

// Uses inside a loop below `home` count as the whole loop.
Steps LifetimeAnalysis::stepsAsSeenFrom(Region *home, Operation *user) {
  Steps seen = steps.lookup(user);
  for (Operation *op = user; op && op->getParentRegion() != home;) {
    op = op->getParentOp();
    if (op && isa<LoopLikeOpInterface>(op))
      seen = steps.lookup(op);
  }
  return seen;
}

// Values that may be the same buffer because of this use.
void LifetimeAnalysis::addOtherNames(OpOperand &use, SetVector<Value> &names) {
  Operation *user = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (isa<arith::SelectOp, rt::OffsetOp>(user)) {
    names.insert(user->getResult(0));
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (index >= loop.getNumControlOperands()) {
      unsigned carried = index - loop.getNumControlOperands();
      names.insert(loop.getRegionIterArg(carried));
      names.insert(loop.getResult(carried));
    }
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(user)) {
    names.insert(loop.getBeforeArguments()[index]);
    return;
  }
  if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    auto loop = cast<scf::WhileOp>(condition->getParentOp());
    if (index > 0) {
      names.insert(loop.getAfterArguments()[index - 1]);
      names.insert(loop.getResult(index - 1));
    }
    return;
  }
  if (auto yield = dyn_cast<scf::YieldOp>(user)) {
    Operation *parent = yield->getParentOp();
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      names.insert(loop.getBeforeArguments()[index]);
      return;
    }
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      names.insert(loop.getRegionIterArg(index));
    names.insert(parent->getResult(index));
  }
}

FailureOr<Lifetime> LifetimeAnalysis::compute(rt::AllocOp alloc) {
  Region *home = alloc->getParentRegion();
  int32_t first = steps.lookup(alloc).begin;
  Lifetime lifetime{first, first};

  SetVector<Value> names;
  names.insert(alloc.getResult());
  for (size_t i = 0; i < names.size(); ++i) {
    Value name = names[i];
    // A name outside the region of the allocation means that the buffer leaves
    // it. Out of a branch that is fine; out of a loop body the next iteration
    // would reuse the place while the old value is still wanted.
    for (Operation *op = alloc->getParentOp(); op != entry;
         op = op->getParentOp())
      if (isa<LoopLikeOpInterface>(op) &&
          !op->isProperAncestor(name.getParentBlock()->getParentOp()) &&
          name.getParentBlock()->getParentOp() != op)
        return alloc.emitOpError(
            "leaves the loop that it is in; it must be allocated outside");
    for (OpOperand &use : name.getUses()) {
      Steps seen = stepsAsSeenFrom(home, use.getOwner());
      lifetime.last = std::max(lifetime.last, seen.end);
      addOtherNames(use, names);
    }
    if (auto argument = dyn_cast<BlockArgument>(name))
      if (Operation *loop = argument.getOwner()->getParentOp();
          loop->isAncestor(alloc))
        return alloc.emitOpError("is carried by the loop that it is in; it "
                                 "must be allocated outside");
  }
  return lifetime;
}

FailureOr<SmallVector<BufferLifetime>>
mlc::computeLifetimes(rt::EntryOp entry) {
  LifetimeAnalysis analysis(entry);
  SmallVector<BufferLifetime> lifetimes;
  WalkResult result = entry.walk<WalkOrder::PreOrder>([&](rt::AllocOp alloc) {
    FailureOr<Lifetime> lifetime = analysis.compute(alloc);
    if (failed(lifetime))
      return WalkResult::interrupt();
    lifetimes.push_back({alloc, *lifetime});
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return lifetimes;
}
