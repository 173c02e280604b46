//===- FoldBatchNorm.cpp - Channel scales go into the convolution ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A batch norm of constant statistics is a scale and a shift per channel:
//   batch_norm(x) = x f + s,  f = scale / sqrt(variance + e),  s = bias - mean
//   f conv(x, w) f = conv(x, w f),  (y + c) f = y f + c f
// The new vectors and filters are emitted as ops on constants, which
// mlc-fold-constants computes with the reference interpreter.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"
#include "dialects/Graph/IR/TensorMath.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Made of constants alone, through a few ops.
static bool isConstant(Value value, unsigned depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || !depth)
    return false;
  if (isa<ConstantOp>(op))
    return true;
  if (!isa<GraphDialect>(op->getDialect()) || !isPure(op) ||
      op->getNumOperands() == 0)
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isa<RankedTensorType>(operand.getType()) &&
           isConstant(operand, depth - 1);
  });
}

/// Whether `value` repeats a constant vector along channels (dimension 1), or a
/// number. Asked before anything is built: a pattern that fails after building
/// would be tried for ever.
static bool isChannelVector(Value value, int64_t channels) {
  Spread spread = lookThroughSpread(value);
  if (!isConstant(spread.source))
    return false;
  RankedTensorType have = tensorType(spread.source);
  // All its elements must lie along dimension 1.
  int64_t elements = 1;
  for (auto [i, d] : llvm::enumerate(spread.dims)) {
    if (d != 1 && have.getDimSize(i) != 1)
      return false;
    if (d == 1)
      elements = have.getDimSize(i);
  }
  return have.hasStaticShape() && (elements == 1 || elements == channels);
}

/// That vector, with a number as a vector too.
static Value channelVector(ImplicitLocOpBuilder &b, Value value,
                           int64_t channels) {
  Spread spread = lookThroughSpread(value);
  if (tensorType(spread.source).getNumElements() == channels)
    return reshapeTo(b, spread.source, {b.getIndexAttr(channels)});
  return broadcastTo(b, reshapeTo(b, spread.source, {}), {},
                     {b.getIndexAttr(channels)});
}

/// Repeats a vector along channels. Extents of a convolution come from its
/// operands, so that asking for them is no use of it.
static Value alongChannels(ImplicitLocOpBuilder &b, Value vector, Value like) {
  if (auto convolution = like.getDefiningOp<ConvolutionOp>()) {
    ReifiedRankedShapedTypeDims dims;
    if (succeeded(convolution.reifyResultShapes(b, dims)))
      return broadcastTo(b, vector, {1}, dims[0]);
  }
  return broadcastLike(b, vector, {1}, like);
}

/// Used by one op besides those that ask for extents.
static bool usedOnce(Value value) {
  return llvm::count_if(value.getUsers(), [](Operation *user) {
           return !isa<tensor::DimOp>(user);
         }) == 1;
}

/// A convolution of a constant filter with static channels that only `user`
/// sees.
static ConvolutionOp soleConvolution(Value value) {
  auto convolution = value.getDefiningOp<ConvolutionOp>();
  if (!convolution || !usedOnce(value) ||
      !isConstant(convolution.getFilter()) ||
      tensorType(convolution.getFilter()).isDynamicDim(0) ||
      !isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return {};
  return convolution;
}

namespace {
/// batch_norm of constants = x f + s
struct BatchNormAsAffine : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BatchNormOp op,
                                PatternRewriter &rewriter) const override {
    for (Value value :
         {op.getScale(), op.getBias(), op.getMean(), op.getVariance()})
      if (!isConstant(value))
        return rewriter.notifyMatchFailure(op,
                                           "its statistics are not constant");
    auto element =
        cast<FloatType>(getElementTypeOrSelf(op.getInput().getType()));
    if (element.getWidth() < 32)
      return rewriter.notifyMatchFailure(
          op, "narrow floats keep their wide statistics");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Expr variance(b, op.getVariance());
    Expr factor = Expr(b, op.getScale()) *
                  (variance + op.getEpsilon().convertToDouble()).rsqrt();
    Expr shift = Expr(b, op.getBias()) - Expr(b, op.getMean()) * factor;
    Expr x(b, op.getInput());
    Expr result = x * Expr(b, alongChannels(b, factor, x)) +
                  Expr(b, alongChannels(b, shift, x));
    rewriter.replaceOp(op, retype(b, result, op.getType()));
    return success();
  }
};

