//===- Forest.h - Decision trees, checked ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trees of a TreeEnsemble operator in one form: every inner node asks
// x[feature] <= threshold (or ==), and a leaf is a node whose children are
// itself, so a walk of as many steps as the deepest tree has levels ends at a
// leaf, wherever it started.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_ML_FOREST_H
#define MLC_COMPILER_IMPORT_ONNX_ML_FOREST_H

#include "compiler/Import/Onnx/Ml/Ml.h"

#include <map>
#include <vector>

namespace mlc::onnx {

struct ForestNode {
  int64_t feature = 0;
  double threshold = 0;
  int32_t onTrue = 0, onFalse = 0; ///< itself at a leaf
  bool isEqual = false;            ///< asks for equality
  bool missingTrue = false;        ///< NaN goes where true goes
  bool isLeaf = true;
};

struct LeafWeight {
  int32_t node;
  int64_t target;
  double weight;
};

struct Forest {
  std::vector<ForestNode> nodes;
  std::vector<int32_t> roots;
  std::vector<LeafWeight> weights;
  int64_t targets = 1;
  int64_t depth = 0; ///< steps to the deepest leaf
  /// Nodes that ask whether x is one of these numbers: in order, no two equal.
  std::map<int32_t, std::vector<double>> sets;

  /// Sets `depth`; an empty text when every node has one way to it at most,
  /// so that the trees are trees and end.
  std::string check();
  /// Puts every question for a set as questions for order and a last one for
  /// equality, which is a search by halves. `check` has counted its steps.
  /// False when the nodes become too many.
  bool expandSets();
};

/// How a node's question is put, by the standard's names.
enum class Question { LessEqual, Less, GreaterEqual, Greater, Equal, NotEqual };

/// Gives `node` the question, with the same answer for every x of the element
/// type `element`, NaN included.
void ask(ForestNode &node, Question question, double threshold,
         mlir::Type element);

/// Reads the attributes of TreeEnsembleClassifier and TreeEnsembleRegressor;
/// `prefix` is "class" or "target". Thresholds are of `element`.
std::optional<Forest> readForest(NodeContext &n, llvm::StringRef prefix,
                                 mlir::Type element);
/// Reads those of TreeEnsemble.
std::optional<Forest> readLeafForest(NodeContext &n, mlir::Type element);

/// Where rows of features (N x F) end: N x trees, i32.
mlir::Value walk(NodeContext &n, const Forest &forest, mlir::Value rows);

/// The weights of those leaves, combined over the trees: N x targets.
mlir::Value combined(NodeContext &n, const Forest &forest, mlir::Value leaves,
                     graph::Combiner combiner, mlir::Type element);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_ML_FOREST_H
