//===- MatchSoftmax.cpp - exp(x - max) / sum ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Composites/Patterns.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
/// The argument of an exponential without the subtracted maximum along `dim`.
/// Subtracting anything else along the dimension cancels just as well, but only
/// the maximum is known not to lose precision, so only that is accepted.
Value withoutMaximum(Value shifted, int64_t dim) {
  auto subtract = shifted.getDefiningOp<SubOp>();
  if (!subtract)
    return shifted;
  std::optional<SpreadReduction> top =
      matchReduction(lookThroughSpread(subtract.getRhs()), Combiner::Max);
  if (!top || top->input != subtract.getLhs() ||
      top->dims != ArrayRef<int64_t>{dim})
    return shifted;
  return subtract.getLhs();
}

/// exp(x - max x) / sum exp(x - max x)  ->  softmax x
struct MatchSoftmax : OpRewritePattern<DivOp> {
  MatchSoftmax(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern(context), count(count) {}

  LogicalResult matchAndRewrite(DivOp op,
                                PatternRewriter &rewriter) const override {
    auto power = op.getLhs().getDefiningOp<ExpOp>();
    if (!power)
      return rewriter.notifyMatchFailure(op, "no exponential is divided");
    std::optional<SpreadReduction> sum =
        matchReduction(lookThroughSpread(op.getRhs()), Combiner::Sum);
    if (!sum || sum->input != op.getLhs())
      return rewriter.notifyMatchFailure(
          op, "not divided by the exponential's sum");
    if (sum->dims.size() != 1)
      return rewriter.notifyMatchFailure(op,
                                         "sums over more than one dimension");
    int64_t dim = sum->dims[0];
    rewriter.replaceOpWithNewOp<SoftmaxOp>(
        op, op.getType(), withoutMaximum(power.getInput(), dim), dim, false);
    ++count;
    return success();
  }
  Pass::Statistic &count;
};

/// (x - max x) - log sum exp(x - max x)  ->  log softmax x
struct MatchLogSoftmax : OpRewritePattern<SubOp> {
  MatchLogSoftmax(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern(context), count(count) {}

  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    Spread spread = lookThroughSpread(op.getRhs());
    auto logarithm = spread.source.getDefiningOp<LogOp>();
    if (!logarithm)
      return rewriter.notifyMatchFailure(op, "no logarithm is subtracted");
    Spread inner = lookThroughSpread(logarithm.getInput());
    for (int64_t &d : inner.dims)
      d = spread.dims[d];
    std::optional<SpreadReduction> sum = matchReduction(inner, Combiner::Sum);
    if (!sum || sum->dims.size() != 1)
      return rewriter.notifyMatchFailure(
          op, "not the logarithm of a sum along one dimension");
    auto power = sum->input.getDefiningOp<ExpOp>();
    if (!power || power.getInput() != op.getLhs())
      return rewriter.notifyMatchFailure(
          op, "the sum is not of exponentials of what it is taken from");
    int64_t dim = sum->dims[0];
    rewriter.replaceOpWithNewOp<SoftmaxOp>(
        op, op.getType(), withoutMaximum(op.getLhs(), dim), dim, true);
    ++count;
    return success();
  }
  Pass::Statistic &count;
};
} // namespace

void mlc::populateSoftmaxPatterns(RewritePatternSet &patterns,
                                  Pass::Statistic &count) {
  patterns.add<MatchSoftmax, MatchLogSoftmax>(patterns.getContext(), count);
}
