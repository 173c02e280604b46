//===- Candidates.cpp - What a tuner may choose from on x86-64 ------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tilings beside the strategy's own that are worth measuring: other register
// tiles, other cuts into work items, shorter passes over a sum. Each is legal
// for the kernel at the level; none changes how long a chain of additions may
// be.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ContractionKernel.h"
#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"
#include "compiler/Target/X86/Backend.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlc;
using llvm::ArrayRef;
using llvm::SmallVector;
using sched::LevelAttr;
using sched::LevelKind;

namespace {

/// Heights of register tiles that are tried.
constexpr int64_t kHeights[] = {2,  3,  4,  5,  6,  7,  8,
                                10, 12, 14, 16, 20, 24, 28};
/// Sums in flight that a tile needs to hide the latency of its steps.
constexpr int64_t kFewestSums = 6;

struct Candidates {
  mlir::MLIRContext *context;
  const IsaLevel &level;
  llvm::SmallVectorImpl<Tiling> &tilings;

  LevelAttr make(LevelKind kind, ArrayRef<int64_t> sizes) {
    return LevelAttr::get(context, kind, sizes);
  }
  /// Register tiles whose accumulators, weights and broadcast fit the
  /// registers; of those that cut `rows` rows (0: unknown) alike, one.
  SmallVector<LevelAttr> tiles(mlir::Type accumulator, int64_t rows);
  void addContraction(const ContractionFacts &facts);
  void addConvolution(const ConvolutionFacts &facts);
};
} // namespace

SmallVector<LevelAttr> Candidates::tiles(mlir::Type accumulator, int64_t rows) {
  int64_t lanes = level.lanes(accumulator.getIntOrFloatBitWidth());
  // A product without fused multiply-add needs a register of its own.
  int64_t registers = level.vectorRegisters - (level.hasFma ? 1 : 2);
  SmallVector<LevelAttr> found;
  for (int64_t vectors = 1; vectors * lanes <= kPanel && vectors <= 4;
       vectors *= 2) {
    llvm::SmallSet<std::pair<int64_t, int64_t>, 16> cuts;
    for (int64_t height : kHeights) {
      if (height * vectors < kFewestSums || (height + 1) * vectors > registers)
        continue;
      if (rows) {
        BalancedTiles cut = balance(rows, height);
        if (!cuts.insert({cut.count, cut.extra}).second)
          continue;
      }
      found.push_back(make(LevelKind::Parallel, {height, vectors * lanes}));
    }
  }
  return found;
}

void Candidates::addContraction(const ContractionFacts &facts) {
  // The emitter of bytes has tiles of its own; pairs and few bits keep more in
  // registers and on the stack than these candidates are chosen by.
  if (facts.bytes || facts.pairs || facts.fewBits)
    return;
  int64_t rows = facts.rowSlots.empty() ? facts.fixedRows : 0;
  int64_t bits = facts.accumulator.getIntOrFloatBitWidth();
  TileShape usual = chooseTile(level, facts.accumulator);
  LevelAttr usualTile = make(LevelKind::Parallel,
                             {usual.rows, usual.vectors * level.lanes(bits)});
  for (LevelAttr tile : tiles(facts.accumulator, rows))
    if (tile != usualTile)
      tilings.push_back({tile});
  // Few rows wait for their sums: how many of each are kept?
  if (rows && rows <= usual.rows / 2)
    for (int64_t columns = level.lanes(bits); columns <= kPanel; columns *= 2)
      for (int64_t sums : {1, 4, 8, 12, 16})
        tilings.push_back({make(LevelKind::Parallel, {rows, columns}),
                           make(LevelKind::Unroll, {sums})});
  if (facts.packed && facts.depth)
    for (int64_t terms : {128, 256, 512})
      if (terms < *facts.depth)
        tilings.push_back({usualTile, make(LevelKind::Reduction, {terms})});
  // Parts of a reduction over the rows are of a fixed height.
  SmallVector<int64_t> blocks = {0};
  int64_t most = kMostBlockBytes * 8 /
                 (bits * kPanel * std::max<int64_t>(facts.groups, 1));
  for (int64_t block = 16; !facts.fixedBlocks && block <= most; block *= 2)
    if (!rows || block < 2 * rows)
      blocks.push_back(block);
  SmallVector<int64_t> items = {0};
  int64_t panels = facts.columns ? llvm::divideCeil(*facts.columns, kPanel) : 0;
  for (int64_t item = 1; item < 2 * panels && item <= 16; item *= 2)
    items.push_back(std::min(item, panels));
  for (int64_t block : blocks)
    for (int64_t item : items)
      if ((block || item) && (!block || !item || block * item <= 1024))
        tilings.push_back({usualTile, make(LevelKind::Block, {block, item})});
}

void Candidates::addConvolution(const ConvolutionFacts &facts) {
  SmallVector<LevelAttr> shapes = tiles(facts.accumulator, 0);
  for (LevelAttr tile : shapes)
    tilings.push_back({tile});
  for (int64_t rows = 1; rows <= 32 && (!facts.rows || rows <= facts.rows);
       rows *= 2)
    tilings.push_back({make(LevelKind::Block, {rows, 0})});
}

void x86::Backend::addCandidates(kernel::FuncOp kernel, const IsaLevel &level,
                                 llvm::SmallVectorImpl<Tiling> &tilings) const {
  Candidates candidates{kernel.getContext(), level, tilings};
  if (auto facts = contractionFacts(kernel))
    candidates.addContraction(*facts);
  else if (auto facts = convolutionFacts(kernel))
    candidates.addConvolution(*facts);
}
