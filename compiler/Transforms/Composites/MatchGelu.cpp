//===- MatchGelu.cpp - x times the normal distribution function -----------===//
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

static constexpr double kInverseSqrt2 = 0.70710678118654752440;
static constexpr double kSqrt2OverPi = 0.79788456080286535588;
static constexpr double kCubic = 0.044715;

/// erf(x / sqrt 2)
static bool isErfOf(Value value, Value x, Type element) {
  auto erf = value.getDefiningOp<ErfOp>();
  if (!erf)
    return false;
  Factors scaled = factorsOf(erf.getInput());
  return scaled.take(x) && scaled.values.empty() &&
         isNear(scaled.number, kInverseSqrt2, element);
}

/// x + 0.044715 x^3, or x (1 + 0.044715 x^2) as factors of a product.
static bool isCubicOf(Factors factors, Value x, Type element) {
  if (!isNear(factors.number, kSqrt2OverPi, element))
    return false;
  bool outer = factors.take(x); // x (1 + c x^2)
  if (factors.values.size() != 1)
    return false;
  auto sum = factors.values[0].getDefiningOp<AddOp>();
  if (!sum)
    return false;
  for (auto [linear, power] :
       {std::pair<Value, Value>{sum.getLhs(), sum.getRhs()},
        std::pair<Value, Value>{sum.getRhs(), sum.getLhs()}}) {
    if (outer ? !isSplatNear(linear, 1.0) : linear != x)
      continue;
    Factors cube = factorsOf(power);
    bool powers = cube.take(x) && cube.take(x) && (outer || cube.take(x));
    if (powers && cube.values.empty() && isNear(cube.number, kCubic, element))
      return true;
  }
  return false;
}

/// tanh(sqrt(2 / pi) (x + 0.044715 x^3))
static bool isTanhOf(Value value, Value x, Type element) {
  auto tanh = value.getDefiningOp<TanhOp>();
  return tanh && isCubicOf(factorsOf(tanh.getInput()), x, element);
}

namespace {
/// 0.5 x (1 + erf(x / sqrt 2)) in any order of its factors  ->  gelu x
struct MatchGelu : OpRewritePattern<MulOp> {
  MatchGelu(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern(context), count(count) {}

  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!isa<FloatType>(element))
      return rewriter.notifyMatchFailure(op, "not of floats");
    Factors factors = factorsOf(op.getResult());
    if (factors.values.size() != 2)
      return rewriter.notifyMatchFailure(
          op, "not a product of two values and a number");
    for (unsigned i : {0u, 1u}) {
      Value x = factors.values[i];
      auto sum = matchWithNumber<AddOp>(factors.values[1 - i]);
      if (!sum)
        continue;
      // 0.5 (1 + f) or 0.5 + 0.5 f: the factor of f as well as the number must
      // come to a half.
      Factors function = factorsOf(sum->value);
      if (function.values.size() != 1 ||
          !isNear(factors.number * sum->number, 0.5, element) ||
          !isNear(factors.number * function.number, 0.5, element))
        continue;
      std::optional<GeluKind> kind;
      if (isErfOf(function.values[0], x, element))
        kind = GeluKind::Erf;
      else if (isTanhOf(function.values[0], x, element))
        kind = GeluKind::Tanh;
      if (!kind)
        continue;
      rewriter.replaceOpWithNewOp<GeluOp>(op, op.getType(), *kind, x);
      ++count;
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "no factor is one plus erf or tanh of the other");
  }
  Pass::Statistic &count;
};
} // namespace

void mlc::populateGeluPatterns(RewritePatternSet &patterns,
                               Pass::Statistic &count) {
  patterns.add<MatchGelu>(patterns.getContext(), count);
}
