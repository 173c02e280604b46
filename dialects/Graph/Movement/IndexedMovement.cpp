//===- IndexedMovement.cpp - Gathers, scatters and inserts ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Checks.h"
#include "dialects/Graph/IR/Compatible.h"

using namespace mlir;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Gathers and scatters
//===----------------------------------------------------------------------===//

MLC_COMPATIBLE_RESULTS(GatherOp)
MLC_COMPATIBLE_RESULTS(GatherElementsOp)
MLC_COMPATIBLE_RESULTS(GatherNdOp)

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto input = cast<RankedTensorType>(adaptor.getInput().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  int64_t dim = adaptor.getDim();
  if (dim < 0 || dim >= input.getRank())
    return failure();
  SmallVector<int64_t> shape(input.getShape().take_front(dim));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, input.getShape().drop_front(dim + 1));
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult GatherOp::verify() {
  return checkDim(*this, getDim(), tensorType(getInput()).getRank());
}

LogicalResult GatherOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> input = extentsOf(builder, getLoc(), getInput());
  SmallVector<OpFoldResult> extents(ArrayRef(input).take_front(getDim()));
  llvm::append_range(extents, extentsOf(builder, getLoc(), getIndices()));
  llvm::append_range(extents, ArrayRef(input).drop_front(getDim() + 1));
  dims.push_back(std::move(extents));
  return success();
}

/// Indices address elements one by one: no other dimension may be longer than
/// the tensor's.
static LogicalResult checkElementIndices(Operation *op, RankedTensorType input,
                                         RankedTensorType indices,
                                         int64_t dim) {
  for (int64_t d = 0; d < input.getRank(); ++d)
    if (d != dim && !input.isDynamicDim(d) && !indices.isDynamicDim(d) &&
        indices.getDimSize(d) > input.getDimSize(d))
      return op->emitOpError("has ")
             << indices.getDimSize(d) << " indices along dimension " << d
             << " of extent " << input.getDimSize(d);
  return success();
}

LogicalResult GatherElementsOp::inferReturnTypes(MLIRContext *,
                                                 std::optional<Location>,
                                                 Adaptor adaptor,
                                                 SmallVectorImpl<Type> &types) {
  types.push_back(RankedTensorType::get(
      cast<RankedTensorType>(adaptor.getIndices().getType()).getShape(),
      getElementTypeOrSelf(adaptor.getInput().getType())));
  return success();
}

LogicalResult GatherElementsOp::verify() {
  int64_t rank = tensorType(getInput()).getRank();
  if (failed(checkRank(*this, getIndices(), rank, "indices")) ||
      failed(checkDim(*this, getDim(), rank)))
    return failure();
  return checkElementIndices(*this, tensorType(getInput()),
                             tensorType(getIndices()), getDim());
}

LogicalResult
GatherElementsOp::reifyResultShapes(OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getIndices()));
  return success();
}

LogicalResult GatherNdOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  auto input = cast<RankedTensorType>(adaptor.getInput().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  if (indices.getRank() == 0)
    return failure();
  int64_t depth = indices.getShape().back();
  int64_t fixed = depth + int64_t(adaptor.getBatchDims());
  if (ShapedType::isDynamic(depth) || fixed > input.getRank())
    return failure();
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, input.getShape().drop_front(fixed));
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

/// Index tuples: their depth is static and fits behind the batch dimensions.
static LogicalResult checkTuples(Operation *op, RankedTensorType input,
                                 RankedTensorType indices, int64_t batch) {
  if (indices.getRank() == 0)
    return op->emitOpError("needs indices of rank 1 or more");
  if (batch < 0 || batch >= indices.getRank())
    return op->emitOpError("has ")
           << batch << " batch dimensions; the indices have rank "
           << indices.getRank();
  int64_t depth = indices.getShape().back();
  if (ShapedType::isDynamic(depth))
    return op->emitOpError("needs index tuples of static length, has ")
           << indices;
  if (batch + depth > input.getRank())
    return op->emitOpError("has tuples of ")
           << depth << " indices for a tensor of rank " << input.getRank();
  return success();
}

