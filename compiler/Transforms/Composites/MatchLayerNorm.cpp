//===- MatchLayerNorm.cpp - (x - mean) / deviation, scaled and shifted ----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Composites/Patterns.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
/// x normalised along the dimensions from `dim` on.
struct Normalised {
  Value input;
  int64_t dim;
  double epsilon;
  bool rms;
};
} // namespace

/// The argument of a square: v * v or v ^ 2.
static Value squareRoot(Value value) {
  if (auto multiply = value.getDefiningOp<MulOp>())
    return multiply.getLhs() == multiply.getRhs() ? multiply.getLhs() : Value();
  if (auto power = value.getDefiningOp<PowOp>())
    return isSplatNear(power.getRhs(), 2.0) ? power.getLhs() : Value();
  return {};
}

/// `centred` divided by the root of its mean square plus epsilon. The deviation
/// may have been spread before or after each of its steps.
static std::optional<Normalised> matchNormal(Value value) {
  Value centred, deviation;
  bool inverse = false;
  if (auto divide = value.getDefiningOp<DivOp>()) {
    centred = divide.getLhs();
    deviation = divide.getRhs();
  } else if (auto multiply = value.getDefiningOp<MulOp>()) {
    // Which side is the inverse deviation shows below.
    for (auto [a, b] :
         {std::pair<Value, Value>{multiply.getLhs(), multiply.getRhs()},
          std::pair<Value, Value>{multiply.getRhs(), multiply.getLhs()}}) {
      Value source = lookThroughSpread(b).source;
      if (source.getDefiningOp<RsqrtOp>() ||
          source.getDefiningOp<ReciprocalOp>() ||
          source.getDefiningOp<DivOp>()) {
        centred = a;
        deviation = b;
        inverse = true;
        break;
      }
    }
  }
  if (!centred)
    return std::nullopt;
  // Down to variance + epsilon, keeping track of the dimensions.
  Spread at = lookThroughSpread(deviation);
  auto step = [&](Value operand) {
    Spread inner = lookThroughSpread(operand);
    for (int64_t &d : inner.dims)
      d = at.dims[d];
    at = inner;
  };
  if (inverse) {
    if (auto rsqrt = at.source.getDefiningOp<RsqrtOp>()) {
      step(rsqrt.getInput());
    } else {
      if (auto reciprocal = at.source.getDefiningOp<ReciprocalOp>())
        step(reciprocal.getInput());
      else if (auto divide = at.source.getDefiningOp<DivOp>();
               divide && isSplatNear(divide.getLhs(), 1.0))
        step(divide.getRhs());
      else
        return std::nullopt;
      auto root = at.source.getDefiningOp<SqrtOp>();
      if (!root)
        return std::nullopt;
      step(root.getInput());
    }
  } else {
    auto root = at.source.getDefiningOp<SqrtOp>();
    if (!root)
      return std::nullopt;
    step(root.getInput());
  }
  auto sum = matchWithNumber<AddOp>(at.source);
  if (!sum)
    return std::nullopt;
  double epsilon = sum->number;
  std::optional<SpreadReduction> variance = matchMean(sum->value);
  if (!variance)
    return std::nullopt;
  // The mean's own dimensions were matched against the reduced tensor with or
  // without its units; where they ended up is what `at` knows.
  step(sum->value);
  Value squared = squareRoot(variance->input);
  if (squared != centred)
    return std::nullopt;
  int64_t rank = tensorType(centred).getRank();
  int64_t dim = rank - int64_t(variance->dims.size());
  for (auto [i, d] : llvm::enumerate(variance->dims))
    if (d != dim + int64_t(i))
      return std::nullopt;
  // The statistics must have come back to the leading dimensions.
  for (auto [i, d] : llvm::enumerate(at.dims))
    if (int64_t(i) < dim && d != int64_t(i))
      return std::nullopt;
  if (auto subtract = centred.getDefiningOp<SubOp>()) {
    std::optional<SpreadReduction> mean = matchMean(subtract.getRhs());
    if (mean && mean->input == subtract.getLhs() &&
        mean->dims == variance->dims)
      return Normalised{subtract.getLhs(), dim, epsilon, false};
  }
  return Normalised{centred, dim, epsilon, true};
}

