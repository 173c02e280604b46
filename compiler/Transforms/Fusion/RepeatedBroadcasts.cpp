//===- RepeatedBroadcasts.cpp - A broadcast per reader --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/RepeatedBroadcasts.h"

#include "compiler/Transforms/Fusion/Cluster.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Whether a kernel of `op` computes its operands element by element.
static bool readsElements(Operation *op) {
  auto facts = dyn_cast<FusionOpInterface>(op);
  if (!facts || !belongsInKernel(op) ||
      facts.getAnchorKind() != AnchorKind::None)
    return false;
  auto structured = dyn_cast<StructuredOpInterface>(op);
  return isa<ElementOpInterface>(op) ||
         (structured && structured.getReductionCombiner());
}

/// Extents that were asked of the result are known without it.
static void answerExtents(BroadcastOp op) {
  RankedTensorType type = tensorType(op.getResult());
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> which = dim ? dim.getConstantIndex() : std::nullopt;
    if (!which || *which < 0 || *which >= type.getRank())
      continue;
    OpBuilder b(dim);
    Value extent =
        type.isDynamicDim(*which)
            ? op.getSizes()[type.getDynamicDimIndex(*which)]
            : arith::ConstantIndexOp::create(b, dim.getLoc(),
                                             type.getDimSize(*which));
    dim.getResult().replaceAllUsesWith(extent);
    dim.erase();
  }
}

RepeatedBroadcasts::RepeatedBroadcasts(Block &block) {
  // Last to first: the copies of a broadcast are readers of the one before it.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    auto broadcast = dyn_cast<BroadcastOp>(op);
    if (!broadcast || broadcast->hasOneUse() || !belongsInKernel(broadcast))
      continue;
    answerExtents(broadcast);
    llvm::SetVector<Operation *> readers;
    for (Operation *user : broadcast->getUsers())
      if (user->getBlock() == &block && readsElements(user))
        readers.insert(user);
    OpBuilder b(broadcast->getContext());
    b.setInsertionPointAfter(broadcast);
    for (Operation *reader : readers) {
      Operation *copy = b.clone(*broadcast);
      reader->replaceUsesOfWith(broadcast.getResult(), copy->getResult(0));
      originals[copy] = broadcast;
    }
    copied.insert(broadcast);
  }
}

bool RepeatedBroadcasts::takeBack(Operation *op) {
  if (auto found = originals.find(op); found != originals.end()) {
    op->getResult(0).replaceAllUsesWith(found->second.getResult());
    originals.erase(found);
  } else if (!copied.contains(op) || !op->use_empty()) {
    return false;
  }
  copied.erase(op);
  op->erase();
  return true;
}