LogicalResult GatherNdOp::verify() {
  return checkTuples(*this, tensorType(getInput()), tensorType(getIndices()),
                     getBatchDims());
}

LogicalResult GatherNdOp::reifyResultShapes(OpBuilder &builder,
                                            ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> indices =
      extentsOf(builder, getLoc(), getIndices());
  SmallVector<OpFoldResult> extents(ArrayRef(indices).drop_back());
  int64_t fixed =
      tensorType(getIndices()).getShape().back() + int64_t(getBatchDims());
  llvm::append_range(
      extents,
      ArrayRef(extentsOf(builder, getLoc(), getInput())).drop_front(fixed));
  dims.push_back(std::move(extents));
  return success();
}

LogicalResult ScatterElementsOp::verify() {
  RankedTensorType input = tensorType(getInput()),
                   indices = tensorType(getIndices());
  if (failed(checkRank(*this, getIndices(), input.getRank(), "indices")) ||
      failed(checkDim(*this, getDim(), input.getRank())) ||
      failed(checkElementIndices(*this, input, indices, getDim())) ||
      failed(checkShape(*this, getUpdates(), indices.getShape(), "updates")) ||
      failed(checkShape(*this, getResult(), input.getShape(), "a result")) ||
      failed(sameElement(*this, getUpdates(), getInput())))
    return failure();
  return sameElement(*this, getInput(), getResult());
}

LogicalResult
ScatterElementsOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}

LogicalResult ScatterNdOp::verify() {
  RankedTensorType input = tensorType(getInput()),
                   indices = tensorType(getIndices());
  if (failed(checkTuples(*this, input, indices, 0)))
    return failure();
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape,
                     input.getShape().drop_front(indices.getShape().back()));
  if (failed(checkRank(*this, getUpdates(), shape.size(), "updates")) ||
      failed(checkShape(*this, getUpdates(), shape, "updates")) ||
      failed(checkShape(*this, getResult(), input.getShape(), "a result")) ||
      failed(sameElement(*this, getUpdates(), getInput())))
    return failure();
  return sameElement(*this, getInput(), getResult());
}

LogicalResult
ScatterNdOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}

//===----------------------------------------------------------------------===//
// InsertSliceOp
//===----------------------------------------------------------------------===//

LogicalResult InsertSliceOp::verify() {
  RankedTensorType update = tensorType(getUpdate()),
                   input = tensorType(getInput());
  if (update.getRank() != input.getRank() ||
      int64_t(getStaticStarts().size()) != input.getRank())
    return emitOpError("needs an update of rank ")
           << input.getRank() << " and a start for each dimension";
  for (int64_t d = 0; d < input.getRank(); ++d) {
    int64_t start = getStaticStarts()[d];
    int64_t some = update.getDimSize(d), all = input.getDimSize(d);
    if (!ShapedType::isDynamic(start) && start < 0)
      return emitOpError("begins at ") << start << " in dimension " << d;
    if (ShapedType::isDynamic(some) || ShapedType::isDynamic(all))
      continue;
    int64_t end = (ShapedType::isDynamic(start) ? 0 : start) + some;
    if (end > all)
      return emitOpError("writes up to element ")
             << end << " of a dimension of extent " << all;
  }
  return sameElement(*this, getUpdate(), getInput());
}

OpFoldResult InsertSliceOp::fold(FoldAdaptor) {
  RankedTensorType type = tensorType(getResult());
  if (getUpdate().getType() == type && type.hasStaticShape() &&
      getStarts().empty())
    return getUpdate(); // the box is everything, for it lies inside
  return {};
}

LogicalResult
InsertSliceOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsOf(builder, getLoc(), getInput()));
  return success();
}
