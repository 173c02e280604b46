//===- SplitTransposedConvolutions.cpp - By phases of the output ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PhaseFilters.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "dialects/Check/IR/Check.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-split-transposed-convolutions"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_SPLITTRANSPOSEDCONVOLUTIONSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

namespace {
struct SplitTransposedConvolutionsPass
    : mlc::impl::SplitTransposedConvolutionsPassBase<
          SplitTransposedConvolutionsPass> {
  void runOnOperation() override;
};

/// An ordinary convolution with the phases of each output channel as channels
/// of their own, and how they become the output.
struct Split {
  ConvolutionOp phases;
  SmallVector<int64_t> spread, extents; // of the output
};
} // namespace

static std::optional<Split> split(ConvolutionOp op, StringRef &why) {
  RankedTensorType input = tensorType(op.getInput());
  RankedTensorType filter = tensorType(op.getFilter());
  RankedTensorType result = tensorType(op.getResult());
  auto isOne = [](int64_t x) { return x == 1; };
  if (llvm::all_of(op.getLhsDilation(), isOne)) {
    why = "does not spread its input";
    return std::nullopt;
  }
  if (!llvm::all_of(op.getStrides(), isOne) ||
      !llvm::all_of(op.getRhsDilation(), isOne)) {
    why = "has strides or dilations as well";
    return std::nullopt;
  }
  if (!input.hasStaticShape() || !result.hasStaticShape() ||
      !filter.hasStaticShape() || input.getNumElements() == 0 ||
      result.getNumElements() == 0) {
    why = "has extents that are not known";
    return std::nullopt;
  }
  Split made;
  SmallVector<int64_t> ints, low, high, shape(result.getShape());
  for (unsigned i = 0; i + 2 < input.getRank(); ++i) {
    int64_t spread = op.getLhsDilation()[i], out = result.getDimSize(i + 2);
    Phases phases(filter.getDimSize(i + 2), spread, op.getLow()[i]);
    int64_t extent = llvm::divideCeil(out, spread);
    low.push_back(phases.pad);
    high.push_back(extent + phases.taps - 1 - phases.pad -
                   input.getDimSize(i + 2));
    if (low.back() < 0 || high.back() < 0) {
      why = "leaves parts of its input unread";
      return std::nullopt;
    }
    ints.append({spread, op.getLow()[i]});
    made.spread.push_back(spread);
    made.extents.push_back(out);
    shape[1] *= spread;
    shape[i + 2] = extent;
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  check::OriginScope origin(b, op);
  SmallVector<Value> filters = packedConstants(
      b, op.getFilter(), {"split_phases"}, ints, addPhaseFilters, why);
  if (filters.empty())
    return std::nullopt;
  SmallVector<int64_t> ones(low.size(), 1);
  made.phases =
      ConvolutionOp::create(b, result.clone(shape), op.getInput(), filters[0],
                            ones, low, high, ones, ones, op.getGroups());
  return made;
}

/// One value per output channel, for each of its phases.
static Value perPhase(ImplicitLocOpBuilder &b, Value perChannel, int64_t count,
                      Value like) {
  int64_t channels = tensorType(perChannel).getDimSize(0);
  auto fixed = [&](int64_t extent) -> OpFoldResult {
    return b.getIndexAttr(extent);
  };
  Value repeated =
      broadcastTo(b, perChannel, {0}, {fixed(channels), fixed(count)});
  Value flat = reshapeTo(b, repeated, {fixed(channels * count)});
  return broadcastLike(b, flat, {1}, like);
}

/// Pointwise ops behind the convolution run on the phases, as its epilogue,
/// while what else they read is a number or a value per channel. Returns the
/// value of the phases, and what it stands for in `last`.
static Value takeEpilogue(ImplicitLocOpBuilder &b, Value phases, int64_t count,
                          Value &last) {
  while (last.hasOneUse()) {
    Operation *user = *last.user_begin();
    if (!user->hasTrait<OpTrait::Elementwise>() ||
        !isa<ElementOpInterface>(user) || user->getNumResults() != 1 ||
        tensorType(user->getResult(0)).getShape() !=
            tensorType(last).getShape())
      return phases;
    b.setInsertionPoint(user);
    b.setLoc(user->getLoc());
    SmallVector<Value> operands;
    for (Value operand : user->getOperands()) {
      if (operand == last) {
        operands.push_back(phases);
        continue;
      }
      Type element = tensorType(operand).getElementType();
      if (std::optional<double> number = splatOf(operand)) {
        operands.push_back(
            broadcastLike(b, scalarConstant(b, element, *number), {}, phases));
        continue;
      }
      Spread spread = lookThroughSpread(operand);
      if (spread.dims != SmallVector<int64_t>{1} ||
          tensorType(spread.source).getDimSize(0) !=
              tensorType(last).getDimSize(1))
        return phases;
      operands.push_back(perPhase(b, spread.source, count, phases));
    }
    OperationState state(user->getLoc(), user->getName(), operands,
                         {tensorType(phases).clone(
                             tensorType(user->getResult(0)).getElementType())},
                         user->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = user->getPropertiesAsAttribute();
    phases = b.create(state)->getResult(0);
    last = user->getResult(0);
  }
  return phases;
}

/// Puts the phases between each other: [N, O * s..., H...] to [N, O, H * s...].
static Value interleave(ImplicitLocOpBuilder &b, Value phases,
                        const Split &split, RankedTensorType wanted) {
  RankedTensorType type = tensorType(phases);
  int64_t spatial = split.spread.size();
  SmallVector<OpFoldResult> apart, together, starts, sizes;
  SmallVector<int64_t> permutation = {0, 1};
  auto fixed = [&](int64_t extent) { return b.getIndexAttr(extent); };
  apart = {fixed(wanted.getDimSize(0)), fixed(wanted.getDimSize(1))};
  together = apart;
  for (int64_t spread : split.spread)
    apart.push_back(fixed(spread));
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t extent = type.getDimSize(i + 2);
    apart.push_back(fixed(extent));
    together.push_back(fixed(extent * split.spread[i]));
    permutation.append({2 + spatial + i, 2 + i});
  }
  Value x = reshapeTo(b, phases, apart);
  SmallVector<int64_t> shape;
  for (int64_t d : permutation)
    shape.push_back(tensorType(x).getDimSize(d));
  x = TransposeOp::create(b, type.clone(shape), x, permutation);
  x = reshapeTo(b, x, together);
  for (int64_t extent : wanted.getShape()) {
    starts.push_back(fixed(0));
    sizes.push_back(fixed(extent));
  }
  if (tensorType(x).getShape() != wanted.getShape())
    x = sliceFrom(b, x, starts, sizes);
  return x;
}

void SplitTransposedConvolutionsPass::runOnOperation() {
  SmallVector<ConvolutionOp> work;
  getOperation().walk([&](ConvolutionOp op) { work.push_back(op); });
  for (ConvolutionOp op : work) {
    StringRef why;
    std::optional<Split> made = split(op, why);
    if (!made) {
      LDBG() << "not split: " << op << ": it " << why;
      continue;
    }
    int64_t count = 1;
    for (int64_t spread : made->spread)
      count *= spread;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value last = op.getResult();
    Value phases = takeEpilogue(b, made->phases, count, last);
    Value whole = interleave(b, phases, *made, tensorType(last));
    last.replaceAllUsesWith(whole);
    ++numSplit;
  }
}
