//===- Forest.cpp - Decision trees, checked ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ml/Forest.h"
#include "compiler/Import/Onnx/Importer.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;
using mlir::Value;

/// What a model may ask for; far beyond what anybody trains.
static constexpr size_t maxNodes = size_t(1) << 24;
static constexpr int64_t maxDepth = 256, maxFeatures = int64_t(1) << 30;

/// Steps that the search in a set takes: its halvings, and the last question.
static int32_t searchSteps(size_t members) {
  return 1 + static_cast<int32_t>(llvm::Log2_64_Ceil(members));
}

std::string Forest::check() {
  std::vector<int32_t> level(nodes.size(), -1);
  std::vector<int32_t> todo;
  for (int32_t root : roots) {
    if (level[root] != -1)
      return "two trees share a node";
    level[root] = 0;
    todo.push_back(root);
  }
  while (!todo.empty()) {
    int32_t at = todo.back();
    todo.pop_back();
    const ForestNode &node = nodes[at];
    depth = std::max<int64_t>(depth, level[at]);
    if (node.isLeaf)
      continue;
    if (level[at] >= maxDepth)
      return "a tree is deeper than " + std::to_string(maxDepth) +
             " levels, or goes in circles";
    auto set = sets.find(at);
    int32_t steps = set == sets.end() ? 1 : searchSteps(set->second.size());
    for (int32_t child : {node.onTrue, node.onFalse}) {
      // A leaf may be reached from both sides.
      if (level[child] != -1 && !nodes[child].isLeaf)
        return "a node of a tree is reached twice";
      bool fresh = level[child] == -1;
      level[child] = std::max(level[child], level[at] + steps);
      if (fresh || nodes[child].isLeaf)
        todo.push_back(child);
    }
  }
  return "";
}

bool Forest::expandSets() {
  size_t total = nodes.size();
  for (const auto &[at, members] : sets)
    total += 2 * members.size();
  if (total > maxNodes)
    return false;
  for (const auto &[at, members] : sets) {
    // The half of the members with more than `middle` is searched where x is
    // not <= the middle one; NaN is no member, so any half does for it.
    const ForestNode asked = nodes[at];
    struct Part {
      int32_t place;
      size_t first, size;
    };
    std::vector<Part> todo{{at, 0, members.size()}};
    while (!todo.empty()) {
      Part part = todo.back();
      todo.pop_back();
      ForestNode node = asked;
      if (part.size == 1) {
        node.threshold = members[part.first];
        node.isEqual = true;
        nodes[part.place] = node;
        continue;
      }
      size_t low = (part.size + 1) / 2;
      node.threshold = members[part.first + low - 1];
      node.isEqual = node.missingTrue = false;
      node.onTrue = static_cast<int32_t>(nodes.size());
      node.onFalse = node.onTrue + 1;
      nodes[part.place] = node;
      nodes.resize(nodes.size() + 2);
      todo.push_back({node.onTrue, part.first, low});
      todo.push_back({node.onFalse, part.first + low, part.size - low});
    }
  }
  return true;
}

void mlc::onnx::ask(ForestNode &node, Question question, double threshold,
                    mlir::Type element) {
  node.isLeaf = false;
  bool swapped = false;
  switch (question) {
  case Question::LessEqual:
    break;
  case Question::Greater: // not <=
    swapped = true;
    break;
  case Question::GreaterEqual: // not <
    swapped = true;
    [[fallthrough]];
  case Question::Less:
    // x < t is x <= the number below t; nothing is below -inf.
    if (std::isinf(threshold) && threshold < 0)
      node.onTrue = node.onFalse;
    threshold = element.isF64()
                    ? std::nextafter(threshold, -HUGE_VAL)
                    : static_cast<double>(std::nextafterf(
                          static_cast<float>(threshold), -HUGE_VALF));
    break;
  case Question::NotEqual:
    swapped = true;
    [[fallthrough]];
  case Question::Equal:
    node.isEqual = true;
    break;
  }
  node.threshold = threshold;
  if (!swapped)
    return;
  std::swap(node.onTrue, node.onFalse);
  // NaN fails >= and > as it fails <= and <, unless the node says otherwise;
  // but it passes !=.
  node.missingTrue = question != Question::NotEqual && !node.missingTrue;
}

static std::optional<Question> questionOf(StringRef mode) {
  static constexpr std::pair<StringRef, Question> all[] = {
      {"BRANCH_LEQ", Question::LessEqual},
      {"BRANCH_LT", Question::Less},
      {"BRANCH_GTE", Question::GreaterEqual},
      {"BRANCH_GT", Question::Greater},
      {"BRANCH_EQ", Question::Equal},
      {"BRANCH_NEQ", Question::NotEqual}};
  for (auto [name, question] : all)
    if (name == mode)
      return question;
  return std::nullopt;
}

