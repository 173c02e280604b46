//===- ContractionGradients.cpp - Derivatives of contractions ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/OpBuilding.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

using Cotangents = FailureOr<SmallVector<Value>>;

static bool isReal(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// Cotangent of one side: contract the result's cotangent with the other side
/// over the other side's free dimensions, then put the dimensions in order.
static Value dotCotangent(ImplicitLocOpBuilder &b, DotGeneralOp op,
                          Value cotangent, bool ofLhs) {
  Value mine = ofLhs ? op.getLhs() : op.getRhs();
  Value other = ofLhs ? op.getRhs() : op.getLhs();
  ArrayRef<int64_t> myBatch = ofLhs ? op.getLhsBatch() : op.getRhsBatch();
  ArrayRef<int64_t> myContract =
      ofLhs ? op.getLhsContract() : op.getRhsContract();
  ArrayRef<int64_t> otherBatch = ofLhs ? op.getRhsBatch() : op.getLhsBatch();
  ArrayRef<int64_t> otherContract =
      ofLhs ? op.getRhsContract() : op.getLhsContract();
  auto freeDims = [](Value tensor, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> contract) {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < tensorType(tensor).getRank(); ++d)
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
        dims.push_back(d);
    return dims;
  };
  SmallVector<int64_t> myFree = freeDims(mine, myBatch, myContract);
  SmallVector<int64_t> otherFree = freeDims(other, otherBatch, otherContract);
  int64_t batch = myBatch.size();
  int64_t firstOther = batch + (ofLhs ? int64_t(myFree.size()) : 0);
  auto range = [](int64_t first, size_t count) {
    return llvm::to_vector(llvm::seq<int64_t>(first, first + int64_t(count)));
  };
  Value product = dotGeneral(
      b, cotangent, castTo(b, other, getElementTypeOrSelf(cotangent.getType())),
      range(0, batch), otherBatch, range(firstOther, otherFree.size()),
      otherFree);
  // Now: batch, my free dimensions, the contracted ones in the other's order.
  SmallVector<int64_t> rest(otherContract);
  llvm::sort(rest);
  SmallVector<int64_t> permutation(tensorType(mine).getRank());
  for (int64_t i = 0; i < batch; ++i)
    permutation[myBatch[i]] = i;
  for (auto [i, d] : llvm::enumerate(myFree))
    permutation[d] = batch + i;
  for (auto [mineDim, otherDim] : llvm::zip(myContract, otherContract))
    permutation[mineDim] =
        batch + myFree.size() + (llvm::find(rest, otherDim) - rest.begin());
  Value ordered = b.createOrFold<TransposeOp>(product, permutation);
  return castTo(b, ordered, getElementTypeOrSelf(mine.getType()));
}

Cotangents DotGeneralOp::buildVjp(OpBuilder &builder, ValueRange cotangents) {
  if (!isReal(getLhs()))
    return SmallVector<Value>(2);
  ImplicitLocOpBuilder b(getLoc(), builder);
  return SmallVector<Value>{dotCotangent(b, *this, cotangents[0], true),
                            dotCotangent(b, *this, cotangents[0], false)};
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//
//
// y[p] = sum over k of X[p s + k r - low] w[k], where X is x spread by the
// input dilation l. Both cotangents are convolutions again:
//   dx[i] = sum over k of G[i l - k r + low] w[k], G being g spread by s:
//           reversed filter, strides l, input dilation s, low' = (K-1) r - low
//   dw[k] = sum over p of X[p s + k r - low] g[p]:
//           x over g with batch and channels exchanged, strides r, dilation s
// The high pads follow from the extents the cotangents must have.

/// Reshapes by splitting dimension `dim` into `major` parts.
static Value splitDim(ImplicitLocOpBuilder &b, Value tensor, int64_t dim,
                      int64_t major) {
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), tensor);
  extents[dim] = b.getIndexAttr(tensorType(tensor).getDimSize(dim) / major);
  extents.insert(extents.begin() + dim, b.getIndexAttr(major));
  return reshapeTo(b, tensor, extents);
}

/// Reshapes by merging dimension `dim` with the one after it.
static Value mergeDims(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), tensor);
  RankedTensorType type = tensorType(tensor);
  if (type.getDimSize(dim) == 1) // the other one may be dynamic
    extents[dim] = extents[dim + 1];
  else
    extents[dim] =
        b.getIndexAttr(type.getDimSize(dim) * type.getDimSize(dim + 1));
  extents.erase(extents.begin() + dim + 1);
  return reshapeTo(b, tensor, extents);
}

