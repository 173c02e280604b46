//===- QuantOps.cpp - Quant ops -----------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Quant/QuantOps.cpp.inc"

void GraphDialect::registerQuantOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Quant/QuantOps.cpp.inc"
      >();
}

LogicalResult QuantizeOp::reifyResultShapes(OpBuilder &builder,
                                            ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}

LogicalResult DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                              ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}
