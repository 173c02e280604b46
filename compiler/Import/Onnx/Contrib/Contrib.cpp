//===- Contrib.cpp - What the rows beyond the standard share -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Contrib/Heads.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;
using mlir::Value;

OnnxTable::Row mlc::onnx::checked(Arity arity, OnnxTable::Row row) {
  return [arity, row](NodeContext &n) {
    size_t count = n.node.inputs.size();
    if (count < arity.min || count > arity.max)
      return n.invalid("it has " + llvm::Twine(count) +
                       " inputs; the operator takes " + llvm::Twine(arity.min) +
                       (arity.max == arity.min ? llvm::Twine()
                        : arity.max > 1000 ? llvm::Twine(" or more")
                                           : " to " + llvm::Twine(arity.max)));
    for (size_t i = 0; i < arity.min; ++i)
      if (!n.has(i) && !llvm::is_contained(arity.optional, i))
        return n.invalid("its input " + llvm::Twine(i) + " is missing");
    for (auto [i, value] : llvm::enumerate(n.ins()))
      if (value && !GraphBuilder::isTensor(value))
        return n.invalid("its input " + llvm::Twine(i) + " is no tensor");
    return row(n);
  };
}

static Attribute named(StringRef name, Attribute::Kind kind) {
  Attribute result;
  result.name = name;
  result.kind = kind;
  return result;
}

Attribute mlc::onnx::attribute(StringRef name, int64_t value) {
  Attribute result = named(name, Attribute::Kind::Int);
  result.i = value;
  return result;
}
Attribute mlc::onnx::attribute(StringRef name, double value) {
  Attribute result = named(name, Attribute::Kind::Float);
  result.f = static_cast<float>(value);
  return result;
}
Attribute mlc::onnx::attribute(StringRef name, StringRef value) {
  Attribute result = named(name, Attribute::Kind::String);
  result.s = value;
  return result;
}
Attribute mlc::onnx::attribute(StringRef name, llvm::ArrayRef<int64_t> values) {
  Attribute result = named(name, Attribute::Kind::Ints);
  result.ints.assign(values.begin(), values.end());
  return result;
}

Value mlc::onnx::channelsSecond(GraphBuilder &g, Value x) {
  if (!x)
    return nullptr;
  int64_t rank = GraphBuilder::rank(x);
  if (rank < 2)
    return g.fail("an input with its channels last must have rank 2 or more");
  llvm::SmallVector<int64_t> permutation{0, rank - 1};
  for (int64_t d = 1; d < rank - 1; ++d)
    permutation.push_back(d);
  return g.transpose(x, permutation);
}

Value mlc::onnx::channelsLast(GraphBuilder &g, Value x) {
  if (!x)
    return nullptr;
  llvm::SmallVector<int64_t> permutation{0};
  for (int64_t d = 2; d < GraphBuilder::rank(x); ++d)
    permutation.push_back(d);
  permutation.push_back(1);
  return g.transpose(x, permutation);
}

void mlc::onnx::addContribRows(OnnxTable &t) {
  addContribActivationRows(t);
  addContribNormalizationRows(t);
  addContribProductRows(t);
  addContribConvolutionRows(t);
  addContribQuantRows(t);
  addContribBlockWeightRows(t);
  addContribMovementRows(t);
  addContribAttentionRows(t);
  addContribGroupQueryRows(t);
}
