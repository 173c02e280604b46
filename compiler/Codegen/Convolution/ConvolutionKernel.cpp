//===- ConvolutionKernel.cpp - Kernels around a convolution --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Convolution/Convolution.h"
#include "compiler/Codegen/Convolution/PlainConvolution.h"
#include "compiler/Codegen/Loop/MergeableSuffix.h"
#include "compiler/Codegen/MicroKernel/FusedEpilogue.h"
#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"
#include "dialects/Graph/Layout/Winograd.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// The type the emitter accumulates in; null where it has none.
static Type accumulatorOf(ConvolutionOp op) {
  Type input = tensorType(op.getInput()).getElementType();
  Type filter = tensorType(op.getFilter()).getElementType();
  Type result = tensorType(op.getResult()).getElementType();
  if (input.isF32() || input.isF16() || input.isBF16())
    return input == filter ? Type(Float32Type::get(op.getContext())) : Type();
  if (input.isF64())
    return input;
  if (isa<IntegerType>(input) && isa<IntegerType>(filter) && isa<IntegerType>(result) &&
      result.getIntOrFloatBitWidth() >= 8)
    return IntegerType::get(op.getContext(), result.getIntOrFloatBitWidth());
  return {};
}

static bool isUnsigned(Value tensor) {
  auto integer = dyn_cast<IntegerType>(tensorType(tensor).getElementType());
  return integer && (integer.isUnsigned() || integer.getWidth() == 1);
}

static PlainConvParams makeParams(ConvolutionOp op, KernelBuilder &k,
                                  KernelSlots &slots) {
  PlainConvParams p;
  RankedTensorType input = tensorType(op.getInput());
  unsigned spatial = input.getRank() - 2, first = 3 - spatial;
  p.n = slots.extent(op.getInput(), 0);
  p.inputChannels = input.getDimSize(1);
  p.outputChannels = tensorType(op.getFilter()).getDimSize(0);
  p.groups = op.getGroups();
  p.inputExtents = p.outputExtents = {k.index(1), k.index(1), k.index(1)};
  for (unsigned i = 0; i < spatial; ++i) {
    p.inputExtents[first + i] = slots.extent(op.getInput(), i + 2);
    p.outputExtents[first + i] = slots.extent(op.getResult(), i + 2);
    p.kernel[first + i] = tensorType(op.getFilter()).getDimSize(i + 2);
    p.stride[first + i] = op.getStrides()[i];
    p.dilation[first + i] = op.getRhsDilation()[i];
    p.padBegin[first + i] = op.getLow()[i];
  }
  p.input = slots.buffer(cast<BlockArgument>(op.getInput()));
  p.weights = slots.buffer(cast<BlockArgument>(op.getFilter()));
  p.inputUnsigned = isUnsigned(op.getInput());
  p.weightsUnsigned = isUnsigned(op.getFilter());
  p.accumulator = accumulatorOf(op);
  for (unsigned i = 0; i < slots.kernel().getNumResults(); ++i)
    p.outputs.push_back(slots.resultBuffer(i));
  return p;
}

LogicalResult mlc::emitPlainConvolutionKernel(kernel::FuncOp kernel,
                                              const IsaLevel &level,
                                              ModuleOp module) {
  SmallVector<ConvolutionOp> found;
  for (auto op : kernel.getBody().front().getOps<ConvolutionOp>())
    found.push_back(op);
  if (found.size() != 1)
    return failure();
  ConvolutionOp op = found.front();
  RankedTensorType input = tensorType(op.getInput()), filter = tensorType(op.getFilter());
  bool spread = llvm::any_of(op.getLhsDilation(), [](int64_t d) { return d != 1; });
  bool cut = llvm::any_of(op.getLow(), [](int64_t d) { return d < 0; });
  if (spread || cut || input.getRank() > 5 || input.isDynamicDim(1) ||
      !filter.hasStaticShape() || !accumulatorOf(op) || !epilogueCanStore(kernel) ||
      !isa<BlockArgument>(op.getInput()) || !isa<BlockArgument>(op.getFilter()))
    return failure();

  unsigned spatial = input.getRank() - 2;
  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    bool bad = false;
    ElementEmitter emitter(slots, level.vectorBits);
    PlainConvParams params = makeParams(op, k, slots);
    params.epilogue = fusedEpilogue(
        emitter, kernel, op.getResult(),
        [=](KernelBuilder &, const Piece &piece) {
          SmallVector<LaneIndex> index{{piece.coordinates[0], 0},
                                       {piece.coordinates[1], 0}};
          for (unsigned i = 0; i < spatial; ++i)
            index.push_back({piece.coordinates[2 + (3 - spatial) + i], 0});
          index.back() = {piece.column, piece.lanes > 1 ? 1 : 0};
          return index;
        },
        bad);
    emitPlainConvolution(k, params, slots.begin(), slots.end());
    return !bad;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    return plainConvolutionItems(k, makeParams(op, k, slots));
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}

