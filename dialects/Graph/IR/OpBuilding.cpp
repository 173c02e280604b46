//===- OpBuilding.cpp - Short ways to build graph ops --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/OpBuilding.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Support/Check.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

std::pair<SmallVector<int64_t>, SmallVector<Value>>
mlc::graph::splitExtents(ArrayRef<OpFoldResult> extents) {
  SmallVector<int64_t> shape;
  SmallVector<Value> values;
  for (OpFoldResult extent : extents) {
    if (std::optional<int64_t> known = getConstantIntValue(extent)) {
      shape.push_back(*known);
    } else {
      shape.push_back(ShapedType::kDynamic);
      values.push_back(cast<Value>(extent));
    }
  }
  return {shape, values};
}

static TypedAttr elementAttr(Type element, double value) {
  if (auto real = dyn_cast<FloatType>(element))
    return FloatAttr::get(real, value);
  auto integer = cast<IntegerType>(element);
  return IntegerAttr::get(
      element, APInt(integer.getWidth(), uint64_t(int64_t(value)),
                     /*isSigned=*/true, /*implicitTrunc=*/true));
}

Value mlc::graph::scalarConstant(ImplicitLocOpBuilder &b, Type element,
                                 double value) {
  auto type = RankedTensorType::get({}, element);
  return ConstantOp::create(
      b, type, DenseElementsAttr::get(type, elementAttr(element, value)));
}

/// Larger constants live in the pool, outside the IR.
static constexpr uint64_t kLargestInline = 1024;

Value mlc::graph::literalConstant(ImplicitLocOpBuilder &b, mlc::Literal value) {
  MLIRContext *context = b.getContext();
  value = value.compressed();
  if (value.isSplat() || value.spec().bytes() <= kLargestInline)
    return ConstantOp::create(b, denseAttrOf(context, value));
  RankedTensorType type = tensorTypeOf(context, value.spec());
  auto *dialect = context->getLoadedDialect<GraphDialect>();
  mlc::Hash128 hash = dialect->getConstantPool().add(std::move(value));
  return ConstantOp::create(b,
                            ConstAttr::get(context, hash.high, hash.low, type));
}

Value mlc::graph::retype(ImplicitLocOpBuilder &b, Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  auto wanted = cast<RankedTensorType>(type);
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < wanted.getRank(); ++d)
    if (wanted.isDynamicDim(d))
      sizes.push_back(getValueOrCreateConstantIndexOp(
          b, b.getLoc(), extentOf(b, b.getLoc(), tensor, d)));
  return b.createOrFold<ReshapeOp>(wanted, tensor, sizes);
}

Value mlc::graph::indexTensor(ImplicitLocOpBuilder &b, OpFoldResult index,
                              Type element) {
  if (std::optional<int64_t> known = getConstantIntValue(index))
    return scalarConstant(b, element, double(*known));
  Value number =
      arith::IndexCastOp::create(b, b.getI64Type(), cast<Value>(index));
  Value scalar = tensor::FromElementsOp::create(
      b, RankedTensorType::get({}, b.getI64Type()), ValueRange{number});
  return castTo(b, scalar, element);
}

Value mlc::graph::constantLike(ImplicitLocOpBuilder &b, Value like, double value) {
  RankedTensorType type = tensorType(like);
  if (type.hasStaticShape())
    return ConstantOp::create(
        b, type,
        DenseElementsAttr::get(type, elementAttr(type.getElementType(), value)));
  return broadcastLike(b, scalarConstant(b, type.getElementType(), value), {}, like);
}

Value mlc::graph::broadcastTo(ImplicitLocOpBuilder &b, Value tensor,
                              ArrayRef<int64_t> dims,
                              ArrayRef<OpFoldResult> extents) {
  auto [shape, sizes] = splitExtents(extents);
  auto type = RankedTensorType::get(shape, tensorType(tensor).getElementType());
  if (tensor.getType() == type && type.hasStaticShape())
    return tensor;
  return b.createOrFold<BroadcastOp>(type, tensor, dims, sizes);
}

Value mlc::graph::broadcastLike(ImplicitLocOpBuilder &b, Value tensor,
                                ArrayRef<int64_t> dims, Value like) {
  return broadcastTo(b, tensor, dims, extentsOf(b, b.getLoc(), like));
}

Value mlc::graph::reshapeTo(ImplicitLocOpBuilder &b, Value tensor,
                            ArrayRef<OpFoldResult> extents) {
  auto [shape, sizes] = splitExtents(extents);
  auto type = RankedTensorType::get(shape, tensorType(tensor).getElementType());
  return b.createOrFold<ReshapeOp>(type, tensor, sizes);
}

Value mlc::graph::reduce(ImplicitLocOpBuilder &b, Combiner combiner, Value tensor,
                         ArrayRef<int64_t> dims) {
  return b.createOrFold<ReduceOp>(combiner, tensor, dims);
}

Value mlc::graph::reduceAndSpread(ImplicitLocOpBuilder &b, Combiner combiner,
                                  Value tensor, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (int64_t d = 0, rank = tensorType(tensor).getRank(); d < rank; ++d)
    if (!llvm::is_contained(dims, d))
      kept.push_back(d);
  return broadcastLike(b, reduce(b, combiner, tensor, dims), kept, tensor);
}

Value mlc::graph::castTo(ImplicitLocOpBuilder &b, Value tensor, Type element) {
  RankedTensorType type = tensorType(tensor);
  if (type.getElementType() == element)
    return tensor;
  return b.createOrFold<CastOp>(type.clone(element), tensor);
}

Value mlc::graph::countAlong(ImplicitLocOpBuilder &b, Value tensor,
                             ArrayRef<int64_t> dims, Type element) {
  RankedTensorType type = tensorType(tensor);
  bool known = llvm::none_of(dims, [&](int64_t d) { return type.isDynamicDim(d); });
  if (known) {
    double count = 1;
    for (int64_t d : dims)
      count *= type.getDimSize(d);
    return scalarConstant(b, element, count);
  }
  Value count = arith::ConstantIndexOp::create(b, 1);
  for (int64_t d : dims)
    count = b.createOrFold<arith::MulIOp>(
        count, getValueOrCreateConstantIndexOp(
                   b, b.getLoc(), extentOf(b, b.getLoc(), tensor, d)));
  return indexTensor(b, count, element);
}

Value mlc::graph::dotGeneral(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                             ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
                             ArrayRef<int64_t> lhsContract,
                             ArrayRef<int64_t> rhsContract) {
  FailureOr<RankedTensorType> type = DotGeneralOp::inferType(
      tensorType(lhs), tensorType(rhs), lhsBatch, rhsBatch, lhsContract,
      rhsContract, tensorType(lhs).getElementType());
  MLC_CHECK(succeeded(type), "batch extents differ");
  return DotGeneralOp::create(b, *type, lhs, rhs, lhsBatch, rhsBatch, lhsContract,
                              rhsContract);
}

Value mlc::graph::sliceFrom(ImplicitLocOpBuilder &b, Value tensor,
                            ArrayRef<OpFoldResult> starts,
                            ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> steps) {
  auto [staticStarts, dynamicStarts] = splitExtents(starts);
  auto [shape, dynamicSizes] = splitExtents(sizes);
  SmallVector<int64_t> ones(starts.size(), 1);
  auto type = RankedTensorType::get(shape, tensorType(tensor).getElementType());
  return b.createOrFold<SliceOp>(type, tensor, dynamicStarts, dynamicSizes,
                                 staticStarts, steps.empty() ? ArrayRef(ones) : steps);
}
