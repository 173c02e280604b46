//===- ContribProduct.cpp - Products with what was fused into them
//----------===//
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
/// An operand as the product wants it. `batch` moves the first dimension behind
/// the batch ones; `transposed` then exchanges the last two.
Value oriented(GraphBuilder &g, Value x, bool batch, bool transposed) {
  int64_t rank = GraphBuilder::rank(x);
  if (rank < 2 || (!batch && !transposed))
    return x; // vectors have nothing to transpose
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (batch)
    std::rotate(permutation.begin(), permutation.begin() + 1,
                permutation.end() - 1);
  if (transposed)
    std::swap(permutation[rank - 2], permutation[rank - 1]);
  return g.transpose(x, permutation);
}

LogicalResult fusedMatMulRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value a = oriented(g, n.in(0), n.flag("transBatchA", false),
                     n.flag("transA", false));
  Value b = oriented(g, n.in(1), n.flag("transBatchB", false),
                     n.flag("transB", false));
  Value product = n.standard("MatMul", 13, {a, b});
  double alpha = n.f64("alpha", 1);
  if (alpha != 1)
    product = g.mulT(product, g.scalarLike(product, alpha));
  return n.set(product);
}

LogicalResult fusedGemmRow(NodeContext &n) {
  Value product = n.standard("Gemm", 13, n.ins(), n.node.attributes);
  llvm::SmallVector<double> parameters;
  for (const char *name :
       {"activation_alpha", "activation_beta", "activation_gamma"})
    if (n.hasAttr(name))
      parameters.push_back(n.f64(name, 0));
  return n.set(fusedActivation(n, product, parameters));
}
} // namespace

void mlc::onnx::addContribProductRows(OnnxTable &t) {
  addContrib(t, "FusedMatMul", {2, 2}, fusedMatMulRow);
  addContrib(t, "TransposeMatMul", {2, 2}, fusedMatMulRow);
  addContrib(t, "FusedGemm", {2, 3}, fusedGemmRow);
}
