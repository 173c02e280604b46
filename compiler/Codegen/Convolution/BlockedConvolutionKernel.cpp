//===- BlockedConvolutionKernel.cpp - Kernels on blocked channels ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around `blocked_convolution`, dense (direct or Winograd's) or depthwise, with
// the pointwise ops behind it as epilogue. Lanes past the channels are computed
// and stored like the others: the weights there are zero, and nobody reads
// them.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Convolution.h"
#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Convolution/Winograd.h"
#include "compiler/Codegen/Depthwise/Depthwise.h"
#include "compiler/Codegen/MicroKernel/FusedEpilogue.h"
#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"
#include "dialects/Graph/Layout/Winograd.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Entry of a spatial list for rows (0) or columns (1).
static int64_t entryOf(ArrayRef<int64_t> list, unsigned i, int64_t missing) {
  if (list.size() == 1)
    return i == 0 ? missing : list[0];
  return list[i];
}

/// What dense and depthwise parameters have in common.
template <typename Params>
static Params makeParams(BlockedConvolutionOp op, KernelBuilder &k,
                         KernelSlots &slots) {
  Params p;
  unsigned spatial = op.spatialRank();
  auto extent = [&](Value tensor, unsigned i) {
    if (spatial == 1)
      return i == 0 ? k.index(1) : slots.extent(tensor, 2);
    return slots.extent(tensor, i + 2);
  };
  p.n = slots.extent(op.getInput(), 0);
  p.input.memref = slots.buffer(cast<BlockArgument>(op.getInput()));
  p.input.channels = op.getInputChannels();
  p.input.h = extent(op.getInput(), 0);
  p.input.w = extent(op.getInput(), 1);
  p.input.blocked = op.isInputBlocked();
  p.weights = slots.buffer(cast<BlockArgument>(op.getFilter()));
  p.kernelH = entryOf(op.getKernel(), 0, 1);
  p.kernelW = entryOf(op.getKernel(), 1, 1);
  p.strideH = entryOf(op.getStrides(), 0, 1);
  p.strideW = entryOf(op.getStrides(), 1, 1);
  p.dilationH = entryOf(op.getDilations(), 0, 1);
  p.dilationW = entryOf(op.getDilations(), 1, 1);
  p.padTop = entryOf(op.getLow(), 0, 0);
  p.padLeft = entryOf(op.getLow(), 1, 0);
  p.padBottom = entryOf(op.getHigh(), 0, 0);
  p.padRight = entryOf(op.getHigh(), 1, 0);
  p.accumulator = k.b.getF32Type();
  for (unsigned i = 0; i < slots.kernel().getNumResults(); ++i) {
    ActivationTensor out;
    out.memref = slots.resultBuffer(i);
    out.channels = tensorType(op.getResult()).getDimSize(1) * kChannelBlock;
    out.h = extent(op.getResult(), 0);
    out.w = extent(op.getResult(), 1);
    p.outputs.push_back(out);
  }
  return p;
}

/// Whether pairs of bf16 are multiplied (the verifier has seen to the rest).
static bool multipliesPairs(BlockedConvolutionOp op) {
  return tensorType(op.getFilter()).getElementType().isBF16() &&
         !op.isDepthwise();
}

bool mlc::convolvesPairs(kernel::FuncOp kernel) {
  return llvm::any_of(kernel.getBody().front().getOps<BlockedConvolutionOp>(),
                      multipliesPairs);
}

static ConvParams denseParams(BlockedConvolutionOp op, KernelBuilder &k,
                              KernelSlots &slots, bool mapsMerge) {
  auto p = makeParams<ConvParams>(op, k, slots);
  p.groups = op.getGroups();
  p.pairs = multipliesPairs(op);
  p.crossRows = mapsMerge;
  p.epilogueCost = 0;
  for (Operation &other : slots.kernel().getBody().front().without_terminator())
    if (auto element = dyn_cast<ElementOpInterface>(other);
        element && &other != op)
      p.epilogueCost += element.getElementCost();
  return p;
}

static DepthwiseParams depthwiseParams(BlockedConvolutionOp op,
                                       KernelBuilder &k, KernelSlots &slots) {
  auto p = makeParams<DepthwiseParams>(op, k, slots);
  p.input.channels = p.outputs.front().channels;
  return p;
}

