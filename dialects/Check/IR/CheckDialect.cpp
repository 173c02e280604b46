//===- CheckDialect.cpp - The check dialect -------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Check/IR/Check.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc::check;

#include "dialects/Check/IR/CheckAttrsDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Check/IR/CheckAttrsAttributes.cpp.inc"

void CheckDialect::initialize() { registerAttributes(); }

void CheckDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Check/IR/CheckAttrsAttributes.cpp.inc"
      >();
}

LogicalResult CheckDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  if (attr.getName() != kOriginAttr)
    return op->emitOpError("has '")
           << attr.getName().getValue()
           << "', which is no attribute of the check dialect";
  if (!isa<OriginAttr>(attr.getValue()))
    return op->emitOpError("needs a #check.origin as '")
           << kOriginAttr << "', has " << attr.getValue();
  return success();
}

OriginAttr mlc::check::originOf(Operation *op) {
  return op->getAttrOfType<OriginAttr>(kOriginAttr);
}

OriginScope::OriginScope(OpBuilder &builder, Operation *from)
    : builder(builder), outer(builder.getListener()), origin(originOf(from)) {
  if (origin)
    builder.setListener(this);
}

OriginScope::~OriginScope() { builder.setListener(outer); }

void OriginScope::notifyOperationInserted(Operation *op,
                                          OpBuilder::InsertPoint previous) {
  op->setDiscardableAttr(kOriginAttr, origin);
  if (outer)
    outer->notifyOperationInserted(op, previous);
}
