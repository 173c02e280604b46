//===- MlTree.cpp - Ensembles of decision trees --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All trees are walked level by level at once, as arithmetic on node numbers:
//
//   at = x[row, feature[at]] <= threshold[at] ? onTrue[at] : onFalse[at]
//
// which fuses into few kernels over rows and trees. The weights of the leaves
// are gathered and summed.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/BuildShaped.h"
#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ml/Forest.h"

#include <set>

using namespace mlc;
using namespace mlc::onnx;
using graph::Combiner;
using graph::Predicate;
using llvm::LogicalResult;
using llvm::StringRef;
using mlir::Value;

namespace {
/// A column of the nodes as a vector of `element`.
template <typename Read>
Value column(GraphBuilder &g, const Forest &forest, mlir::Type element,
             Read read) {
  llvm::SmallVector<double> values;
  for (const ForestNode &node : forest.nodes)
    values.push_back(static_cast<double>(read(node)));
  return constantOf(g, llvm::ArrayRef<double>(values),
                    {static_cast<int64_t>(values.size())}, element);
}

/// The element type rows are compared in: theirs, or f32 for integers.
mlir::Type comparedIn(NodeContext &n) {
  mlir::Type type = n.element(0);
  return type.isF64() ? type : mlir::Type(n.g.b.getF32Type());
}

/// Rows of features, wide enough for every node. Null with a reason otherwise.
Value rowsOf(NodeContext &n, const Forest &forest, mlir::Type element) {
  int64_t used = 0;
  for (const ForestNode &node : forest.nodes)
    used = std::max(used, node.feature);
  Value rows = featureRows(n, -1, element);
  if (rows && !requireAtMost(n.g, n.g.index(used + 1), n.g.extent(rows, 1)))
    return nullptr;
  return rows;
}

/// Whether every leaf has one weight of each target.
bool isFull(const Forest &forest) {
  size_t leaves = 0;
  for (const ForestNode &node : forest.nodes)
    leaves += node.isLeaf;
  std::set<std::pair<int32_t, int64_t>> seen;
  for (const LeafWeight &weight : forest.weights)
    seen.insert({weight.node, weight.target});
  return seen.size() == forest.weights.size() &&
         seen.size() == leaves * static_cast<size_t>(forest.targets);
}

/// Sums (or else) with base values, before any transform: N x targets.
Value scoresOf(NodeContext &n, const Forest &forest, StringRef aggregate,
               llvm::ArrayRef<double> base) {
  GraphBuilder &g = n.g;
  mlir::Type element = comparedIn(n);
  for (const LeafWeight &weight : forest.weights)
    if (weight.target < 0 || weight.target >= forest.targets)
      return g.fail("a weight is of target " + llvm::Twine(weight.target) +
                    " of " + llvm::Twine(forest.targets));
  if (!base.empty() && static_cast<int64_t>(base.size()) != forest.targets)
    return g.fail("base_values has " + llvm::Twine(base.size()) +
                  " entries for " + llvm::Twine(forest.targets) + " targets");
  Combiner combiner = Combiner::Sum;
  if (aggregate == "MIN" || aggregate == "MAX") {
    combiner = aggregate == "MIN" ? Combiner::Min : Combiner::Max;
    if (!isFull(forest)) {
      (void)n.unsupported("aggregate_function " + aggregate +
                          " of leaves without a weight is not supported");
      return nullptr;
    }
  } else if (aggregate != "SUM" && aggregate != "AVERAGE") {
    return g.fail("aggregate_function '" + aggregate + "' is not known");
  }
  Value rows = rowsOf(n, forest, element);
  Value scores = combined(n, forest, walk(n, forest, rows), combiner, element);
  if (scores && aggregate == "AVERAGE")
    scores = g.divT(scores, g.scalarLike(scores, forest.roots.size()));
  if (scores && !base.empty())
    scores = g.addT(scores, constantOf(g, base, {forest.targets}, element));
  return scores;
}

llvm::SmallVector<double> baseValues(NodeContext &n) {
  if (auto given = n.floats("base_values"))
    return *given;
  return {};
}

LogicalResult regressorRow(NodeContext &n) {
  auto forest = readForest(n, "target", comparedIn(n));
  if (!forest)
    return mlir::failure();
  if (n.hasAttr("base_values_as_tensor"))
    return n.unsupported("base_values_as_tensor is not supported");
  forest->targets = n.i64("n_targets", 1);
  if (forest->targets < 1 || forest->targets > (int64_t(1) << 16))
    return n.invalid("n_targets is out of range");
  StringRef transform = n.str("post_transform", "NONE");
  // What that of one score is, engines do not agree upon.
  if (forest->targets == 1 && transform != "NONE")
    return n.unsupported("post_transform " + transform +
                         " of one target is not supported");
  Value y =
      scoresOf(n, *forest, n.str("aggregate_function", "SUM"), baseValues(n));
  return n.set(transformed(n, n.g.cast(y, n.g.b.getF32Type()), transform));
}

LogicalResult classifierRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto labels = classLabels(n, "classlabels_int64s", "classlabels_strings");
  if (!labels)
    return mlir::failure();
  auto forest = readForest(n, "class", comparedIn(n));
  if (!forest)
    return mlir::failure();
  if (n.hasAttr("base_values_as_tensor"))
    return n.unsupported("base_values_as_tensor is not supported");
  StringRef transform = n.str("post_transform", "NONE");
  llvm::SmallVector<double> base = baseValues(n);
  std::set<int64_t> weighted;
  bool positive = true;
  for (const LeafWeight &weight : forest->weights) {
    weighted.insert(weight.target);
    positive &= weight.weight >= 0;
  }
  forest->targets = labels->size();
  if (labels->size() > 2) {
    Value y = scoresOf(n, *forest, "SUM", base);
    if (mlir::failed(n.set(0, bestLabel(g, y, *labels))))
      return mlir::failure();
    return n.set(1, transformed(n, g.cast(y, g.b.getF32Type()), transform));
  }
  // Of two classes the second is told by one score: more than a half where
  // that is a share, more than 0 otherwise.
  if (labels->size() != 2 || weighted.size() != 1)
    return n.unsupported("two classes are supported with weights of one of "
                         "them only: engines do not agree what others mean");
  if (base.size() > 1 || (*weighted.begin() == 1 && !base.empty()))
    return n.unsupported("base_values of two classes are supported with one "
                         "entry, and weights of the first class");
  bool second = *weighted.begin() == 1;
  for (LeafWeight &weight : forest->weights)
    weight.target = 0;
  forest->targets = 1;
  Value y = scoresOf(n, *forest, "SUM", base);
  if (mlir::failed(
          n.set(0, thresholdLabel(g, y, positive ? 0.5 : 0.0, *labels))))
    return mlir::failure();
  y = g.cast(y, g.b.getF32Type());
  if (!second)
    return n.set(1, bothClasses(n, y, transform, !positive));
  // Weights of the second class leave the first one's score at 0.
  Value zero = y ? g.fill(GraphBuilder::element(y), g.extents(y), 0) : Value();
  return n.set(1, zero ? transformed(n, g.concat({zero, y}, 1), transform)
                       : Value());
}

