//===- ReorderKernel.cpp - Kernels at the borders of blocked regions ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Convolution/Reorder.h"
#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
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

/// Around the parameters of a reorder.
static LogicalResult emitReorderFunctions(
    kernel::FuncOp kernel, const IsaLevel &level, ModuleOp module,
    llvm::function_ref<ReorderParams(KernelBuilder &, KernelSlots &)> params) {
  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    emitReorder(k, params(k, slots), slots.begin(), slots.end());
    return true;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    return reorderItems(k, params(k, slots));
  };
  return emitKernelFunctions(kernel, level, module, run, items);
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
  return emitReorderFunctions(kernel, level, module, params);
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

LogicalResult mlc::emitBorderKernel(kernel::FuncOp kernel,
                                    const IsaLevel &level, ModuleOp module) {
  auto op = kernel.getReturned()[0].getDefiningOp<PadOp>();
  if (!op || kernel.getNumResults() != 1 || op.getMode() != PadMode::Constant ||
      !isa<BlockArgument>(op.getInput()) || !op.getLow().empty())
    return failure();
  auto value = op.getValue().getDefiningOp<ConstantOp>();
  auto dense =
      value ? dyn_cast<DenseElementsAttr>(value.getValueAttr()) : nullptr;
  RankedTensorType from = tensorType(op.getInput()),
                   to = tensorType(op.getResult());
  unsigned spatial = from.getRank() < 3 ? 0 : from.getRank() - 2;
  if (!dense || !from.getElementType().isF32() ||
      !dense.getSplatValue<APFloat>().isPosZero() || spatial < 1 ||
      spatial > 2 || from.isDynamicDim(1))
    return failure();
  Halo halo;
  for (unsigned i = 0; i < spatial; ++i) {
    int64_t low = op.getStaticLow()[i + 2];
    // Only the sum of extents is known where they are dynamic; a border that
    // differs at both ends needs static ones.
    int64_t all = from.isDynamicDim(i + 2) || to.isDynamicDim(i + 2)
                      ? 2 * low
                      : to.getDimSize(i + 2) - from.getDimSize(i + 2);
    if (low < 0 || all < low || from.isDynamicDim(i + 2))
      return failure();
    bool isRow = spatial == 2 && i == 0;
    (isRow ? halo.top : halo.left) = low;
    (isRow ? halo.bottom : halo.right) = all - low;
  }
  if (op.getStaticLow()[0] || op.getStaticLow()[1] ||
      from.getDimSize(1) != to.getDimSize(1))
    return failure();
  auto params = [&](KernelBuilder &k, KernelSlots &slots) {
    ReorderParams p;
    p.n = slots.extent(op.getInput(), 0);
    p.from.memref = slots.buffer(cast<BlockArgument>(op.getInput()));
    p.from.channels = from.getDimSize(1);
    p.from.h = spatial == 2 ? slots.extent(op.getInput(), 2) : k.index(1);
    p.from.w = slots.extent(op.getInput(), spatial + 1);
    p.from.blocked = false;
    p.to = p.from;
    p.to.memref = slots.resultBuffer(0);
    p.to.halo = halo;
    return p;
  };
  return emitReorderFunctions(kernel, level, module, params);
}
