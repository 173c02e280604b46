//===- MlLinear.cpp - Linear models ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ml/Ml.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// X * coefficients^T + intercepts, N x count.
Value linear(NodeContext &n, llvm::ArrayRef<double> coefficients,
             llvm::ArrayRef<double> intercepts, int64_t count) {
  GraphBuilder &g = n.g;
  int64_t all = coefficients.size();
  if (count < 1 || all < 1 || all % count != 0)
    return g.fail(llvm::Twine(all) + " coefficients do not divide into " +
                  llvm::Twine(count) + " rows");
  int64_t features = all / count;
  mlir::Type f32 = g.b.getF32Type();
  Value x = featureRows(n, features);
  Value c = constantOf(g, coefficients, {count, features}, f32);
  if (!x || !c)
    return nullptr;
  Value y = g.dot(x, c, {}, {}, {1}, {1}, f32);
  if (!intercepts.empty() && y)
    y = g.addT(y, constantOf(g, intercepts, {count}, f32));
  return y;
}

LogicalResult regressorRow(NodeContext &n) {
  auto coefficients = n.floats("coefficients"),
       intercepts = n.floats("intercepts");
  if (!coefficients)
    return n.invalid("coefficients are missing");
  int64_t targets = n.i64("targets", 1);
  Value y = linear(n, *coefficients,
                   intercepts ? llvm::ArrayRef<double>(*intercepts)
                              : llvm::ArrayRef<double>(),
                   targets);
  llvm::StringRef transform = n.str("post_transform", "NONE");
  // What that of one score is, engines do not agree upon.
  if (targets == 1 && transform != "NONE")
    return n.unsupported("post_transform " + transform +
                         " of one target is not supported");
  return n.set(transformed(n, y, transform));
}

LogicalResult classifierRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto coefficients = n.floats("coefficients"),
       intercepts = n.floats("intercepts");
  auto labels = classLabels(n, "classlabels_ints", "classlabels_strings");
  if (!labels)
    return mlir::failure();
  if (!coefficients)
    return n.invalid("coefficients are missing");
  // Two classes may share one row of coefficients.
  int64_t count = intercepts && !intercepts->empty()
                      ? static_cast<int64_t>(intercepts->size())
                      : static_cast<int64_t>(labels->size());
  bool shared = count == 1 && labels->size() == 2;
  if (!shared && count != static_cast<int64_t>(labels->size()))
    return n.invalid("it has " + llvm::Twine(labels->size()) + " labels for " +
                     llvm::Twine(count) + " scores");
  if (count == 1 && !shared)
    return n.unsupported("one class is not supported");
  Value scores = linear(n, *coefficients,
                        intercepts ? llvm::ArrayRef<double>(*intercepts)
                                   : llvm::ArrayRef<double>(),
                        count);
  llvm::StringRef transform = n.str("post_transform", "NONE");
  Value label = shared ? thresholdLabel(g, scores, 0, *labels)
                       : bestLabel(g, scores, *labels);
  if (mlir::failed(n.set(0, label)))
    return mlir::failure();
  return n.set(1, shared ? bothClasses(n, scores, transform, false)
                         : transformed(n, scores, transform));
}
} // namespace

void mlc::onnx::addMlLinearRows(OnnxTable &t) {
  addMl(t, "LinearRegressor", {1}, regressorRow);
  addMl(t, "LinearClassifier", {1}, classifierRow);
}