LogicalResult ensembleRow(NodeContext &n) {
  static constexpr StringRef aggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};
  static constexpr StringRef transforms[] = {"NONE", "SOFTMAX", "LOGISTIC",
                                             "SOFTMAX_ZERO", "PROBIT"};
  int64_t aggregate = n.i64("aggregate_function", 1),
          transform = n.i64("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || transform < 0 || transform > 4)
    return n.invalid("aggregate_function or post_transform is out of range");
  auto forest = readLeafForest(n, comparedIn(n));
  if (!forest)
    return mlir::failure();
  forest->targets = n.i64("n_targets", 1);
  if (forest->targets < 1 || forest->targets > (int64_t(1) << 16))
    return n.invalid("n_targets is out of range");
  if (forest->targets == 1 && transform != 0)
    return n.unsupported("post_transform " + transforms[transform] +
                         " of one target is not supported");
  Value y = scoresOf(n, *forest, aggregates[aggregate], {});
  return n.set(
      n.g.cast(transformed(n, y, transforms[transform]), n.element(0)));
}
} // namespace

Value mlc::onnx::walk(NodeContext &n, const Forest &forest, Value rows) {
  GraphBuilder &g = n.g;
  if (!rows)
    return nullptr;
  mlir::Type i32 = g.b.getI32Type(), i1 = g.b.getI1Type(),
             element = GraphBuilder::element(rows);
  bool anyEqual = false, anyOrder = false, anyMissing = false;
  for (const ForestNode &node : forest.nodes) {
    if (node.isLeaf)
      continue;
    anyEqual |= node.isEqual;
    anyOrder |= !node.isEqual;
    anyMissing |= node.missingTrue;
  }
  int64_t trees = forest.roots.size();
  Extents shape{g.extent(rows, 0), g.index(trees)};
  llvm::SmallVector<int64_t> roots(forest.roots.begin(), forest.roots.end());
  Value feature = column(g, forest, i32,
                         [](const ForestNode &node) { return node.feature; });
  Value threshold = column(g, forest, element, [](const ForestNode &node) {
    return node.threshold;
  });
  Value onTrue = column(g, forest, i32,
                        [](const ForestNode &node) { return node.onTrue; });
  Value onFalse = column(g, forest, i32,
                         [](const ForestNode &node) { return node.onFalse; });
  Value isEqual, missing;
  if (anyEqual && anyOrder)
    isEqual = column(g, forest, i1,
                     [](const ForestNode &node) { return node.isEqual; });
  if (anyMissing)
    missing = column(g, forest, i1,
                     [](const ForestNode &node) { return node.missingTrue; });
  Value at = g.broadcastTo(
      constantOf(g, llvm::ArrayRef<int64_t>(roots), {trees}, i32), shape);
  for (int64_t step = 0; step < forest.depth && at; ++step) {
    Value x = gatherElements(g, rows, g.gather(feature, at, 0), 1);
    Value limit = g.gather(threshold, at, 0);
    Value isTrue =
        g.compare(anyOrder ? Predicate::LE : Predicate::EQ, x, limit);
    if (isEqual)
      isTrue = g.select(g.gather(isEqual, at, 0),
                        g.compare(Predicate::EQ, x, limit), isTrue);
    if (missing && x) {
      Value isNan =
          g.keep(graph::IsNanOp::create(g.b, g.loc,
                                        GraphBuilder::typeOf(x).clone(i1), x),
                 shape);
      isTrue = g.binary<graph::OrOp>(
          isTrue, g.binary<graph::AndOp>(isNan, g.gather(missing, at, 0)));
    }
    at = g.select(isTrue, g.gather(onTrue, at, 0), g.gather(onFalse, at, 0));
  }
  return at;
}

