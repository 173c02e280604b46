//===- StructureOps.cpp - Structure ops ---------------------------------===//
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
#include "dialects/Graph/IR/StructureOps.cpp.inc"

void GraphDialect::registerStructureOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/IR/StructureOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(ConstantOp)

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getValue().getType());
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

//===----------------------------------------------------------------------===//
// SymbolOp
//===----------------------------------------------------------------------===//

LogicalResult SymbolOp::verify() {
  int64_t low = getMin(), high = getMax(), divisor = getDivisor();
  if (low < 0 || high < low)
    return emitOpError("needs 0 <= min <= max, has ") << low << ".." << high;
  if (divisor < 1)
    return emitOpError("needs a positive divisor, has ") << divisor;
  return success();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::reifyResultShapes(OpBuilder &builder,
                                           ReifiedRankedShapedTypeDims &dims) {
  return reifyLikeOperands(*this, builder, dims);
}

LogicalResult CustomOp::reifyResultShapes(OpBuilder &,
                                          ReifiedRankedShapedTypeDims &) {
  // Known only to the op library's shape rule, at run time.
  return failure();
}
