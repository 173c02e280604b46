//===- PoolingKernel.cpp - Kernels around a window ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Pooling/PoolingKernel.h"
#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
#include "compiler/Codegen/Pooling/Pooling.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static PoolKind kindOf(WindowKind kind) {
  switch (kind) {
  case WindowKind::Max:
    return PoolKind::Max;
  case WindowKind::Sum:
    return PoolKind::Sum;
  case WindowKind::AvgValid:
    return PoolKind::Average;
  case WindowKind::AvgPadded:
    return PoolKind::AverageWithPad;
  }
  llvm_unreachable("every kind is named");
}

/// Whether the last spatial dimension is one block of lanes that the window
/// leaves alone, with one or two spatial dimensions before it.
static bool isBlocked(WindowOp op) {
  RankedTensorType type = tensorType(op.getInput());
  auto noPad = [](int64_t pad) { return pad >= 0; };
  size_t spatial = op.getKernel().size();
  return (spatial == 2 || spatial == 3) && type.getElementType().isF32() &&
         type.getShape().back() == kChannelBlock && !type.isDynamicDim(1) &&
         op.getKernel().back() == 1 && op.getStrides().back() == 1 &&
         op.getLow().back() == 0 && op.getHigh().back() == 0 &&
         llvm::all_of(op.getLow(), noPad) && llvm::all_of(op.getHigh(), noPad);
}

static PoolParams makeParams(WindowOp op, KernelBuilder &k,
                             KernelSlots &slots) {
  PoolParams p;
  bool oneDimension = op.getKernel().size() == 2;
  auto extent = [&](Value tensor, unsigned i) {
    if (oneDimension)
      return i == 0 ? k.index(1) : slots.extent(tensor, 2);
    return slots.extent(tensor, i + 2);
  };
  auto entry = [&](ArrayRef<int64_t> list, unsigned i, int64_t missing) {
    return oneDimension ? (i == 0 ? missing : list[0]) : list[i];
  };
  p.kind = kindOf(op.getKind());
  p.n = slots.extent(op.getInput(), 0);
  p.input.memref = slots.buffer(cast<BlockArgument>(op.getInput()));
  p.input.channels = tensorType(op.getInput()).getDimSize(1) * kChannelBlock;
  p.input.h = extent(op.getInput(), 0);
  p.input.w = extent(op.getInput(), 1);
  p.kernelH = entry(op.getKernel(), 0, 1);
  p.kernelW = entry(op.getKernel(), 1, 1);
  p.strideH = entry(op.getStrides(), 0, 1);
  p.strideW = entry(op.getStrides(), 1, 1);
  p.dilationH = entry(op.getDilations(), 0, 1);
  p.dilationW = entry(op.getDilations(), 1, 1);
  p.padTop = entry(op.getLow(), 0, 0);
  p.padLeft = entry(op.getLow(), 1, 0);
  ArrayRef<int64_t> high = op.getPadsHigh() ? *op.getPadsHigh() : op.getHigh();
  p.padBottom = entry(high, 0, 0);
  p.padRight = entry(high, 1, 0);
  p.overhangH = entry(op.getHigh(), 0, 0) - p.padBottom;
  p.overhangW = entry(op.getHigh(), 1, 0) - p.padRight;
  p.accumulator = k.b.getF32Type();
  ActivationTensor out;
  out.memref = slots.resultBuffer(0);
  out.channels = p.input.channels;
  out.h = extent(op.getResult(), 0);
  out.w = extent(op.getResult(), 1);
  p.outputs.push_back(out);
  return p;
}

LogicalResult mlc::emitBlockedPoolingKernel(kernel::FuncOp kernel,
                                            const IsaLevel &level,
                                            ModuleOp module) {
  auto op = kernel.getReturned()[0].getDefiningOp<WindowOp>();
  if (!op || kernel.getNumResults() != 1 ||
      !isa<BlockArgument>(op.getInput()) || !isBlocked(op))
    return failure();
  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    emitPool(k, makeParams(op, k, slots), slots.begin(), slots.end());
    return true;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    return poolItems(k, makeParams(op, k, slots));
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}
