//===- RegistryTest.cpp - Every op does what its tier must ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of the graph dialect is structure, collection, composite or core. Core
// ops implement the engines' interfaces or opt out, in the op's definition or
// here with the reason. A new op that does neither fails this test.
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/Interpreter.h"
#include "dialects/Interfaces/ExtentInterface.h"
#include "test/unit/Rules/RuleTest.h"

using namespace mlir;
using namespace mlc::graph;

namespace {
struct OptOut {
  const char *op, *reason;
};
} // namespace

/// Neither tensors in nor tensors out, or effects: engines treat these apart.
static const char *structure[] = {
    "graph.constant",    "graph.symbol",  "graph.state", "graph.state_read",
    "graph.state_write", "graph.barrier", "graph.custom"};

/// Made by the layout and fuse phases, after every engine has run.
static const char *packed[] = {
    "graph.packed_matmul",         "graph.packed_dequantized_matmul",
    "graph.packed_integer_matmul", "graph.packed_integer_convolution",
    "graph.packed_convolution",    "graph.to_blocked",
    "graph.from_blocked",          "graph.blocked_convolution",
    "graph.reduce_blocks"};

/// Computed by a kernel of their own, not element by element.
static const OptOut notByElement[] = {
    {"graph.scatter_elements", "updates meet in memory"},
    {"graph.scatter_nd", "updates meet in memory"},
    {"graph.sort", "a permutation of a whole row"},
    {"graph.top_k", "a selection of a whole row"},
    {"graph.nonzero", "its size is known only afterwards"},
};

/// Neither flops nor bytes are known before the run.
static const OptOut notCosted[] = {
    {"graph.nonzero", "its result is as long as the data says"},
};

/// Nothing is asked of extents: their operands cannot disagree, or the kernel
/// looks at every access.
static const OptOut agreeing[] = {
    {"graph.reshape", "the host compares the numbers of elements"},
    {"graph.transpose", "one tensor"},
    {"graph.broadcast", "its kernel checks the operand's extents"},
    {"graph.slice", "one tensor, in a box that its builder answers for"},
    {"graph.insert_slice", "what reaches outside is left out"},
    {"graph.pad", "one tensor and a scalar"},
    {"graph.reverse", "one tensor"},
    {"graph.iota", "scalars"},
    {"graph.gather", "its kernel checks every index"},
    {"graph.arg_reduce", "one tensor"},
    {"graph.scan", "one tensor"},
    {"graph.window", "one tensor, read inside only"},
    {"graph.arg_window", "one tensor, read inside only"},
    {"graph.sort", "one tensor"},
    {"graph.top_k", "its kernel checks the count"},
    {"graph.nonzero", "one tensor"},
    {"graph.softmax", "one tensor"},
    {"graph.gelu", "one tensor"},
    {"graph.resize", "one tensor, read inside only"},
};

/// Families whose rules of an engine are not written yet: the engine reports
/// the op and the interface.
static const char *movement[] = {"graph.reshape",
                                 "graph.transpose",
                                 "graph.broadcast",
                                 "graph.slice",
                                 "graph.insert_slice",
                                 "graph.pad",
                                 "graph.concat",
                                 "graph.reverse",
                                 "graph.iota",
                                 "graph.gather",
                                 "graph.gather_elements",
                                 "graph.gather_nd",
                                 "graph.scatter_elements",
                                 "graph.scatter_nd"};
static const char *contraction[] = {"graph.dot_general", "graph.convolution"};
static const char *others[] = {
    "graph.reduce",     "graph.arg_reduce", "graph.scan",  "graph.window",
    "graph.arg_window", "graph.sort",       "graph.top_k", "graph.nonzero",
    "graph.quantize",   "graph.dequantize", "graph.random"};

template <typename List>
static bool lists(const List &list, llvm::StringRef name) {
  return llvm::any_of(list, [&](auto &entry) {
    if constexpr (std::is_convertible_v<decltype(entry), llvm::StringRef>)
      return llvm::StringRef(entry) == name;
    else
      return llvm::StringRef(entry.op) == name;
  });
}

static std::vector<RegisteredOperationName> graphOps(MLIRContext &context) {
  std::vector<RegisteredOperationName> ops;
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (op.getDialectNamespace() == "graph")
      ops.push_back(op);
  return ops;
}

static bool isCollection(llvm::StringRef name) {
  return name.starts_with("graph.seq_") || name.starts_with("graph.opt_");
}

TEST_CASE("every op implements what its tier must or opts out") {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<GraphDialect>();
  unsigned core = 0, composite = 0;
  for (RegisteredOperationName op : graphOps(context)) {
    llvm::StringRef name = op.getStringRef();
    INFO(name.str());
    if (lists(structure, name) || lists(packed, name))
      continue;
    CHECK(op.hasInterface<MemoryEffectOpInterface>());
    if (isCollection(name))
      continue;
    CHECK(op.hasInterface<CostOpInterface>() != lists(notCosted, name));
    CHECK(op.hasInterface<ReifyRankedShapedTypeOpInterface>());
    CHECK(int(op.hasInterface<StructuredOpInterface>()) +
              int(op.hasInterface<ExtentOpInterface>()) +
              lists(agreeing, name) ==
          1);
    if (op.hasInterface<DecomposableOpInterface>()) {
      ++composite;
      continue;
    }
    ++core;
    CHECK(op.hasInterface<ElementOpInterface>() != lists(notByElement, name));

    bool elementwise = op.hasTrait<OpTrait::Elementwise>();
    CHECK(int(elementwise) + lists(movement, name) + lists(contraction, name) +
              lists(others, name) ==
          1);
    if (elementwise || lists(contraction, name)) {
      CHECK(op.hasInterface<DifferentiableOpInterface>() !=
            op.hasTrait<NotDifferentiable>());
      CHECK(op.hasInterface<BoundsOpInterface>() !=
            op.hasTrait<NotBoundable>());
      CHECK(op.hasInterface<LayoutOpInterface>() !=
            (name == "graph.dot_general"));
      CHECK(op.hasInterface<ShardingRuleOpInterface>());
    }
    if (elementwise)
      CHECK(op.hasInterface<StructuredOpInterface>());
    if (name == "graph.reshape")
      CHECK(op.hasInterface<ShardingRuleOpInterface>());
    if (lists(contraction, name) || lists(movement, name))
      CHECK(op.hasInterface<HardeningOpInterface>());
  }
  CHECK(core >= 70);
  CHECK(composite >= 7);
}

TEST_CASE("the lists of opt-outs name ops that exist") {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<GraphDialect>();
  auto exists = [&](llvm::StringRef name) {
    INFO(name.str());
    CHECK(RegisteredOperationName::lookup(name, &context).has_value());
  };
  for (const char *name : structure)
    exists(name);
  for (const char *name : movement)
    exists(name);
  for (const char *name : contraction)
    exists(name);
  for (const char *name : others)
    exists(name);
  for (const OptOut &entry : notByElement)
    exists(entry.op);
}

TEST_CASE("the reference interpreter knows every op") {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<GraphDialect>();
  for (RegisteredOperationName op : graphOps(context)) {
    llvm::StringRef name = op.getStringRef();
    INFO(name.str());
    // Declarations, and what the user's library computes.
    if (name == "graph.symbol" || name == "graph.state" ||
        name == "graph.custom" || lists(packed, name))
      continue;
    CHECK(mlc::reference::isSupported(name));
  }
}
