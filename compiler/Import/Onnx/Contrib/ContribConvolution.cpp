//===- ContribConvolution.cpp - Fused and channels-last convolutions
//---------===//
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
using mlir::Value;

namespace {
/// conv(x, w) + b + z, then the activation.
LogicalResult fusedConv(NodeContext &n, bool last) {
  GraphBuilder &g = n.g;
  Value x = last ? channelsSecond(g, n.in(0)) : n.in(0);
  Value y = n.standard("Conv", 11, {x, n.in(1), n.in(2)}, n.node.attributes);
  if (y && last)
    y = channelsLast(g, y);
  if (y && n.has(3))
    y = g.addT(y, g.broadcastTo(n.in(3), g.extents(y)));
  llvm::SmallVector<double> parameters;
  if (auto given = n.floats("activation_params"))
    parameters = *given;
  return n.set(fusedActivation(n, y, parameters));
}

LogicalResult nhwcMaxPoolRow(NodeContext &n) {
  Value y = n.standard("MaxPool", 12, {channelsSecond(n.g, n.in(0))},
                       n.node.attributes);
  return n.set(y ? channelsLast(n.g, y) : y);
}
} // namespace

void mlc::onnx::addContribConvolutionRows(OnnxTable &t) {
  addContrib(t, "FusedConv", {2, 4},
             [](NodeContext &n) { return fusedConv(n, false); });
  addContrib(t, "NhwcConv", {2, 3},
             [](NodeContext &n) { return fusedConv(n, true); });
  addContrib(t, "NhwcFusedConv", {2, 4},
             [](NodeContext &n) { return fusedConv(n, true); });
  addContrib(t, "NhwcMaxPool", {1, 1}, nhwcMaxPoolRow);
}
