//===- DoubtfulRanks.cpp - Values whose rank the run decides --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/DoubtfulRanks.h"
#include "compiler/Import/Common/GraphBuilder.h"

#include "llvm/ADT/StringSet.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Value;

/// Operators of the standard that broadcast all of their inputs.
static bool broadcasts(llvm::StringRef op) {
  static const llvm::StringSet<> names{
      "Add",       "Sub",         "Mul",
      "Div",       "Pow",         "Mod",
      "Max",       "Min",         "Sum",
      "Mean",      "And",         "Or",
      "Xor",       "Equal",       "Less",
      "Greater",   "LessOrEqual", "GreaterOrEqual",
      "Where",     "BitShift",    "BitwiseAnd",
      "BitwiseOr", "BitwiseXor"};
  return names.contains(op);
}

/// Operators of one input, element by element.
static bool isElementwise(llvm::StringRef op) {
  static const llvm::StringSet<> names{
      "Identity", "Cast",       "Neg",     "Abs",  "Exp",   "Log",
      "Sqrt",     "Reciprocal", "Floor",   "Ceil", "Round", "Sign",
      "Not",      "Relu",       "Sigmoid", "Tanh"};
  return names.contains(op);
}

DoubtfulRanks::Result DoubtfulRanks::of(const Node &node,
                                        llvm::ArrayRef<Value> inputs) const {
  int64_t doubtful = -1, certain = -1; // the highest ranks
  for (Value value : inputs) {
    if (!GraphBuilder::isTensor(value))
      continue;
    int64_t rank = GraphBuilder::rank(value);
    (contains(value) ? doubtful : certain) =
        std::max(contains(value) ? doubtful : certain, rank);
  }
  if (doubtful < 0)
    return Result::Known;
  if (!canonicalDomain(node.domain).empty())
    return Result::Unknown;
  // Only the type of a CastLike's second input counts.
  if (node.opType == "CastLike")
    return contains(inputs[0]) ? Result::Doubtful : Result::Known;
  if (broadcasts(node.opType))
    return certain >= doubtful ? Result::Known : Result::Doubtful;
  if (isElementwise(node.opType))
    return Result::Doubtful;
  return Result::Unknown;
}
