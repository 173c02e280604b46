//===- Ml.cpp - What the operators of ai.onnx.ml share -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ml/Ml.h"
#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::StringRef;
using mlir::Value;

template <typename Number>
static Value dense(GraphBuilder &g, llvm::ArrayRef<Number> values,
                   llvm::ArrayRef<int64_t> shape, mlir::Type element) {
  TensorSpec spec;
  spec.dtype = dtypeOf(element);
  spec.shape.assign(shape.begin(), shape.end());
  if (!spec.isValid() || spec.count() != static_cast<int64_t>(values.size()))
    return g.fail("an attribute has " + llvm::Twine(values.size()) +
                  " entries, which does not fit the others");
  Literal literal = Literal::zeros(spec);
  for (auto [i, value] : llvm::enumerate(values)) {
    if constexpr (std::is_floating_point_v<Number>)
      literal.setDouble(i, value);
    else if (llvm::isa<mlir::FloatType>(element))
      literal.setDouble(i, static_cast<double>(value));
    else
      literal.setInt(i, value);
  }
  return g.constant(literal);
}

Value mlc::onnx::constantOf(GraphBuilder &g, llvm::ArrayRef<double> values,
                            llvm::ArrayRef<int64_t> shape, mlir::Type element) {
  return dense(g, values, shape, element);
}
Value mlc::onnx::constantOf(GraphBuilder &g, llvm::ArrayRef<int64_t> values,
                            llvm::ArrayRef<int64_t> shape, mlir::Type element) {
  return dense(g, values, shape, element);
}

Value mlc::onnx::featureRows(NodeContext &n, int64_t features,
                             mlir::Type element) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  if (n.rank(0) == 1)
    x = g.unsqueeze(x, {0});
  else if (n.rank(0) != 2)
    return g.fail("its input must have rank 1 or 2");
  if (!x)
    return nullptr;
  if (features >= 0 && !requireEqual(g, g.extent(x, 1), g.index(features)))
    return nullptr;
  return g.cast(x, element ? element : mlir::Type(g.b.getF32Type()));
}

std::optional<llvm::SmallVector<int64_t>>
mlc::onnx::classLabels(NodeContext &n, StringRef ints, StringRef strings) {
  if (!n.strings(strings).empty()) {
    (void)n.unsupported("class labels that are strings are not supported");
    return std::nullopt;
  }
  auto labels = n.ints(ints);
  if (!labels || labels->empty()) {
    (void)n.invalid("it has no class labels");
    return std::nullopt;
  }
  return labels;
}

/// exp over the sum, in which scores of zero count for nothing.
static Value softmaxOfNonZero(GraphBuilder &g, Value x) {
  Value top = g.reduce(graph::Combiner::Max, x, {1}, /*keepDims=*/true);
  Value isZero = g.compare(Predicate::LE, g.unary<graph::AbsOp>(x),
                           g.scalarLike(x, 0.0000001f));
  Value grown = g.unary<graph::ExpOp>(g.subT(x, top));
  Value small = g.mulT(x, g.unary<graph::ExpOp>(g.unary<graph::NegOp>(top)));
  Value sum = g.reduce(graph::Combiner::Sum,
                       g.select(isZero, g.scalarLike(x, 0), grown), {1},
                       /*keepDims=*/true);
  return g.divT(g.select(isZero, small, grown), sum);
}

Value mlc::onnx::transformed(NodeContext &n, Value scores,
                             StringRef transform) {
  GraphBuilder &g = n.g;
  if (!scores || transform == "NONE" || transform.empty())
    return scores;
  if (transform == "LOGISTIC")
    return g.unary<graph::SigmoidOp>(scores);
  if (transform == "SOFTMAX")
    return n.standard("Softmax", 13, {scores}, {attribute("axis", int64_t(1))});
  if (transform == "SOFTMAX_ZERO")
    return softmaxOfNonZero(g, scores);
  // The text does not say how exactly PROBIT is to be.
  (void)n.unsupported("post_transform " + transform + " is not supported");
  return nullptr;
}

Value mlc::onnx::bothClasses(NodeContext &n, Value score, StringRef transform,
                             bool mirrored) {
  GraphBuilder &g = n.g;
  if (!score)
    return nullptr;
  if (transform == "LOGISTIC") {
    Value minus = g.unary<graph::NegOp>(score);
    return g.concat(
        {g.unary<graph::SigmoidOp>(minus), g.unary<graph::SigmoidOp>(score)},
        1);
  }
  if (transform == "PROBIT") {
    (void)n.unsupported("post_transform PROBIT is not supported");
    return nullptr;
  }
  // There is nothing to normalise in one score.
  Value other = mirrored ? g.unary<graph::NegOp>(score)
                         : g.subT(g.scalarLike(score, 1), score);
  return other ? g.concat({other, score}, 1) : Value();
}

Value mlc::onnx::bestLabel(GraphBuilder &g, Value scores,
                           llvm::ArrayRef<int64_t> labels) {
  if (!scores)
    return nullptr;
  mlir::Type i64 = g.b.getI64Type();
  Extents rows{g.extent(scores, 0)};
  auto type = g.tensorType(rows, i64);
  if (!type)
    return nullptr;
  Value best =
      g.keep(graph::ArgReduceOp::create(g.b, g.loc, type, graph::Combiner::Max,
                                        scores, 1, /*last=*/false),
             rows);
  bool counts = true;
  for (auto [i, label] : llvm::enumerate(labels))
    counts &= label == static_cast<int64_t>(i);
  if (counts)
    return best;
  return g.gather(
      constantOf(g, labels, {static_cast<int64_t>(labels.size())}, i64), best,
      0);
}

Value mlc::onnx::thresholdLabel(GraphBuilder &g, Value score, double threshold,
                                llvm::ArrayRef<int64_t> labels) {
  if (!score)
    return nullptr;
  mlir::Type i64 = g.b.getI64Type();
  Value above = g.compare(Predicate::GT, g.squeeze(score, {1}),
                          g.scalarLike(score, threshold));
  return g.select(above, constantOf(g, labels.slice(1, 1), {}, i64),
                  constantOf(g, labels.slice(0, 1), {}, i64));
}

void mlc::onnx::addMlRows(OnnxTable &t) {
  addMlFeatureRows(t);
  addMlEncoderRows(t);
  addMlLinearRows(t);
  addMlSupportVectorRows(t);
  addMlTreeRows(t);
}
