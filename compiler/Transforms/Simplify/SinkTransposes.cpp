//===- SinkTransposes.cpp - Transposes move down to where they cancel -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Simplify/BeforeTranspose.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Whether a transpose follows, directly or behind pointwise ops.
static bool leadsToTranspose(Operation *op, unsigned depth = 6) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<TransposeOp>(user) ||
           (depth && user->hasTrait<OpTrait::Elementwise>() &&
            leadsToTranspose(user, depth - 1));
  });
}

namespace {
/// f(transpose(x), ...) = transpose(f(x, ...)) where that meets another
/// transpose below or joins two above.
struct SinkTranspose : RewritePattern {
  SinkTranspose(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 ||
        op->getNumOperands() == 0)
      return failure(); // nearly every op: a reason each would drown the others
    TransposeOp first;
    unsigned transposes = 0;
    bool neededElsewhere = false;
    for (Value operand : op->getOperands())
      if (auto transpose = operand.getDefiningOp<TransposeOp>()) {
        if (first && transpose.getPermutation() != first.getPermutation())
          return rewriter.notifyMatchFailure(
              op, "operands are transposed differently");
        first = first ? first : transpose;
        ++transposes;
        neededElsewhere |= !transpose->hasOneUse();
      }
    if (!first)
      return rewriter.notifyMatchFailure(op, "no operand is transposed");
    bool meets = leadsToTranspose(op);
    if (!meets && transposes < 2)
      return rewriter.notifyMatchFailure(op, "no transpose would cancel");
    if (!meets && neededElsewhere)
      return rewriter.notifyMatchFailure(op, "a transpose is needed elsewhere");
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    Value inner = pointwiseBefore(b, op, first);
    if (!inner)
      return rewriter.notifyMatchFailure(
          op, "an operand would have to be transposed");
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op->getResult(0).getType(),
                                             inner, first.getPermutation());
    return success();
  }
};
} // namespace

void mlc::populateTransposePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkTranspose>(patterns.getContext());
}
