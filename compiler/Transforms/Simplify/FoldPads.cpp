//===- FoldPads.cpp - Zeros around a convolution are its pads -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
struct PadIntoConvolution : OpRewritePattern<ConvolutionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvolutionOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getInput().getDefiningOp<PadOp>();
    if (!pad)
      return rewriter.notifyMatchFailure(op, "input is not padded");
    if (pad.getMode() != PadMode::Constant || splatOf(pad.getValue()) != 0.0)
      return rewriter.notifyMatchFailure(op, "input is not padded with zeros");
    RankedTensorType from = tensorType(pad.getInput()),
                     to = tensorType(pad.getResult());
    SmallVector<int64_t> low(op.getLow()), high(op.getHigh());
    for (int64_t d = 0; d < from.getRank(); ++d) {
      int64_t before = pad.getStaticLow()[d];
      if (ShapedType::isDynamic(before))
        return rewriter.notifyMatchFailure(op, "a pad is computed at run time");
      if (d < 2) {
        // Batch and channels: their extents may be dynamic but must not change.
        if (before != 0 || from.getDimSize(d) != to.getDimSize(d))
          return rewriter.notifyMatchFailure(op,
                                             "batch or channels are padded");
        continue;
      }
      if (from.isDynamicDim(d) || to.isDynamicDim(d))
        return rewriter.notifyMatchFailure(
            op, "the high pad of a dynamic extent is unknown");
      int64_t after = to.getDimSize(d) - from.getDimSize(d) - before;
      // Pads lie outside the spread input, so they count undilated only.
      if (op.getLhsDilation()[d - 2] != 1)
        return rewriter.notifyMatchFailure(op, "the padded input is spread");
      // A cut (negative pad) would have to come before the convolution's own.
      if (before < 0 || after < 0 || low[d - 2] < 0 || high[d - 2] < 0)
        return rewriter.notifyMatchFailure(op,
                                           "a negative pad cuts elements off");
      low[d - 2] += before;
      high[d - 2] += after;
    }
    rewriter.replaceOpWithNewOp<ConvolutionOp>(
        op, op.getType(), pad.getInput(), op.getFilter(), op.getStrides(), low,
        high, op.getLhsDilation(), op.getRhsDilation(), op.getGroups());
    return success();
  }
};
} // namespace

void mlc::populatePadPatterns(RewritePatternSet &patterns) {
  patterns.add<PadIntoConvolution>(patterns.getContext());
}
