//===- MlSupportVector.cpp - Support vector machines --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ml/Ml.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Combiner;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// Entries of the matrices made here; beyond them a model is refused.
constexpr int64_t maxEntries = int64_t(1) << 26;

/// The kernel of rows of features (N x F) with vectors (V x F): N x V.
Value kernel(NodeContext &n, llvm::ArrayRef<double> vectors, int64_t count) {
  GraphBuilder &g = n.g;
  mlir::Type f32 = g.b.getF32Type();
  int64_t all = vectors.size();
  if (count < 1 || all < 1 || all % count != 0)
    return g.fail("its support vectors do not divide into " +
                  llvm::Twine(count));
  int64_t features = all / count;
  llvm::SmallVector<double> parameters{0, 0, 0};
  if (auto given = n.floats("kernel_params"); given && !given->empty())
    parameters = *given;
  if (parameters.size() != 3)
    return g.fail("kernel_params must be gamma, coef0 and degree");
  double gamma = parameters[0], shift = parameters[1], degree = parameters[2];
  llvm::StringRef kind = n.str("kernel_type", "LINEAR");
  Value x = featureRows(n, features);
  Value v = constantOf(g, vectors, {count, features}, f32);
  if (!x || !v)
    return nullptr;
  if (kind == "RBF") {
    // By differences, which lose nothing where a row is close to a vector.
    Extents wide{g.extent(x, 0), g.index(count), g.index(features)};
    Value far = g.subT(g.broadcastTo(x, wide, {0, 2}), v);
    Value square = g.reduce(Combiner::Sum, g.mulT(far, far), {2}, false);
    return square ? g.unary<graph::ExpOp>(
                        g.mulT(square, g.scalarLike(square, -gamma)))
                  : Value();
  }
  Value product = g.dot(x, v, {}, {}, {1}, {1}, f32);
  if (kind == "LINEAR" || !product)
    return product;
  product = g.addT(g.mulT(product, g.scalarLike(product, gamma)),
                   g.scalarLike(product, shift));
  if (kind == "SIGMOID")
    return g.unary<graph::TanhOp>(product);
  if (kind != "POLY")
    return g.fail("kernel_type '" + kind + "' is not known");
  if (degree == 2 || degree == 3) {
    Value square = g.mulT(product, product);
    return degree == 2 ? square : g.mulT(square, product);
  }
  return g.binary<graph::PowOp>(product, g.scalarLike(product, degree));
}

LogicalResult regressorRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type f32 = g.b.getF32Type();
  auto coefficients = n.floats("coefficients"), rho = n.floats("rho"),
       vectors = n.floats("support_vectors");
  if (!coefficients || coefficients->empty() || !rho || rho->empty())
    return n.invalid("coefficients or rho are missing");
  if (n.str("post_transform", "NONE") != "NONE")
    return n.unsupported("a post_transform is not supported");
  int64_t count = n.i64("n_supports", 0), size = coefficients->size();
  Value y;
  if (count > 0) {
    if (!vectors)
      return n.invalid("support_vectors are missing");
    Value k = kernel(n, *vectors, count);
    Value c = constantOf(g, *coefficients, {1, count}, f32);
    y = k && c ? g.dot(k, c, {}, {}, {1}, {1}, f32) : Value();
  } else {
    Value x = featureRows(n, size);
    Value c = constantOf(g, *coefficients, {1, size}, f32);
    y = x && c ? g.dot(x, c, {}, {}, {1}, {1}, f32) : Value();
  }
  y = g.addT(y, g.scalar(f32, (*rho)[0]));
  if (y && n.flag("one_class", false))
    y = g.select(g.compare(graph::Predicate::GT, y, g.scalarLike(y, 0)),
                 g.scalarLike(y, 1), g.scalarLike(y, -1));
  return n.set(y);
}

/// Which classes the pair at each position compares, and the weights of its
/// score by vector.
struct Pairs {
  int64_t count = 0;
  llvm::SmallVector<double> weights;       ///< count x vectors
  llvm::SmallVector<double> first, second; ///< count x classes, one where it is
};

Pairs pairsOf(llvm::ArrayRef<double> coefficients,
              llvm::ArrayRef<int64_t> perClass, int64_t vectors) {
  Pairs pairs;
  int64_t classes = perClass.size();
  llvm::SmallVector<int64_t> start{0};
  for (int64_t number : perClass)
    start.push_back(start.back() + number);
  pairs.count = classes * (classes - 1) / 2;
  pairs.weights.assign(pairs.count * vectors, 0);
  pairs.first.assign(pairs.count * classes, 0);
  pairs.second.assign(pairs.count * classes, 0);
  int64_t at = 0;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = i + 1; j < classes; ++j, ++at) {
      // A class has a row of coefficients for each other class.
      for (int64_t v = start[i]; v < start[i + 1]; ++v)
        pairs.weights[at * vectors + v] = coefficients[(j - 1) * vectors + v];
      for (int64_t v = start[j]; v < start[j + 1]; ++v)
        pairs.weights[at * vectors + v] = coefficients[i * vectors + v];
      pairs.first[at * classes + i] = 1;
      pairs.second[at * classes + j] = 1;
    }
  return pairs;
}

