//===- FoldIdentities.cpp - Ops that give an operand back -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each law holds for every bit pattern: adding +0 is none, because -0 + +0 is
// +0, but subtracting it is.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static bool isReal(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

/// Neutral on the right: x op n = x. The exact number, not one near it.
static bool isNeutral(MulOp, double n) { return n == 1; }
static bool isNeutral(DivOp, double n) { return n == 1; }
static bool isNeutral(PowOp, double n) { return n == 1; }
static bool isNeutral(AddOp op, double n) {
  return n == 0 && (!isReal(op.getLhs()) || std::signbit(n));
}
static bool isNeutral(SubOp op, double n) {
  return n == 0 && (!isReal(op.getLhs()) || !std::signbit(n));
}
static bool isNeutral(MaxOp op, double n) {
  return isReal(op.getLhs()) && n == -HUGE_VAL;
}
static bool isNeutral(MinOp op, double n) {
  return isReal(op.getLhs()) && n == HUGE_VAL;
}

namespace {
/// x op neutral = x; for commutative ops on either side.
template <typename Op>
struct DropNeutral : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<std::pair<Value, Value>> sides{{op.getLhs(), op.getRhs()}};
    if (op->template hasTrait<OpTrait::IsCommutative>())
      sides.push_back({op.getRhs(), op.getLhs()});
    for (auto [kept, number] : sides)
      if (std::optional<double> n = splatOf(number); n && isNeutral(op, *n)) {
        rewriter.replaceOp(op, kept);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "no operand is the neutral element");
  }
};

/// f(f(x)) = x
template <typename Op>
struct CancelTwice : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().template getDefiningOp<Op>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is not the same op");
    rewriter.replaceOp(op, inner.getInput());
    return success();
  }
};

/// f(f(x)) = f(x)
template <typename Op>
struct DropSecond : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getInput().template getDefiningOp<Op>())
      return rewriter.notifyMatchFailure(op, "operand is not the same op");
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

/// x op x = x
template <typename Op>
struct DropEqual : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return rewriter.notifyMatchFailure(op, "operands differ");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

/// select(p, x, x) = x; a constant p chooses.
struct FoldSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    Value chosen;
    if (op.getOnTrue() == op.getOnFalse())
      chosen = op.getOnTrue();
    else if (std::optional<double> p = splatOf(op.getPred()))
      chosen = *p != 0 ? op.getOnTrue() : op.getOnFalse();
    if (!chosen || chosen.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the choice is made at run time");
    rewriter.replaceOp(op, chosen);
    return success();
  }
};

/// Reversing the same dimensions twice.
struct CancelReverses : OpRewritePattern<ReverseOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReverseOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReverseOp>();
    if (!inner || inner.getDims() != op.getDims())
      return rewriter.notifyMatchFailure(
          op, "operand does not reverse the same dimensions");
    rewriter.replaceOp(op, inner.getInput());
    return success();
  }
};
} // namespace

/// Whether every value of `from` is one of `to`.
static bool holds(Type from, Type to) {
  auto a = dyn_cast<FloatType>(from), b = dyn_cast<FloatType>(to);
  if (a && b)
    return a.getWidth() < b.getWidth() &&
           b.getWidth() >= 32; // f16, bf16, f8 in f32
  auto i = dyn_cast<IntegerType>(from), j = dyn_cast<IntegerType>(to);
  auto isUnsigned = [](IntegerType type) {
    return type.isUnsigned() || type.getWidth() == 1;
  };
  if (i && j)
    return isUnsigned(i) ? i.getWidth() < j.getWidth()
                         : !isUnsigned(j) && i.getWidth() < j.getWidth();
  if (i && b) // integers of a float's precision
    return i.getWidth() < b.getFPMantissaWidth();
  return false;
}

namespace {
/// cast(cast(x)) = x where the type between holds every value of x.
struct CancelCasts : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<CastOp>();
    if (!inner || inner.getInput().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "does not cast back");
    if (!holds(getElementTypeOrSelf(op.getType()),
               getElementTypeOrSelf(inner.getType())))
      return rewriter.notifyMatchFailure(op, "the type between loses values");
    rewriter.replaceOp(op, inner.getInput());
    return success();
  }
};
} // namespace

void mlc::populateIdentityPatterns(RewritePatternSet &patterns) {
  patterns.add<DropNeutral<MulOp>, DropNeutral<DivOp>, DropNeutral<PowOp>,
               DropNeutral<AddOp>, DropNeutral<SubOp>, DropNeutral<MaxOp>,
               DropNeutral<MinOp>, CancelTwice<NegOp>, CancelTwice<NotOp>,
               DropSecond<AbsOp>, DropSecond<FloorOp>, DropSecond<CeilOp>,
               DropSecond<RoundEvenOp>, DropSecond<TruncOp>, DropSecond<SignOp>,
               DropEqual<MaxOp>, DropEqual<MinOp>, DropEqual<AndOp>,
               DropEqual<OrOp>, FoldSelect, CancelReverses, CancelCasts>(
      patterns.getContext());
}