static Value swapDims(ImplicitLocOpBuilder &b, Value tensor, int64_t first) {
  auto permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, tensorType(tensor).getRank()));
  std::swap(permutation[first], permutation[first + 1]);
  return b.createOrFold<TransposeOp>(tensor, permutation);
}

static Value inputCotangent(ImplicitLocOpBuilder &b, ConvolutionOp op,
                            Value g) {
  RankedTensorType input = tensorType(op.getInput()),
                   filter = tensorType(op.getFilter());
  RankedTensorType result = tensorType(op.getResult());
  int64_t groups = op.getGroups(), spatial = input.getRank() - 2;
  // O x C/g x k -> C x O/g x k, group by group, turned round.
  Value weights = splitDim(b, op.getFilter(), 0, groups);
  weights = mergeDims(b, swapDims(b, weights, 1), 0);
  auto turned = llvm::to_vector(llvm::seq<int64_t>(2, filter.getRank()));
  weights = ReverseOp::create(b, weights, turned);
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t k = filter.getDimSize(i + 2), n = input.getDimSize(i + 2);
    int64_t reach = (k - 1) * op.getRhsDilation()[i] + 1;
    int64_t spread = (result.getDimSize(i + 2) - 1) * op.getStrides()[i] + 1;
    low.push_back(reach - 1 - op.getLow()[i]);
    high.push_back((n - 1) * op.getLhsDilation()[i] + reach - spread - low[i]);
  }
  Value dx = ConvolutionOp::create(
      b, input.clone(getElementTypeOrSelf(g.getType())), g,
      castTo(b, weights, getElementTypeOrSelf(g.getType())),
      op.getLhsDilation(), low, high, op.getStrides(), op.getRhsDilation(),
      groups);
  return castTo(b, dx, input.getElementType());
}

static Value filterCotangent(ImplicitLocOpBuilder &b, ConvolutionOp op,
                             Value g) {
  RankedTensorType input = tensorType(op.getInput()),
                   filter = tensorType(op.getFilter());
  RankedTensorType result = tensorType(op.getResult());
  Type element = getElementTypeOrSelf(g.getType());
  int64_t groups = op.getGroups(), spatial = input.getRank() - 2;
  // N x g x C/g -> C/g x g*N: the batch becomes what is summed over.
  Value x = splitDim(b, castTo(b, op.getInput(), element), 1, groups);
  SmallVector<int64_t> permutation{2, 1, 0};
  for (int64_t d = 3; d < spatial + 3; ++d)
    permutation.push_back(d);
  x = mergeDims(b, b.createOrFold<TransposeOp>(x, permutation), 1);
  SmallVector<int64_t> high, shape{filter.getDimSize(1), filter.getDimSize(0)};
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t k = filter.getDimSize(i + 2);
    int64_t reach = (result.getDimSize(i + 2) - 1) * op.getStrides()[i] + 1;
    int64_t spread = (input.getDimSize(i + 2) - 1) * op.getLhsDilation()[i] + 1;
    high.push_back((k - 1) * op.getRhsDilation()[i] + reach - spread -
                   op.getLow()[i]);
    shape.push_back(k);
  }
  Value dw =
      ConvolutionOp::create(b, RankedTensorType::get(shape, element), x,
                            swapDims(b, g, 0), op.getRhsDilation(), op.getLow(),
                            high, op.getLhsDilation(), op.getStrides(), groups);
  return castTo(b, swapDims(b, dw, 0), filter.getElementType());
}

Cotangents ConvolutionOp::buildVjp(OpBuilder &builder, ValueRange cotangents) {
  if (!isReal(getInput()))
    return SmallVector<Value>(2);
  RankedTensorType input = tensorType(getInput()),
                   filter = tensorType(getFilter());
  if (!filter.hasStaticShape() || input.isDynamicDim(1) ||
      !llvm::none_of(input.getShape().drop_front(2), ShapedType::isDynamic))
    return emitOpError("needs static channels and spatial extents for a "
                       "derivative, has ")
           << input << " and " << filter;
  if (tensorType(getResult()).isDynamicDim(0) && getGroups() > 1)
    return emitOpError("needs a static batch for the derivative with groups");
  ImplicitLocOpBuilder b(getLoc(), builder);
  return SmallVector<Value>{inputCotangent(b, *this, cotangents[0]),
                            filterCotangent(b, *this, cotangents[0])};
}
