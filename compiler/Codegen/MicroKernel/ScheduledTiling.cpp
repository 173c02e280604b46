//===- ScheduledTiling.cpp - A variant's tiling, checked ------------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"

#include "compiler/Codegen/LongestSum.h"

using namespace mlir;
using namespace mlc;
using sched::LevelAttr;
using sched::LevelKind;

FailureOr<ScheduledTiling> mlc::scheduledTiling(kernel::FuncOp kernel,
                                                const IsaLevel &level,
                                                Type accumulator,
                                                int64_t columns) {
  ScheduledTiling tiling;
  sched::VariantAttr variant = sched::variantOf(kernel);
  if (!variant)
    return tiling;
  int64_t bits = accumulator.getIntOrFloatBitWidth(), lanes = level.lanes(bits);
  auto refuse = [&](LevelAttr asked) {
    return kernel.emitError("its schedule asks for ") << asked << "; ";
  };
  if (LevelAttr unroll = variant.getLevel(LevelKind::Unroll)) {
    ArrayRef<int64_t> sizes = unroll.getSizes();
    if (sizes.size() != 1 || sizes[0] < 1 || sizes[0] > 16)
      return refuse(unroll) << "a product keeps 1 to 16 sums in flight";
    tiling.sums = sizes[0];
  }
  if (LevelAttr tile = variant.getLevel(LevelKind::Parallel)) {
    ArrayRef<int64_t> sizes = tile.getSizes();
    if (sizes.size() != 2 || sizes[0] < 1 || sizes[0] > 32 || sizes[1] <= 0 ||
        sizes[1] % lanes != 0 || kPanel % sizes[1] != 0)
      return kernel.emitError("its schedule asks for the register tile ")
             << tile << ", which level " << level.name
             << " cannot have: it takes 1 to 32 rows and columns of whole "
                "vectors ("
             << lanes << " elements) that divide " << kPanel;
    tiling.tile = {sizes[0], sizes[1] / lanes};
  }
  if (LevelAttr reduction = variant.getLevel(LevelKind::Reduction)) {
    ArrayRef<int64_t> sizes = reduction.getSizes();
    if (sizes.size() != 1 || sizes[0] < 16 || sizes[0] % 16 != 0 ||
        sizes[0] > kLongestSum)
      return refuse(reduction) << "a pass adds up 16 to " << kLongestSum
                               << " terms, in steps of 16";
    tiling.terms = sizes[0];
  }
  if (LevelAttr block = variant.getLevel(LevelKind::Block)) {
    ArrayRef<int64_t> sizes = block.getSizes();
    int64_t mostRows = kMostBlockBytes * 8 / (columns * bits);
    if (sizes.size() != 2 || sizes[0] < 0 || sizes[0] > mostRows ||
        sizes[1] < 0 || sizes[1] > (1 << 20))
      return refuse(block) << "a work item has rows (up to " << mostRows
                           << ") and panels";
    tiling.blockRows = sizes[0];
    tiling.itemPanels = sizes[1];
  }
  return tiling;
}
