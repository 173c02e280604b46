//===- SplitVariants.cpp - A kernel for each condition --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case's kernel keeps, in order, the variants with its condition or with
// none; their levels are left to tell apart. Where a variant of another
// condition stood between, its condition is not known to hold, so it is not
// taken.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_SPLITVARIANTSPASS
#include "compiler/Transforms/Schedule/Passes.h.inc"
} // namespace mlc

namespace {

class SplitVariantsPass
    : public mlc::impl::SplitVariantsPassBase<SplitVariantsPass> {
public:
  void runOnOperation() override;

private:
  void split(kernel::FuncOp kernel, SymbolTable &symbols);
};

} // namespace

/// The variants to consider where `when` holds (null: where none does).
static sched::ScheduleAttr restrictTo(sched::ScheduleAttr schedule,
                                      IntegerSetAttr when) {
  SmallVector<sched::VariantAttr> variants;
  for (sched::VariantAttr variant : schedule.getVariants()) {
    if (variant.getWhen() && variant.getWhen() != when)
      continue;
    variants.push_back(
        sched::VariantAttr::get(schedule.getContext(), variant.getIsa(),
                                nullptr, variant.getBy(), variant.getLevels()));
    if (variants.back().isUnguarded())
      break;
  }
  return sched::ScheduleAttr::get(schedule.getContext(), variants);
}

void SplitVariantsPass::split(kernel::FuncOp kernel, SymbolTable &symbols) {
  auto schedule =
      kernel->getAttrOfType<sched::ScheduleAttr>(sched::kScheduleAttr);
  if (!schedule)
    return;
  llvm::SmallSetVector<IntegerSetAttr, 4> conditions;
  for (sched::VariantAttr variant : schedule.getVariants())
    if (variant.getWhen())
      conditions.insert(variant.getWhen());
  if (conditions.empty())
    return;
  OpBuilder builder(kernel);
  SmallVector<Attribute> cases;
  for (auto [number, when] : llvm::enumerate(conditions)) {
    kernel::FuncOp own = kernel.clone();
    own->setAttr(sched::kScheduleAttr, restrictTo(schedule, when));
    own->setAttr(sched::kGivenAttr, when);
    own.setSymName((kernel.getSymName() + ".case" + Twine(number)).str());
    builder.setInsertionPoint(kernel);
    builder.insert(own);
    StringAttr name = symbols.insert(own);
    cases.push_back(sched::CaseAttr::get(kernel.getContext(), when,
                                         FlatSymbolRefAttr::get(name)));
    ++numCases;
  }
  kernel->setAttr(sched::kScheduleAttr, restrictTo(schedule, nullptr));
  kernel->setAttr(sched::kCasesAttr, builder.getArrayAttr(cases));
}

void SplitVariantsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  for (auto kernel :
       llvm::make_early_inc_range(module.getOps<kernel::FuncOp>()))
    split(kernel, symbols);
}