/// Numbers from NAME or, as a tensor, NAME_as_tensor.
static llvm::SmallVector<double> realsOf(NodeContext &n, StringRef name) {
  if (auto given = n.floats(name); given && !given->empty())
    return *given;
  llvm::SmallVector<double> result;
  if (const Tensor *tensor = n.tensor((name + "_as_tensor").str()))
    if (Value value = n.importer.constant(*tensor))
      if (const Literal *literal = n.g.literal(value)) {
        if (literal->count() > static_cast<int64_t>(maxNodes)) {
          n.g.fail("attribute '" + name + "_as_tensor' is too long");
          return result;
        }
        for (int64_t i = 0; i < literal->count(); ++i)
          result.push_back(literal->getDouble(i));
      }
  return result;
}

std::optional<Forest> mlc::onnx::readForest(NodeContext &n, StringRef prefix,
                                            mlir::Type element) {
  auto fail = [&](const llvm::Twine &why) {
    (void)n.invalid(why);
    return std::nullopt;
  };
  auto list = [&](StringRef name) {
    return n.ints(name).value_or(llvm::SmallVector<int64_t>());
  };
  auto trees = list("nodes_treeids"), ids = list("nodes_nodeids"),
       features = list("nodes_featureids"), trues = list("nodes_truenodeids"),
       falses = list("nodes_falsenodeids"),
       missing = list("nodes_missing_value_tracks_true");
  auto modes = n.strings("nodes_modes");
  auto values = realsOf(n, "nodes_values");
  size_t count = ids.size();
  if (count == 0 || count > maxNodes)
    return fail("it has no nodes, or too many");
  if (trees.size() != count || features.size() != count ||
      trues.size() != count || falses.size() != count ||
      modes.size() != count || values.size() != count ||
      (!missing.empty() && missing.size() != count))
    return fail("its lists of nodes have different lengths");

  Forest forest;
  forest.nodes.resize(count);
  std::map<std::pair<int64_t, int64_t>, int32_t> places;
  for (size_t i = 0; i < count; ++i)
    if (!places.try_emplace({trees[i], ids[i]}, static_cast<int32_t>(i)).second)
      return fail("node " + llvm::Twine(ids[i]) + " of tree " +
                  llvm::Twine(trees[i]) + " is given twice");
  std::vector<bool> isChild(count);
  for (size_t i = 0; i < count; ++i) {
    ForestNode &node = forest.nodes[i];
    if (modes[i] == "LEAF") {
      node.onTrue = node.onFalse = static_cast<int32_t>(i);
      continue;
    }
    auto question = questionOf(modes[i]);
    if (!question)
      return fail("nodes_modes has '" + modes[i] + "'");
    auto onTrue = places.find({trees[i], trues[i]}),
         onFalse = places.find({trees[i], falses[i]});
    if (onTrue == places.end() || onFalse == places.end())
      return fail("a child of node " + llvm::Twine(ids[i]) + " of tree " +
                  llvm::Twine(trees[i]) + " is missing");
    if (features[i] < 0 || features[i] > maxFeatures)
      return fail("nodes_featureids is out of range");
    node.feature = features[i];
    node.onTrue = onTrue->second;
    node.onFalse = onFalse->second;
    node.missingTrue = !missing.empty() && missing[i] != 0;
    isChild[node.onTrue] = isChild[node.onFalse] = true;
    ask(node, *question, values[i], element);
  }
  // A root is what no node leads to, one in a tree.
  std::map<int64_t, int32_t> roots;
  for (size_t i = 0; i < count; ++i)
    if (!isChild[i] &&
        !roots.try_emplace(trees[i], static_cast<int32_t>(i)).second)
      return fail("tree " + llvm::Twine(trees[i]) + " has two roots");
  for (auto [tree, root] : roots)
    forest.roots.push_back(root);
  if (std::set<int64_t>(trees.begin(), trees.end()).size() != roots.size())
    return fail("a tree has no root");
  if (std::string why = forest.check(); !why.empty())
    return fail(why);

  auto weightTrees = list((prefix + "_treeids").str()),
       weightNodes = list((prefix + "_nodeids").str()),
       targets = list((prefix + "_ids").str());
  auto weights = realsOf(n, (prefix + "_weights").str());
  if (weightTrees.size() != weights.size() ||
      weightNodes.size() != weights.size() || targets.size() != weights.size())
    return fail("its lists of weights have different lengths");
  for (size_t i = 0; i < weights.size(); ++i) {
    auto place = places.find({weightTrees[i], weightNodes[i]});
    if (place == places.end() || !forest.nodes[place->second].isLeaf)
      return fail("a weight belongs to no leaf");
    forest.weights.push_back({place->second, targets[i], weights[i]});
  }
  return forest;
}

