//===- ExtentModels.cpp - What graph ops need of extents ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run-time half of the verifiers: what those compare where both extents are
// static must hold of all others too. Models are attached to the ops from here,
// so that no op's header knows the interface. Structured ops, and ops that
// check their indices element by element (broadcast, gather), need none.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ExtentModels.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Interfaces/ExtentInterface.h"

using namespace mlir;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// How many windows fit: of n elements of the input and k of the filter.
static AffineExpr windowCount(ConvolutionOp op, unsigned i) {
  AffineExpr n = getAffineDimExpr(0, op.getContext()),
             k = getAffineDimExpr(1, op.getContext());
  AffineExpr spread = (n - 1) * op.getLhsDilation()[i] + 1;
  AffineExpr reach = (k - 1) * op.getRhsDilation()[i] + 1;
  return (spread + (op.getLow()[i] + op.getHigh()[i]) - reach)
             .floorDiv(op.getStrides()[i]) +
         1;
}

static void requireConvolution(ConvolutionOp op, ExtentContext &context) {
  RankedTensorType result = tensorType(op.getResult());
  Value input = op.getInput(), filter = op.getFilter();
  int64_t groups = op.getGroups();
  context.equal(context.extent(input, 1),
                context.apply(getAffineDimExpr(0, op.getContext()) * groups,
                              context.extent(filter, 1)));
  context.multiple(context.extent(filter, 0), context.constant(groups));
  // Its reification believes a spatial extent that the result's type states.
  for (unsigned d = 2, rank = result.getRank(); d < rank; ++d)
    if (!result.isDynamicDim(d) && (tensorType(input).isDynamicDim(d) ||
                                    tensorType(filter).isDynamicDim(d)))
      context.equal(
          context.apply(windowCount(op, d - 2),
                        {context.extent(input, d), context.extent(filter, d)}),
          context.constant(result.getDimSize(d)));
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

static void requireConcat(ConcatOp op, ExtentContext &context) {
  RankedTensorType result = tensorType(op.getResult());
  for (int64_t d = 0; d < result.getRank(); ++d) {
    SmallVector<OpFoldResult> extents;
    for (Value input : op.getInputs())
      extents.push_back(context.extent(input, d));
    if (d != int64_t(op.getDim())) {
      OpFoldResult wanted = result.isDynamicDim(d)
                                ? extents.front()
                                : context.constant(result.getDimSize(d));
      for (OpFoldResult extent : extents)
        context.equal(extent, wanted);
    } else if (!result.isDynamicDim(d)) {
      AffineExpr sum = getAffineConstantExpr(0, op.getContext());
      for (unsigned i = 0; i < extents.size(); ++i)
        sum = sum + getAffineDimExpr(i, op.getContext());
      context.equal(context.apply(sum, extents),
                    context.constant(result.getDimSize(d)));
    }
  }
}

/// Indices that address single elements lie inside in all other dimensions.
static void requireInside(ExtentContext &context, Value input, Value indices,
                          int64_t dim) {
  for (int64_t d = 0, rank = tensorType(input).getRank(); d < rank; ++d)
    if (d != dim)
      context.atMost(context.extent(indices, d), context.extent(input, d));
}

static void requireGatherElements(GatherElementsOp op, ExtentContext &context) {
  requireInside(context, op.getInput(), op.getIndices(), op.getDim());
}

static void requireScatterElements(ScatterElementsOp op,
                                   ExtentContext &context) {
  for (int64_t d = 0, rank = tensorType(op.getIndices()).getRank(); d < rank;
       ++d)
    context.equal(context.extent(op.getUpdates(), d),
                  context.extent(op.getIndices(), d));
  requireInside(context, op.getInput(), op.getIndices(), op.getDim());
}

static void requireGatherNd(GatherNdOp op, ExtentContext &context) {
  for (unsigned d = 0; d < op.getBatchDims(); ++d)
    context.equal(context.extent(op.getIndices(), d),
                  context.extent(op.getInput(), d));
}

static void requireScatterNd(ScatterNdOp op, ExtentContext &context) {
  RankedTensorType indices = tensorType(op.getIndices());
  int64_t tuples = indices.getRank() - 1, depth = indices.getShape().back();
  for (int64_t d = 0, rank = tensorType(op.getUpdates()).getRank(); d < rank;
       ++d)
    context.equal(context.extent(op.getUpdates(), d),
                  d < tuples
                      ? context.extent(op.getIndices(), d)
                      : context.extent(op.getInput(), d - tuples + depth));
}

//===----------------------------------------------------------------------===//
// Quantisation, random numbers
//===----------------------------------------------------------------------===//

template <typename Op>
static void requireParameters(Op op, ExtentContext &context) {
  RankedTensorType scale = tensorType(op.getScale());
  int64_t axis = op.getAxis(), block = op.getBlock();
  for (int64_t d = 0; d < scale.getRank(); ++d)
    context.equal(context.extent(op.getZeroPoint(), d),
                  context.extent(op.getScale(), d));
  if (scale.getRank() == 0)
    return;
  if (!block)
    return context.equal(context.extent(op.getScale(), 0),
                         context.extent(op.getInput(), axis));
  AffineExpr blocks = getAffineDimExpr(0, op.getContext()).ceilDiv(block);
  for (int64_t d = 0; d < scale.getRank(); ++d) {
    OpFoldResult extent = context.extent(op.getInput(), d);
    context.equal(context.extent(op.getScale(), d),
                  d == axis ? context.apply(blocks, extent) : extent);
  }
}

static void requireKey(RandomOp op, ExtentContext &context) {
  context.shape(op.getKey(), context.constant(2));
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

static void requireLayerNorm(LayerNormOp op, ExtentContext &context) {
  SmallVector<OpFoldResult> inner;
  for (int64_t d = op.getDim(), rank = tensorType(op.getInput()).getRank();
       d < rank; ++d)
    inner.push_back(context.extent(op.getInput(), d));
  context.shape(op.getScale(), inner);
  context.shape(op.getBias(), inner);
}

static void requireBatchNorm(BatchNormOp op, ExtentContext &context) {
  for (Value value :
       {op.getScale(), op.getBias(), op.getMean(), op.getVariance()})
    context.shape(value, context.extent(op.getInput(), 1));
}

static void requireAttention(AttentionOp op, ExtentContext &context) {
  auto extent = [&](Value tensor, unsigned d) {
    return context.extent(tensor, d);
  };
  Value q = op.getQuery(), k = op.getKey(), v = op.getValue();
  context.equal(extent(k, 0), extent(q, 0));
  context.equal(extent(k, 3), extent(q, 3));
  context.multiple(extent(q, 1), extent(k, 1));
  for (unsigned d = 0; d < 3; ++d)
    context.equal(extent(v, d), extent(k, d));
}

static void requireRecurrent(RecurrentOp op, ExtentContext &context) {
  auto constant = [&](int64_t value) { return context.constant(value); };
  int64_t hidden = op.getHidden();
  int64_t gates = op.getKind() == RecurrentKind::LSTM  ? 4
                  : op.getKind() == RecurrentKind::GRU ? 3
                                                       : 1;
  OpFoldResult d = constant(op.getDirection() == Direction::Bidirectional ? 2
                                                                          : 1),
               batch = context.extent(op.getInput(), 1), h = constant(hidden),
               rows = constant(gates * hidden);
  context.shape(op.getWeights(), {d, rows, context.extent(op.getInput(), 2)});
  context.shape(op.getRecurrence(), {d, rows, h});
  context.shape(op.getBias(), {d, constant(2 * gates * hidden)});
  context.shape(op.getLengths(), batch);
  context.shape(op.getInitialHidden(), {d, batch, h});
  context.shape(op.getInitialCell(), {d, batch, h});
  context.shape(op.getPeepholes(), {d, constant(3 * hidden)});
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {
template <typename Op, void (*rule)(Op, ExtentContext &)>
struct Model : ExtentOpInterface::ExternalModel<Model<Op, rule>, Op> {
  void requireExtents(Operation *op, ExtentContext &context) const {
    rule(cast<Op>(op), context);
  }
};
} // namespace

template <typename Op, void (*rule)(Op, ExtentContext &)>
static void attach(MLIRContext &context) {
  Op::template attachInterface<Model<Op, rule>>(context);
}

void mlc::graph::attachExtentModels(MLIRContext &context) {
  attach<ConvolutionOp, requireConvolution>(context);
  attach<ConcatOp, requireConcat>(context);
  attach<GatherElementsOp, requireGatherElements>(context);
  attach<ScatterElementsOp, requireScatterElements>(context);
  attach<GatherNdOp, requireGatherNd>(context);
  attach<ScatterNdOp, requireScatterNd>(context);
  attach<QuantizeOp, requireParameters<QuantizeOp>>(context);
  attach<DequantizeOp, requireParameters<DequantizeOp>>(context);
  attach<RandomOp, requireKey>(context);
  attach<LayerNormOp, requireLayerNorm>(context);
  attach<BatchNormOp, requireBatchNorm>(context);
  attach<AttentionOp, requireAttention>(context);
  attach<RecurrentOp, requireRecurrent>(context);
}
