//===- ReorderKernel.cpp - Kernels at the borders of blocked regions ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Convolution/Reorder.h"
#include "compiler/Codegen/Loop/KernelSlots.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static ReorderParams makeParams(Value plain, Value plainBuffer,
                                Value blockedBuffer, bool toBlocked,
                                KernelBuilder &k, KernelSlots &slots) {
  RankedTensorType type = tensorType(plain);
  ActivationTensor t;
  t.channels = type.getDimSize(1);
  t.h = k.index(1);
  t.w = k.index(1);
  // What lies behind the channels is a map; how it is split does not matter.
  for (int64_t d = 2; d < type.getRank(); ++d)
    t.w = k.mul(t.w, slots.extent(plain, d));
  ReorderParams p;
  p.n = slots.extent(plain, 0);
  p.from = p.to = t;
  p.from.blocked = !toBlocked;
  p.to.blocked = toBlocked;
  p.from.memref = toBlocked ? plainBuffer : blockedBuffer;
  p.to.memref = toBlocked ? blockedBuffer : plainBuffer;
  return p;
}

LogicalResult mlc::emitReorderKernel(kernel::FuncOp kernel,
                                     const IsaLevel &level, ModuleOp module) {
  Operation *op = kernel.getReturned()[0].getDefiningOp();
  auto to = dyn_cast_or_null<ToBlockedOp>(op);
  auto from = dyn_cast_or_null<FromBlockedOp>(op);
  if (kernel.getNumResults() != 1 || (!to && !from) ||
      !isa<BlockArgument>(op->getOperand(0)))
    return failure();
  Value plain = to ? to.getInput() : from.getResult();
  int64_t block =
      tensorType(to ? to.getResult() : from.getInput()).getShape().back();
  RankedTensorType type = tensorType(plain);
  if (!type.getElementType().isF32() || block != kChannelBlock ||
      (to && to.getDim() != 1) || type.isDynamicDim(1))
    return failure();
  auto params = [&](KernelBuilder &k, KernelSlots &slots) {
    Value operand = slots.buffer(cast<BlockArgument>(op->getOperand(0)));
    Value result = slots.resultBuffer(0);
    return makeParams(plain, to ? operand : result, to ? result : operand,
                      bool(to), k, slots);
  };
  {
    KernelSlots slots(kernel, module, /*items=*/false);
    KernelBuilder k(slots.builder(), slots.loc(), level);
    emitReorder(k, params(k, slots), slots.begin(), slots.end());
    func::ReturnOp::create(slots.builder(), slots.loc());
  }
  KernelSlots slots(kernel, module, /*items=*/true);
  KernelBuilder k(slots.builder(), slots.loc(), level);
  func::ReturnOp::create(slots.builder(), slots.loc(),
                         reorderItems(k, params(k, slots)));
  return success();
}
