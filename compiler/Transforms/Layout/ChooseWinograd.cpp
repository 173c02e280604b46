//===- ChooseWinograd.cpp - Convolutions by Winograd where they pay -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decided here, for all code levels alike: the transformed filter is stored
// instead of the packed one, and every level has the kernel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Constants/WinogradTransform.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/WinogradError.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "dialects/Graph/Layout/Winograd.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

#define DEBUG_TYPE "mlc-choose-winograd"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;
using llvm::divideCeil;

namespace mlc {
#define GEN_PASS_DEF_CHOOSEWINOGRADPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// The most that may be lost, of the layer's largest result.
static constexpr double kMostError = 1e-4;
/// How much of the direct way's time it must save.
static constexpr double kLeastGain = 0.3;
/// Bytes of weights that come in a step where they are too many for L2.
static constexpr double kStepBytes = 6;
static constexpr double kCacheBytes = 640 << 10;
/// Results of a map that share what is read of the weights.
static constexpr int64_t kBlockResults = 28 * 16;

namespace {
class ChooseWinogradPass
    : public mlc::impl::ChooseWinogradPassBase<ChooseWinogradPass> {
public:
  using ChooseWinogradPassBase::ChooseWinogradPassBase;
  void runOnOperation() override;

private:
  bool choose(BlockedConvolutionOp op, StringRef &why);
  /// What a filter loses; infinite where that cannot be told.
  double errorOf(ConstantPool &pool, const Hash128 &taps, int64_t tile);

  /// Notes how many products, one behind the other, lead to an op's results.
  void count(Operation *op);

  llvm::DenseMap<std::pair<Hash128, int64_t>, double> errors;
  llvm::DenseMap<Value, int64_t> products;
};
} // namespace

void ChooseWinogradPass::count(Operation *op) {
  int64_t most = 0;
  for (Value operand : op->getOperands())
    most = std::max(most, products.lookup(operand));
  if (auto facts = dyn_cast<FusionOpInterface>(op))
    most += facts.getAnchorKind() != AnchorKind::None;
  for (Value result : op->getResults())
    products[result] = most;
}

double ChooseWinogradPass::errorOf(ConstantPool &pool, const Hash128 &taps,
                                   int64_t tile) {
  auto [known, isNew] =
      errors.try_emplace({taps, tile}, std::numeric_limits<double>::infinity());
  if (!isNew)
    return known->second;
  llvm::Expected<Literal> filter = pool.evaluate(taps);
  if (filter)
    known->second = winogradError(*filter, tile);
  else
    llvm::consumeError(filter.takeError());
  LDBG() << "tiles of " << tile << " lose " << known->second;
  return known->second;
}

/// Taps of one dimension that lie inside of the map.
static double insideTaps(int64_t extent, int64_t result, int64_t low) {
  int64_t taps = 0;
  for (int64_t at = 0; at < result; ++at)
    for (int64_t tap = 0; tap < winograd::kTaps; ++tap)
      taps += at + tap >= low && at + tap - low < extent;
  return double(taps);
}

/// Steps of a vector of 16 lanes that the transforms of 16 channels of a tile
/// take: loads, stores, arithmetic.
static double inputSteps(int64_t tile) { return tile == 4 ? 160 : 50; }
static double outputSteps(int64_t tile) { return tile == 4 ? 220 : 60; }

/// Steps for an image; 0 stands for the direct way.
static double stepsOf(BlockedConvolutionOp op, int64_t tile) {
  RankedTensorType input = tensorType(op.getInput()),
                   result = tensorType(op.getResult());
  double inBlocks = input.getDimSize(1), outBlocks = result.getDimSize(1);
  double products = double(op.getInputChannels()) * outBlocks;
  auto withWeights = [&](double steps, int64_t positions, double passes) {
    double bytes = products * positions * 16 * sizeof(float);
    return bytes <= kCacheBytes ? steps
                                : std::max(steps, bytes * passes / kStepBytes);
  };
  int64_t h = result.getDimSize(2), w = result.getDimSize(3);
  if (!tile) {
    double taps = insideTaps(input.getDimSize(2), h, op.getLow()[0]) *
                  insideTaps(input.getDimSize(3), w, op.getLow()[1]);
    return withWeights(taps * products, winograd::kTaps * winograd::kTaps, 1);
  }
  double tiles = double(divideCeil(h, tile) * divideCeil(w, tile));
  int64_t positions = winograd::positionsOf(tile);
  double passes = divideCeil(h * w, kBlockResults);
  return withWeights(tiles * positions * products, positions, passes) +
         tiles * (inBlocks * inputSteps(tile) + outBlocks * outputSteps(tile));
}

bool ChooseWinogradPass::choose(BlockedConvolutionOp op, StringRef &why) {
  RankedTensorType input = tensorType(op.getInput()),
                   result = tensorType(op.getResult());
  if (!canBeWinograd(op) || winogradTile(op)) {
    why = "has other taps, strides, dilations or groups, or is one already";
    return false;
  }
  if (!input.getElementType().isF32() || input.isDynamicDim(2) ||
      input.isDynamicDim(3) || result.isDynamicDim(2) ||
      result.isDynamicDim(3) || result.getDimSize(2) < 1 ||
      result.getDimSize(3) < 1 || input.getDimSize(2) < 1 ||
      input.getDimSize(3) < 1) {
    why = "has maps of extents that are not known, or none";
    return false;
  }
  if (products.lookup(op.getInput()) < first) {
    why = "stands where a net rounds for all that follows";
    return false;
  }
  auto *dialect = op.getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  std::optional<Hash128> packed = pooledConstant(op.getFilter());
  const Recipe *recipe = packed ? pool.recipe(*packed) : nullptr;
  if (!recipe || recipe->name != "pack_conv" || recipe->inputs.size() != 1) {
    why = "has a filter whose taps are not known";
    return false;
  }
  Hash128 taps = recipe->inputs.front();
  // The fastest of those that lose little.
  int64_t chosen = 0;
  double fewest = always ? std::numeric_limits<double>::infinity()
                         : (1 - kLeastGain) * stepsOf(op, 0) / (pairs ? 2 : 1);
  why = "is as fast directly";
  for (int64_t tile : {4, 2}) {
    double steps = stepsOf(op, tile);
    if (steps >= fewest)
      continue;
    if (!(errorOf(pool, taps, tile) < kMostError)) {
      why = "would lose too much";
      continue;
    }
    chosen = tile;
    fewest = steps;
  }
  if (!chosen)
    return false;
  OpBuilder b(op);
  SmallVector<Value> transformed =
      packedConstants(b, op.getFilter().getLoc(), taps, {"pack_winograd"},
                      {chosen}, addPacked, why);
  if (transformed.empty())
    return false;
  op.getFilterMutable().assign(transformed.front());
  return true;
}

void ChooseWinogradPass::runOnOperation() {
  errors.clear();
  products.clear();
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    count(op);
    auto convolution = dyn_cast<BlockedConvolutionOp>(op);
    StringRef why;
    if (convolution && choose(convolution, why))
      ++numChosen;
    else if (convolution)
      LDBG() << "stays direct: " << *op << ": it " << why;
  });
}
