//===- MovementOps.cpp - Movement ops -----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Movement/MovementOps.cpp.inc"

void GraphDialect::registerMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Movement/MovementOps.cpp.inc"
      >();
}

/// What only moves elements of a splat gives a splat.
static OpFoldResult foldSplat(Attribute input, RankedTensorType type) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(input);
  if (dense && dense.isSplat() && type.hasStaticShape())
    return dense.resizeSplat(type);
  return {};
}

static LogicalResult reifyFrom(RankedTensorType type, ValueRange sizes,
                               ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsFrom(type, sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (from.hasStaticShape() && to.hasStaticShape() &&
      from.getNumElements() != to.getNumElements())
    return emitOpError("cannot show the ")
           << from.getNumElements() << " elements of " << from << " as " << to;
  if (failed(sameElement(*this, getInput(), getResult())))
    return failure();
  return checkSizes(*this, to, getSizes().size());
}

/// Whether `size` is the extent of `tensor` in dimension `dim`, also as what is
/// left of all elements.
static bool isExtentOf(Value size, Value tensor, int64_t dim) {
  if (auto extent = size.getDefiningOp<tensor::DimOp>())
    return extent.getSource() == tensor && extent.getConstantIndex() == dim;
  Operation *quotient = size.getDefiningOp();
  if (!isa_and_nonnull<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          quotient))
    return false;
  auto product = quotient->getOperand(0).getDefiningOp<arith::MulIOp>();
  auto divisor = getConstantIntValue(quotient->getOperand(1));
  return product && divisor && *divisor > 0 &&
         getConstantIntValue(product.getRhs()) == divisor &&
         isExtentOf(product.getLhs(), tensor, dim);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = tensorType(getResult());
  // A size from elsewhere may be another, which is an error of the run.
  bool isWhole = type.hasStaticShape();
  if (type.getNumDynamicDims() == 1)
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        isWhole = isExtentOf(getSizes()[0], getInput(), d);
  if (isWhole && getInput().getType() == type)
    return getInput();
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()))
    if (type.hasStaticShape())
      return dense.reshape(type);
  return {};
}

LogicalResult ReshapeOp::reifyResultShapes(OpBuilder &,
                                           ReifiedRankedShapedTypeDims &dims) {
  return reifyFrom(tensorType(getResult()), getSizes(), dims);
}

namespace {
/// reshape(reshape(x)) = reshape(x).
struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is not a reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(),
                                           inner.getInput(), op.getSizes());
    return success();
  }
};
} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<MergeReshapes>(context);
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(TransposeOp)

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  SmallVector<int64_t> shape;
  for (int64_t d : adaptor.getPermutation()) {
    if (d < 0 || d >= type.getRank())
      return failure();
    shape.push_back(type.getDimSize(d));
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult TransposeOp::verify() {
  int64_t rank = tensorType(getInput()).getRank();
  SmallVector<bool> seen(rank, false);
  if (int64_t(getPermutation().size()) != rank)
    return emitOpError("needs ") << rank << " dimensions, has "
                                 << getPermutation().size();
  for (int64_t d : getPermutation()) {
    if (failed(checkDim(*this, d, rank)))
      return failure();
    if (seen[d])
      return emitOpError("names dimension ") << d << " twice";
    seen[d] = true;
  }
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  bool identity = true;
  for (auto [i, d] : llvm::enumerate(getPermutation()))
    identity &= int64_t(i) == d;
  if (identity && getInput().getType() == getResult().getType())
    return getInput();
  return foldSplat(adaptor.getInput(), tensorType(getResult()));
}

namespace {
/// transpose(transpose(x, p), q) = transpose(x, p[q]).
struct MergeTransposes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is not a transpose");
    SmallVector<int64_t> permutation;
    for (int64_t d : op.getPermutation())
      permutation.push_back(inner.getPermutation()[d]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getResult().getType(),
                                             inner.getInput(), permutation);
    return success();
  }
};

/// A transpose that only moves extents of 1 is a reshape.
struct TransposeOfUnits : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorType(op.getInput());
    int64_t last = -1;
    for (int64_t d : op.getPermutation()) {
      if (type.getDimSize(d) == 1)
        continue;
      if (d < last)
        return rewriter.notifyMatchFailure(op, "reorders elements");
      last = d;
    }
    RankedTensorType result = tensorType(op.getResult());
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < result.getRank(); ++d)
      if (result.isDynamicDim(d))
        sizes.push_back(tensor::DimOp::create(rewriter, op.getLoc(), op.getInput(),
                                              op.getPermutation()[d]));
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, result, op.getInput(), sizes);
    return success();
  }
};
} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<MergeTransposes, TransposeOfUnits>(context);
}