std::optional<Forest> mlc::onnx::readLeafForest(NodeContext &n,
                                                mlir::Type element) {
  auto fail = [&](const llvm::Twine &why) {
    (void)n.invalid(why);
    return std::nullopt;
  };
  auto list = [&](StringRef name) {
    return n.ints(name).value_or(llvm::SmallVector<int64_t>());
  };
  auto numbers = [&](StringRef name) {
    llvm::SmallVector<double> result;
    if (const Tensor *tensor = n.tensor(name))
      if (Value value = n.importer.constant(*tensor))
        if (const Literal *literal = n.g.literal(value);
            literal && literal->count() <= static_cast<int64_t>(maxNodes))
          for (int64_t i = 0; i < literal->count(); ++i)
            result.push_back(literal->getDouble(i));
    return result;
  };
  auto roots = list("tree_roots"), features = list("nodes_featureids"),
       trues = list("nodes_truenodeids"), falses = list("nodes_falsenodeids"),
       trueLeafs = list("nodes_trueleafs"),
       falseLeafs = list("nodes_falseleafs"),
       missing = list("nodes_missing_value_tracks_true"),
       targets = list("leaf_targetids");
  auto modes = numbers("nodes_modes"), splits = numbers("nodes_splits"),
       weights = numbers("leaf_weights"),
       members = numbers("membership_values");
  size_t count = features.size(), leaves = weights.size();
  if (count == 0 || leaves == 0 || count + leaves > maxNodes || roots.empty())
    return fail("it has no nodes, or too many");
  if (trues.size() != count || falses.size() != count ||
      trueLeafs.size() != count || falseLeafs.size() != count ||
      modes.size() != count || splits.size() != count ||
      (!missing.empty() && missing.size() != count) || targets.size() != leaves)
    return fail("its lists have different lengths");
  Forest forest;
  forest.nodes.resize(count + leaves); // leaves behind the nodes
  for (size_t i = 0; i < leaves; ++i) {
    forest.nodes[count + i].onTrue = forest.nodes[count + i].onFalse =
        static_cast<int32_t>(count + i);
    forest.weights.push_back(
        {static_cast<int32_t>(count + i), targets[i], weights[i]});
  }
  auto place = [&](int64_t child, bool isLeaf) -> int32_t {
    int64_t limit = isLeaf ? leaves : count;
    return child < 0 || child >= limit
               ? -1
               : static_cast<int32_t>(isLeaf ? count + child : child);
  };
  // The sets of the nodes that have one, in the order of the nodes: each ends
  // with a NaN.
  llvm::ArrayRef<double> left = members;
  auto nextSet = [&]() -> std::optional<std::vector<double>> {
    const double *end =
        llvm::find_if(left, [](double x) { return std::isnan(x); });
    if (end == left.end())
      return std::nullopt;
    std::vector<double> set(left.begin(), end);
    left = left.drop_front(set.size() + 1);
    llvm::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end()); // -0 is 0
    return set;
  };
  for (size_t i = 0; i < count; ++i) {
    ForestNode &node = forest.nodes[i];
    node.onTrue = place(trues[i], trueLeafs[i] != 0);
    node.onFalse = place(falses[i], falseLeafs[i] != 0);
    if (node.onTrue < 0 || node.onFalse < 0 || features[i] < 0 ||
        features[i] > maxFeatures || !(modes[i] >= 0 && modes[i] <= 6) ||
        modes[i] != std::floor(modes[i]))
      return fail("node " + llvm::Twine(i) + " is out of range");
    node.feature = features[i];
    node.missingTrue = !missing.empty() && missing[i] != 0;
    if (modes[i] < 6) {
      ask(node, static_cast<Question>(static_cast<int>(modes[i])), splits[i],
          element);
      continue;
    }
    auto set = nextSet();
    if (!set)
      return fail("membership_values has no set for node " + llvm::Twine(i));
    // Nothing is in an empty set, which is nothing being equal to NaN.
    ask(node, Question::Equal, std::nan(""), element);
    if (!set->empty())
      forest.sets[static_cast<int32_t>(i)] = std::move(*set);
  }
  if (!left.empty())
    return fail("membership_values has more sets than nodes ask for");
  for (int64_t root : roots) {
    if (root < 0 || root >= static_cast<int64_t>(count))
      return fail("a root is out of range");
    forest.roots.push_back(static_cast<int32_t>(root));
  }
  if (std::string why = forest.check(); !why.empty())
    return fail(why);
  if (!forest.expandSets())
    return fail("its sets are too large");
  return forest;
}