Value mlc::onnx::combined(NodeContext &n, const Forest &forest, Value leaves,
                          Combiner combiner, mlir::Type element) {
  GraphBuilder &g = n.g;
  if (!leaves)
    return nullptr;
  int64_t count = forest.nodes.size(), targets = forest.targets;
  if (count > (int64_t(1) << 26) / targets) {
    (void)n.unsupported("so many leaves of so many targets are not supported");
    return nullptr;
  }
  llvm::SmallVector<double> weights(count * targets, 0);
  for (const LeafWeight &weight : forest.weights)
    weights[weight.node * targets + weight.target] += weight.weight;
  if (targets == 1) {
    Value each = g.gather(
        constantOf(g, llvm::ArrayRef<double>(weights), {count}, element),
        leaves, 0);
    return g.reduce(combiner, each, {1}, /*keepDims=*/true);
  }
  Value each = g.gather(
      constantOf(g, llvm::ArrayRef<double>(weights), {count, targets}, element),
      leaves, 0);
  return g.reduce(combiner, each, {1}, /*keepDims=*/false);
}

void mlc::onnx::addMlTreeRows(OnnxTable &t) {
  addMl(t, "TreeEnsembleRegressor", {1, 3}, regressorRow);
  addMl(t, "TreeEnsembleClassifier", {1, 3}, classifierRow);
  addMl(t, "TreeEnsemble", {5}, ensembleRow);
}
