//===- Strategy.cpp - Variants of kernels on x86-64 -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which ways to run a kernel are worth their code, as data: nothing is lowered
// here. A variant for v4_vnni or v4_amx alone gives that level code of its own;
// all other kernels stay with v4's.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ContractionKernel.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "compiler/Target/X86/Backend.h"
#include "mlir/IR/Builders.h"

using namespace mlc;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using sched::LevelAttr;
using sched::LevelKind;
using sched::VariantAttr;

namespace {
using Variants = llvm::SmallVectorImpl<VariantAttr>;

/// Collects variants for one kernel.
struct Strategy {
  mlir::MLIRContext *context;
  ArrayRef<const IsaLevel *> levels;
  Variants &variants;

  /// Appends a variant that `level` and those above it may take.
  void add(const IsaLevel &level, mlir::IntegerSet when, StringRef by,
           ArrayRef<LevelAttr> tiling) {
    mlir::Builder b(context);
    // Every machine that runs the artifact has its lowest level.
    bool always = &level == levels.front();
    variants.push_back(VariantAttr::get(
        context, always ? nullptr : b.getStringAttr(level.symbol),
        when ? mlir::IntegerSetAttr::get(when) : nullptr,
        by.empty() ? nullptr : b.getStringAttr(by), tiling));
  }
  void add() { add(*levels.front(), {}, "", {}); }
  LevelAttr tile(LevelKind kind, ArrayRef<int64_t> sizes) {
    return LevelAttr::get(context, kind, sizes);
  }

  void addContraction(const ContractionFacts &facts);
};
} // namespace

/// The register tile follows the level's registers and vector length.
void Strategy::addContraction(const ContractionFacts &facts) {
  for (const IsaLevel *level : llvm::reverse(levels)) {
    // What inherits reads the same tiles.
    if (level->inherits && level != levels.front())
      continue;
    TileShape shape = chooseTile(*level, facts.accumulator);
    int64_t lanes = level->lanes(facts.accumulator.getIntOrFloatBitWidth());
    add(*level, {}, "",
        {tile(LevelKind::Parallel, {shape.rows, shape.vectors * lanes})});
  }
}

void x86::Backend::addVariants(kernel::FuncOp kernel,
                               ArrayRef<const IsaLevel *> levels,
                               Variants &variants, std::string &) const {
  Strategy strategy{kernel.getContext(), levels, variants};
  if (auto facts = contractionFacts(kernel))
    return strategy.addContraction(*facts);
  // One way for all levels: the emitter of its kind, which asks the level.
  strategy.add();
}
