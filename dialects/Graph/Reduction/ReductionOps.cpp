//===- ReductionOps.cpp - Reduction ops ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Reduction/ReductionOps.cpp.inc"

void GraphDialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Reduction/ReductionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(ReduceOp)

static LogicalResult dropDims(Type input, ArrayRef<int64_t> dims, Type element,
                              SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(input);
  SmallVector<int64_t> shape;
  for (auto [d, extent] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(dims, int64_t(d)))
      shape.push_back(extent);
  types.push_back(RankedTensorType::get(shape, element));
  return success();
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  Type input = adaptor.getInput().getType();
  return dropDims(input, adaptor.getDims(), getElementTypeOrSelf(input), types);
}

static LogicalResult checkCombiner(Operation *op, Combiner combiner,
                                   Type element) {
  bool logical = combiner == Combiner::And || combiner == Combiner::Or;
  if (logical && !isa<IntegerType>(element))
    return op->emitOpError("combines bits and needs integers, has ") << element;
  return success();
}

LogicalResult ReduceOp::verify() {
  Type element = getElementTypeOrSelf(getInput().getType());
  if (failed(checkCombiner(*this, getCombiner(), element)))
    return failure();
  return checkDims(*this, getDims(), tensorType(getInput()).getRank());
}

OpFoldResult ReduceOp::fold(FoldAdaptor) {
  return getDims().empty() ? getInput() : OpFoldResult();
}

SmallVector<utils::IteratorType> ReduceOp::getLoopIteratorTypes() {
  int64_t rank = tensorType(getInput()).getRank();
  SmallVector<utils::IteratorType> types(rank - getDims().size(),
                                         utils::IteratorType::parallel);
  types.append(getDims().size(), utils::IteratorType::reduction);
  return types;
}

AffineMap ReduceOp::getOperandMap(unsigned) {
  int64_t rank = tensorType(getInput()).getRank();
  SmallVector<AffineExpr> exprs(rank);
  unsigned parallel = 0;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(getDims(), d))
      exprs[d] = getAffineDimExpr(parallel++, getContext());
  for (auto [i, d] : llvm::enumerate(getDims()))
    exprs[d] = getAffineDimExpr(parallel + i, getContext());
  return AffineMap::get(rank, 0, exprs, getContext());
}

FailureOr<Value> ReduceOp::buildScalarBody(OpBuilder &, Location, ValueRange args) {
  return args[0];
}

std::optional<Combiner> ReduceOp::getReductionCombiner() { return getCombiner(); }

LogicalResult ReduceOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  for (unsigned d = 0, rank = tensorType(getInput()).getRank(); d < rank; ++d)
    if (!llvm::is_contained(getDims(), int64_t(d)))
      extents.push_back(extentOf(builder, getLoc(), getInput(), d));
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceBlocksOp
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(ReduceBlocksOp)

LogicalResult ReduceBlocksOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location>,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getInput().getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t dim = adaptor.getDim(), block = adaptor.getBlock();
  if (dim < 0 || dim >= type.getRank() || block < 1)
    return failure();
  if (!ShapedType::isDynamic(shape[dim]))
    shape[dim] = llvm::divideCeil(shape[dim], block);
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult ReduceBlocksOp::verify() {
  RankedTensorType type = tensorType(getInput());
  if (getBlock() < 1)
    return emitOpError("needs a positive block, has ") << getBlock();
  if (failed(checkCombiner(*this, getCombiner(), type.getElementType())))
    return failure();
  return checkDim(*this, getDim(), type.getRank());
}

LogicalResult
ReduceBlocksOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  int64_t block = getBlock();
  for (unsigned d = 0, rank = tensorType(getInput()).getRank(); d < rank; ++d) {
    extents.push_back(extentOf(builder, getLoc(), getInput(), d));
    if (d == getDim())
      extents.back() = affine::makeComposedFoldedAffineApply(
          builder, getLoc(), builder.getAffineDimExpr(0).ceilDiv(block),
          {extents.back()});
  }
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// ArgReduceOp
//===----------------------------------------------------------------------===//

bool ArgReduceOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  // The index type is the builder's choice.
  return succeeded(verifyCompatibleShape(inferred[0], actual[0]));
}

LogicalResult ArgReduceOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  return dropDims(adaptor.getInput().getType(), {int64_t(adaptor.getDim())},
                  IntegerType::get(context, 64), types);
}

LogicalResult ArgReduceOp::verify() {
  if (getCombiner() != Combiner::Max && getCombiner() != Combiner::Min)
    return emitOpError("finds a maximum or a minimum, not a ")
           << stringifyCombiner(getCombiner());
  return checkDims(*this, {int64_t(getDim())},
                   tensorType(getInput()).getRank());
}

LogicalResult ArgReduceOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  for (unsigned d = 0, rank = tensorType(getInput()).getRank(); d < rank; ++d)
    if (d != getDim())
      extents.push_back(extentOf(builder, getLoc(), getInput(), d));
  dims.push_back(std::move(extents));
  return success();
}

LogicalResult ScanOp::verify() {
  RankedTensorType type = tensorType(getInput());
  if (failed(checkCombiner(*this, getCombiner(), type.getElementType())))
    return failure();
  return checkDim(*this, getDim(), type.getRank());
}

