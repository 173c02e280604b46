//===- MatchQuantizedProducts.cpp - Dequantised bytes as integers ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is made here is the form that NarrowIntegerProducts knows: bytes less
// their zero points, widened to i32.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Quant/CentredBytes.h"
#include "compiler/Transforms/Quant/Passes.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-match-quantized-products"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_MATCHQUANTIZEDPRODUCTSPASS
#include "compiler/Transforms/Quant/Passes.h.inc"
} // namespace mlc

/// So many products of bytes less a zero point (at most 255 x 255 each) fit
/// i32.
static constexpr int64_t kDeepest = (int64_t(1) << 31) / (255 * 255) - 1;
/// Scales nearer to zero might lose bits in a quotient.
static constexpr double kLeastStep = 0x1p-60;

namespace {
struct MatchQuantizedProductsPass
    : mlc::impl::MatchQuantizedProductsPassBase<MatchQuantizedProductsPass> {
  void runOnOperation() override;
};
} // namespace

/// The bytes of a dequantisation less their zero point, as i32.
static Value centred(ImplicitLocOpBuilder &b, DequantizeOp op) {
  Value wide = castTo(b, op.getInput(), b.getI32Type());
  Value zero = castTo(b, op.getZeroPoint(), b.getI32Type());
  SmallVector<int64_t> dims;
  if (tensorType(zero).getRank() == 1)
    dims.push_back(op.getAxis());
  return SubOp::create(b, wide, broadcastLike(b, zero, dims, wide));
}

static bool isQuantizedBytes(DequantizeOp op) {
  return op && op.getBlock() == 0 &&
         tensorType(op.getInput()).getElementType().isInteger(8) &&
         tensorType(op.getScale()).getElementType().isF32() &&
         tensorType(op.getResult()).getElementType().isF32();
}

/// The integer sums times both scales, those of `rhs` along result dimension
/// `place`.
static Value scaled(ImplicitLocOpBuilder &b, Value sums, DequantizeOp lhs,
                    DequantizeOp rhs, int64_t place, RankedTensorType type) {
  Value scale = MulOp::create(
      b, broadcastLike(b, lhs.getScale(), {}, rhs.getScale()), rhs.getScale());
  Value real = castTo(b, sums, type.getElementType());
  SmallVector<int64_t> dims;
  if (tensorType(scale).getRank() == 1)
    dims.push_back(place);
  return MulOp::create(b, real,
                       retype(b, broadcastLike(b, scale, dims, real), type));
}

/// The product as integers, or null with the reason.
static Value match(DotGeneralOp op, StringRef &why) {
  auto lhs = op.getLhs().getDefiningOp<DequantizeOp>();
  auto rhs = op.getRhs().getDefiningOp<DequantizeOp>();
  if (!isQuantizedBytes(lhs) || !isQuantizedBytes(rhs) ||
      !tensorType(op.getResult()).getElementType().isF32()) {
    why = "does not multiply bytes dequantised to f32";
    return {};
  }
  if (tensorType(lhs.getScale()).getRank() != 0) {
    why = "has several scales on the left";
    return {};
  }
  if (!pooledConstant(rhs.getInput())) {
    why = "has a right-hand side that is no constant, whose sums would cost "
          "another pass";
    return {};
  }
  int64_t depth = 1;
  for (int64_t d : op.getRhsContract())
    depth *= tensorType(rhs.getInput()).getDimSize(d);
  if (depth > kDeepest) {
    why = "may leave 32 bits";
    return {};
  }
  // The place of the scales' axis in the result.
  int64_t place =
      tensorType(op.getLhs()).getRank() - op.getLhsContract().size();
  bool several = tensorType(rhs.getScale()).getRank() == 1;
  if (several) {
    int64_t axis = rhs.getAxis();
    if (llvm::is_contained(op.getRhsContract(), axis) ||
        llvm::is_contained(op.getRhsBatch(), axis)) {
      why = "has scales that change along the sum or the batch";
      return {};
    }
    for (int64_t d = 0; d < axis; ++d)
      place += !llvm::is_contained(op.getRhsContract(), d) &&
               !llvm::is_contained(op.getRhsBatch(), d);
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getResult());
  Value sums =
      DotGeneralOp::create(b, type.clone(b.getI32Type()), centred(b, lhs),
                           centred(b, rhs), op.getLhsBatch(), op.getRhsBatch(),
                           op.getLhsContract(), op.getRhsContract());
  return scaled(b, sums, lhs, rhs, place, type);
}

/// The same for a convolution; its filter's scales belong to output channels.
static Value match(ConvolutionOp op, StringRef &why) {
  auto input = op.getInput().getDefiningOp<DequantizeOp>();
  auto filter = op.getFilter().getDefiningOp<DequantizeOp>();
  if (!isQuantizedBytes(input) || !isQuantizedBytes(filter) ||
      !tensorType(op.getResult()).getElementType().isF32()) {
    why = "does not convolve bytes dequantised to f32";
    return {};
  }
  bool several = tensorType(filter.getScale()).getRank() == 1;
  if (tensorType(input.getScale()).getRank() != 0 ||
      (several && filter.getAxis() != 0)) {
    why = "has scales that change along the sum";
    return {};
  }
  if (!convolvesAsBytes(op, filter.getInput(), why))
    return {};
  // Anything else would need the sums of windows.
  double middle =
      tensorType(filter.getInput()).getElementType().isUnsignedInteger() ? 128
                                                                         : 0;
  if (splatOf(filter.getZeroPoint()) != middle) {
    why = "has a filter with a zero point";
    return {};
  }
  int64_t depth = 1;
  for (int64_t extent : tensorType(filter.getInput()).getShape().drop_front())
    depth *= extent;
  if (depth > kDeepest) {
    why = "may leave 32 bits";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getResult());
  Value sums = ConvolutionOp::create(
      b, type.clone(b.getI32Type()), centred(b, input), centred(b, filter),
      op.getStrides(), op.getLow(), op.getHigh(), op.getLhsDilation(),
      op.getRhsDilation(), op.getGroups());
  return scaled(b, sums, input, filter, 1, type);
}

