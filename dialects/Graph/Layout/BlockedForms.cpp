//===- BlockedForms.cpp - Ops in the channel-blocked layout ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LayoutOpInterface of the ops that have a blocked form, one section an op.
// Dimension d of a tensor keeps its number; the lanes are an extra dimension at
// the end.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

FailureOr<Value> mlc::graph::buildBlockedElementwise(Operation *op,
                                                     LayoutContext &context) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> blocked = context.blocked(operand);
    if (failed(blocked))
      return failure();
    operands.push_back(*blocked);
  }
  Type type = blockedType(tensorType(op->getResult(0)), context.block());
  return mlir::clone(context.builder(), op, {type}, operands)->getResult(0);
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

/// The operand dimension that carries the result's channels.
static std::optional<unsigned> channelsOf(BroadcastOp op) {
  for (auto [i, d] : llvm::enumerate(op.getDims()))
    if (d == 1 && tensorType(op.getInput()).getDimSize(i) != 1)
      return i;
  return std::nullopt;
}

LayoutPreference BroadcastOp::getBlockedPreference(int64_t) {
  std::optional<unsigned> channels = channelsOf(*this);
  bool known = !channels || !tensorType(getInput()).isDynamicDim(*channels);
  return known && hasBlockedType(getResult().getType())
             ? LayoutPreference::Follows
             : LayoutPreference::None;
}

SmallVector<unsigned> BroadcastOp::getBlockedOperands(int64_t) {
  // A vector of channels is no activation: its copy costs nothing.
  if (channelsOf(*this) == 1u)
    return {0};
  return {};
}

