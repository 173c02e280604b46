//===- TunedVariants.cpp - A schedule takes what was measured -------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variants without a condition are replaced by one for each level, of which
// those with a record have its tiling and the others what they had. A record
// counts only where the target offers its tiling for the kernel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/TunedVariants.h"

using namespace mlir;
using namespace mlc;
using sched::VariantAttr;

const IsaLevel &mlc::tunedLevel(const TargetBackend &backend,
                                const IsaLevel &level) {
  const IsaLevel *at = &level;
  while (at->inherits)
    at = backend.findLevel(at->parent);
  return *at;
}

/// The variant that a level takes where no condition holds; null: none.
static VariantAttr unconditioned(const TargetBackend &backend,
                                 const IsaLevel &level,
                                 ArrayRef<VariantAttr> variants) {
  for (VariantAttr variant : variants)
    if (!variant.getWhen() &&
        (!variant.getIsa() ||
         backend.includes(level, variant.getIsa().getValue())))
      return variant;
  return {};
}

std::optional<TunableKernel> mlc::tunable(kernel::FuncOp kernel,
                                          const TargetBackend &backend,
                                          const IsaLevel &level,
                                          ArrayRef<VariantAttr> variants) {
  TunableKernel found;
  backend.addCandidates(kernel, tunedLevel(backend, level), found.candidates);
  VariantAttr usual = unconditioned(backend, level, variants);
  if (found.candidates.empty() || !usual)
    return std::nullopt;
  found.usual.assign(usual.getLevels().begin(), usual.getLevels().end());
  return found;
}

void mlc::applyTuning(kernel::FuncOp kernel, const TargetBackend &backend,
                      ArrayRef<const IsaLevel *> levels, const TuningDb &db,
                      SmallVectorImpl<VariantAttr> &variants) {
  std::string key = tuningKey(kernel);
  MLIRContext *context = kernel.getContext();
  bool changed = false;
  SmallVector<VariantAttr> tuned; // highest level first
  for (const IsaLevel *level : llvm::reverse(levels)) {
    bool lowest = level == levels.front();
    VariantAttr usual = unconditioned(backend, *level, variants);
    if (!usual)
      return;
    // What a level above says of its own instructions is not a tiling.
    if (backend.inheritedFrom(*level, levels)) {
      if (usual != unconditioned(backend,
                                 *backend.inheritedFrom(*level, levels),
                                 variants))
        return;
      continue;
    }
    ArrayRef<sched::LevelAttr> tiling = usual.getLevels();
    std::optional<TunableKernel> choices =
        tunable(kernel, backend, *level, variants);
    const TuningRecord *record =
        db.find(key, tunedLevel(backend, *level).symbol);
    if (record && record->tiling != "default") {
      const Tiling *found = nullptr;
      if (choices)
        found = llvm::find_if(choices->candidates, [&](const Tiling &one) {
          return tilingText(one) == record->tiling;
        });
      if (choices && found != choices->candidates.end()) {
        tuned.push_back(VariantAttr::get(
            context, lowest ? nullptr : StringAttr::get(context, level->symbol),
            nullptr, usual.getBy(), *found));
        changed = true;
        continue;
      }
      kernel.emitRemark("the tuning database's choice for level ")
          << record->level << ", '" << record->tiling
          << "', is none of this kernel's; it is ignored";
    }
    tuned.push_back(VariantAttr::get(
        context, lowest ? nullptr : StringAttr::get(context, level->symbol),
        nullptr, usual.getBy(), tiling));
  }
  if (!changed)
    return;
  llvm::erase_if(variants, [](VariantAttr v) { return !v.getWhen(); });
  variants.append(tuned);
}
