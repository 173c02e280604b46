//===- StructureOps.cpp - Structure ops ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Checks.h"
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
// State
//===----------------------------------------------------------------------===//

LogicalResult StateOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape())
    return emitOpError("needs a static tensor type, has ") << getType();
  if (getInitial() && getInitial()->getType() != type)
    return emitOpError("is of type ")
           << type << ", but its initial value of " << getInitial()->getType();
  return success();
}

/// The named block exists and has the type of the value read or written.
static LogicalResult checkState(Operation *op, FlatSymbolRefAttr name,
                                Type type, SymbolTableCollection &tables) {
  auto state = tables.lookupNearestSymbolFrom<StateOp>(op, name);
  if (!state)
    return op->emitOpError("names ") << name << ", which is no state block";
  if (state.getType() != type) {
    InFlightDiagnostic diagnostic = op->emitOpError("has type ")
                                    << type << ", the block "
                                    << state.getType();
    diagnostic.attachNote(state.getLoc()) << "the block is here";
    return diagnostic;
  }
  return success();
}

LogicalResult StateReadOp::verifySymbolUses(SymbolTableCollection &tables) {
  return checkState(*this, getStateAttr(), getResult().getType(), tables);
}

LogicalResult StateWriteOp::verifySymbolUses(SymbolTableCollection &tables) {
  return checkState(*this, getStateAttr(), getValue().getType(), tables);
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