/// Whether every op treats rows and columns of a map as one dimension.
static bool mapsMerge(kernel::FuncOp kernel, BlockedConvolutionOp anchor) {
  int64_t last = anchor.spatialRank() + 2;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (isa<ConstantOp>(op) || &op == anchor ||
        !isa<GraphDialect>(op.getDialect()))
      continue;
    if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
      RankedTensorType from = tensorType(broadcast.getInput());
      RankedTensorType to = tensorType(broadcast.getResult());
      int64_t present = 0;
      for (auto [i, d] : llvm::enumerate(broadcast.getDims())) {
        int64_t have = from.getDimSize(i), want = to.getDimSize(d);
        if (d < 2 || d >= last || (have == 1 && want != 1))
          continue;
        if (ShapedType::isDynamic(have) || have != want)
          return false;
        ++present;
      }
      if (present != 0 && present != last - 2)
        return false;
      continue;
    }
    auto structured = dyn_cast<StructuredOpInterface>(op);
    if (!structured || structured.getReductionCombiner() ||
        tensorType(op.getResult(0)).getRank() != last + 1)
      return false;
  }
  return true;
}

LogicalResult mlc::emitBlockedConvolutionKernel(kernel::FuncOp kernel,
                                                const IsaLevel &level,
                                                ModuleOp module) {
  BlockedConvolutionOp op;
  for (auto found : kernel.getBody().front().getOps<BlockedConvolutionOp>()) {
    if (op)
      return failure();
    op = found;
  }
  if (!op || !isa<BlockArgument>(op.getInput()) ||
      !isa<BlockArgument>(op.getFilter()) || !epilogueCanStore(kernel) ||
      tensorType(op.getResult()).getShape().back() != kChannelBlock)
    return failure();
  bool merge = mapsMerge(kernel, op);
  unsigned spatial = op.spatialRank();
  std::optional<int64_t> tile = winogradTile(op);
  FailureOr<ScheduledTiling> tiling =
      scheduledTiling(kernel, level, Float32Type::get(kernel.getContext()));
  if (failed(tiling))
    return failure();
  // A direct convolution's only.
  auto directParams = [&](KernelBuilder &k, KernelSlots &slots) {
    ConvParams params = denseParams(op, k, slots, merge);
    params.tile = tiling->tile;
    params.blockRows = tiling->blockRows;
    return params;
  };

  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    bool bad = false;
    ElementEmitter emitter(slots, level.vectorBits);
    Epilogue epilogue = fusedEpilogue(
        emitter, kernel, op.getResult(),
        [=](KernelBuilder &, const Piece &piece) {
          SmallVector<LaneIndex> index;
          for (auto [d, base] : llvm::enumerate(piece.coordinates))
            if (d != 2 || spatial == 2)
              index.push_back({base, 0});
          index.back().step = piece.lanes > 1 ? 1 : 0;
          return index;
        },
        bad);
    std::string why;
    if (op.isDepthwise()) {
      DepthwiseParams params = depthwiseParams(op, k, slots);
      params.epilogue = epilogue;
      why = depthwiseUnsupported(params);
      if (why.empty())
        emitDepthwise(k, params, slots.begin(), slots.end());
    } else if (tile) {
      ConvParams params = denseParams(op, k, slots, merge);
      params.epilogue = epilogue;
      why = winogradUnsupported(params);
      if (why.empty()) {
        Value scratch =
            slots.scratch(params.accumulator, winogradScratch(params, *tile));
        emitWinograd(k, params, *tile, scratch, slots.begin(), slots.end());
      }
    } else {
      ConvParams params = directParams(k, slots);
      params.epilogue = epilogue;
      why = convolutionUnsupported(params);
      if (why.empty())
        emitConvolution(k, params, slots.begin(), slots.end());
    }
    return !bad && why.empty();
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    if (op.isDepthwise())
      return depthwiseItems(k, depthwiseParams(op, k, slots));
    if (tile)
      return winogradItems(k, denseParams(op, k, slots, merge), *tile);
    return convolutionItems(k, directParams(k, slots));
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}