std::optional<ConvolutionFacts> mlc::convolutionFacts(kernel::FuncOp kernel) {
  Operation *found = nullptr;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isa<PackedConvolutionOp, BlockedConvolutionOp>(op))
      continue;
    if (found)
      return std::nullopt;
    found = &op;
  }
  auto blocked = dyn_cast_or_null<BlockedConvolutionOp>(found);
  if (!found || (blocked && (blocked.isDepthwise() || winogradTile(blocked))))
    return std::nullopt;
  ConvolutionFacts facts;
  facts.accumulator = Float32Type::get(kernel.getContext());
  RankedTensorType result = tensorType(found->getResult(0));
  int64_t spatial = result.getRank() - 2 - (blocked ? 1 : 0);
  if (spatial == 2 && !result.isDynamicDim(2))
    facts.rows = result.getDimSize(2);
  return facts;
}

//===----------------------------------------------------------------------===//
// Packed filters
//===----------------------------------------------------------------------===//

static ConvParams makeParams(PackedConvolutionOp op, KernelBuilder &k,
                             KernelSlots &slots) {
  ConvParams p;
  unsigned spatial = tensorType(op.getInput()).getRank() - 2;
  auto extent = [&](Value tensor, unsigned i) { // of H (0) and W (1)
    if (spatial == 1)
      return i == 0 ? k.index(1) : slots.extent(tensor, 2);
    return slots.extent(tensor, i + 2);
  };
  auto of = [&](ArrayRef<int64_t> list, unsigned i) -> int64_t {
    return spatial == 1 ? (i == 0 ? 1 : list[0]) : list[i];
  };
  p.n = slots.extent(op.getInput(), 0);
  p.input.memref = slots.buffer(cast<BlockArgument>(op.getInput()));
  p.input.channels = tensorType(op.getInput()).getDimSize(1);
  p.input.h = extent(op.getInput(), 0);
  p.input.w = extent(op.getInput(), 1);
  p.input.blocked = false;
  p.weights = slots.buffer(cast<BlockArgument>(op.getFilter()));
  p.kernelH = of(op.getKernel(), 0);
  p.kernelW = of(op.getKernel(), 1);
  p.strideH = of(op.getStrides(), 0);
  p.strideW = of(op.getStrides(), 1);
  p.dilationH = of(op.getDilations(), 0);
  p.dilationW = of(op.getDilations(), 1);
  p.groups = op.getGroups();
  p.accumulator = k.b.getF32Type();
  for (unsigned i = 0; i < slots.kernel().getNumResults(); ++i) {
    ActivationTensor out;
    out.memref = slots.resultBuffer(i);
    out.channels = op.getChannels();
    out.h = extent(op.getResult(), 0);
    out.w = extent(op.getResult(), 1);
    out.blocked = false;
    p.outputs.push_back(out);
  }
  return p;
}

LogicalResult mlc::emitPackedConvolutionKernel(kernel::FuncOp kernel,
                                               const IsaLevel &level,
                                               ModuleOp module) {
  PackedConvolutionOp op;
  for (auto found : kernel.getBody().front().getOps<PackedConvolutionOp>()) {
    if (op)
      return failure();
    op = found;
  }
  if (!op || !isa<BlockArgument>(op.getInput()) || !epilogueCanStore(kernel))
    return failure();
  RankedTensorType type = tensorType(op.getResult());
  unsigned rank = type.getRank();
  // Where nothing behind the convolution asks for rows or columns, the epilogue
  // sees the pixels of a map as one row.
  bool crossRows = mergeableSuffix(kernel, rank, op) >= rank - 2;
  FailureOr<ScheduledTiling> tiling =
      scheduledTiling(kernel, level, Float32Type::get(kernel.getContext()));
  if (failed(tiling))
    return failure();

  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    bool bad = false;
    ElementEmitter emitter(slots, level.vectorBits);
    ConvParams params = makeParams(op, k, slots);
    params.crossRows = crossRows;
    params.tile = tiling->tile;
    params.blockRows = tiling->blockRows;
    if (!convolutionUnsupported(params).empty())
      return false;
    params.epilogue = fusedEpilogue(
        emitter, kernel, op.getResult(),
        [=](KernelBuilder &, const Piece &piece) {
          SmallVector<LaneIndex> index{{piece.coordinates[0], 0},
                                       {piece.coordinates[1], 0}};
          if (rank == 4)
            index.push_back({piece.coordinates[2], 0});
          index.push_back({piece.coordinates[3], piece.lanes > 1 ? 1 : 0});
          return index;
        },
        bad);
    emitConvolution(k, params, slots.begin(), slots.end());
    return !bad;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    ConvParams params = makeParams(op, k, slots);
    params.crossRows = crossRows;
    params.tile = tiling->tile;
    params.blockRows = tiling->blockRows;
    return convolutionItems(k, params);
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}