LogicalResult ScanOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &dims) {
  return reifyLikeOperands(*this, builder, dims);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(WindowOp)
bool ArgWindowOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return succeeded(verifyCompatibleShape(inferred[0], actual[0]));
}

/// Extents of a sliding window: floor((n + low + high - reach) / stride) + 1.
static SmallVector<int64_t> windowShape(RankedTensorType input,
                                        ArrayRef<int64_t> kernel,
                                        ArrayRef<int64_t> strides,
                                        ArrayRef<int64_t> dilations,
                                        ArrayRef<int64_t> low,
                                        ArrayRef<int64_t> high) {
  SmallVector<int64_t> shape(input.getShape().take_front(2));
  for (unsigned i = 0; i < kernel.size(); ++i) {
    int64_t extent = input.getDimSize(i + 2);
    if (ShapedType::isDynamic(extent)) {
      shape.push_back(ShapedType::kDynamic);
      continue;
    }
    int64_t reach = dilations[i] * (kernel[i] - 1) + 1;
    int64_t room = extent + low[i] + high[i] - reach;
    shape.push_back(room < 0 ? 0 : room / strides[i] + 1);
  }
  return shape;
}

static LogicalResult verifyWindow(Operation *op, RankedTensorType input,
                                  std::initializer_list<ArrayRef<int64_t>> lists,
                                  ArrayRef<int64_t> kernel,
                                  ArrayRef<int64_t> strides,
                                  ArrayRef<int64_t> dilations) {
  if (input.getRank() < 2)
    return op->emitOpError("needs an input of rank 2 or more, has ") << input;
  for (ArrayRef<int64_t> list : lists)
    if (int64_t(list.size()) != input.getRank() - 2)
      return op->emitOpError("needs ")
             << input.getRank() - 2 << " entries per spatial list, has "
             << list.size();
  for (ArrayRef<int64_t> list : {kernel, strides, dilations})
    for (int64_t value : list)
      if (value < 1)
        return op->emitOpError("needs positive kernel, strides and dilations, has ")
               << value;
  return success();
}

LogicalResult WindowOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor a, SmallVectorImpl<Type> &types) {
  auto input = cast<RankedTensorType>(a.getInput().getType());
  if (int64_t(a.getKernel().size()) != input.getRank() - 2)
    return failure();
  types.push_back(RankedTensorType::get(
      windowShape(input, a.getKernel(), a.getStrides(), a.getDilations(),
                  a.getLow(), a.getHigh()),
      input.getElementType()));
  return success();
}

LogicalResult ArgWindowOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>, Adaptor a,
                                            SmallVectorImpl<Type> &types) {
  auto input = cast<RankedTensorType>(a.getInput().getType());
  if (int64_t(a.getKernel().size()) != input.getRank() - 2)
    return failure();
  types.push_back(RankedTensorType::get(
      windowShape(input, a.getKernel(), a.getStrides(), a.getDilations(),
                  a.getLow(), a.getHigh()),
      IntegerType::get(context, 64)));
  return success();
}

LogicalResult WindowOp::verify() {
  if (getPadsHigh() && getPadsHigh()->size() != getHigh().size())
    return emitOpError("needs as many true high pads as high pads, has ")
           << getPadsHigh()->size() << " and " << getHigh().size();
  return verifyWindow(*this, tensorType(getInput()),
                      {getKernel(), getStrides(), getDilations(), getLow(), getHigh()},
                      getKernel(), getStrides(), getDilations());
}

LogicalResult ArgWindowOp::verify() {
  return verifyWindow(*this, tensorType(getInput()),
                      {getKernel(), getStrides(), getDilations(), getLow(), getHigh()},
                      getKernel(), getStrides(), getDilations());
}

static LogicalResult reifyWindow(OpBuilder &builder, Location loc, Value input,
                                 RankedTensorType result,
                                 ArrayRef<int64_t> kernel,
                                 ArrayRef<int64_t> strides,
                                 ArrayRef<int64_t> dilations,
                                 ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                                 ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  for (unsigned d = 0, rank = result.getRank(); d < rank; ++d) {
    OpFoldResult extent = extentOf(builder, loc, input, d);
    if (d >= 2 && result.isDynamicDim(d)) {
      unsigned i = d - 2;
      int64_t reach = dilations[i] * (kernel[i] - 1) + 1;
      AffineExpr n = builder.getAffineDimExpr(0);
      AffineExpr expr = (n + (low[i] + high[i] - reach)).floorDiv(strides[i]) + 1;
      extent = affine::makeComposedFoldedAffineApply(builder, loc, expr, {extent});
    } else if (!result.isDynamicDim(d)) {
      extent = builder.getIndexAttr(result.getDimSize(d));
    }
    extents.push_back(extent);
  }
  dims.push_back(std::move(extents));
  return success();
}

LogicalResult WindowOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  return reifyWindow(builder, getLoc(), getInput(), tensorType(getResult()),
                     getKernel(), getStrides(), getDilations(), getLow(),
                     getHigh(), dims);
}

LogicalResult ArgWindowOp::reifyResultShapes(OpBuilder &builder,
                                             ReifiedRankedShapedTypeDims &dims) {
  return reifyWindow(builder, getLoc(), getInput(), tensorType(getResult()),
                     getKernel(), getStrides(), getDilations(), getLow(),
                     getHigh(), dims);
}
