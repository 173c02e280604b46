//===- LowerPrecision.cpp - Products of bf16 summed in f32 ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind the layouts and Winograd's choice, which are those of f32: what is
// transformed multiplies four times less and stays as it is.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "dialects/Check/IR/Check.h"
#include "dialects/Graph/Layout/Winograd.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-lower-precision"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_LOWERPRECISIONPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

namespace {
class LowerPrecisionPass
    : public mlc::impl::LowerPrecisionPassBase<LowerPrecisionPass> {
  void runOnOperation() override;
};
} // namespace

/// A recurrence would round its state anew at every step.
static bool isInLoop(Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>() != nullptr;
}

static bool isF32(Value tensor) {
  return tensorType(tensor).getElementType().isF32();
}

static Value rounded(OpBuilder &b, Location loc, Value tensor) {
  return CastOp::create(b, loc, tensorType(tensor).clone(b.getBF16Type()),
                        tensor);
}

static Value lowerProduct(DotGeneralOp op, StringRef &why) {
  if (!isF32(op.getLhs()) || !isF32(op.getRhs()) || !isF32(op.getResult())) {
    why = "is not f32";
    return {};
  }
  if (op.getLhsContract().empty()) {
    why = "sums nothing";
    return {};
  }
  if (isInLoop(op)) {
    why = "is part of a recurrence";
    return {};
  }
  OpBuilder b(op);
  check::OriginScope origin(b, op);
  return DotGeneralOp::create(b, op.getLoc(), op.getResult().getType(),
                              rounded(b, op.getLoc(), op.getLhs()),
                              rounded(b, op.getLoc(), op.getRhs()),
                              op.getLhsBatch(), op.getRhsBatch(),
                              op.getLhsContract(), op.getRhsContract());
}

/// The filter of `op`, rounded and packed in pairs; null with the reason.
static Value lowerFilter(OpBuilder &b, BlockedConvolutionOp op,
                         StringRef &why) {
  auto *dialect = op.getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  std::optional<Hash128> packed = pooledConstant(op.getFilter());
  const Recipe *recipe = packed ? pool.recipe(*packed) : nullptr;
  if (!recipe || recipe->name != "pack_conv" || recipe->inputs.size() != 1) {
    why = "has a filter whose taps are not known";
    return {};
  }
  Recipe cast;
  cast.name = "cast";
  cast.ints = {1};
  cast.inputs = {recipe->inputs.front()};
  cast.result = {MLC_BF16, pool.spec(recipe->inputs.front())->shape};
  llvm::Expected<Hash128> taps = pool.addRecipe(std::move(cast));
  if (!taps) {
    llvm::consumeError(taps.takeError());
    why = "has a filter that cannot be rounded";
    return {};
  }
  SmallVector<Value> made =
      packedConstants(b, op.getFilter().getLoc(), *taps, {"pack_conv_pairs"},
                      {int64_t(op.getGroups())}, addPacked, why);
  return made.empty() ? Value() : made.front();
}

static Value lowerConvolution(BlockedConvolutionOp op, StringRef &why) {
  if (!isF32(op.getInput()) || !isF32(op.getFilter()) ||
      !isF32(op.getResult())) {
    why = "is not f32";
    return {};
  }
  if (!op.isInputBlocked() || op.isDepthwise()) {
    why = "has no neighbouring channels to sum over";
    return {};
  }
  if (winogradTile(op)) {
    why = "is faster by Winograd's transform";
    return {};
  }
  OpBuilder b(op);
  check::OriginScope origin(b, op);
  Value filter = lowerFilter(b, op, why);
  if (!filter)
    return {};
  return BlockedConvolutionOp::create(
      b, op.getLoc(), op.getResult().getType(),
      rounded(b, op.getLoc(), op.getInput()), filter, op.getChannels(),
      op.getInputChannels(), op.getKernel(), op.getStrides(), op.getLow(),
      op.getHigh(), op.getDilations(), op.getGroups());
}

void LowerPrecisionPass::runOnOperation() {
  auto stays = [](Operation *op, StringRef why) {
    LDBG() << "stays f32: " << *op << ": it " << why;
  };
  numLowered += replaceEach<DotGeneralOp>(getOperation(), lowerProduct, stays);
  numLowered += replaceEach<BlockedConvolutionOp>(getOperation(),
                                                  lowerConvolution, stays);
}
