//===- NeuralDecompositions.cpp - Norms, activations, attention ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

using Values = FailureOr<SmallVector<Value>>;

/// Statistics of narrow floats are f32.
static Type accumulatorType(Type element) {
  return cast<FloatType>(element).getWidth() < 32
             ? Type(Float32Type::get(element.getContext()))
             : element;
}

Values SoftmaxOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  int64_t dim = getDim();
  Type element = tensorType(getInput()).getElementType();
  Value x = castTo(b, getInput(), accumulatorType(element));
  Value shifted = SubOp::create(b, x, reduceAndSpread(b, Combiner::Max, x, dim));
  Value power = ExpOp::create(b, shifted);
  Value result;
  if (getLogarithm()) {
    SmallVector<int64_t> kept;
    for (int64_t d = 0; d < tensorType(x).getRank(); ++d)
      if (d != dim)
        kept.push_back(d);
    Value sum = LogOp::create(b, reduce(b, Combiner::Sum, power, dim));
    result = SubOp::create(b, shifted, broadcastLike(b, sum, kept, x));
  } else {
    result = DivOp::create(b, power, reduceAndSpread(b, Combiner::Sum, power, dim));
  }
  return SmallVector<Value>{castTo(b, result, element)};
}

Values LayerNormOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  RankedTensorType type = tensorType(getInput());
  Type element = type.getElementType();
  Type wide = accumulatorType(element);
  SmallVector<int64_t> inner, outer;
  for (int64_t d = 0; d < type.getRank(); ++d)
    (d < int64_t(getDim()) ? outer : inner).push_back(d);
  Value x = castTo(b, getInput(), wide);
  Value count = countAlong(b, x, inner, wide);
  auto mean = [&](Value tensor) -> Value {
    Value sum = reduce(b, Combiner::Sum, tensor, inner);
    return DivOp::create(b, sum, broadcastLike(b, count, {}, sum));
  };
  Value average, centred = x;
  if (!getRms()) {
    average = mean(x);
    centred = SubOp::create(b, x, broadcastLike(b, average, outer, x));
  }
  Value variance = mean(MulOp::create(b, centred, centred));
  Value epsilon = constantLike(b, variance, getEpsilon().convertToDouble());
  Value inverse = RsqrtOp::create(b, AddOp::create(b, variance, epsilon));
  if (!average)
    average = constantLike(b, inverse, 0.0);
  Value normal = MulOp::create(b, centred, broadcastLike(b, inverse, outer, x));
  // The scaling is done in the model's type, after the statistics.
  Value result = castTo(b, normal, element);
  auto along = [&](Value tensor) {
    return broadcastLike(b, castTo(b, tensor, element), inner, result);
  };
  result = MulOp::create(b, result, along(getScale()));
  if (getBias())
    result = AddOp::create(b, result, along(getBias()));
  auto statistic = [&](Value tensor, Value like) {
    return castTo(b, tensor, tensorType(like).getElementType());
  };
  return SmallVector<Value>{result, statistic(average, getMean()),
                            statistic(inverse, getInverseDeviation())};
}

Values BatchNormOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type element = tensorType(getInput()).getElementType();
  Type wide = accumulatorType(element);
  Value x = castTo(b, getInput(), wide);
  Value scale = castTo(b, getScale(), wide), bias = castTo(b, getBias(), wide);
  Value mean = castTo(b, getMean(), wide), variance = castTo(b, getVariance(), wide);
  Value epsilon = constantLike(b, variance, getEpsilon().convertToDouble());
  Value inverse = RsqrtOp::create(b, AddOp::create(b, variance, epsilon));
  // The number of channels may be known of one parameter and not of another.
  if (scale.getType() != inverse.getType())
    scale = broadcastLike(b, scale, {0}, inverse);
  Value factor = MulOp::create(b, scale, inverse);
  auto along = [&](Value tensor) { return broadcastLike(b, tensor, {1}, x); };
  Value centred = SubOp::create(b, x, along(mean));
  Value result = AddOp::create(b, MulOp::create(b, centred, along(factor)), along(bias));
  return SmallVector<Value>{castTo(b, result, element)};
}

