//===- ScheduleKernels.cpp - Variants for every kernel --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only asks: which variants are worth their code is each target's own matter.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/Levels.h"
#include "compiler/Transforms/Schedule/Passes.h"
#include "compiler/Transforms/Schedule/TunedVariants.h"
#include "dialects/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_SCHEDULEKERNELSPASS
#include "compiler/Transforms/Schedule/Passes.h.inc"
} // namespace mlc

namespace {

class ScheduleKernelsPass
    : public mlc::impl::ScheduleKernelsPassBase<ScheduleKernelsPass> {
public:
  using ScheduleKernelsPassBase::ScheduleKernelsPassBase;
  void runOnOperation() override;
};

/// What a device said of the kernels that it left.
struct Declined {
  size_t taken = 0;
  std::string reasons;
};

} // namespace

void ScheduleKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto chosen = levelsOf(levels, module);
  if (failed(chosen))
    return signalPassFailure();
  // Devices first: their guards fail on the host, and its last holds always.
  SmallVector<const TargetBackend *> backends(targetBackends());
  llvm::stable_sort(backends,
                    [](const TargetBackend *a, const TargetBackend *b) {
                      return a->isHost() < b->isHost();
                    });
  std::optional<TuningDb> db;
  if (!tuningDb.empty()) {
    llvm::Expected<TuningDb> read = TuningDb::read(tuningDb);
    if (!read) {
      module.emitError("tuning database ") << llvm::toString(read.takeError());
      return signalPassFailure();
    }
    db = std::move(*read);
  }
  llvm::MapVector<const TargetBackend *, Declined> devices;
  for (auto kernel : module.getOps<kernel::FuncOp>()) {
    if (kernel->hasAttr(sched::kScheduleAttr))
      continue; // written by hand
    SmallVector<sched::VariantAttr> variants;
    for (const TargetBackend *backend : backends) {
      SmallVector<const IsaLevel *> own = levelsOf(*backend, *chosen);
      if (own.empty())
        continue;
      size_t before = variants.size();
      std::string why;
      if (backend->isHost() && db) {
        SmallVector<sched::VariantAttr> hosts;
        backend->addVariants(kernel, own, hosts, why);
        applyTuning(kernel, *backend, own, *db, hosts);
        variants.append(hosts);
        continue;
      }
      backend->addVariants(kernel, own, variants, why);
      if (backend->isHost())
        continue;
      Declined &declined = devices[backend];
      declined.taken += variants.size() > before;
      if (variants.size() == before)
        declined.reasons += "; '" + kernel.getSymName().str() + "': " + why;
    }
    auto schedule = sched::ScheduleAttr::getChecked(
        [&] { return kernel.emitError("its schedule is none: "); },
        kernel.getContext(), ArrayRef<sched::VariantAttr>(variants));
    if (!schedule)
      return signalPassFailure();
    kernel->setAttr(sched::kScheduleAttr, schedule);
  }
  for (auto &[backend, declined] : devices)
    if (!declined.taken) {
      module.emitError("unsupported: no kernel of this model has a form for ")
          << backend->getName() << declined.reasons;
      signalPassFailure();
    }
}

LogicalResult mlc::verifySchedules(ModuleOp module) {
  LogicalResult result = success();
  for (auto kernel : module.getOps<kernel::FuncOp>()) {
    // That the last variant has no guard is checked by the attribute itself.
    auto schedule =
        kernel->getAttrOfType<sched::ScheduleAttr>(sched::kScheduleAttr);
    if (!schedule) {
      kernel.emitError("has no variants");
      result = failure();
      continue;
    }
    for (sched::VariantAttr variant : schedule.getVariants())
      if (variant.getIsa() &&
          !findTargetLevel(variant.getIsa().getValue()).backend) {
        kernel.emitError("a guard names the unknown code level ")
            << variant.getIsa();
        result = failure();
      }
  }
  return result;
}
