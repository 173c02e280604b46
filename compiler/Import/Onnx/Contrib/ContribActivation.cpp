//===- ContribActivation.cpp - Activation functions beyond the standard ---===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Contrib/Contrib.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::StringRef;
using mlir::Value;

namespace {
/// An activation that nodes carry as an attribute: the standard's operator, and
/// the attributes that its parameters stand for, in order.
struct Activation {
  StringRef name;
  int64_t opset;
  llvm::SmallVector<StringRef, 2> parameters;
};

const Activation activations[] = {
    {"Relu", 14, {}},
    {"Tanh", 13, {}},
    {"Sigmoid", 13, {}},
    {"HardSwish", 14, {}},
    {"Softplus", 1, {}},
    {"Softsign", 1, {}},
    {"LeakyRelu", 16, {"alpha"}},
    {"ThresholdedRelu", 10, {"alpha"}},
    {"Elu", 6, {"alpha"}},
    {"Selu", 6, {"alpha", "gamma"}},
    {"HardSigmoid", 6, {"alpha", "beta"}},
    // The versions with bounds as attributes.
    {"Clip", 6, {"min", "max"}},
};

Value gelu(NodeContext &n, Value x, StringRef approximation) {
  return n.standard("Gelu", 20, {x}, {attribute("approximate", approximation)});
}

/// x + bias, or x alone; the bias never widens x.
Value biased(NodeContext &n, Value x, Value bias) {
  return bias ? n.g.addT(x, n.g.broadcastTo(bias, n.g.extents(x))) : x;
}

LogicalResult quickGeluRow(NodeContext &n) {
  return n.set(n.standard("Swish", 24, {n.in(0)},
                          {attribute("alpha", n.f64("alpha", 1.702f))}));
}

LogicalResult biasSplitGeluRow(NodeContext &n) {
  // The left half of the channels times gelu of the right half.
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  int64_t last = n.rank(0) - 1;
  if (last < 0)
    return n.invalid("its input must have rank 1 or more");
  Value sum = biased(n, x, n.in(1));
  if (!sum)
    return mlir::failure();
  auto width = GraphBuilder::fixed(g.extent(x, last));
  if (width && *width % 2 != 0)
    return n.invalid("its last dimension must be even");
  auto half = g.floorDiv(g.extent(x, last), g.index(2));
  return n.set(g.mulT(g.sliceDim(sum, last, g.index(0), half),
                      gelu(n, g.sliceDim(sum, last, half, half), "none")));
}

LogicalResult biasDropoutRow(NodeContext &n) {
  // data + bias, dropout, + residual; dropout is the identity unless trained.
  if (n.has(4)) {
    const Literal *training = n.g.literal(n.in(4));
    if (!training || training->getBool(0))
      return n.unsupported("training_mode must be a constant, and false");
  }
  Value sum = biased(n, n.in(0), n.in(1));
  if (mlir::failed(n.set(0, n.has(2) ? n.g.addT(sum, n.in(2)) : sum)))
    return mlir::failure();
  if (!n.wants(1))
    return mlir::success();
  return n.set(1, n.g.fill(n.g.b.getI1Type(), n.g.extents(n.in(0)), 1));
}
} // namespace

Value mlc::onnx::fusedActivation(NodeContext &n, Value x,
                                 llvm::ArrayRef<double> parameters) {
  StringRef name = n.str("activation", "");
  if (!x || name.empty())
    return x;
  for (const Activation &known : activations) {
    if (known.name != name)
      continue;
    llvm::SmallVector<Attribute> attributes;
    for (auto [i, parameter] : llvm::enumerate(known.parameters))
      if (i < parameters.size())
        attributes.push_back(attribute(parameter, parameters[i]));
    return n.standard(name, known.opset, {x}, attributes);
  }
  (void)n.unsupported("its activation '" + name + "' is not supported");
  return nullptr;
}

void mlc::onnx::addContribActivationRows(OnnxTable &t) {
  addContrib(t, "Gelu", {1, 1},
             [](NodeContext &n) { return n.set(gelu(n, n.in(0), "none")); });
  addContrib(t, "BiasGelu", {2, 2}, [](NodeContext &n) {
    return n.set(gelu(n, biased(n, n.in(0), n.in(1)), "none"));
  });
  addContrib(t, "FastGelu", {1, 2}, [](NodeContext &n) {
    return n.set(gelu(n, biased(n, n.in(0), n.in(1)), "tanh"));
  });
  addContrib(t, "QuickGelu", {1, 1}, quickGeluRow);
  addContrib(t, "BiasSplitGelu", {2, 2}, biasSplitGeluRow);
  addContrib(t, "BiasDropout", {2, 5}, biasDropoutRow);
  addContrib(t, "BiasAdd", {3, 3}, [](NodeContext &n) {
    return n.set(n.g.addT(biased(n, n.in(0), n.in(1)), n.in(2)));
  });
}
