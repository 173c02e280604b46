//===- MatchAttention.cpp - softmax(scale * Q K^T + mask) V ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Composites/Patterns.h"
#include "dialects/Graph/IR/OpBuilding.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// A batched product of two matrices per head: B x H x M x K by B x H x K x N,
/// or by B x H x N x K (`transposed`).
static bool isHeadProduct(DotGeneralOp op, bool &transposed) {
  auto is = [](ArrayRef<int64_t> list, std::initializer_list<int64_t> want) {
    return list == ArrayRef<int64_t>(want);
  };
  if (!op || tensorType(op.getLhs()).getRank() != 4 ||
      tensorType(op.getRhs()).getRank() != 4)
    return false;
  if (!is(op.getLhsBatch(), {0, 1}) || !is(op.getRhsBatch(), {0, 1}) ||
      !is(op.getLhsContract(), {3}) || op.getRhsContract().size() != 1)
    return false;
  transposed = op.getRhsContract()[0] == 3;
  return transposed || op.getRhsContract()[0] == 2;
}

/// The tensor whose last two dimensions `value` exchanges; batch and head may
/// have been one dimension meanwhile, of a batch of one.
static Value untransposed(PatternRewriter &rewriter, Location loc,
                          Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (auto reshape = value.getDefiningOp<ReshapeOp>()) {
    ArrayRef<int64_t> shape = tensorType(value).getShape();
    transpose = reshape.getInput().getDefiningOp<TransposeOp>();
    if (shape.front() != 1 ||
        tensorType(reshape.getInput()).getShape() != shape.drop_front())
      return {};
  }
  if (!transpose)
    return {};
  SmallVector<int64_t> permutation(transpose.getPermutation());
  std::swap(permutation.end()[-2], permutation.end()[-1]);
  Value before = rewriter.createOrFold<TransposeOp>(loc, transpose.getInput(),
                                                    permutation);
  SmallVector<OpFoldResult> extents = extentsOf(rewriter, loc, before);
  if (extents.size() == 3)
    extents.insert(extents.begin(), rewriter.getIndexAttr(1));
  ImplicitLocOpBuilder b(loc, rewriter);
  return reshapeTo(b, before, extents);
}

/// A number that scales the value, taken off it; products with numbers only.
static Value withoutScale(Value value, double &scale) {
  while (true) {
    if (auto times = matchWithNumber<MulOp>(value)) {
      scale *= times->number;
      value = times->value;
    } else if (auto divide = value.getDefiningOp<DivOp>();
               divide && splatOf(divide.getRhs())) {
      scale /= *splatOf(divide.getRhs());
      value = divide.getLhs();
    } else {
      return value;
    }
  }
}

/// The mask without dimensions it is repeated along in front, if the others are
/// the last ones in order; else the mask as it is.
static Value smallMask(Value mask) {
  Spread spread = lookThroughSpread(mask);
  int64_t rank = spread.dims.size();
  for (auto [i, d] : llvm::enumerate(spread.dims))
    if (d != 4 - rank + int64_t(i))
      return mask;
  return spread.source;
}

namespace {
struct MatchAttention : OpRewritePattern<DotGeneralOp> {
  MatchAttention(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern(context), count(count) {}

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    bool valueTransposed = false, keyTransposed = false;
    if (!isHeadProduct(op, valueTransposed))
      return rewriter.notifyMatchFailure(op,
                                         "not a product per batch and head");
    auto softmax = op.getLhs().getDefiningOp<SoftmaxOp>();
    if (!softmax || softmax.getDim() != 3 || softmax.getLogarithm())
      return rewriter.notifyMatchFailure(
          op, "lhs is no softmax along its last dimension");
    double scale = 1;
    Value scores = softmax.getInput(), mask;
    if (auto sum = scores.getDefiningOp<AddOp>()) {
      // The side that is a scaled product is the scores, the other the mask.
      for (auto [a, b] :
           {std::pair<Value, Value>{sum.getLhs(), sum.getRhs()},
            std::pair<Value, Value>{sum.getRhs(), sum.getLhs()}}) {
        double unused = 1;
        if (withoutScale(a, unused).getDefiningOp<DotGeneralOp>()) {
          scores = a;
          mask = smallMask(b);
          break;
        }
      }
      if (!mask)
        return rewriter.notifyMatchFailure(op, "adds no mask to a product");
    }
    auto product = withoutScale(scores, scale).getDefiningOp<DotGeneralOp>();
    if (!product || !isHeadProduct(product, keyTransposed))
      return rewriter.notifyMatchFailure(
          op, "the scores are no product per batch and head");
    Value key = product.getRhs();
    Value query = withoutScale(product.getLhs(), scale);
    key = withoutScale(key, scale);
    Type element = tensorType(op.getResult()).getElementType();
    for (Value value : {query, key, Value(op.getRhs())})
      if (tensorType(value).getElementType() != element ||
          !isa<FloatType>(element))
        return rewriter.notifyMatchFailure(
            op, "query, key, value and result differ in type");
    if (!keyTransposed) {
      // An exporter's K^T; the op wants K.
      key = untransposed(rewriter, op.getLoc(), key);
      if (!key)
        return rewriter.notifyMatchFailure(
            op, "the key is not transposed before the product");
    }
    Value value = op.getRhs();
    if (valueTransposed) {
      value = untransposed(rewriter, op.getLoc(), value);
      if (!value)
        return rewriter.notifyMatchFailure(
            op, "the value is contracted along its features");
    }
    rewriter.replaceOpWithNewOp<AttentionOp>(op, op.getType(), query, key,
                                             value, mask, APFloat(scale), false,
                                             APFloat(0.0));
    ++count;
    return success();
  }
  Pass::Statistic &count;
};
} // namespace

void mlc::populateAttentionPatterns(RewritePatternSet &patterns,
                                    Pass::Statistic &count) {
  patterns.add<MatchAttention>(patterns.getContext(), count);
}
