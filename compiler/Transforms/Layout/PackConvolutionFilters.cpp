//===- PackConvolutionFilters.cpp - Constant filters into panels --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Layout/SpatialBorder.h"
#include "dialects/Check/IR/Check.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-pack-convolution-filters"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_PACKCONVOLUTIONFILTERSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// Fewer output channels per group leave most of a 32-wide panel empty.
static constexpr int64_t kFewestChannels = 12;
/// From this many input channels on, they are packed in blocks.
static constexpr int64_t kChannelBlock = 16;

namespace {
class PackConvolutionFiltersPass
    : public mlc::impl::PackConvolutionFiltersPassBase<PackConvolutionFiltersPass> {
  void runOnOperation() override;
};
} // namespace

/// The packed form, or null with the reason.
static Value pack(ConvolutionOp op, StringRef &why) {
  RankedTensorType input = tensorType(op.getInput());
  RankedTensorType filter = tensorType(op.getFilter());
  int64_t spatial = input.getRank() - 2, groups = op.getGroups();
  if (spatial > 2 || !filter.hasStaticShape() || input.isDynamicDim(1)) {
    why = "has three spatial dimensions or dynamic channels";
    return {};
  }
  if (!input.getElementType().isF32() || !filter.getElementType().isF32() ||
      !tensorType(op.getResult()).getElementType().isF32()) {
    why = "is not f32";
    return {};
  }
  if (llvm::any_of(op.getLhsDilation(), [](int64_t d) { return d != 1; }) ||
      llvm::any_of(op.getLow(), [](int64_t d) { return d < 0; }) ||
      llvm::any_of(op.getHigh(), [](int64_t d) { return d < 0; })) {
    why = "spreads or cuts its input";
    return {};
  }
  int64_t channels = filter.getDimSize(0);
  if (channels / groups < kFewestChannels) {
    why = "has too few output channels per group";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  check::OriginScope origin(b, op);
  int64_t plain = filter.getDimSize(1) < kChannelBlock;
  SmallVector<Value> weights = packedConstants(b, op.getFilter(), {"pack_conv"},
                                               {groups, plain}, addPacked, why);
  if (weights.empty())
    return {};
  Value zero = scalarConstant(b, input.getElementType(), 0.0);
  Value bordered = withBorder(b, op, op.getInput(), 2, zero);
  return PackedConvolutionOp::create(
      b, op.getResult().getType(), bordered, weights[0], channels,
      filter.getShape().drop_front(2), op.getStrides(), op.getRhsDilation(),
      groups);
}

void PackConvolutionFiltersPass::runOnOperation() {
  numPacked += replaceEach<ConvolutionOp>(
      getOperation(), pack, [](ConvolutionOp op, StringRef why) {
        LDBG() << "not packed: " << op << ": it " << why;
      });
}
