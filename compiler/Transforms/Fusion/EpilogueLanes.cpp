//===- EpilogueLanes.cpp - What runs on the lanes of an epilogue ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/EpilogueLanes.h"

#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Neighbours of packed elements share bytes.
static bool hasWholeBytes(Value operand) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return true; // an extent or a position
  Type element = type.getElementType();
  return element.isInteger(1) ||
         (element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8);
}

bool mlc::runsOnLanes(Operation *op) {
  if (!llvm::all_of(op->getOperands(), hasWholeBytes))
    return false;
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    // One element for all lanes, or one each: known for the last dimension only
    // where its extent is.
    RankedTensorType from = tensorType(broadcast.getInput());
    RankedTensorType to = tensorType(broadcast.getResult());
    if (broadcast.getDims().empty() ||
        broadcast.getDims().back() != to.getRank() - 1)
      return true;
    return !from.isDynamicDim(from.getRank() - 1) &&
           !to.isDynamicDim(to.getRank() - 1);
  }
  if (auto slice = dyn_cast<SliceOp>(op))
    return slice.getSteps().empty() || slice.getSteps().back() == 1;
  return isPointwise(op) && isa<StructuredOpInterface>(op);
}
