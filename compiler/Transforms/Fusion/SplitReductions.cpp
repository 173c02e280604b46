//===- SplitReductions.cpp - Let products begin the reductions behind them
//-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %c = dot_general %a, %b                %c = dot_general %a, %b
//   %r = reduce sum %c dims = [1]    ->    %p = reduce_blocks sum %c dim = 1 ..
//                                          %r = reduce sum %p dims = [1]
//
// The kernel of the product makes the parts %p while its results are in
// registers (see Cluster::addParts); what is left to read is 1/32 or 1/64 of
// them. Parts are combined in order, so the result depends on nothing but the
// shape.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/EpilogueParts.h"
#include "compiler/Transforms/Fusion/Passes.h"
#include "dialects/Check/IR/Check.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-split-reductions"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "compiler/Transforms/Fusion/Passes.h.inc"
} // namespace mlc

/// Users followed before a row kernel is taken for granted.
static constexpr size_t kFarthest = 256;

namespace {
class SplitReductionsPass
    : public mlc::impl::SplitReductionsPassBase<SplitReductionsPass> {
  void runOnOperation() override;
};
} // namespace

/// The product whose epilogue computes `value`: itself, or through pointwise
/// ops of one use and one shape.
static Operation *productBehind(Value value) {
  for (unsigned steps = 0; steps < 16; ++steps) {
    Operation *op = value.getDefiningOp();
    auto facts = dyn_cast_or_null<FusionOpInterface>(op);
    if (!facts || facts.runsOnHost())
      return nullptr;
    if (facts.getAnchorKind() != AnchorKind::None)
      return op;
    if (!isPointwise(op))
      return nullptr;
    Value next;
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      Operation *defining = operand.getDefiningOp();
      auto producer = dyn_cast_or_null<FusionOpInterface>(defining);
      bool leads = producer && operand.hasOneUse() && type &&
                   type.getShape() == tensorType(op->getResult(0)).getShape() &&
                   (isPointwise(defining) ||
                    producer.getAnchorKind() != AnchorKind::None);
      if (leads && !next)
        next = operand;
    }
    if (!next)
      return nullptr;
    value = next;
  }
  return nullptr;
}

/// Whether what follows from the reduction meets the reduced tensor again: that
/// is a norm or a softmax, which one kernel computes row by row.
static bool isOfRowKernel(ReduceOp reduce) {
  llvm::SmallPtrSet<Operation *, 32> seen;
  SmallVector<Operation *> work = {reduce};
  while (!work.empty()) {
    if (seen.size() > kFarthest)
      return true;
    for (Operation *user : work.pop_back_val()->getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>())
        continue;
      if (llvm::is_contained(user->getOperands(), reduce.getInput()))
        return true;
      if (seen.insert(user).second)
        work.push_back(user);
    }
  }
  return false;
}

static bool split(ReduceOp reduce, StringRef &why) {
  Value input = reduce.getInput();
  RankedTensorType type = tensorType(input);
  Operation *product = productBehind(input);
  if (!product) {
    why = "reduces no product";
    return false;
  }
  int64_t rank = type.getRank();
  std::optional<int64_t> dim;
  for (int64_t d : {rank - 1, rank - 2})
    if (!dim && llvm::is_contained(reduce.getDims(), d) &&
        partOf(product, type, d))
      dim = d;
  if (!dim) {
    why = "runs along neither rows nor columns of a product with parts";
    return false;
  }
  if (isOfRowKernel(reduce)) {
    why = "belongs to a kernel over rows";
    return false;
  }
  OpBuilder b(reduce);
  check::OriginScope origin(b, reduce);
  SmallVector<int64_t> shape(type.getShape());
  int64_t block = *partOf(product, type, *dim);
  if (!type.isDynamicDim(*dim))
    shape[*dim] = llvm::divideCeil(shape[*dim], block);
  Value parts =
      ReduceBlocksOp::create(b, reduce.getLoc(), type.clone(shape),
                             reduce.getCombiner(), input, *dim, block);
  reduce.getInputMutable().assign(parts);
  return true;
}

void SplitReductionsPass::runOnOperation() {
  SmallVector<ReduceOp> work;
  getOperation().walk([&](ReduceOp op) { work.push_back(op); });
  for (ReduceOp reduce : work) {
    StringRef why;
    if (split(reduce, why))
      ++numSplit;
    else
      LDBG() << "not split: " << reduce << ": it " << why;
  }
}
