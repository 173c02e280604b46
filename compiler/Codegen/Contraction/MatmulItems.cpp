//===- MatmulItems.cpp - How a product is cut into work items -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An item is one batch entry, a block of rows and a group of panels. Two wishes
// pull: enough items that a disturbed core does not hold up the rest (16 to 32,
// eight and more for each of two threads), and items that are worth the handing
// out (50,000 multiply-adds). Only sizes enter, never the number of threads.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/MatmulItems.h"

#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kFewItems = 16, kManyItems = 32;
constexpr int64_t kItemWork = 50000;
/// Stand-ins for sizes that are not known.
constexpr int64_t kTypicalRows = 128, kTypicalDepth = 256;

/// Of a few items an odd one out is half of somebody's work: the number closest
/// to `count` that deals out `panels` in equal, even lots; `count` if there is
/// none.
int64_t evenCount(int64_t panels, int64_t count) {
  if (count <= 2 || count >= kFewItems)
    return count;
  for (int64_t off = 0; off < count; ++off)
    for (int64_t near : {count + off, count - off})
      if (near >= 2 && near % 2 == 0 && panels % near == 0)
        return near;
  return count;
}

} // namespace

TileShape mlc::tileOf(const KernelBuilder &k, const MatmulParams &params) {
  if (params.bytes)
    return byteTile(k, params);
  return params.tile.value_or(chooseTile(k.isa, params.accumulator));
}

MatmulCut mlc::cutMatmul(KernelBuilder &k, const MatmulParams &params) {
  MatmulCut cut;
  TileShape tile = tileOf(k, params);
  int64_t bytes = params.accumulator.getIntOrFloatBitWidth() / 8;
  const int64_t blockColumns = kPanel * params.groups;
  int64_t blockRows = params.blockRows ? params.blockRows
                                       : kBlockBytes / (blockColumns * bytes);

  cut.batches = k.index(1);
  for (Value extent : params.batch)
    cut.batches = k.mul(cut.batches, extent);
  cut.panels = params.groups > 1 ? k.index(params.groupColumns / kPanel)
                                 : k.ceilDiv(params.n, k.index(kPanel));

  auto m = constantOf(params.m), depth = constantOf(params.k);
  auto panels = constantOf(cut.panels), batches = constantOf(cut.batches);
  int64_t depthGuess = std::max<int64_t>(depth.value_or(kTypicalDepth), 1);
  if (params.bytes) // a step takes four
    depthGuess = llvm::divideCeil(depthGuess, kByteGroup);
  else if (params.pairs && multipliesPairs(k.isa))
    depthGuess = llvm::divideCeil(depthGuess, kPairGroup);
  int64_t batchGuess = std::max<int64_t>(batches.value_or(1), 1);
  int64_t panelGuess = std::max<int64_t>(panels.value_or(1), 1);

  bool columnParts =
      llvm::any_of(params.reductions,
                   [](const EpilogueReduction &r) { return !r.alongRow; });
  if (columnParts) {
    // Blocks of equal height on every level, since each leaves one part.
    cut.blockRows = kColumnPart;
    cut.blocks = k.ceilDiv(params.m, k.index(cut.blockRows));
  } else if (m) {
    cut.staticRows = true;
    cut.tiles = balance(*m, tile.rows);
    if (int64_t height = params.bytes ? rowsReadInPlace(k, params) : 0)
      cut.tiles = {*m / height, height, 0};
    int64_t perBlock = std::max<int64_t>(
        1, blockRows / std::max<int64_t>(1, cut.tiles.height +
                                                (cut.tiles.extra ? 1 : 0)));
    // Smaller blocks when there would be too few items.
    int64_t blocks = llvm::divideCeil(std::max<int64_t>(cut.tiles.count, 1),
                                      perBlock);
    while (!params.blockRows && perBlock > 1 &&
           batchGuess * panelGuess * blocks < kFewItems &&
           perBlock / 2 * cut.tiles.height * blockColumns * depthGuess >=
               kItemWork) {
      perBlock = perBlock / 2;
      blocks = llvm::divideCeil(cut.tiles.count, perBlock);
    }
    // Blocks of equal size, too.
    cut.tilesPerBlock =
        cut.tiles.count ? llvm::divideCeil(cut.tiles.count, blocks) : 1;
    blocks = llvm::divideCeil(cut.tiles.count, cut.tilesPerBlock);
    cut.blockRows =
        cut.tilesPerBlock * (cut.tiles.height + (cut.tiles.extra ? 1 : 0));
    cut.blocks = k.index(blocks);
  } else if (params.mostRows && params.mostRows <= tile.rows) {
    cut.blockRows = params.mostRows;
    cut.blocks = k.index(1);
  } else {
    cut.blockRows = std::max(blockRows / tile.rows, int64_t(1)) * tile.rows;
    cut.blocks = k.ceilDiv(params.m, k.index(cut.blockRows));
  }

  int64_t blockGuess = std::max<int64_t>(constantOf(cut.blocks).value_or(1), 1);
  int64_t rows = std::min(m.value_or(kTypicalRows), cut.blockRows);
  int64_t panelWork = std::max<int64_t>(rows, 1) * blockColumns * depthGuess;
  int64_t group = std::max<int64_t>(1, (kItemWork + panelWork / 2) / panelWork);
  group = std::max(group, batchGuess * blockGuess * panelGuess / kManyItems);
  group = std::min(group, panelGuess);
  // Even groups, and where they are all the items, an even number of them.
  if (params.itemPanels) {
    group =
        panels ? std::min(params.itemPanels, panelGuess) : params.itemPanels;
  } else if (panels) {
    int64_t count = llvm::divideCeil(panelGuess, group);
    if (batchGuess * blockGuess == 1)
      count = evenCount(panelGuess, count);
    group = llvm::divideCeil(panelGuess, count);
  }
  cut.panelGroup = std::max<int64_t>(group, 1);
  cut.groups = k.ceilDiv(cut.panels, k.index(cut.panelGroup));
  return cut;
}

Value mlc::matmulItems(KernelBuilder &k, const MatmulParams &params) {
  MatmulCut cut = cutMatmul(k, params);
  return k.mul(k.mul(cut.batches, cut.blocks), cut.groups);
}
