//===- ExtentInterface.cpp - What loops need of extents -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Interfaces/ExtentInterface.h"
#include "dialects/Interfaces/GraphInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlc::graph;

#include "dialects/Interfaces/ExtentInterface.cpp.inc"

void ExtentContext::shape(Value tensor, ArrayRef<OpFoldResult> wanted) {
  if (!tensor)
    return;
  for (auto [d, extent] : llvm::enumerate(wanted))
    equal(this->extent(tensor, d), extent);
}

void mlc::graph::requireLoopExtents(Operation *op, ExtentContext &context) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  if (!structured)
    return;
  SmallVector<OpFoldResult> loops(structured.getLoopIteratorTypes().size());
  // The parallel loops are the result's dimensions, whose extents the operands
  // give unless the type states them.
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [d, extent] : llvm::enumerate(result.getShape()))
    if (!ShapedType::isDynamic(extent))
      loops[d] = context.constant(extent);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = structured.getOperandMap(operand.getOperandNumber());
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      OpFoldResult extent = context.extent(operand.get(), d);
      OpFoldResult &wanted = loops[loop.getPosition()];
      if (wanted)
        context.equal(extent, wanted);
      else
        wanted = extent;
    }
  }
}
