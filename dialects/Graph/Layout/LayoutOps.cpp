//===- LayoutOps.cpp - Ops on channel-blocked activations -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/WinogradTransform.h"
#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Layout/Winograd.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Layout/LayoutOps.cpp.inc"

/// Output channels of a panel of weights.
static constexpr int64_t kPanel = 32;

void GraphDialect::registerLayoutOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Layout/LayoutOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

RankedTensorType mlc::graph::blockedType(RankedTensorType plain, int64_t block,
                                         unsigned channels) {
  SmallVector<int64_t> shape(plain.getShape());
  shape[channels] = llvm::divideCeil(shape[channels], block);
  shape.push_back(block);
  return RankedTensorType::get(shape, plain.getElementType());
}

bool mlc::graph::hasBlockedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() < 2 || tensor.isDynamicDim(1) ||
      tensor.getDimSize(1) < 1)
    return false;
  Type element = tensor.getElementType();
  return element.isIntOrFloat() &&
         (element.getIntOrFloatBitWidth() >= 8 || element.isInteger(1));
}

SmallVector<unsigned> mlc::graph::allTensorOperands(Operation *op) {
  SmallVector<unsigned> operands;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operands.push_back(operand.getOperandNumber());
  return operands;
}

//===----------------------------------------------------------------------===//
// ToBlockedOp and FromBlockedOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(ToBlockedOp)
MLC_COMPATIBLE_RESULTS(FromBlockedOp)

LogicalResult ToBlockedOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  int64_t dim = adaptor.getDim(), block = adaptor.getBlock();
  if (dim < 0 || dim >= type.getRank() || type.isDynamicDim(dim) || block < 1)
    return failure();
  types.push_back(blockedType(type, block, dim));
  return success();
}

LogicalResult ToBlockedOp::verify() {
  if (failed(checkDim(*this, getDim(), tensorType(getInput()).getRank())))
    return failure();
  if (tensorType(getInput()).isDynamicDim(getDim()) || int64_t(getBlock()) < 1)
    return emitOpError("needs static channels and a positive block, has ")
           << getInput().getType() << " and " << getBlock();
  return success();
}

LogicalResult FromBlockedOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location>,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  if (type.getRank() < 3)
    return failure();
  SmallVector<int64_t> shape(type.getShape().drop_back());
  shape[1] = adaptor.getChannels();
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult FromBlockedOp::verify() {
  RankedTensorType type = tensorType(getInput());
  if (type.getRank() < 3 || type.isDynamicDim(1) ||
      type.isDynamicDim(type.getRank() - 1))
    return emitOpError("needs a tensor of static blocks, has ") << type;
  int64_t block = type.getShape().back(), channels = getChannels();
  if (channels < 1 ||
      int64_t(llvm::divideCeil(channels, block)) != type.getDimSize(1))
    return emitOpError("of ")
           << channels << " channels needs "
           << llvm::divideCeil(channels, block) << " blocks, has " << type;
  return success();
}

OpFoldResult ToBlockedOp::fold(FoldAdaptor) {
  auto from = getInput().getDefiningOp<FromBlockedOp>();
  // The lanes past the channels differ and mean nothing on either side.
  if (from && getDim() == 1 &&
      from.getInput().getType() == getResult().getType())
    return from.getInput();
  return {};
}

OpFoldResult FromBlockedOp::fold(FoldAdaptor) {
  auto to = getInput().getDefiningOp<ToBlockedOp>();
  if (to && to.getDim() == 1 &&
      to.getInput().getType() == getResult().getType())
    return to.getInput();
  return {};
}

/// Extents of `from` where they stay, else what the result's type says.
static void reifyReorder(OpBuilder &builder, Location loc, Value from, Value to,
                         ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType type = tensorType(to);
  SmallVector<OpFoldResult> extents;
  for (int64_t d = 0; d < type.getRank(); ++d)
    extents.push_back(type.isDynamicDim(d) ? extentOf(builder, loc, from, d)
                                           : OpFoldResult(builder.getIndexAttr(
                                                 type.getDimSize(d))));
  dims.push_back(std::move(extents));
}

LogicalResult
ToBlockedOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &dims) {
  reifyReorder(builder, getLoc(), getInput(), getResult(), dims);
  return success();
}

LogicalResult
FromBlockedOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &dims) {
  reifyReorder(builder, getLoc(), getInput(), getResult(), dims);
  return success();
}

//===----------------------------------------------------------------------===//
// BlockedConvolutionOp
//===----------------------------------------------------------------------===//

bool mlc::graph::canBeWinograd(BlockedConvolutionOp op) {
  auto isOne = [](int64_t value) { return value == 1; };
  return op.getKernel() ==
             ArrayRef<int64_t>({mlc::winograd::kTaps, mlc::winograd::kTaps}) &&
         llvm::all_of(op.getStrides(), isOne) &&
         llvm::all_of(op.getDilations(), isOne) && op.getGroups() == 1 &&
         op.isInputBlocked();
}

std::optional<int64_t> mlc::graph::winogradTile(BlockedConvolutionOp op) {
  RankedTensorType filter = tensorType(op.getFilter());
  if (filter.getRank() != 4 || filter.getShape().back() != kPanel)
    return std::nullopt;
  for (int64_t tile : {2, 4})
    if (filter.getDimSize(1) == mlc::winograd::positionsOf(tile))
      return tile;
  return std::nullopt;
}