LogicalResult TransposeOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  for (int64_t d : getPermutation())
    extents.push_back(extentOf(builder, getLoc(), getInput(), d));
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (int64_t(getDims().size()) != from.getRank())
    return emitOpError("needs a result dimension for each of the ")
           << from.getRank() << " operand dimensions, has " << getDims().size();
  int64_t last = -1;
  for (auto [i, d] : llvm::enumerate(getDims())) {
    if (failed(checkDim(*this, d, to.getRank())))
      return failure();
    if (d <= last)
      return emitOpError("needs ascending dimensions, has ") << d << " after " << last;
    last = d;
    int64_t have = from.getDimSize(i), want = to.getDimSize(d);
    if (!ShapedType::isDynamic(have) && !ShapedType::isDynamic(want) && have != 1 &&
        have != want)
      return emitOpError("cannot repeat extent ") << have << " to " << want;
  }
  if (failed(sameElement(*this, getInput(), getResult())))
    return failure();
  return checkSizes(*this, to, getSizes().size());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = tensorType(getResult());
  if (getInput().getType() == type && type.hasStaticShape())
    return getInput();
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()))
    if (dense.isSplat() && type.hasStaticShape())
      return DenseElementsAttr::get(type, dense.getSplatValue<Attribute>());
  return {};
}

namespace {
/// broadcast(broadcast(x)) = broadcast(x).
struct MergeBroadcasts : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<BroadcastOp>();
    if (!inner || !tensorType(inner.getResult()).hasStaticShape())
      return rewriter.notifyMatchFailure(op, "operand is no static broadcast");
    SmallVector<int64_t> dims;
    for (int64_t d : inner.getDims())
      dims.push_back(op.getDims()[d]);
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getResult().getType(),
                                             inner.getInput(), dims, op.getSizes());
    return success();
  }
};

/// broadcast(reshape(x)) = broadcast(x) where the reshape only adds extents of
/// 1, which the broadcast then repeats: reductions that keep their dimensions.
struct BroadcastOfUnitReshape : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    auto reshape = op.getInput().getDefiningOp<ReshapeOp>();
    if (!reshape)
      return rewriter.notifyMatchFailure(op, "operand is not a reshape");
    RankedTensorType from = tensorType(reshape.getInput());
    RankedTensorType middle = tensorType(reshape.getResult());
    if (from.getNumDynamicDims() > 1)
      return rewriter.notifyMatchFailure(op, "extents cannot be told apart");
    SmallVector<int64_t> dims;
    int64_t next = 0;
    for (int64_t d = 0; d < middle.getRank(); ++d) {
      int64_t extent = middle.getDimSize(d);
      if (next < from.getRank() && from.getDimSize(next) == extent) {
        dims.push_back(op.getDims()[d]);
        ++next;
      } else if (extent != 1) {
        return rewriter.notifyMatchFailure(op, "reshape does more than add units");
      }
    }
    if (next != from.getRank())
      return rewriter.notifyMatchFailure(op, "reshape drops dimensions");
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getResult().getType(),
                                             reshape.getInput(), dims, op.getSizes());
    return success();
  }
};
} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<MergeBroadcasts, BroadcastOfUnitReshape>(context);
}

LogicalResult BroadcastOp::reifyResultShapes(OpBuilder &,
                                             ReifiedRankedShapedTypeDims &dims) {
  return reifyFrom(tensorType(getResult()), getSizes(), dims);
}

//===----------------------------------------------------------------------===//
// SliceOp
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::verify() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (from.getRank() != to.getRank() ||
      int64_t(getStaticStarts().size()) != from.getRank() ||
      int64_t(getSteps().size()) != from.getRank())
    return emitOpError("needs a start and a step for each of the ")
           << from.getRank() << " dimensions";
  for (int64_t d = 0; d < from.getRank(); ++d) {
    int64_t start = getStaticStarts()[d], step = getSteps()[d];
    if (step == 0)
      return emitOpError("needs steps other than 0");
    int64_t have = from.getDimSize(d), want = to.getDimSize(d);
    if (ShapedType::isDynamic(start) || ShapedType::isDynamic(have) ||
        ShapedType::isDynamic(want) || want == 0)
      continue;
    int64_t last = start + (want - 1) * step;
    if (start < 0 || start >= have || last < 0 || last >= have)
      return emitOpError("reads elements ")
             << start << ".." << last << " of a dimension of extent " << have;
  }
  if (failed(sameElement(*this, getInput(), getResult())))
    return failure();
  return checkSizes(*this, to, getSizes().size());
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = tensorType(getResult());
  bool whole = getStarts().empty() && type.hasStaticShape() &&
               getInput().getType() == type &&
               llvm::all_of(getStaticStarts(), [](int64_t s) { return s == 0; }) &&
               llvm::all_of(getSteps(), [](int64_t s) { return s == 1; });
  if (whole)
    return getInput();
  return foldSplat(adaptor.getInput(), type);
}

LogicalResult SliceOp::reifyResultShapes(OpBuilder &,
                                         ReifiedRankedShapedTypeDims &dims) {
  return reifyFrom(tensorType(getResult()), getSizes(), dims);
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

LogicalResult PadOp::verify() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  if (from.getRank() != to.getRank() ||
      int64_t(getStaticLow().size()) != from.getRank())
    return emitOpError("needs a low pad for each of the ")
           << from.getRank() << " dimensions, has " << getStaticLow().size();
  if (tensorType(getValue()).getRank() != 0)
    return emitOpError("needs a value of rank 0, has ") << getValue().getType();
  if (failed(sameElement(*this, getInput(), getResult())) ||
      failed(sameElement(*this, getInput(), getValue())))
    return failure();
  return checkSizes(*this, to, getSizes().size());
}