LogicalResult classifierRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type f32 = g.b.getF32Type();
  auto labels = classLabels(n, "classlabels_ints", "classlabels_strings");
  if (!labels)
    return mlir::failure();
  auto coefficients = n.floats("coefficients"), rho = n.floats("rho"),
       vectors = n.floats("support_vectors"), probA = n.floats("prob_a"),
       probB = n.floats("prob_b");
  auto perClass = n.ints("vectors_per_class");
  int64_t classes = labels->size();
  if (!perClass || perClass->empty())
    return n.unsupported("a linear model without support vectors is not "
                         "supported; LinearClassifier is");
  if (!coefficients || !rho || !vectors || classes < 2 ||
      static_cast<int64_t>(perClass->size()) != classes)
    return n.invalid("coefficients, rho, vectors and labels do not fit");
  int64_t count = 0;
  for (int64_t number : *perClass) {
    if (number < 0 || number > maxEntries || (count += number) > maxEntries)
      return n.invalid("vectors_per_class is out of range");
  }
  int64_t pairCount = classes < 4096 ? classes * (classes - 1) / 2 : maxEntries;
  if (count < 1 || pairCount * count > maxEntries ||
      pairCount * classes > maxEntries)
    return n.unsupported("so many classes or vectors are not supported");
  if (static_cast<int64_t>(coefficients->size()) != (classes - 1) * count ||
      static_cast<int64_t>(rho->size()) < pairCount)
    return n.invalid("coefficients or rho do not fit classes and vectors");
  Pairs pairs = pairsOf(*coefficients, *perClass, count);
  Value k = kernel(n, *vectors, count);
  Value weights = constantOf(g, pairs.weights, {pairs.count, count}, f32);
  if (!k || !weights)
    return mlir::failure();
  Value scores = g.dot(k, weights, {}, {}, {1}, {1}, f32);
  scores =
      g.addT(scores,
             constantOf(g, llvm::ArrayRef<double>(*rho).take_front(pairs.count),
                        {pairs.count}, f32));
  if (!scores)
    return mlir::failure();

  // Each pair gives a vote to one of its classes.
  Value won = g.cast(
      g.compare(graph::Predicate::GT, scores, g.scalarLike(scores, 0)), f32);
  Value lost = won ? g.subT(g.scalarLike(won, 1), won) : Value();
  Value votes;
  if (lost)
    votes = g.addT(
        g.dot(won, constantOf(g, pairs.first, {pairs.count, classes}, f32), {},
              {}, {1}, {0}, f32),
        g.dot(lost, constantOf(g, pairs.second, {pairs.count, classes}, f32),
              {}, {}, {1}, {0}, f32));
  if (mlir::failed(n.set(0, bestLabel(g, votes, *labels))))
    return mlir::failure();

  llvm::StringRef transform = n.str("post_transform", "NONE");
  if (probA && !probA->empty()) {
    if (classes != 2)
      return n.unsupported("probabilities of more than two classes are not "
                           "supported");
    if (!probB || probB->size() != probA->size())
      return n.invalid("prob_a and prob_b do not fit");
    // One minus the logistic function of the scaled score, kept off 0 and 1.
    Value line = g.addT(g.mulT(scores, g.scalarLike(scores, (*probA)[0])),
                        g.scalarLike(scores, (*probB)[0]));
    Value p =
        line ? g.unary<graph::SigmoidOp>(g.unary<graph::NegOp>(line)) : Value();
    if (!p)
      return mlir::failure();
    p = g.binary<graph::MinOp>(
        g.binary<graph::MaxOp>(p, g.scalarLike(p, 1.0e-7f)),
        g.scalarLike(p, 1 - 1.0e-7f));
    Value both = p ? g.concat({p, g.subT(g.scalarLike(p, 1), p)}, 1) : Value();
    return n.set(1, transformed(n, both, transform));
  }
  if (classes == 2)
    return n.set(1, bothClasses(n, scores, transform, transform == "NONE"));
  return n.set(1, transformed(n, scores, transform));
}
} // namespace

void mlc::onnx::addMlSupportVectorRows(OnnxTable &t) {
  addMl(t, "SVMRegressor", {1}, regressorRow);
  addMl(t, "SVMClassifier", {1}, classifierRow);
}
