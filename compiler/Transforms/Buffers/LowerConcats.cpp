//===- LowerConcats.cpp - Operands computed in the result's buffer --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of a contiguous concat lie one after the other in its result.
// Each is computed there right away, and stays there for whoever else reads it:
// values never change, so a part of a larger buffer is as good as one of its
// own. A chain of concats, each of which adds to the one before, is one buffer.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

static int64_t elementsBefore(graph::ConcatOp op, unsigned operand) {
  int64_t count = 0;
  for (Value input : op.getInputs().take_front(operand))
    count += cast<RankedTensorType>(input.getType()).getNumElements();
  return count;
}

// The use by the only concat that `tensor` is a part of, if its buffer can hold
// it.
static OpOperand *joiningUse(Value tensor) {
  OpOperand *found = nullptr;
  for (OpOperand &use : tensor.getUses()) {
    if (!isa<graph::ConcatOp>(use.getOwner()))
      continue;
    if (found)
      return nullptr; // in two places: one of them would be a copy
    found = &use;
  }
  if (!found || found->getOwner()->getBlock() != tensor.getParentBlock() ||
      !isContiguousConcat(cast<graph::ConcatOp>(found->getOwner())))
    return nullptr;
  return found;
}

Value HostLowering::partOf(OpOperand &use) {
  auto whole = cast<graph::ConcatOp>(use.getOwner());
  Location loc = whole.getLoc();
  auto type = cast<RankedTensorType>(use.get().getType());
  inWholes.insert(use.get());
  return rt::OffsetOp::create(
      builder, loc, wholes.lookup(whole),
      constantIndex(loc, elementsBefore(whole, use.getOperandNumber())),
      type.getElementType());
}

// The buffer of the result, made when the first operand needs it.
Value HostLowering::bufferOf(graph::ConcatOp op) {
  // It may itself be a part of a larger one, and so on.
  SmallVector<OpOperand *> parts;
  graph::ConcatOp at = op;
  while (!wholes.contains(at)) {
    OpOperand *use =
        targets.contains(at.getResult()) ? nullptr : joiningUse(at.getResult());
    if (!use) {
      wholes[at] = bufferFor(at.getResult(), {});
      break;
    }
    parts.push_back(use);
    at = cast<graph::ConcatOp>(use->getOwner());
  }
  for (OpOperand *use : llvm::reverse(parts))
    wholes[use->get().getDefiningOp()] = partOf(*use);
  return wholes.lookup(op);
}

// The part of a concat's buffer that `tensor`, about to be computed, is for.
Value HostLowering::insideConcat(Value tensor) {
  OpOperand *use = joiningUse(tensor);
  if (!use || tensor.getDefiningOp<graph::ConcatOp>())
    return nullptr;
  bufferOf(cast<graph::ConcatOp>(use->getOwner()));
  return partOf(*use);
}

LogicalResult HostLowering::lowerConcat(graph::ConcatOp op) {
  if (!isContiguousConcat(op))
    return op.emitOpError(
        "of parts that are not contiguous is left in the host "
        "program; fusion must put it into a kernel");
  Location loc = op.getLoc();
  Value whole = bufferOf(op);
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    if (inWholes.contains(input))
      continue;
    auto type = cast<RankedTensorType>(input.getType());
    Value box = rt::OffsetOp::create(builder, loc, whole,
                                     constantIndex(loc, elementsBefore(op, i)),
                                     type.getElementType());
    copy(loc, placeOf(input), box, type);
  }
  places[op.getResult()] = {whole, {}};
  return success();
}