LogicalResult BlockedConvolutionOp::verify() {
  RankedTensorType input = tensorType(getInput()),
                   result = tensorType(getResult());
  int64_t spatial = getKernel().size();
  if (spatial < 1 || spatial > 2 || result.getRank() != spatial + 3 ||
      (input.getRank() != spatial + 3 && input.getRank() != spatial + 2))
    return emitOpError(
               "needs one or two spatial dimensions and a blocked result, has ")
           << input << " and " << result;
  for (ArrayRef<int64_t> list :
       {getStrides(), getLow(), getHigh(), getDilations()})
    if (int64_t(list.size()) != spatial)
      return emitOpError("needs ")
             << spatial << " entries per spatial list, has " << list.size();
  for (ArrayRef<int64_t> list : {getKernel(), getStrides(), getDilations()})
    for (int64_t value : list)
      if (value < 1)
        return emitOpError(
                   "needs positive extents, strides and dilations, has ")
               << value;
  for (ArrayRef<int64_t> list : {getLow(), getHigh()})
    for (int64_t value : list)
      if (value < 0)
        return emitOpError("cannot cut its input, has a pad of ") << value;
  int64_t block = result.getShape().back();
  if (ShapedType::isDynamic(block) || block < 1)
    return emitOpError("needs a static block, has ") << result;
  int64_t groups = getGroups(), channels = getChannels(),
          in = getInputChannels();
  if (groups < 1 || channels % groups || in % groups)
    return emitOpError("has ") << channels << " channels of " << in
                               << ", not multiples of " << groups << " groups";
  if (groups > 1 && !isDepthwise() &&
      (!isInputBlocked() || channels / groups % block || in / groups % block))
    return emitOpError("has groups that are no whole blocks: ")
           << channels << " channels of " << in << " in " << groups
           << " groups";
  if (groups > 1 && isDepthwise() && !isInputBlocked())
    return emitOpError("needs a blocked input, has ") << input;
  if (std::optional<int64_t> tile = winogradTile(*this)) {
    if (!canBeWinograd(*this))
      return emitOpError(
                 "needs 3 x 3 taps, strides and dilations of 1, one "
                 "group and a blocked input for the transformed filter ")
             << getFilter().getType();
    if (failed(checkShape(*this, getFilter(),
                          {int64_t(llvm::divideCeil(channels, kPanel)),
                           mlc::winograd::positionsOf(*tile), in, kPanel},
                          "a filter")))
      return failure();
  }
  if (tensorType(getFilter()).getElementType().isBF16() && groups >= 1 &&
      result.getElementType().isF32()) {
    if (!input.getElementType().isBF16() || !isInputBlocked() ||
        isDepthwise() || block != kPanel / 2)
      return emitOpError("multiplies pairs of bf16 channels, has ")
             << input << " and " << result;
    SmallVector<int64_t> filter{
        groups * int64_t(llvm::divideCeil(channels / groups, kPanel)),
        int64_t(llvm::divideCeil(in / groups, block))};
    if (spatial == 1)
      filter.push_back(1);
    filter.append(getKernel().begin(), getKernel().end());
    filter.append({block / 2, kPanel, 2});
    if (failed(checkShape(*this, getFilter(), filter, "a filter")))
      return failure();
  }
  SmallVector<int64_t> shape{input.getDimSize(0),
                             int64_t(llvm::divideCeil(channels, block))};
  int64_t blocks = isInputBlocked() ? llvm::divideCeil(in, block) : in;
  if (input.getDimSize(1) != blocks ||
      (isInputBlocked() && input.getShape().back() != block))
    return emitOpError("of ") << in << " channels needs " << blocks
                              << " in dimension 1, has " << input;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t n = input.getDimSize(i + 2);
    int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
    int64_t room = n + getLow()[i] + getHigh()[i] - reach;
    shape.push_back(ShapedType::isDynamic(n) ? n
                    : room < 0               ? 0
                                             : room / getStrides()[i] + 1);
  }
  shape.push_back(block);
  return checkShape(*this, getResult(), shape, "a result");
}

LogicalResult
BlockedConvolutionOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType result = tensorType(getResult());
  SmallVector<OpFoldResult> extents;
  for (int64_t d = 0; d < result.getRank(); ++d) {
    if (!result.isDynamicDim(d)) {
      extents.push_back(builder.getIndexAttr(result.getDimSize(d)));
      continue;
    }
    OpFoldResult extent = extentOf(builder, getLoc(), getInput(), d);
    if (d >= 2) {
      unsigned i = d - 2;
      int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
      AffineExpr n = builder.getAffineDimExpr(0);
      extent = affine::makeComposedFoldedAffineApply(
          builder, getLoc(),
          (n + (getLow()[i] + getHigh()[i] - reach)).floorDiv(getStrides()[i]) +
              1,
          {extent});
    }
    extents.push_back(extent);
  }
  dims.push_back(std::move(extents));
  return success();
}

std::optional<int64_t> BlockedConvolutionOp::getFlops() {
  RankedTensorType result = tensorType(getResult());
  if (!result.hasStaticShape())
    return std::nullopt;
  // Channels that exist, not lanes.
  int64_t flops = 2 * result.getDimSize(0) * int64_t(getChannels()) *
                  (int64_t(getInputChannels()) / int64_t(getGroups()));
  for (int64_t i = 0, n = getKernel().size(); i < n; ++i)
    flops *= result.getDimSize(i + 2) * getKernel()[i];
  return flops;
}
