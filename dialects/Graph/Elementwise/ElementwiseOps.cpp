//===- ElementwiseOps.cpp - Elementwise ops -----------------------------===//
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
#include "dialects/Graph/Elementwise/ElementwiseOps.cpp.inc"

void GraphDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Elementwise/ElementwiseOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

static LogicalResult inferBool(Value operand, SmallVectorImpl<Type> &types) {
  RankedTensorType type = tensorType(operand);
  types.push_back(type.clone(IntegerType::get(type.getContext(), 1)));
  return success();
}

MLC_COMPATIBLE_RESULTS(IsNanOp)
MLC_COMPATIBLE_RESULTS(IsInfOp)
MLC_COMPATIBLE_RESULTS(CompareOp)
MLC_COMPATIBLE_RESULTS(SelectOp)

LogicalResult IsNanOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  return inferBool(adaptor.getInput(), types);
}

LogicalResult IsInfOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  return inferBool(adaptor.getInput(), types);
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  return inferBool(adaptor.getLhs(), types);
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  types.push_back(adaptor.getOnTrue().getType());
  return success();
}

//===----------------------------------------------------------------------===//
// Verifiers and folders
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::verify() {
  Type onTrue = getElementTypeOrSelf(getOnTrue().getType());
  Type onFalse = getElementTypeOrSelf(getOnFalse().getType());
  if (onTrue != onFalse)
    return emitOpError("chooses between elements of ")
           << onTrue << " and " << onFalse << "; they must be equal";
  for (Value operand : getOperands())
    if (failed(verifyCompatibleShape(operand.getType(), getResult().getType())))
      return emitOpError("needs operands of one shape, has ")
             << operand.getType() << " for a result of " << getResult().getType();
  return success();
}

LogicalResult BitcastOp::verify() {
  for (Value value : {getInput(), getResult()})
    if (Type type = getElementTypeOrSelf(value.getType()); !type.isIntOrFloat())
      return emitOpError("has no bits of elements of type ") << type;
  auto width = [](Value value) {
    return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  };
  if (width(getInput()) != width(getResult()))
    return emitOpError("needs elements of one width, has ")
           << width(getInput()) << " and " << width(getResult()) << " bits";
  return success();
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  return {};
}
