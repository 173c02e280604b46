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
#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Loop/MaybeOne.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "compiler/Target/X86/Backend.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"

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
  const TargetBackend &backend;
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
  /// Whether kernels may gain by `feature` on `level` what they have nowhere
  /// below it.
  bool brings(const IsaLevel &level, StringRef feature) const {
    const IsaLevel *below = backend.inheritedFrom(level, levels);
    return level.has(feature) && !(below && below->has(feature));
  }
  LevelAttr tile(LevelKind kind, ArrayRef<int64_t> sizes) {
    return LevelAttr::get(context, kind, sizes);
  }

  void addContraction(const ContractionFacts &facts);
  void addPairConvolution();
  void addLoop(ArrayRef<MaybeOne> operands);
};
} // namespace

// Rows up to which a product has a tile of its own for every count of rows:
// what the registers of all levels but v2 hold.
static constexpr int64_t kFewRows = 6;
// Two multiply-adds a cycle, each four cycles long, want so many sums in
// flight.
static constexpr int64_t kSumsInFlight = 8;

/// What a call with one row checks: every extent that makes up the rows is 1.
static mlir::IntegerSet oneRow(const ContractionFacts &facts,
                               mlir::MLIRContext *context) {
  SmallVector<mlir::AffineExpr> equations;
  for (unsigned slot : facts.rowSlots)
    equations.push_back(mlir::getAffineSymbolExpr(slot, context) - 1);
  return mlir::IntegerSet::get(0, facts.rowSlots.back() + 1, equations,
                               SmallVector<bool>(equations.size(), true));
}

/// What a call with few rows checks; null where no affine condition says it.
static mlir::IntegerSet fewRows(const ContractionFacts &facts,
                                mlir::MLIRContext *context) {
  if (facts.rowSlots.size() != 1 || facts.fixedRows > kFewRows)
    return {};
  unsigned slot = facts.rowSlots.front();
  mlir::AffineExpr room =
      kFewRows - mlir::getAffineSymbolExpr(slot, context) * facts.fixedRows;
  return mlir::IntegerSet::get(0, slot + 1, room, false);
}

/// The register tile follows the level's registers and vector length. Rows that
/// are only counted at run time get a case for one (a vector times a matrix)
/// and one for few: the full tile would take several passes over the panel for
/// them, each waiting for its own sums. Only where B is packed: else packing it
/// is what the time goes to.
void Strategy::addContraction(const ContractionFacts &facts) {
  if (facts.bytes) {
    // Tiles of AMX and vpdpbusd where they are; their shape is the emitter's
    // matter, and one serves every count of rows. Computed panels have neither,
    // but LLVM fuses their multiplications and additions (vpdpwssd).
    for (const IsaLevel *level : llvm::reverse(levels)) {
      bool tiles = brings(*level, "amx-int8"),
           words = brings(*level, "avx512vnni");
      if (level != levels.front() &&
          (facts.packed ? tiles || words : words && !tiles))
        add(*level, {}, "", {});
    }
    return add();
  }
  int64_t bits = facts.accumulator.getIntOrFloatBitWidth();
  auto addLevels = [&](mlir::IntegerSet when, int64_t mostRows) {
    for (const IsaLevel *level : llvm::reverse(levels)) {
      if (backend.inheritedFrom(*level, levels) &&
          !(facts.pairs && brings(*level, "avx512bf16")))
        continue; // reads the same tiles
      TileShape shape = chooseTile(*level, facts.accumulator);
      int64_t columns = shape.vectors * level->lanes(bits);
      int64_t rows = mostRows ? std::min(mostRows, shape.rows) : shape.rows;
      SmallVector<LevelAttr> tiling = {
          tile(LevelKind::Parallel, {rows, columns})};
      if (mostRows)
        tiling.push_back(tile(LevelKind::Unroll, {kSumsInFlight}));
      add(*level, when, "", tiling);
    }
  };
  if (facts.packed && !facts.rowSlots.empty() && facts.fixedRows == 1)
    addLevels(oneRow(facts, context), 1);
  if (facts.packed && !facts.rowSlots.empty())
    if (mlir::IntegerSet few = fewRows(facts, context))
      addLevels(few, kFewRows);
  // A few rows that are known need no case, only their sums in flight.
  bool fewKnown =
      facts.packed && facts.rowSlots.empty() && facts.fixedRows <= kFewRows;
  addLevels({}, fewKnown ? facts.fixedRows : 0);
}

/// The tile is the emitter's matter; the dot product of pairs is its level's.
void Strategy::addPairConvolution() {
  for (const IsaLevel *level : llvm::reverse(levels))
    if (level != levels.front() && brings(*level, "avx512bf16"))
      add(*level, {}, "", {});
  add();
}

/// Lanes run along a dimension whose extent in some operands may be 1 or that
/// of the result. With the answer known they are vectors, contiguous or splats;
/// without it one element at a time. At most three cases: all contiguous, and
/// one of the first two operands a splat.
void Strategy::addLoop(ArrayRef<MaybeOne> operands) {
  auto addCase = [&](const MaybeOne *splat) {
    SmallVector<mlir::AffineExpr> equations;
    unsigned symbols = 0;
    for (const MaybeOne &operand : operands) {
      mlir::AffineExpr extent =
          mlir::getAffineSymbolExpr(operand.extent, context);
      symbols = std::max(symbols, operand.extent + 1);
      if (&operand == splat) {
        equations.push_back(extent - 1);
      } else if (operand.target) {
        equations.push_back(
            extent - mlir::getAffineSymbolExpr(*operand.target, context));
        symbols = std::max(symbols, *operand.target + 1);
      } else {
        equations.push_back(extent - operand.fixedTarget);
      }
    }
    add(*levels.front(),
        mlir::IntegerSet::get(0, symbols, equations,
                              SmallVector<bool>(equations.size(), true)),
        "", {});
  };
  if (!operands.empty())
    addCase(nullptr);
  for (const MaybeOne &operand : operands.take_front(2))
    addCase(&operand);
  add();
}

void x86::Backend::addVariants(kernel::FuncOp kernel,
                               ArrayRef<const IsaLevel *> levels,
                               Variants &variants, std::string &) const {
  Strategy strategy{*this, kernel.getContext(), levels, variants};
  if (auto facts = contractionFacts(kernel))
    return strategy.addContraction(*facts);
  if (kernel.getKind() == "loop" || kernel.getKind() == "row")
    return strategy.addLoop(maybeOneLanes(kernel));
  if (kernel.getKind() == "convolution" && convolvesPairs(kernel))
    return strategy.addPairConvolution();
  // One way for all levels: the emitter of its kind, which asks the level.
  strategy.add();
}
