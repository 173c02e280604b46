//===- ConvolutionKernel.cpp - Kernels around a convolution --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Convolution/PlainConvolution.h"
#include "compiler/Codegen/MicroKernel/FusedEpilogue.h"

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

  bool bad = false;
  func::FuncOp made;
  {
    KernelSlots slots(kernel, module, /*items=*/false);
    made = slots.function();
    ElementEmitter emitter(slots, level.vectorBits);
    KernelBuilder k(slots.builder(), slots.loc(), level);
    PlainConvParams params = makeParams(op, k, slots);
    unsigned spatial = input.getRank() - 2;
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
    func::ReturnOp::create(slots.builder(), slots.loc());
  }
  if (bad) {
    made.erase();
    return failure();
  }
  KernelSlots slots(kernel, module, /*items=*/true);
  KernelBuilder k(slots.builder(), slots.loc(), level);
  func::ReturnOp::create(slots.builder(), slots.loc(),
                         plainConvolutionItems(k, makeParams(op, k, slots)));
  return success();
}