Values GeluOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value x = getInput();
  Value half = constantLike(b, x, 0.5), one = constantLike(b, x, 1.0);
  Value inner;
  if (getKind() == GeluKind::Erf) {
    Value scaled = MulOp::create(b, x, constantLike(b, x, 0.70710678118654752440));
    inner = ErfOp::create(b, scaled);
  } else {
    Value cube = MulOp::create(b, MulOp::create(b, x, x), x);
    Value poly = AddOp::create(b, x, MulOp::create(b, cube, constantLike(b, x, 0.044715)));
    inner = TanhOp::create(
        b, MulOp::create(b, poly, constantLike(b, x, 0.79788456080286535588)));
  }
  Value sum = AddOp::create(b, inner, one);
  return SmallVector<Value>{MulOp::create(b, MulOp::create(b, x, half), sum)};
}

Values AttentionOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value query = getQuery(), key = getKey(), value = getValue();
  RankedTensorType queryType = tensorType(query), keyType = tensorType(key);
  int64_t heads = queryType.getDimSize(1), keyHeads = keyType.getDimSize(1);
  if (heads != keyHeads) {
    if (ShapedType::isDynamic(heads) || ShapedType::isDynamic(keyHeads) ||
        heads % keyHeads)
      return emitOpError("needs query heads a static multiple of key heads, has ")
             << heads << " and " << keyHeads;
    // Each key head serves a group of query heads.
    auto repeat = [&](Value tensor) {
      SmallVector<OpFoldResult> extents = extentsOf(b, getLoc(), tensor);
      SmallVector<OpFoldResult> grouped(extents);
      grouped.insert(grouped.begin() + 2, b.getIndexAttr(heads / keyHeads));
      Value spread = broadcastTo(b, tensor, {0, 1, 3, 4}, grouped);
      extents[1] = b.getIndexAttr(heads);
      return reshapeTo(b, spread, extents);
    };
    key = repeat(key);
    value = repeat(value);
  }
  Type element = queryType.getElementType();
  Value scores = dotGeneral(b, query, key, {0, 1}, {0, 1}, {3}, {3});
  scores = MulOp::create(b, scores, constantLike(b, scores, getScale().convertToDouble()));
  double cap = getSoftcap().convertToDouble();
  if (cap > 0) {
    Value limit = constantLike(b, scores, cap);
    scores = MulOp::create(b, TanhOp::create(b, DivOp::create(b, scores, limit)), limit);
  }
  RankedTensorType scoreType = tensorType(scores);
  if (getMask()) {
    int64_t missing = scoreType.getRank() - tensorType(getMask()).getRank();
    SmallVector<int64_t> dims;
    for (int64_t d = missing; d < scoreType.getRank(); ++d)
      dims.push_back(d);
    Value mask = castTo(b, getMask(), element);
    scores = AddOp::create(b, scores, broadcastLike(b, mask, dims, scores));
  }
  if (getCausal()) {
    SmallVector<OpFoldResult> extents = extentsOf(b, getLoc(), scores);
    SmallVector<OpFoldResult> square{extents[2], extents[3]};
    auto [shape, sizes] = splitExtents(square);
    auto gridType = RankedTensorType::get(shape, b.getI64Type());
    Value zero = scalarConstant(b, b.getI64Type(), 0), one = scalarConstant(b, b.getI64Type(), 1);
    Value row = IotaOp::create(b, gridType, zero, one, 0, sizes);
    Value column = IotaOp::create(b, gridType, zero, one, 1, sizes);
    // Row i of M sees columns up to i + N - M.
    auto count = [&](OpFoldResult extent) -> Value {
      Value index = getValueOrCreateConstantIndexOp(b, getLoc(), extent);
      Value number = arith::IndexCastOp::create(b, b.getI64Type(), index);
      return tensor::FromElementsOp::create(
          b, RankedTensorType::get({}, b.getI64Type()), ValueRange{number});
    };
    Value offset = SubOp::create(b, count(extents[3]), count(extents[2]));
    Value last = AddOp::create(b, row, broadcastLike(b, offset, {}, row));
    Value seen = CompareOp::create(b, Predicate::LE, column, last);
    Value everywhere = broadcastTo(b, seen, {2, 3}, extents);
    Value hidden = constantLike(b, scores, -std::numeric_limits<double>::infinity());
    scores = SelectOp::create(b, everywhere, scores, hidden);
  }
  Value weights = SoftmaxOp::create(b, scores, 3);
  return SmallVector<Value>{dotGeneral(b, weights, value, {0, 1}, {0, 1}, {3}, {2})};
}