/// A parameter of the normalised dimensions, repeated over the leading ones.
/// Null if it varies along a leading dimension.
static Value parameterOf(PatternRewriter &rewriter, Location loc, Value value,
                         RankedTensorType type, int64_t dim) {
  Spread spread = lookThroughSpread(value);
  ArrayRef<int64_t> inner = type.getShape().drop_front(dim);
  auto wanted = RankedTensorType::get(inner, type.getElementType());
  if (!wanted.hasStaticShape())
    return {};
  // Extents of 1 in front are no variation.
  RankedTensorType have = tensorType(spread.source);
  SmallVector<int64_t> dims, shape;
  for (auto [i, d] : llvm::enumerate(spread.dims)) {
    if (d < dim && have.getDimSize(i) != 1)
      return {};
    if (d < dim)
      continue;
    dims.push_back(d - dim);
    shape.push_back(have.getDimSize(i));
  }
  auto reduced = RankedTensorType::get(shape, type.getElementType());
  if (!reduced.hasStaticShape())
    return {};
  Value parameter = spread.source;
  if (parameter.getType() != reduced)
    parameter =
        rewriter.createOrFold<ReshapeOp>(loc, reduced, parameter, ValueRange());
  if (reduced == wanted)
    return parameter;
  return rewriter.createOrFold<BroadcastOp>(loc, wanted, parameter, dims,
                                            ValueRange());
}

static Value buildNorm(PatternRewriter &rewriter, Operation *op,
                       const Normalised &normal, Value scale, Value bias) {
  RankedTensorType type = tensorType(normal.input);
  Type element = type.getElementType();
  Type statistic = element.isF64() ? element : Type(rewriter.getF32Type());
  auto outer =
      RankedTensorType::get(type.getShape().take_front(normal.dim), statistic);
  auto norm = LayerNormOp::create(
      rewriter, op->getLoc(), TypeRange{type, outer, outer}, normal.input,
      scale, bias, normal.dim, APFloat(normal.epsilon), normal.rms);
  return norm.getResult();
}

namespace {
/// normalised * scale  ->  layer_norm
struct MatchLayerNorm : OpRewritePattern<MulOp> {
  MatchLayerNorm(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern(context), count(count) {}

  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<FloatType>(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "not of floats");
    for (auto [a, b] : {std::pair<Value, Value>{op.getLhs(), op.getRhs()},
                        std::pair<Value, Value>{op.getRhs(), op.getLhs()}}) {
      std::optional<Normalised> normal = matchNormal(a);
      if (!normal)
        continue;
      Value scale = parameterOf(rewriter, op.getLoc(), b,
                                tensorType(normal->input), normal->dim);
      if (!scale)
        return rewriter.notifyMatchFailure(
            op, "the scale varies along the leading dimensions");
      rewriter.replaceOp(op, buildNorm(rewriter, op, *normal, scale, Value()));
      ++count;
      return success();
    }
    return rewriter.notifyMatchFailure(op,
                                       "no factor is divided by its deviation");
  }
  Pass::Statistic &count;
};

/// layer_norm + bias  ->  layer_norm with the bias
struct AddLayerNormBias : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    for (auto [a, b] : {std::pair<Value, Value>{op.getLhs(), op.getRhs()},
                        std::pair<Value, Value>{op.getRhs(), op.getLhs()}}) {
      auto norm = a.getDefiningOp<LayerNormOp>();
      if (!norm || norm.getBias() || a != norm.getResult())
        continue;
      if (!norm->hasOneUse())
        return rewriter.notifyMatchFailure(op,
                                           "the norm without bias is used too");
      Value bias = parameterOf(rewriter, op.getLoc(), b,
                               tensorType(norm.getInput()), norm.getDim());
      if (!bias)
        continue;
      auto whole =
          LayerNormOp::create(rewriter, op.getLoc(), norm.getResultTypes(),
                              norm.getInput(), norm.getScale(), bias,
                              norm.getDim(), norm.getEpsilon(), norm.getRms());
      rewriter.replaceOp(op, whole.getResult());
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "adds no parameter to a norm without bias");
  }
};
} // namespace

void mlc::populateLayerNormPatterns(RewritePatternSet &patterns,
                                    Pass::Statistic &count) {
  patterns.add<MatchLayerNorm>(patterns.getContext(), count);
  patterns.add<AddLayerNormBias>(patterns.getContext());
}