LogicalResult PadOp::reifyResultShapes(OpBuilder &,
                                       ReifiedRankedShapedTypeDims &dims) {
  return reifyFrom(tensorType(getResult()), getSizes(), dims);
}

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(ConcatOp)

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return failure();
  auto first = cast<RankedTensorType>(adaptor.getInputs()[0].getType());
  int64_t dim = adaptor.getDim();
  if (dim < 0 || dim >= first.getRank())
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != first.getRank())
      return failure();
    for (int64_t d = 0; d < first.getRank(); ++d) {
      int64_t extent = type.getDimSize(d);
      if (d == dim)
        shape[d] = ShapedType::isDynamic(shape[d]) || ShapedType::isDynamic(extent)
                       ? ShapedType::kDynamic
                       : shape[d] + extent;
      else if (ShapedType::isDynamic(shape[d]))
        shape[d] = extent;
      else if (!ShapedType::isDynamic(extent) && extent != shape[d])
        return failure();
    }
  }
  types.push_back(RankedTensorType::get(shape, first.getElementType()));
  return success();
}

LogicalResult ConcatOp::verify() {
  if (getInputs().empty())
    return emitOpError("needs at least one operand");
  for (Value input : getInputs())
    if (failed(sameElement(*this, getInputs()[0], input)))
      return failure();
  return success();
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1 && getInputs()[0].getType() == getResult().getType())
    return getInputs()[0];
  return {};
}

LogicalResult ConcatOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType type = tensorType(getResult());
  SmallVector<OpFoldResult> extents;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!type.isDynamicDim(d)) {
      extents.push_back(builder.getIndexAttr(type.getDimSize(d)));
      continue;
    }
    if (d != int64_t(getDim())) {
      extents.push_back(extentOf(builder, getLoc(), getInputs()[0], d));
      continue;
    }
    Value sum;
    for (Value input : getInputs()) {
      Value extent = getValueOrCreateConstantIndexOp(
          builder, getLoc(), extentOf(builder, getLoc(), input, d));
      sum = sum ? builder.createOrFold<arith::AddIOp>(getLoc(), sum, extent) : extent;
    }
    extents.push_back(sum);
  }
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// ReverseOp
//===----------------------------------------------------------------------===//

LogicalResult ReverseOp::verify() {
  return checkDims(*this, getDims(), tensorType(getInput()).getRank());
}

OpFoldResult ReverseOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = tensorType(getInput());
  // Turning dimensions of extent 1 round does nothing.
  if (llvm::all_of(getDims(),
                   [&](int64_t d) { return type.getDimSize(d) == 1; }))
    return getInput();
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()))
    if (dense.isSplat())
      return dense;
  return {};
}

LogicalResult ReverseOp::reifyResultShapes(OpBuilder &builder,
                                           ReifiedRankedShapedTypeDims &dims) {
  return reifyLikeOperands(*this, builder, dims);
}

//===----------------------------------------------------------------------===//
// IotaOp
//===----------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  RankedTensorType type = tensorType(getResult());
  if (tensorType(getStart()).getRank() != 0)
    return emitOpError("needs a start of rank 0, has ") << getStart().getType();
  if (failed(sameElement(*this, getStart(), getResult())) ||
      failed(checkDim(*this, getDim(), type.getRank())))
    return failure();
  return checkSizes(*this, type, getSizes().size());
}

LogicalResult IotaOp::reifyResultShapes(OpBuilder &,
                                        ReifiedRankedShapedTypeDims &dims) {
  return reifyFrom(tensorType(getResult()), getSizes(), dims);
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

bool ReshapeOp::runsOnHost() { return true; } // a view
bool InsertSliceOp::runsOnHost() { return isContiguous(); }

// An index may lie outside.
bool GatherOp::canFail() { return true; }
bool GatherElementsOp::canFail() { return true; }
bool GatherNdOp::canFail() { return true; }
bool ScatterElementsOp::canFail() { return true; }
bool ScatterNdOp::canFail() { return true; }
// An extent may be neither 1 nor that of the result.
bool BroadcastOp::canFail() { return !tensorType(getInput()).hasStaticShape(); }

bool InsertSliceOp::isContiguous() {
  RankedTensorType update = tensorType(getUpdate());
  RankedTensorType whole = tensorType(getInput());
  Type element = whole.getElementType();
  if (!element.isIntOrFloat() ||
      (element.getIntOrFloatBitWidth() % 8 != 0 && !element.isInteger(1)))
    return false;
  bool behind = false;
  for (int64_t dim = 0; dim < whole.getRank(); ++dim) {
    bool isWhole = !whole.isDynamicDim(dim) &&
                   whole.getDimSize(dim) == update.getDimSize(dim) &&
                   getStaticStarts()[dim] == 0;
    if (behind && !isWhole)
      return false;
    behind |= update.getDimSize(dim) != 1;
  }
  return true;
}
