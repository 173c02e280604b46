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

/// The input with its border; the input itself when there is none.
static Value withBorder(ImplicitLocOpBuilder &b, ConvolutionOp op) {
  bool none = true;
  for (auto [low, high] : llvm::zip(op.getLow(), op.getHigh()))
    none &= low == 0 && high == 0;
  if (none)
    return op.getInput();
  RankedTensorType type = tensorType(op.getInput());
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), op.getInput());
  SmallVector<int64_t> low(type.getRank(), 0);
  for (unsigned i = 0; i + 2 < type.getRank(); ++i) {
    low[i + 2] = op.getLow()[i];
    AffineExpr n = b.getAffineDimExpr(0);
    extents[i + 2] = affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), n + (op.getLow()[i] + op.getHigh()[i]), {extents[i + 2]});
  }
  auto [shape, sizes] = splitExtents(extents);
  auto padded = RankedTensorType::get(shape, type.getElementType());
  Value zero = scalarConstant(b, type.getElementType(), 0.0);
  return PadOp::create(b, padded, PadMode::Constant, op.getInput(), zero,
                       ValueRange{}, sizes, low);
}

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
  std::optional<Hash128> hash = pooledConstant(op.getFilter());
  if (!hash) {
    why = "has a filter that is no constant";
    return {};
  }
  auto *dialect = op->getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  registerPackingRecipes(pool);
  int64_t plain = filter.getDimSize(1) < kChannelBlock;
  llvm::Expected<Hash128> packed = addPacked(pool, "pack_conv", *hash, {groups, plain});
  if (!packed) {
    llvm::consumeError(packed.takeError());
    why = "has a filter that cannot be packed";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  check::OriginScope origin(b, op);
  Value weights = constantOf(b, op.getFilter().getLoc(), pool, *packed);
  return PackedConvolutionOp::create(
      b, op.getResult().getType(), withBorder(b, op), weights, channels,
      filter.getShape().drop_front(2), op.getStrides(), op.getRhsDilation(), groups);
}

void PackConvolutionFiltersPass::runOnOperation() {
  SmallVector<ConvolutionOp> work;
  getOperation().walk([&](ConvolutionOp op) { work.push_back(op); });
  for (ConvolutionOp op : work) {
    StringRef why;
    Value packed = pack(op, why);
    if (!packed) {
      LDBG() << "not packed: " << op << ": it " << why;
      continue;
    }
    op.getResult().replaceAllUsesWith(packed);
    op.erase();
    ++numPacked;
  }
}
