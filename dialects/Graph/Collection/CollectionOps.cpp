//===- CollectionOps.cpp - Collection ops -------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Collection/CollectionOps.cpp.inc"

void GraphDialect::registerCollectionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Collection/CollectionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Whether a value of `type` may be an element declared as `declared`: for
/// tensors the shapes must not contradict.
static LogicalResult checkElement(Operation *op, Type declared, Type type) {
  auto want = dyn_cast<RankedTensorType>(declared);
  auto have = dyn_cast<RankedTensorType>(type);
  bool fits = want && have ? want.getElementType() == have.getElementType() &&
                                 succeeded(verifyCompatibleShape(want, have))
                           : declared == type;
  if (!fits)
    return op->emitOpError("handles a value of ")
           << type << " of a collection of " << declared;
  return success();
}

LogicalResult SeqNewOp::verify() {
  for (Value value : getValues())
    if (failed(checkElement(*this, getResult().getType().getElementType(),
                            value.getType())))
      return failure();
  return success();
}

LogicalResult SeqAtOp::verify() {
  return checkElement(*this, getSequence().getType().getElementType(),
                      getResult().getType());
}

LogicalResult SeqInsertOp::verify() {
  if (failed(checkElement(*this, getSequence().getType().getElementType(),
                          getValue().getType())))
    return failure();
  return checkElement(*this, getResult().getType().getElementType(),
                      getSequence().getType().getElementType());
}

LogicalResult SeqEraseOp::verify() {
  return checkElement(*this, getResult().getType().getElementType(),
                      getSequence().getType().getElementType());
}

LogicalResult OptNewOp::verify() {
  if (!getValue())
    return success();
  return checkElement(*this, getResult().getType().getElementType(),
                      getValue().getType());
}

LogicalResult OptGetOp::verify() {
  return checkElement(*this, getOptional().getType().getElementType(),
                      getResult().getType());
}
