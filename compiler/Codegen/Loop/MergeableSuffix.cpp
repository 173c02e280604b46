//===- MergeableSuffix.cpp - Dimensions that act as one -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/MergeableSuffix.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

unsigned mlc::mergeableSuffix(kernel::FuncOp kernel, unsigned rank,
                              Operation *anchor) {
  unsigned k = rank;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (k <= 1)
      return k;
    // Numbers (extents, indices) are not elements.
    if (isa<ConstantOp>(op) || &op == anchor ||
        !isa<GraphDialect>(op.getDialect()))
      continue;
    if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
      RankedTensorType from = tensorType(broadcast.getInput());
      RankedTensorType to = tensorType(broadcast.getResult());
      if (to.getRank() != int64_t(rank))
        return 1;
      auto fits = [&](unsigned count) {
        unsigned first = rank - count, present = 0;
        for (auto [i, d] : llvm::enumerate(broadcast.getDims())) {
          if (d < int64_t(first))
            continue;
          int64_t have = from.getDimSize(i), want = to.getDimSize(d);
          if (have == 1 && want != 1)
            continue;
          if (ShapedType::isDynamic(have) || have != want)
            return false;
          ++present;
        }
        return present == 0 || present == count;
      };
      while (k > 1 && !fits(k))
        --k;
      continue;
    }
    auto structured = dyn_cast<StructuredOpInterface>(op);
    if (!structured || structured.getReductionCombiner())
      return 1;
    for (Value operand : op.getOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
        if (type.getRank() != int64_t(rank))
          return 1;
  }
  return k;
}
