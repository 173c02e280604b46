//===- FastMath.cpp - What --fast-math allows in kernels -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/FastMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlc;

FastMathMarker::FastMathMarker(OpBuilder &builder)
    : builder(builder), outer(builder.getListener()) {
  builder.setListener(this);
}

FastMathMarker::~FastMathMarker() { builder.setListener(outer); }

void FastMathMarker::notifyOperationInserted(Operation *op,
                                             OpBuilder::InsertPoint previous) {
  if (outer)
    outer->notifyOperationInserted(op, previous);
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!on || !flagged)
    return;
  // Division stays: LLVM's leave to use reciprocals would lose infinities.
  auto flags = arith::FastMathFlags::none;
  if (isa<math::MathDialect>(op->getDialect()))
    flags = arith::FastMathFlags::afn;
  else if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
    flags = arith::FastMathFlags::contract;
  else
    return;
  op->setAttr(flagged.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}
