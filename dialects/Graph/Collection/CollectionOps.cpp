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

/// Whether a value of `type` may be an element declared as `declared`: the
/// shapes of tensors must not contradict, nor those of the tensors in lists.
static bool fitsElement(Type declared, Type type) {
  auto want = dyn_cast<TensorType>(declared), have = dyn_cast<TensorType>(type);
  if (want && have)
    return want.getElementType() == have.getElementType() &&
           succeeded(verifyCompatibleShape(want, have));
  auto wantSeq = dyn_cast<SeqType>(declared), haveSeq = dyn_cast<SeqType>(type);
  if (wantSeq && haveSeq)
    return fitsElement(wantSeq.getElementType(), haveSeq.getElementType());
  auto wantOpt = dyn_cast<OptType>(declared), haveOpt = dyn_cast<OptType>(type);
  if (wantOpt && haveOpt)
    return fitsElement(wantOpt.getElementType(), haveOpt.getElementType());
  return declared == type;
}

static LogicalResult checkElement(Operation *op, Type declared, Type type) {
  if (!fitsElement(declared, type))
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
