//===- MaybeOne.cpp - Broadcasts that only a run decides ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/MaybeOne.h"
#include "compiler/Analysis/ExtentClasses.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

std::optional<unsigned> mlc::guardSlotOf(kernel::FuncOp kernel, Value scalar) {
  if (auto dim = scalar.getDefiningOp<tensor::DimOp>())
    return dim.getConstantIndex()
               ? guardSlotOf(kernel, dim.getSource(), *dim.getConstantIndex())
               : std::nullopt;
  unsigned slot = kernel.getNumArgumentExtents() + kernel.getNumResultExtents();
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (isa<ShapedType>(argument.getType()))
      continue;
    if (argument == scalar)
      return slot;
    ++slot;
  }
  return std::nullopt;
}

std::optional<unsigned> mlc::guardSlotOf(kernel::FuncOp kernel, Value tensor,
                                         unsigned dim) {
  unsigned slot = 0;
  // The slot of `dim` in `type`, counting on from `slot`.
  auto within = [&](RankedTensorType type) -> std::optional<unsigned> {
    if (!type.isDynamicDim(dim))
      return std::nullopt;
    for (unsigned d = 0; d < dim; ++d)
      slot += type.isDynamicDim(d);
    return slot;
  };
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (argument == tensor && type)
      return within(type);
    slot += type ? type.getNumDynamicDims() : 0;
  }
  for (Value returned : kernel.getReturned()) {
    if (returned == tensor)
      return within(tensorType(returned));
    slot += tensorType(returned).getNumDynamicDims();
  }
  // A pointwise op has the extents of its operand.
  if (auto pointwise = tensor.getDefiningOp<StructuredOpInterface>();
      pointwise && !pointwise.getReductionCombiner() &&
      pointwise.getOperandMap(0).isIdentity())
    return guardSlotOf(kernel, pointwise->getOperand(0), dim);
  if (auto broadcast = tensor.getDefiningOp<BroadcastOp>()) {
    unsigned number = 0;
    for (unsigned d = 0; d < dim; ++d)
      number += broadcast.getResult().getType().isDynamicDim(d);
    if (broadcast.getResult().getType().isDynamicDim(dim))
      return guardSlotOf(kernel, broadcast.getSizes()[number]);
  }
  return std::nullopt;
}

SmallVector<MaybeOne> mlc::maybeOneLanes(kernel::FuncOp kernel) {
  SmallVector<MaybeOne> found;
  ExtentClasses classes;
  for (Operation &op : kernel.getBody().front().without_terminator())
    classes.add(&op);
  int64_t rank =
      cast<RankedTensorType>(kernel.getResultTypes().front()).getRank();
  for (auto broadcast : kernel.getBody().getOps<BroadcastOp>()) {
    RankedTensorType to = tensorType(broadcast.getResult());
    if (rank == 0 || to.getRank() != rank || broadcast.getDims().empty() ||
        broadcast.getDims().back() != rank - 1)
      continue;
    Value input = broadcast.getInput();
    unsigned dim = broadcast.getDims().size() - 1;
    if (!tensorType(input).isDynamicDim(dim) ||
        classes.same(input, dim, broadcast.getResult(), rank - 1))
      continue;
    MaybeOne one;
    auto extent = guardSlotOf(kernel, input, dim);
    one.target = guardSlotOf(kernel, broadcast.getResult(), rank - 1);
    if (!to.isDynamicDim(rank - 1))
      one.fixedTarget = to.getDimSize(rank - 1);
    else if (!one.target)
      return {};
    if (!extent)
      return {};
    one.extent = *extent;
    if (one.target == one.extent)
      continue;
    if (!llvm::is_contained(found, one))
      found.push_back(one);
  }
  return found;
}
