//===- CheckModel.cpp - Structural checks of a model ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must hold before any node is looked at: versions are known, names are
// defined once, every use has a definition in scope, nodes can be ordered, and
// function calls end. Everything here is iterative, except that subgraphs are
// walked to the depth that the reader has bounded.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Proto/ProtoSchema.h"
#include "compiler/Import/Onnx/ReadModel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace mlc::onnx;
using llvm::StringRef;

namespace {

/// Names visible in a graph: its own and those of the graphs around it.
struct Scope {
  const Scope *parent = nullptr;
  llvm::DenseMap<StringRef, int64_t> definedBy; // node number, -1: not a node

  bool sees(StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->parent)
      if (scope->definedBy.count(name))
        return true;
    return false;
  }
};

class Checker {
public:
  Checker(Model &model, std::string &error) : model(model), error(error) {}

  bool checkVersions();
  bool checkGraph(Graph &graph, const Scope *parent);
  bool checkFunction(Function &function);
  bool checkCallsEnd();

private:
  bool fail(std::string why) {
    if (error.empty())
      error = std::move(why);
    return false;
  }
  bool define(Scope &scope, StringRef name, int64_t node, const char *what);
  bool checkNodes(std::vector<Node> &nodes, Scope &scope);
  bool order(std::vector<Node> &nodes, const Scope &scope);
  void collectUses(const Node &node, llvm::SmallVectorImpl<StringRef> &uses);

  Model &model;
  std::string &error;
};

} // namespace

static std::string nodeText(const Node &node) {
  StringRef name = node.name;
  if (name.empty())
    for (StringRef output : node.outputs)
      if (!output.empty()) {
        name = output;
        break;
      }
  return "node '" + name.str() + "' (" + qualifiedName(node) + ")";
}

bool Checker::checkVersions() {
  if (model.irVersion < 3 || model.irVersion > 13)
    return fail("the model has IR version " + std::to_string(model.irVersion) +
                "; this compiler reads versions 3 to 13");
  if (model.opsets.empty())
    return fail("the model imports no operator set");
  for (const auto &entry : model.opsets) {
    StringRef domain = entry.first();
    int64_t version = entry.second;
    int64_t first = 1, last = 27;
    if (!domain.empty()) {
      auto known = domainVersions(domain);
      if (!known)
        continue; // unknown domains are reported per node
      first = known->first;
      last = known->second;
    }
    if (version < first || version > last)
      return fail("the model uses opset " + std::to_string(version) +
                  (domain.empty() ? std::string()
                                  : " of domain '" + domain.str() + "'") +
                  "; this compiler knows " + std::to_string(first) + " to " +
                  std::to_string(last));
  }
  return true;
}

bool Checker::define(Scope &scope, StringRef name, int64_t node,
                     const char *what) {
  if (name.empty())
    return fail(std::string("a ") + what + " has no name");
  if (!scope.definedBy.try_emplace(name, node).second)
    return fail("the name '" + name.str() + "' is defined twice");
  return true;
}

/// Names that a node reads, those inside its subgraphs included: a subgraph's
/// free names are uses of the node. Walks with an explicit stack.
void Checker::collectUses(const Node &node,
                          llvm::SmallVectorImpl<StringRef> &uses) {
  uses.append(node.inputs.begin(), node.inputs.end());
  llvm::SmallVector<const Graph *> graphs;
  for (const Attribute &attribute : node.attributes)
    for (const auto &graph : attribute.graphs)
      graphs.push_back(graph.get());
  // Inner definitions are not subtracted: a name that an inner graph defines
  // again is refused by checkGraph, so it cannot be one of ours.
  while (!graphs.empty()) {
    const Graph *graph = graphs.pop_back_val();
    for (const Node &inner : graph->nodes) {
      uses.append(inner.inputs.begin(), inner.inputs.end());
      for (const Attribute &attribute : inner.attributes)
        for (const auto &nested : attribute.graphs)
          graphs.push_back(nested.get());
    }
    for (const ValueInfo &output : graph->outputs)
      uses.push_back(output.name);
  }
}

/// Puts the nodes into an order in which definitions come first, keeping the
/// file's order where that is already so.
bool Checker::order(std::vector<Node> &nodes, const Scope &scope) {
  size_t count = nodes.size();
  std::vector<std::vector<size_t>> users(count);
  std::vector<size_t> waits(count, 0);
  bool sorted = true;
  for (size_t i = 0; i < count; ++i) {
    llvm::SmallVector<StringRef> uses;
    collectUses(nodes[i], uses);
    llvm::DenseSet<int64_t> seen;
    for (StringRef use : uses) {
      auto it = scope.definedBy.find(use);
      if (use.empty() || it == scope.definedBy.end() || it->second < 0)
        continue;
      int64_t source = it->second;
      if (!seen.insert(source).second)
        continue;
      sorted &= source < static_cast<int64_t>(i);
      users[source].push_back(i);
      ++waits[i];
    }
  }
  if (sorted)
    return true;
  std::deque<size_t> ready;
  for (size_t i = 0; i < count; ++i)
    if (waits[i] == 0)
      ready.push_back(i);
  std::vector<size_t> result;
  result.reserve(count);
  while (!ready.empty()) {
    size_t i = ready.front();
    ready.pop_front();
    result.push_back(i);
    for (size_t user : users[i])
      if (--waits[user] == 0)
        ready.push_back(user);
  }
  if (result.size() != count) {
    for (size_t i = 0; i < count; ++i)
      if (waits[i] != 0)
        return fail(nodeText(nodes[i]) +
                    " lies on a cycle: it needs its own result");
  }
  std::vector<Node> moved;
  moved.reserve(count);
  for (size_t i : result)
    moved.push_back(std::move(nodes[i]));
  nodes = std::move(moved);
  return true;
}

