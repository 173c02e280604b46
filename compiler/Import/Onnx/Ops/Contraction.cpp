//===- Contraction.cpp - Matrix products ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Value;
using llvm::LogicalResult;

namespace {
LogicalResult matMulRow(NodeContext &n) {
  if (!n.g.sameElementType(n.in(0), n.in(1)))
    return mlir::failure();
  return n.set(n.g.matmul(n.in(0), n.in(1), n.element(0)));
}

LogicalResult gemmRow(NodeContext &n) {
  Value a = n.in(0), b = n.in(1);
  if (n.rank(0) != 2 || n.rank(1) != 2)
    return n.invalid("its first two inputs must be matrices");
  if (!n.g.sameElementType(a, b))
    return mlir::failure();
  bool transA = n.flag("transA", false), transB = n.flag("transB", false);
  double alpha = n.f64("alpha", 1), beta = n.f64("beta", 1);
  Value product = n.g.dot(a, b, {}, {}, {transA ? 0 : 1}, {transB ? 1 : 0},
                          n.element(0));
  if (product && alpha != 1)
    product = n.g.mulT(product, n.g.scalarLike(product, alpha));
  if (product && n.has(2) && beta != 0) {
    Value c = n.in(2);
    if (beta != 1)
      c = n.g.mulT(c, n.g.scalarLike(c, beta));
    // C broadcasts to the product, never the other way round.
    c = n.g.broadcastTo(c, n.g.extents(product));
    product = n.g.addT(product, c);
  }
  return n.set(product);
}

/// Widens quantised integers and takes the zero point off. A rank-1 zero point
/// belongs to rows (`rowDim`) or columns.
Value centred(NodeContext &n, Value x, Value zeroPoint, int64_t dim) {
  mlir::Type i32 = n.g.b.getI32Type();
  Value wide = n.g.cast(x, i32);
  if (!zeroPoint)
    return wide;
  Value zero = n.g.cast(zeroPoint, i32);
  if (zero && GraphBuilder::rank(zero) == 1 &&
      GraphBuilder::fixed(n.g.extent(zero, 0)) != 1 &&
      dim != GraphBuilder::rank(x) - 1) {
    llvm::SmallVector<int64_t> after =
        llvm::to_vector(llvm::seq<int64_t>(1, GraphBuilder::rank(x) - dim));
    zero = n.g.unsqueeze(zero, after);
  }
  return n.g.subT(wide, zero);
}

LogicalResult matMulIntegerRow(NodeContext &n) {
  Value a = centred(n, n.in(0), n.in(2), std::max<int64_t>(n.rank(0) - 2, 0));
  Value b = centred(n, n.in(1), n.in(3), n.rank(1) - 1);
  return n.set(n.g.matmul(a, b, n.g.b.getI32Type()));
}
} // namespace

void mlc::onnx::addContractionRows(OnnxTable &t) {
  t.add("MatMul", {1, 9, 13}, matMulRow);
  t.add("Gemm", {7, 9, 11, 13}, gemmRow);
  t.add("MatMulInteger", {10}, matMulIntegerRow);
}
