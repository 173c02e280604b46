//===- LowerKernels.cpp - Emit every kernel's loops -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/FastMath.h"
#include "compiler/Transforms/Schedule/Levels.h"
#include "compiler/Transforms/Schedule/Passes.h"
#include "dialects/Kernel/IR/Scratch.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_LOWERKERNELSPASS
#include "compiler/Transforms/Schedule/Passes.h.inc"
} // namespace mlc

namespace {
class LowerKernelsPass
    : public mlc::impl::LowerKernelsPassBase<LowerKernelsPass> {
public:
  using LowerKernelsPassBase::LowerKernelsPassBase;
  void getDependentDialects(DialectRegistry &registry) const override {
    LowerKernelsPassBase::getDependentDialects(registry);
    for (const TargetBackend *backend : targetBackends())
      backend->registerDialects(registry);
  }
  void runOnOperation() override;

private:
  LogicalResult lower(kernel::FuncOp kernel, sched::VariantAttr variant,
                      TargetLevel at, ModuleOp module);
};
} // namespace

/// The variant that `kernel` takes at a level; null where a device leaves it to
/// the host.
static sched::VariantAttr choose(kernel::FuncOp kernel, TargetLevel at) {
  auto schedule =
      kernel->getAttrOfType<sched::ScheduleAttr>(sched::kScheduleAttr);
  if (!schedule)
    return at.backend->isHost()
               ? sched::VariantAttr::get(kernel.getContext(), nullptr, nullptr,
                                         nullptr, {})
               : sched::VariantAttr();
  for (sched::VariantAttr variant : schedule.getVariants())
    if (variant.getIsa()
            ? at.backend->includes(*at.level, variant.getIsa().getValue())
            : at.backend->isHost())
      return variant;
  return {};
}

LogicalResult LowerKernelsPass::lower(kernel::FuncOp kernel,
                                      sched::VariantAttr variant,
                                      TargetLevel at, ModuleOp module) {
  // Emitters may ask ops for extents, which adds to the kernel's body.
  OpBuilder builder(kernel);
  kernel::FuncOp scratch = kernel.clone();
  scratch->setAttr(sched::kVariantAttr, variant);
  if (fastMath)
    scratch->setAttr(kFastMathAttr, builder.getUnitAttr());
  builder.insert(scratch);
  LogicalResult result = at.backend->emit(scratch, *at.level, module);
  scratch.erase();
  Operation *made = module.lookupSymbol(kernel.getSymName());
  if (succeeded(result) && made && made->hasAttr(kernel::kGenericAttr)) {
    ++numGeneric;
    kernel->setAttr(kernel::kGenericAttr, builder.getUnitAttr());
  }
  // The host program keeps scratch for the level that needs most.
  auto scratchOf = [](Operation *op) {
    auto bytes = op->getAttrOfType<IntegerAttr>(kernel::kScratchAttr);
    return bytes ? bytes.getInt() : 0;
  };
  if (succeeded(result) && made && scratchOf(made) > scratchOf(kernel))
    kernel->setAttr(kernel::kScratchAttr, made->getAttr(kernel::kScratchAttr));
  return result;
}

void LowerKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto chosen = levelsOf(levels, module);
  if (failed(chosen))
    return signalPassFailure();
  SmallVector<kernel::FuncOp> kernels(module.getOps<kernel::FuncOp>());
  for (TargetLevel at : *chosen) {
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto lowered = ModuleOp::create(builder, module.getLoc(),
                                    ("isa_" + at.level->symbol).str());
    lowered->setAttr(kernel::kIsaAttr, builder.getStringAttr(at.level->symbol));
    const IsaLevel *parent =
        at.backend->inheritedFrom(*at.level, levelsOf(*at.backend, *chosen));
    for (kernel::FuncOp kernel : kernels) {
      sched::VariantAttr variant = choose(kernel, at);
      if (!variant)
        continue;
      if (parent && choose(kernel, {at.backend, parent}) == variant)
        continue;
      if (variant.getWhen()) {
        kernel.emitError("has variants for conditions; they must be split off "
                         "before it is lowered (mlc-split-variants)");
        return signalPassFailure();
      }
      if (failed(lower(kernel, variant, at, lowered)))
        return signalPassFailure();
    }
    if (lowered.getBody()->empty())
      lowered.erase();
  }
}
