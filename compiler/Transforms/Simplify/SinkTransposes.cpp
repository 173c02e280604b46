//===- SinkTransposes.cpp - Transposes move down to where they cancel -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"
#include "dialects/Graph/IR/OpBuilding.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static SmallVector<int64_t> inverted(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> inverse(permutation.size());
  for (auto [i, d] : llvm::enumerate(permutation))
    inverse[d] = i;
  return inverse;
}

/// A value that costs nothing to transpose: one number in every element.
static Value transposedForFree(ImplicitLocOpBuilder &b, Value value,
                               ArrayRef<int64_t> permutation) {
  if (!splatOf(value))
    return {};
  Spread spread = lookThroughSpread(value);
  RankedTensorType have = tensorType(spread.source);
  if (!have.hasStaticShape())
    return {};
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), value), moved;
  for (int64_t d : permutation)
    moved.push_back(extents[d]);
  if (have.getNumElements() != 1) { // a splat tensor itself
    auto constant = spread.source.getDefiningOp<ConstantOp>();
    auto dense =
        constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
    if (!dense || !dense.isSplat())
      return {};
    auto scalar = RankedTensorType::get({}, have.getElementType());
    return broadcastTo(b, ConstantOp::create(b, dense.resizeSplat(scalar)), {},
                       moved);
  }
  return broadcastTo(b, reshapeTo(b, spread.source, {}), {}, moved);
}

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
    for (Value operand : op->getOperands())
      if (auto transpose = operand.getDefiningOp<TransposeOp>()) {
        if (first && transpose.getPermutation() != first.getPermutation())
          return rewriter.notifyMatchFailure(
              op, "operands are transposed differently");
        first = first ? first : transpose;
        ++transposes;
      }
    if (!first)
      return rewriter.notifyMatchFailure(op, "no operand is transposed");
    bool meets = leadsToTranspose(op);
    if (!meets && transposes < 2)
      return rewriter.notifyMatchFailure(op, "no transpose would cancel");
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    SmallVector<int64_t> inverse = inverted(first.getPermutation());
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (auto transpose = operand.getDefiningOp<TransposeOp>()) {
        if (!transpose->hasOneUse() && !meets)
          return rewriter.notifyMatchFailure(op,
                                             "a transpose is needed elsewhere");
        operands.push_back(transpose.getInput());
      } else if (Value free = transposedForFree(b, operand, inverse)) {
        operands.push_back(free);
      } else {
        return rewriter.notifyMatchFailure(
            op, "an operand would have to be transposed");
      }
    }
    RankedTensorType type = tensorType(op->getResult(0));
    SmallVector<int64_t> shape;
    for (int64_t d : inverse)
      shape.push_back(type.getDimSize(d));
    OperationState state(op->getLoc(), op->getName(), operands,
                         {type.clone(shape)},
                         op->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *inner = rewriter.create(state);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, type, inner->getResult(0),
                                             first.getPermutation());
    return success();
  }
};
} // namespace

void mlc::populateTransposePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkTranspose>(patterns.getContext());
}