bool Checker::checkNodes(std::vector<Node> &nodes, Scope &scope) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    llvm::DenseSet<StringRef> names;
    for (const Attribute &attribute : nodes[i].attributes)
      if (!names.insert(attribute.name).second)
        return fail(nodeText(nodes[i]) + ": attribute '" +
                    attribute.name.str() + "' is given twice");
    for (StringRef output : nodes[i].outputs) {
      if (output.empty())
        continue; // an optional output nobody wants
      if (!scope.definedBy.try_emplace(output, i).second)
        return fail(nodeText(nodes[i]) + ": its result '" + output.str() +
                    "' is defined twice");
      if (scope.parent && scope.parent->sees(output))
        return fail(nodeText(nodes[i]) + ": its result '" + output.str() +
                    "' hides a name of an outer graph");
    }
  }
  for (const Node &node : nodes)
    for (StringRef input : node.inputs)
      if (!input.empty() && !scope.sees(input))
        return fail(nodeText(node) + ": its input '" + input.str() +
                    "' is defined nowhere");
  if (!order(nodes, scope))
    return false;
  for (Node &node : nodes)
    for (Attribute &attribute : node.attributes)
      for (auto &graph : attribute.graphs)
        if (!checkGraph(*graph, &scope)) {
          if (!StringRef(error).starts_with("node '"))
            error = nodeText(node) + ", attribute '" + attribute.name.str() +
                    "': " + error;
          return false;
        }
  return true;
}

bool Checker::checkGraph(Graph &graph, const Scope *parent) {
  Scope scope;
  scope.parent = parent;
  llvm::DenseSet<StringRef> initialized;
  for (const ValueInfo &input : graph.inputs)
    if (!define(scope, input.name, -1, "graph input"))
      return false;
  // An initializer may also be listed as input: it is then a default.
  for (const Tensor &tensor : graph.initializers) {
    if (tensor.name.empty())
      return fail("an initializer has no name");
    if (!initialized.insert(tensor.name).second)
      return fail("the initializer '" + tensor.name.str() +
                  "' is given twice");
    scope.definedBy.try_emplace(tensor.name, -1);
  }
  for (StringRef name : graph.sparseInitializers)
    if (!define(scope, name, -1, "sparse initializer"))
      return false;
  if (!checkNodes(graph.nodes, scope))
    return false;
  for (const ValueInfo &output : graph.outputs)
    if (!scope.sees(output.name))
      return fail("the graph's output '" + output.name.str() +
                  "' is defined nowhere");
  // An entry's outputs are told apart by name; a branch may yield one twice.
  llvm::DenseSet<StringRef> outputs;
  for (const ValueInfo &output : graph.outputs)
    if (!parent && !outputs.insert(output.name).second)
      return fail("the graph has two outputs named '" + output.name.str() +
                  "'");
  return true;
}

bool Checker::checkFunction(Function &function) {
  Scope scope;
  for (StringRef input : function.inputs)
    if (!define(scope, input, -1, "function input"))
      return false;
  if (!checkNodes(function.nodes, scope))
    return false;
  for (StringRef output : function.outputs)
    if (!scope.sees(output))
      return fail("its output '" + output.str() + "' is defined nowhere");
  return true;
}

/// Function calls as a graph must have no cycle, or expanding never ends.
bool Checker::checkCallsEnd() {
  llvm::StringMap<size_t> index;
  auto key = [](StringRef domain, StringRef name, StringRef overload) {
    return (domain + "\n" + name + "\n" + overload).str();
  };
  for (auto [i, function] : llvm::enumerate(model.functions))
    if (!index.try_emplace(key(function.domain, function.name,
                               function.overload), i).second)
      return fail("the function '" + function.name.str() +
                  "' is defined twice");
  size_t count = model.functions.size();
  std::vector<std::vector<size_t>> callers(count);
  std::vector<size_t> calls(count, 0);
  for (auto [i, function] : llvm::enumerate(model.functions)) {
    llvm::SmallVector<const std::vector<Node> *> bodies{&function.nodes};
    llvm::DenseSet<size_t> callees;
    while (!bodies.empty()) {
      for (const Node &node : *bodies.pop_back_val()) {
        auto it = index.find(key(node.domain, node.opType, node.overload));
        if (it != index.end())
          callees.insert(it->second);
        for (const Attribute &attribute : node.attributes)
          for (const auto &graph : attribute.graphs)
            bodies.push_back(&graph->nodes);
      }
    }
    calls[i] = callees.size();
    for (size_t callee : callees)
      callers[callee].push_back(i);
  }
  llvm::SmallVector<size_t> ready;
  for (size_t i = 0; i < count; ++i)
    if (calls[i] == 0)
      ready.push_back(i);
  size_t done = 0;
  while (!ready.empty()) {
    ++done;
    for (size_t caller : callers[ready.pop_back_val()])
      if (--calls[caller] == 0)
        ready.push_back(caller);
  }
  if (done == count)
    return true;
  for (size_t i = 0; i < count; ++i)
    if (calls[i] != 0)
      return fail("the function '" + model.functions[i].name.str() +
                  "' calls itself, directly or through others");
  return true;
}

bool mlc::onnx::checkModel(Model &model, std::string &error) {
  error.clear();
  Checker checker(model, error);
  if (!checker.checkVersions() || !checker.checkGraph(model.graph, nullptr) ||
      !checker.checkCallsEnd())
    return false;
  for (Function &function : model.functions)
    if (!checker.checkFunction(function)) {
      error = "function '" + function.name.str() + "': " + error;
      return false;
    }
  return true;
}
