//===- ChooseCases.cpp - Launch the kernel of the case at hand ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of a kernel with cases becomes a chain of branches on their
// conditions, computed from the launch's own extent slots. Counting the items
// and running them both belong to the launch that was taken, so they cannot
// disagree.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Affine/Utils.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_CHOOSECASESPASS
#include "compiler/Transforms/Schedule/Passes.h.inc"
} // namespace mlc

namespace {

class ChooseCasesPass : public mlc::impl::ChooseCasesPassBase<ChooseCasesPass> {
public:
  void runOnOperation() override;
};

} // namespace

/// Whether `set` holds for these values of its symbols.
static Value holds(OpBuilder &b, Location loc, IntegerSet set,
                   ValueRange symbols) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value all;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    Value left =
        affine::expandAffineExpr(b, loc, set.getConstraint(i), {}, symbols);
    auto how =
        set.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value one = b.createOrFold<arith::CmpIOp>(loc, how, left, zero);
    all = all ? b.createOrFold<arith::AndIOp>(loc, all, one) : one;
  }
  if (!all)
    all = arith::ConstantIntOp::create(b, loc, 1, 1);
  return all;
}

static unsigned countTensors(kernel::FuncOp kernel) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::count_if(kernel.getArgumentTypes(), isTensor) +
         kernel.getNumResults();
}

void ChooseCasesPass::runOnOperation() {
  rt::EntryOp entry = getOperation();
  auto module = entry->getParentOfType<ModuleOp>();
  SmallVector<rt::LaunchOp> launches;
  entry.walk([&](rt::LaunchOp launch) { launches.push_back(launch); });
  for (rt::LaunchOp launch : launches) {
    // Not by symbol table: a module is read by several entries at a time.
    auto kernel = dyn_cast_or_null<kernel::FuncOp>(
        SymbolTable::lookupSymbolIn(module, launch.getKernelAttr()));
    auto cases = kernel ? kernel->getAttrOfType<ArrayAttr>(sched::kCasesAttr)
                        : ArrayAttr();
    if (!cases)
      continue;
    ValueRange slots = launch.getSlots();
    ValueRange extents = slots.drop_front(countTensors(kernel));
    OpBuilder b(launch);
    Location loc = launch.getLoc();
    for (Attribute attribute : cases) {
      auto one = cast<sched::CaseAttr>(attribute);
      IntegerSet when = one.getWhen().getValue();
      Value taken =
          holds(b, loc, when, extents.take_front(when.getNumSymbols()));
      auto branch = scf::IfOp::create(b, loc, taken, /*withElseRegion=*/true);
      b.setInsertionPointToStart(branch.thenBlock());
      auto other = cast<rt::LaunchOp>(b.clone(*launch));
      other.setKernelAttr(one.getKernel());
      ++numChoices;
      b.setInsertionPointToStart(branch.elseBlock());
    }
    launch->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  }
}