FailureOr<Value> BroadcastOp::buildBlocked(LayoutContext &context) {
  Type type = blockedType(tensorType(getResult()), context.block());
  SmallVector<int64_t> dims(getDims());
  Value input = getInput();
  if (std::optional<unsigned> channels = channelsOf(*this)) {
    FailureOr<Value> blocked = context.blocked(input, *channels);
    if (failed(blocked))
      return failure();
    input = *blocked;
    dims.push_back(tensorType(getResult()).getRank());
  }
  return Value(BroadcastOp::create(context.builder(), getLoc(), type, input,
                                   dims, getSizes()));
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

LayoutPreference ReshapeOp::getBlockedPreference(int64_t) {
  // What lies behind the channels is a map, however it is split.
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (!hasBlockedType(from) || !hasBlockedType(to) ||
      from.getShape().take_front(2) != to.getShape().take_front(2))
    return LayoutPreference::None;
  // Images of unknown number might become others, unless there is just one
  // element a channel.
  auto isOne = [](int64_t extent) { return extent == 1; };
  bool bare = llvm::all_of(from.getShape().drop_front(2), isOne) &&
              llvm::all_of(to.getShape().drop_front(2), isOne);
  return bare || !from.isDynamicDim(0) ? LayoutPreference::Neutral
                                       : LayoutPreference::None;
}

FailureOr<Value> ReshapeOp::buildBlocked(LayoutContext &context) {
  FailureOr<Value> input = context.blocked(getInput());
  if (failed(input))
    return failure();
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(
      ReshapeOp::create(context.builder(), getLoc(), type, *input, getSizes()));
}

LayoutPreference ConcatOp::getBlockedPreference(int64_t block) {
  if (!hasBlockedType(getResult().getType()))
    return LayoutPreference::None;
  if (getDim() == 1)
    for (Value input : getInputs().drop_back())
      if (tensorType(input).getDimSize(1) % block)
        return LayoutPreference::None; // a seam within a block
  return LayoutPreference::Neutral;
}

FailureOr<Value> ConcatOp::buildBlocked(LayoutContext &context) {
  SmallVector<Value> inputs;
  for (Value input : getInputs()) {
    FailureOr<Value> blocked = context.blocked(input);
    if (failed(blocked))
      return failure();
    inputs.push_back(*blocked);
  }
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(
      ConcatOp::create(context.builder(), getLoc(), type, inputs, getDim()));
}

LayoutPreference SliceOp::getBlockedPreference(int64_t block) {
  if (!hasBlockedType(getInput().getType()) ||
      !hasBlockedType(getResult().getType()))
    return LayoutPreference::None;
  int64_t start = getStaticStarts()[1],
          count = tensorType(getResult()).getDimSize(1);
  bool toEnd = start + count == tensorType(getInput()).getDimSize(1);
  return !ShapedType::isDynamic(start) && start % block == 0 &&
                 getSteps()[1] == 1 && (toEnd || count % block == 0)
             ? LayoutPreference::Neutral
             : LayoutPreference::None;
}

FailureOr<Value> SliceOp::buildBlocked(LayoutContext &context) {
  FailureOr<Value> input = context.blocked(getInput());
  if (failed(input))
    return failure();
  SmallVector<int64_t> starts(getStaticStarts()), steps(getSteps());
  starts[1] /= context.block();
  starts.push_back(0);
  steps.push_back(1);
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(SliceOp::create(context.builder(), getLoc(), type, *input,
                               getStarts(), getSizes(), starts, steps));
}

//===----------------------------------------------------------------------===//
// Reductions and windows
//===----------------------------------------------------------------------===//

LayoutPreference ReduceOp::getBlockedPreference(int64_t) {
  bool spatial = llvm::all_of(getDims(), [](int64_t d) { return d >= 2; });
  return spatial && hasBlockedType(getInput().getType())
             ? LayoutPreference::Neutral
             : LayoutPreference::None;
}

FailureOr<Value> ReduceOp::buildBlocked(LayoutContext &context) {
  FailureOr<Value> input = context.blocked(getInput());
  if (failed(input))
    return failure();
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(ReduceOp::create(context.builder(), getLoc(), type,
                                getCombiner(), *input, getDims()));
}

LayoutPreference WindowOp::getBlockedPreference(int64_t) {
  RankedTensorType type = tensorType(getInput());
  return hasBlockedType(type) && type.getElementType().isF32() &&
                 getKernel().size() <= 2
             ? LayoutPreference::Prefers
             : LayoutPreference::None;
}

FailureOr<Value> WindowOp::buildBlocked(LayoutContext &context) {
  FailureOr<Value> input = context.blocked(getInput());
  if (failed(input))
    return failure();
  // To the window the lanes are one more spatial dimension, with a kernel of 1.
  auto with = [](ArrayRef<int64_t> list, int64_t last) {
    SmallVector<int64_t> longer(list);
    longer.push_back(last);
    return longer;
  };
  OpBuilder &b = context.builder();
  DenseI64ArrayAttr padsHigh;
  if (getPadsHigh())
    padsHigh = b.getDenseI64ArrayAttr(with(*getPadsHigh(), 0));
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(WindowOp::create(b, getLoc(), type, getKindAttr(), *input,
                                b.getDenseI64ArrayAttr(with(getKernel(), 1)),
                                b.getDenseI64ArrayAttr(with(getStrides(), 1)),
                                b.getDenseI64ArrayAttr(with(getDilations(), 1)),
                                b.getDenseI64ArrayAttr(with(getLow(), 0)),
                                b.getDenseI64ArrayAttr(with(getHigh(), 0)),
                                padsHigh));
}

//===----------------------------------------------------------------------===//
// ConvolutionOp
//===----------------------------------------------------------------------===//

/// Fewer output channels leave most of a panel of weights empty.
static constexpr int64_t kFewestOutputs = 8;
/// Fewer input channels are read from the plain layout: an image.
static constexpr int64_t kFewestInputs = 8;

static bool isDepthwise(ConvolutionOp op) {
  int64_t channels = tensorType(op.getInput()).getDimSize(1);
  return op.getGroups() > 1 && int64_t(op.getGroups()) == channels &&
         tensorType(op.getFilter()).getDimSize(0) == channels;
}

LayoutPreference ConvolutionOp::getBlockedPreference(int64_t block) {
  RankedTensorType input = tensorType(getInput()),
                   filter = tensorType(getFilter());
  auto isF32 = [](Value tensor) {
    return tensorType(tensor).getElementType().isF32();
  };
  auto isNegative = [](int64_t pad) { return pad < 0; };
  if (input.getRank() > 4 || !filter.hasStaticShape() ||
      !hasBlockedType(input) || !getFilter().getDefiningOp<ConstantOp>() ||
      !isF32(getInput()) || !isF32(getFilter()) || !isF32(getResult()) ||
      llvm::any_of(getLhsDilation(), [](int64_t d) { return d != 1; }) ||
      llvm::any_of(getLow(), isNegative) ||
      llvm::any_of(getHigh(), isNegative) ||
      filter.getDimSize(0) < kFewestOutputs || filter.getNumElements() == 0)
    return LayoutPreference::None;
  int64_t groups = getGroups();
  bool wholeBlocks = groups == 1 || isDepthwise(*this) ||
                     (filter.getDimSize(1) % block == 0 &&
                      filter.getDimSize(0) / groups % block == 0);
  return wholeBlocks ? LayoutPreference::Prefers : LayoutPreference::None;
}

SmallVector<unsigned> ConvolutionOp::getBlockedOperands(int64_t) {
  if (tensorType(getInput()).getDimSize(1) < kFewestInputs)
    return {};
  return {0};
}

FailureOr<Value> ConvolutionOp::buildBlocked(LayoutContext &context) {
  bool plain = getBlockedOperands(context.block()).empty();
  FailureOr<Value> input = getInput();
  if (!plain)
    input = context.blocked(getInput());
  FailureOr<Value> filter =
      isDepthwise(*this) ? context.packed("pack_depthwise", getFilter(), {})
                         : context.packed("pack_conv", getFilter(),
                                          {int64_t(getGroups()), plain});
  if (failed(input) || failed(filter))
    return failure();
  OpBuilder &b = context.builder();
  RankedTensorType shape = tensorType(getFilter());
  Type type = blockedType(tensorType(getResult()), context.block());
  return Value(BlockedConvolutionOp::create(
      b, getLoc(), type, *input, *filter, shape.getDimSize(0),
      tensorType(getInput()).getDimSize(1), shape.getShape().drop_front(2),
      getStrides(), getLow(), getHigh(), getRhsDilation(), getGroups()));
}