/// `value` less what only passes on a scale: the product behind it, or null.
/// Collects what is added on the way.
static MulOp scaledBehind(Value value, SmallVectorImpl<Operation *> &path) {
  for (unsigned depth = 0; depth < 4; ++depth) {
    Operation *op = value.getDefiningOp();
    if (!op || !op->hasOneUse())
      return {};
    path.push_back(op);
    if (auto product = dyn_cast<MulOp>(op))
      return product;
    // A bias, or the largest of it and zero.
    auto isRelu = [](MaxOp largest) {
      return splatOf(largest.getRhs()) == 0.0;
    };
    if (auto add = dyn_cast<AddOp>(op))
      value = add.getLhs();
    else if (auto largest = dyn_cast<MaxOp>(op); largest && isRelu(largest))
      value = largest.getLhs();
    else
      return {};
  }
  return {};
}

/// quantize(sums * scale + bias, step) = quantize(sums * (scale / step) +
/// bias / step, 1): a division less for every element. Only for products made
/// here, which are not bit-equal to the standard's anyway.
static bool foldStep(QuantizeOp op,
                     const llvm::SmallDenseSet<Operation *> &made) {
  std::optional<double> step = splatOf(op.getScale());
  RankedTensorType type = tensorType(op.getInput());
  if (!step || tensorType(op.getScale()).getRank() != 0 || *step == 1 ||
      !type.getElementType().isF32() || !(*step >= kLeastStep) ||
      !(*step <= 1 / kLeastStep))
    return false;
  SmallVector<Operation *> path;
  MulOp product = scaledBehind(op.getInput(), path);
  if (!product || !made.contains(product))
    return false;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  // In front of where it is spread, so that a constant stays one.
  auto divided = [&](Value value) {
    Spread spread = lookThroughSpread(value);
    Value quotient =
        DivOp::create(b, spread.source, constantLike(b, spread.source, *step));
    return retype(b, broadcastLike(b, quotient, spread.dims, product),
                  value.getType());
  };
  Value value = product.getLhs();
  for (Operation *at : llvm::reverse(path)) {
    b.setLoc(at->getLoc());
    if (isa<MulOp>(at))
      value = MulOp::create(b, value, divided(product.getRhs()));
    else if (auto add = dyn_cast<AddOp>(at))
      value = AddOp::create(b, value, divided(add.getRhs()));
    else
      value = MaxOp::create(b, value, cast<MaxOp>(at).getRhs());
  }
  b.setLoc(op.getLoc());
  op.getInputMutable().assign(value);
  op.getScaleMutable().assign(scalarConstant(b, b.getF32Type(), 1));
  return true;
}

/// The scale of a tensor that is dequantised with one known one.
static std::optional<double> knownScale(DequantizeOp op) {
  if (!isQuantizedBytes(op) || tensorType(op.getScale()).getRank() != 0)
    return std::nullopt;
  std::optional<double> scale = splatOf(op.getScale());
  return scale && *scale >= kLeastStep && *scale <= 1 / kLeastStep
             ? scale
             : std::nullopt;
}

/// A residual: quantize(dequantize(a, s) + dequantize(b, t), step) =
/// quantize(dequantize(a, s / step) + dequantize(b, t / step), 1). In a net
/// whose products are made integer this is one rounding less, not another rule.
static bool foldStepOfSum(QuantizeOp op) {
  std::optional<double> step = splatOf(op.getScale());
  auto sum = op.getInput().getDefiningOp<AddOp>();
  if (!step || tensorType(op.getScale()).getRank() != 0 || *step == 1 || !sum ||
      !(*step >= kLeastStep) || !(*step <= 1 / kLeastStep))
    return false;
  DequantizeOp terms[] = {sum.getLhs().getDefiningOp<DequantizeOp>(),
                          sum.getRhs().getDefiningOp<DequantizeOp>()};
  for (DequantizeOp term : terms)
    if (!knownScale(term))
      return false;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> scaled;
  for (DequantizeOp term : terms) {
    Value scale = scalarConstant(b, b.getF32Type(), *knownScale(term) / *step);
    scaled.push_back(DequantizeOp::create(
        b, term.getResult().getType(), term.getInput(), scale,
        term.getZeroPoint(), term.getAxis(), term.getBlock()));
  }
  b.setLoc(sum.getLoc());
  op.getInputMutable().assign(AddOp::create(b, scaled[0], scaled[1]));
  op.getScaleMutable().assign(scalarConstant(b, b.getF32Type(), 1));
  return true;
}

template <typename Op>
static unsigned matchAll(Operation *root,
                         llvm::SmallDenseSet<Operation *> &made) {
  return replaceEach<Op>(
      root,
      [&](Op op, StringRef &why) {
        Value product = match(op, why);
        if (product)
          made.insert(product.getDefiningOp());
        return product;
      },
      [](Op op, StringRef why) {
        LDBG() << "stays real: " << op << ": it " << why;
      });
}

void MatchQuantizedProductsPass::runOnOperation() {
  llvm::SmallDenseSet<Operation *> made;
  numMatched += matchAll<DotGeneralOp>(getOperation(), made);
  numMatched += matchAll<ConvolutionOp>(getOperation(), made);
  if (made.empty())
    return;
  getOperation()->walk([&](QuantizeOp op) {
    numSteps += foldStep(op, made) || foldStepOfSum(op);
  });
}