/// conv(x, w) f = conv(x, w f);  (conv(x, w) + c) f = conv(x, w f) + c f
struct ScaleIntoFilter : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    for (auto [y, f] : {std::pair<Value, Value>{op.getLhs(), op.getRhs()},
                        std::pair<Value, Value>{op.getRhs(), op.getLhs()}}) {
      Value shift;
      ConvolutionOp convolution = soleConvolution(y);
      if (auto sum = y.getDefiningOp<AddOp>();
          !convolution && sum && usedOnce(sum)) {
        convolution = soleConvolution(sum.getLhs());
        shift = sum.getRhs();
        if (!convolution) {
          convolution = soleConvolution(sum.getRhs());
          shift = sum.getLhs();
        }
      }
      if (!convolution)
        continue;
      ImplicitLocOpBuilder b(op.getLoc(), rewriter);
      int64_t channels = tensorType(convolution.getFilter()).getDimSize(0);
      if (!isChannelVector(f, channels))
        return rewriter.notifyMatchFailure(
            op, "the factor is no constant per channel");
      if (shift && !isChannelVector(shift, channels))
        return rewriter.notifyMatchFailure(
            op, "the term before is no constant per channel");
      Value factor = channelVector(b, f, channels);
      Value bias = shift ? channelVector(b, shift, channels) : Value();
      Value filter = convolution.getFilter();
      Value scaled =
          MulOp::create(b, filter, broadcastLike(b, factor, {0}, filter));
      Value result = ConvolutionOp::create(
          b, convolution.getType(), convolution.getInput(), scaled,
          convolution.getStrides(), convolution.getLow(), convolution.getHigh(),
          convolution.getLhsDilation(), convolution.getRhsDilation(),
          convolution.getGroups());
      if (bias)
        result = AddOp::create(
            b, result,
            alongChannels(b, MulOp::create(b, bias, factor), result));
      rewriter.replaceOp(op, retype(b, result, op.getType()));
      return success();
    }
    return rewriter.notifyMatchFailure(op,
                                       "no factor is a convolution used once");
  }
};

/// (conv + c) + d = conv + (c + d)
struct MergeChannelTerms : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    for (auto [y, d] : {std::pair<Value, Value>{op.getLhs(), op.getRhs()},
                        std::pair<Value, Value>{op.getRhs(), op.getLhs()}}) {
      auto inner = y.getDefiningOp<AddOp>();
      if (!inner || !usedOnce(inner))
        continue;
      for (auto [product, c] :
           {std::pair<Value, Value>{inner.getLhs(), inner.getRhs()},
            std::pair<Value, Value>{inner.getRhs(), inner.getLhs()}}) {
        ConvolutionOp convolution = soleConvolution(product);
        if (!convolution)
          continue;
        ImplicitLocOpBuilder b(op.getLoc(), rewriter);
        int64_t channels = tensorType(convolution.getFilter()).getDimSize(0);
        if (!isChannelVector(c, channels) || !isChannelVector(d, channels))
          return rewriter.notifyMatchFailure(
              op, "a term is no constant per channel");
        Value sum = AddOp::create(b, channelVector(b, c, channels),
                                  channelVector(b, d, channels));
        rewriter.replaceOpWithNewOp<AddOp>(op, product,
                                           alongChannels(b, sum, product));
        return success();
      }
    }
    return rewriter.notifyMatchFailure(
        op, "adds nothing to a convolution with a bias");
  }
};
} // namespace

void mlc::populateBatchNormPatterns(RewritePatternSet &patterns) {
  patterns.add<BatchNormAsAffine, ScaleIntoFilter, MergeChannelTerms>(
      patterns.getContext());
}
