//===- FoldReorders.cpp - Reorders and channels-last ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/FoldReorders.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_FOLDREORDERSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// 0, last, 1, 2, ...: the last dimension becomes the channels.
static bool fromChannelsLast(TransposeOp op) {
  ArrayRef<int64_t> p = op.getPermutation();
  int64_t rank = p.size();
  if (rank < 3 || p[0] != 0 || p[1] != rank - 1)
    return false;
  for (int64_t d = 2; d < rank; ++d)
    if (p[d] != d - 1)
      return false;
  return true;
}

/// 0, 2, 3, ..., 1: the channels become the last dimension.
static bool toChannelsLast(TransposeOp op) {
  ArrayRef<int64_t> p = op.getPermutation();
  int64_t rank = p.size();
  if (rank < 3 || p[0] != 0 || p[rank - 1] != 1)
    return false;
  for (int64_t d = 1; d + 1 < rank; ++d)
    if (p[d] != d + 1)
      return false;
  return true;
}

bool mlc::foldsIntoReorder(Operation *op, int64_t block) {
  auto transpose = dyn_cast_or_null<TransposeOp>(op);
  if (!transpose)
    return false;
  int64_t channels = ShapedType::kDynamic;
  if (fromChannelsLast(transpose))
    channels = tensorType(transpose.getResult()).getDimSize(1);
  else if (toChannelsLast(transpose))
    channels = tensorType(transpose.getInput()).getDimSize(1);
  return !ShapedType::isDynamic(channels) && channels % block == 0;
}

/// The same permutation with lanes that stay the last dimension.
static SmallVector<int64_t> withLanes(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> longer(permutation);
  longer.push_back(permutation.size());
  return longer;
}

namespace {
struct TransposeThenReorder : OpRewritePattern<ToBlockedOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ToBlockedOp op,
                                PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    int64_t block = op.getBlock();
    if (op.getDim() != 1 || !transpose || !fromChannelsLast(transpose) ||
        !foldsIntoReorder(transpose, block))
      return rewriter.notifyMatchFailure(
          op, "does not follow a transpose of whole blocks from channels-last");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = transpose.getInput();
    SmallVector<OpFoldResult> extents = extentsOf(b, op.getLoc(), input);
    extents.back() =
        b.getIndexAttr(tensorType(input).getShape().back() / block);
    extents.push_back(b.getIndexAttr(block));
    Value view = reshapeTo(b, input, extents);
    rewriter.replaceOpWithNewOp<TransposeOp>(
        op, op.getResult().getType(), view,
        withLanes(transpose.getPermutation()));
    return success();
  }
};

struct ReorderThenTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto reorder = op.getInput().getDefiningOp<FromBlockedOp>();
    if (!reorder || !toChannelsLast(op))
      return rewriter.notifyMatchFailure(
          op, "is no transpose of a reorder to channels-last");
    Value blocked = reorder.getInput();
    int64_t block = tensorType(blocked).getShape().back();
    if (!foldsIntoReorder(op, block))
      return rewriter.notifyMatchFailure(op, "has channels in no whole blocks");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value turned =
        b.createOrFold<TransposeOp>(blocked, withLanes(op.getPermutation()));
    SmallVector<OpFoldResult> extents = extentsOf(b, op.getLoc(), turned);
    extents.pop_back();
    extents.back() = b.getIndexAttr(reorder.getChannels());
    rewriter.replaceOp(
        op, retype(b, reshapeTo(b, turned, extents), op.getResult().getType()));
    return success();
  }
};

class FoldReordersPass
    : public mlc::impl::FoldReordersPassBase<FoldReordersPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<TransposeThenReorder, ReorderThenTranspose>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
