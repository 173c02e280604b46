//===- ContractionOps.cpp - Contraction ops -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Contraction/ContractionOps.cpp.inc"

void GraphDialect::registerContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Contraction/ContractionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DotGeneralOp
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batch,
                                     ArrayRef<int64_t> contract) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
      dims.push_back(d);
  return dims;
}

FailureOr<RankedTensorType> DotGeneralOp::inferType(
    RankedTensorType lhs, RankedTensorType rhs, ArrayRef<int64_t> lhsBatch,
    ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
    ArrayRef<int64_t> rhsContract, Type elementType) {
  SmallVector<int64_t> shape;
  for (auto [l, r] : llvm::zip(lhsBatch, rhsBatch)) {
    int64_t a = lhs.getDimSize(l), b = rhs.getDimSize(r);
    if (!ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b)
      return failure();
    shape.push_back(ShapedType::isDynamic(a) ? b : a);
  }
  for (int64_t d : freeDims(lhs.getRank(), lhsBatch, lhsContract))
    shape.push_back(lhs.getDimSize(d));
  for (int64_t d : freeDims(rhs.getRank(), rhsBatch, rhsContract))
    shape.push_back(rhs.getDimSize(d));
  return RankedTensorType::get(shape, elementType);
}

LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = tensorType(getLhs()), rhs = tensorType(getRhs());
  if (getLhsBatch().size() != getRhsBatch().size() ||
      getLhsContract().size() != getRhsContract().size())
    return emitOpError("pairs batch and contracting dimensions; the lists of lhs "
                       "and rhs differ in length");
  auto check = [&](RankedTensorType type, ArrayRef<int64_t> batch,
                   ArrayRef<int64_t> contract, StringRef what) -> LogicalResult {
    llvm::SmallDenseSet<int64_t> seen;
    for (ArrayRef<int64_t> list : {batch, contract})
      for (int64_t d : list)
        if (d < 0 || d >= type.getRank() || !seen.insert(d).second)
          return emitOpError("dimension ")
                 << d << " of " << what << " is out of range or named twice";
    return success();
  };
  if (failed(check(lhs, getLhsBatch(), getLhsContract(), "lhs")) ||
      failed(check(rhs, getRhsBatch(), getRhsContract(), "rhs")))
    return failure();
  for (auto [l, r] : llvm::zip(getLhsContract(), getRhsContract())) {
    int64_t a = lhs.getDimSize(l), b = rhs.getDimSize(r);
    if (!ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b)
      return emitOpError("contracts extents ") << a << " and " << b;
  }
  RankedTensorType result = tensorType(getResult());
  FailureOr<RankedTensorType> inferred =
      inferType(lhs, rhs, getLhsBatch(), getRhsBatch(), getLhsContract(),
                getRhsContract(), result.getElementType());
  if (failed(inferred))
    return emitOpError("has batch dimensions of different extent");
  if (failed(verifyCompatibleShape(*inferred, result)))
    return emitOpError("gives ") << *inferred << ", not " << result;
  return success();
}

SmallVector<utils::IteratorType> DotGeneralOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(tensorType(getResult()).getRank(),
                                         utils::IteratorType::parallel);
  types.append(getLhsContract().size(), utils::IteratorType::reduction);
  return types;
}

AffineMap DotGeneralOp::getOperandMap(unsigned operand) {
  bool isLhs = operand == 0;
  RankedTensorType type = tensorType(isLhs ? getLhs() : getRhs());
  ArrayRef<int64_t> batch = isLhs ? getLhsBatch() : getRhsBatch();
  ArrayRef<int64_t> contract = isLhs ? getLhsContract() : getRhsContract();
  int64_t resultRank = tensorType(getResult()).getRank();
  int64_t lhsFree = tensorType(getLhs()).getRank() - getLhsBatch().size() -
                    getLhsContract().size();
  SmallVector<AffineExpr> exprs(type.getRank());
  auto dim = [&](int64_t d) { return getAffineDimExpr(d, getContext()); };
  for (auto [i, d] : llvm::enumerate(batch))
    exprs[d] = dim(i);
  int64_t first = batch.size() + (isLhs ? 0 : lhsFree);
  for (auto [i, d] : llvm::enumerate(freeDims(type.getRank(), batch, contract)))
    exprs[d] = dim(first + i);
  for (auto [i, d] : llvm::enumerate(contract))
    exprs[d] = dim(resultRank + i);
  return AffineMap::get(resultRank + contract.size(), 0, exprs, getContext());
}

FailureOr<Value> DotGeneralOp::buildScalarBody(OpBuilder &builder, Location loc,
                                               ValueRange args) {
  if (isa<FloatType>(getElementTypeOrSelf(args[0].getType())))
    return Value(arith::MulFOp::create(builder, loc, args[0], args[1]));
  return Value(arith::MulIOp::create(builder, loc, args[0], args[1]));
}

std::optional<Combiner> DotGeneralOp::getReductionCombiner() { return Combiner::Sum; }

LogicalResult DotGeneralOp::reifyResultShapes(OpBuilder &builder,
                                              ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents;
  auto add = [&](Value tensor, ArrayRef<int64_t> list) {
    for (int64_t d : list)
      extents.push_back(extentOf(builder, getLoc(), tensor, d));
  };
  add(getLhs(), getLhsBatch());
  add(getLhs(), freeDims(tensorType(getLhs()).getRank(), getLhsBatch(), getLhsContract()));
  add(getRhs(), freeDims(tensorType(getRhs()).getRank(), getRhsBatch(), getRhsContract()));
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// PackedMatmulOp
//===----------------------------------------------------------------------===//

LogicalResult PackedMatmulOp::verify() {
  RankedTensorType lhs = tensorType(getLhs()), rhs = tensorType(getRhs());
  RankedTensorType result = tensorType(getResult());
  int64_t panels = (int64_t(getColumns()) + 31) / 32;
  bool pairs = rhs.getRank() == 4;
  if (lhs.getRank() < 1 || rhs.getRank() != (pairs ? 4 : 3) ||
      rhs.getDimSize(0) != panels || rhs.getDimSize(2) != 32)
    return emitOpError("needs ") << panels << " panels of 32 columns, has " << rhs;
  if (pairs &&
      (rhs.getDimSize(3) != 2 || !lhs.getElementType().isBF16() ||
       !rhs.getElementType().isBF16() || !result.getElementType().isF32()))
    return emitOpError("multiplies pairs of bf16 and sums f32, has ")
           << lhs << ", " << rhs << " and " << result;
  int64_t depth = lhs.getShape().back();
  if (!ShapedType::isDynamic(depth) && pairs)
    depth = llvm::divideCeil(depth, 2);
  if (!ShapedType::isDynamic(depth) && depth != rhs.getDimSize(1))
    return emitOpError("contracts extents ")
           << lhs.getShape().back() << " and " << rhs.getDimSize(1);
  SmallVector<int64_t> shape(lhs.getShape());
  shape.back() = getColumns();
  if (failed(verifyCompatibleShape(result.getShape(), shape)))
    return emitOpError("gives other extents than ") << result;
  return success();
}

LogicalResult PackedMatmulOp::reifyResultShapes(OpBuilder &builder,
                                                ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents = extentsOf(builder, getLoc(), getLhs());
  extents.back() = builder.getIndexAttr(getColumns());
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// PackedDequantizedMatmulOp
//===----------------------------------------------------------------------===//

LogicalResult PackedDequantizedMatmulOp::verify() {
  RankedTensorType lhs = tensorType(getLhs()), rhs = tensorType(getRhs());
  RankedTensorType result = tensorType(getResult());
  int64_t bits = getBits(), depth = getDepth(), block = getBlock();
  for (Value real : {getLhs(), getScale(), getResult()})
    if (tensorType(real).getElementTypeBitWidth() > 32)
      return emitOpError("sums f32, has ") << real.getType();
  if (bits != 2 && bits != 4 && bits != 8)
    return emitOpError("needs 2, 4 or 8 bits, has ") << bits;
  if (int64_t(getColumns()) < 1 || depth < 1 || block < 1)
    return emitOpError("needs columns, rows and rows of a block");
  if (block < depth && block % rowsPerElement())
    return emitOpError("has blocks of ")
           << block << " rows, no multiple of the " << rowsPerElement()
           << " rows of a word";
  int64_t panels = llvm::divideCeil(getColumns(), 32);
  SmallVector<int64_t> packed{
      panels, int64_t(llvm::divideCeil(depth, rowsPerElement())), 32};
  if (rhs.getShape() != ArrayRef(packed) ||
      !rhs.getElementType().isSignlessInteger(bits == 8 ? 8 : 32))
    return emitOpError("needs ")
           << panels << " panels of " << packed[1] << " rows of 32 columns as "
           << (bits == 8 ? "i8" : "i32") << ", has " << rhs;
  RankedTensorType scale = tensorType(getScale());
  packed[1] = llvm::divideCeil(depth, block);
  if (scale.getShape() != ArrayRef(packed))
    return emitOpError("needs ")
           << packed[1] << " scales of 32 columns per panel, has " << scale;
  if (Value zero = getZeroPoint())
    if (tensorType(zero).getShape() != ArrayRef(packed) ||
        !tensorType(zero).getElementType().isSignlessInteger(8))
      return emitOpError("needs as many zero points of i8 as scales, has ")
             << zero.getType();
  if (lhs.getRank() < 1 ||
      (!lhs.isDynamicDim(lhs.getRank() - 1) && lhs.getShape().back() != depth))
    return emitOpError("contracts ") << lhs << " with " << depth << " rows";
  SmallVector<int64_t> shape(lhs.getShape());
  shape.back() = getColumns();
  if (failed(verifyCompatibleShape(result.getShape(), shape)))
    return emitOpError("gives other extents than ") << result;
  return success();
}

LogicalResult PackedDequantizedMatmulOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents = extentsOf(builder, getLoc(), getLhs());
  extents.back() = builder.getIndexAttr(getColumns());
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// PackedIntegerMatmulOp
//===----------------------------------------------------------------------===//

/// Types of packed bytes: what is multiplied, what holds the sums.
static LogicalResult checkBytes(Operation *op, Value lhs, Value packed,
                                Value sums, int64_t columns, int64_t depth) {
  auto isByte = [](Value tensor, bool anySign) {
    auto integer = dyn_cast<IntegerType>(tensorType(tensor).getElementType());
    return integer && integer.getWidth() == 8 &&
           (anySign || integer.isSignless());
  };
  if (!isByte(lhs, true) || !isByte(packed, false) ||
      !tensorType(sums).getElementType().isSignlessInteger(32) ||
      !tensorType(op->getResult(0)).getElementType().isSignlessInteger(32))
    return op->emitOpError("multiplies i8 or ui8 with i8 and sums i32, has ")
           << lhs.getType() << ", " << packed.getType() << ", "
           << sums.getType() << " and " << op->getResult(0).getType();
  RankedTensorType type = tensorType(packed);
  int64_t panels = (columns + 15) / 16;
  if (type.getRank() != 4 || type.getDimSize(0) != panels ||
      type.getDimSize(2) != 16 || type.getDimSize(3) != 4 ||
      type.isDynamicDim(1))
    return op->emitOpError("needs ")
           << panels << " panels of 16 columns, has " << type;
  if (tensorType(sums).getShape() != ArrayRef<int64_t>{panels * 16})
    return op->emitOpError("needs ")
           << panels * 16 << " sums, has " << sums.getType();
  if (!ShapedType::isDynamic(depth) && (depth + 3) / 4 != type.getDimSize(1))
    return op->emitOpError("contracts ")
           << depth << " elements with " << type.getDimSize(1)
           << " groups of four";
  return success();
}

LogicalResult PackedIntegerMatmulOp::verify() {
  RankedTensorType lhs = tensorType(getLhs()), result = tensorType(getResult());
  if (lhs.getRank() < 1)
    return emitOpError("needs a dimension to contract");
  if (failed(checkBytes(*this, getLhs(), getRhs(), getSums(), getColumns(),
                        lhs.getShape().back())))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape());
  shape.back() = getColumns();
  if (failed(verifyCompatibleShape(result.getShape(), shape)))
    return emitOpError("gives other extents than ") << result;
  return success();
}

LogicalResult
PackedIntegerMatmulOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents = extentsOf(builder, getLoc(), getLhs());
  extents.back() = builder.getIndexAttr(getColumns());
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// PackedIntegerConvolutionOp
//===----------------------------------------------------------------------===//

LogicalResult PackedIntegerConvolutionOp::verify() {
  RankedTensorType input = tensorType(getInput()),
                   result = tensorType(getResult());
  int64_t spatial = input.getRank() - 2;
  if (spatial < 1 || spatial > 2 || result.getRank() != input.getRank())
    return emitOpError("needs input and result of rank 3 or 4, has ")
           << input << " and " << result;
  int64_t depth = input.getShape().back();
  for (ArrayRef<int64_t> list : {getKernel(), getStrides(), getDilations()})
    if (int64_t(list.size()) != spatial ||
        llvm::any_of(list, [](int64_t value) { return value < 1; }))
      return emitOpError("needs ")
             << spatial << " positive entries per spatial list";
  if (ShapedType::isDynamic(depth))
    return emitOpError("needs a known number of input channels");
  for (int64_t extent : getKernel())
    depth *= extent;
  if (failed(checkBytes(*this, getInput(), getFilter(), getSums(),
                        getChannels(), depth)))
    return failure();
  SmallVector<int64_t> shape{input.getDimSize(0)};
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t n = input.getDimSize(i + 1);
    int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
    shape.push_back(ShapedType::isDynamic(n) ? n
                    : n < reach ? 0
                                : (n - reach) / getStrides()[i] + 1);
  }
  shape.push_back(getChannels());
  if (failed(verifyCompatibleShape(result.getShape(), shape)))
    return emitOpError("gives other extents than ") << result;
  return success();
}

LogicalResult PackedIntegerConvolutionOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> extents{extentOf(builder, getLoc(), getInput(), 0)};
  for (unsigned i = 0; i < getKernel().size(); ++i) {
    int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
    AffineExpr n = builder.getAffineDimExpr(0);
    extents.push_back(affine::makeComposedFoldedAffineApply(
        builder, getLoc(), (n - reach).floorDiv(getStrides()[i]) + 1,
        {extentOf(builder, getLoc(), getInput(), i + 1)}));
  }
  extents.push_back(builder.getIndexAttr(getChannels()));
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// PackedConvolutionOp
//===----------------------------------------------------------------------===//

LogicalResult PackedConvolutionOp::verify() {
  RankedTensorType input = tensorType(getInput()), result = tensorType(getResult());
  int64_t spatial = input.getRank() - 2;
  if (spatial < 1 || spatial > 2 || result.getRank() != input.getRank())
    return emitOpError("needs input and result of rank 3 or 4, has ")
           << input << " and " << result;
  for (ArrayRef<int64_t> list : {getKernel(), getStrides(), getDilations()})
    if (int64_t(list.size()) != spatial ||
        llvm::any_of(list, [](int64_t value) { return value < 1; }))
      return emitOpError("needs ") << spatial << " positive entries per spatial list";
  if (int64_t(getGroups()) < 1 || int64_t(getChannels()) % int64_t(getGroups()))
    return emitOpError("has ") << getChannels() << " output channels, not a multiple of "
                               << getGroups() << " groups";
  SmallVector<int64_t> shape{input.getDimSize(0), int64_t(getChannels())};
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t n = input.getDimSize(i + 2);
    int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
    shape.push_back(ShapedType::isDynamic(n) ? n
                    : n < reach              ? 0
                                             : (n - reach) / getStrides()[i] + 1);
  }
  if (failed(verifyCompatibleShape(result.getShape(), shape)))
    return emitOpError("gives other extents than ") << result;
  return success();
}

LogicalResult
PackedConvolutionOp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType result = tensorType(getResult());
  SmallVector<OpFoldResult> extents{extentOf(builder, getLoc(), getInput(), 0),
                                    builder.getIndexAttr(getChannels())};
  for (unsigned d = 2, rank = result.getRank(); d < rank; ++d) {
    unsigned i = d - 2;
    int64_t reach = (getKernel()[i] - 1) * getDilations()[i] + 1;
    AffineExpr n = builder.getAffineDimExpr(0);
    extents.push_back(affine::makeComposedFoldedAffineApply(
        builder, getLoc(), (n - reach).floorDiv(getStrides()[i]) + 1,
        {extentOf(builder, getLoc(), getInput(), d)}));
  }
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// ConvolutionOp
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType> ConvolutionOp::inferType(
    RankedTensorType input, RankedTensorType filter, ArrayRef<int64_t> strides,
    ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> lhsDilation,
    ArrayRef<int64_t> rhsDilation, int64_t, Type elementType) {
  SmallVector<int64_t> shape{input.getDimSize(0), filter.getDimSize(0)};
  for (unsigned i = 0; i + 2 < input.getRank(); ++i) {
    int64_t n = input.getDimSize(i + 2), k = filter.getDimSize(i + 2);
    if (ShapedType::isDynamic(n) || ShapedType::isDynamic(k)) {
      shape.push_back(ShapedType::kDynamic);
      continue;
    }
    int64_t spread = n == 0 ? 0 : (n - 1) * lhsDilation[i] + 1;
    int64_t reach = k == 0 ? 0 : (k - 1) * rhsDilation[i] + 1;
    int64_t room = spread + low[i] + high[i] - reach;
    shape.push_back(room < 0 ? 0 : room / strides[i] + 1);
  }
  return RankedTensorType::get(shape, elementType);
}

LogicalResult ConvolutionOp::verify() {
  RankedTensorType input = tensorType(getInput()), filter = tensorType(getFilter());
  RankedTensorType result = tensorType(getResult());
  if (input.getRank() < 3 || filter.getRank() != input.getRank() ||
      result.getRank() != input.getRank())
    return emitOpError("needs input, filter and result of one rank from 3 on, has ")
           << input << ", " << filter << ", " << result;
  size_t spatial = input.getRank() - 2;
  for (ArrayRef<int64_t> list : {getStrides(), getLow(), getHigh(),
                                 getLhsDilation(), getRhsDilation()})
    if (list.size() != spatial)
      return emitOpError("needs ") << spatial << " entries per spatial list, has "
                                   << list.size();
  for (ArrayRef<int64_t> list : {getStrides(), getLhsDilation(), getRhsDilation()})
    for (int64_t value : list)
      if (value < 1)
        return emitOpError("needs positive strides and dilations, has ") << value;
  int64_t groups = getGroups();
  if (groups < 1)
    return emitOpError("needs at least one group, has ") << groups;
  int64_t channels = input.getDimSize(1), perGroup = filter.getDimSize(1);
  if (!ShapedType::isDynamic(channels) && !ShapedType::isDynamic(perGroup) &&
      channels != perGroup * groups)
    return emitOpError("has ") << channels << " input channels; " << groups
                               << " groups of " << perGroup << " are "
                               << perGroup * groups;
  if (!filter.isDynamicDim(0) && filter.getDimSize(0) % groups)
    return emitOpError("has ") << filter.getDimSize(0)
                               << " output channels, not a multiple of " << groups
                               << " groups";
  FailureOr<RankedTensorType> inferred =
      inferType(input, filter, getStrides(), getLow(), getHigh(),
                getLhsDilation(), getRhsDilation(), groups, result.getElementType());
  if (failed(verifyCompatibleShape(*inferred, result)))
    return emitOpError("gives ") << *inferred << ", not " << result;
  return success();
}

LogicalResult ConvolutionOp::reifyResultShapes(OpBuilder &builder,
                                               ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType result = tensorType(getResult());
  SmallVector<OpFoldResult> extents{extentOf(builder, getLoc(), getInput(), 0),
                                    extentOf(builder, getLoc(), getFilter(), 0)};
  for (unsigned d = 2, rank = result.getRank(); d < rank; ++d) {
    if (!result.isDynamicDim(d)) {
      extents.push_back(builder.getIndexAttr(result.getDimSize(d)));
      continue;
    }
    unsigned i = d - 2;
    AffineExpr n = builder.getAffineDimExpr(0), k = builder.getAffineDimExpr(1);
    AffineExpr spread = (n - 1) * getLhsDilation()[i] + 1;
    AffineExpr reach = (k - 1) * getRhsDilation()[i] + 1;
    AffineExpr expr =
        (spread + (getLow()[i] + getHigh()[i]) - reach).floorDiv(getStrides()[i]) + 1;
    extents.push_back(affine::makeComposedFoldedAffineApply(
        builder, getLoc(), expr,
        {extentOf(builder, getLoc(), getInput(), d),
         extentOf(builder, getLoc(), getFilter(), d)}));
  }
  dims.push_back(std::move(extents));
  return success();
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

/// Two operations for each of `depth` terms of each element of `result`.
static std::optional<int64_t> flopsOf(Value result, ArrayRef<int64_t> depth) {
  RankedTensorType type = tensorType(result);
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t flops = 2;
  for (ArrayRef<int64_t> extents : {type.getShape(), depth})
    for (int64_t extent : extents)
      if (ShapedType::isDynamic(extent) || llvm::MulOverflow(flops, extent, flops))
        return std::nullopt;
  return flops;
}

std::optional<int64_t> PackedMatmulOp::getFlops() {
  return flopsOf(getResult(), tensorType(getLhs()).getShape().take_back());
}

std::optional<int64_t> PackedDequantizedMatmulOp::getFlops() {
  return flopsOf(getResult(), {int64_t(getDepth())});
}

std::optional<int64_t> PackedIntegerMatmulOp::getFlops() {
  return flopsOf(getResult(), tensorType(getLhs()).getShape().take_back());
}

std::optional<int64_t> PackedIntegerConvolutionOp::getFlops() {
  SmallVector<int64_t> depth(getKernel());
  depth.push_back(tensorType(getInput()).getShape().back());
  return flopsOf(getResult(), depth);
}

std::optional<int64_t> PackedConvolutionOp::getFlops() {
  int64_t channels = tensorType(getInput()).getDimSize(1);
  SmallVector<int64_t> depth(getKernel());
  depth.push_back(ShapedType::isDynamic(channels) ? channels
                                                  : channels / int64_t(getGroups()));
  return flopsOf(getResult(), depth);
}

std::optional<int64_t> ConvolutionOp::getFlops() {
  return flopsOf(getResult(), tensorType(getFilter()).getShape().drop_front());
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

AnchorKind DotGeneralOp::getAnchorKind() { return AnchorKind::Contraction; }
AnchorKind PackedMatmulOp::getAnchorKind() { return AnchorKind::Contraction; }
AnchorKind PackedDequantizedMatmulOp::getAnchorKind() {
  return AnchorKind::Contraction;
}
AnchorKind PackedIntegerMatmulOp::getAnchorKind() {
  return AnchorKind::Contraction;
}
// Windows of its channels-last input are rows of a product.
AnchorKind PackedIntegerConvolutionOp::getAnchorKind() {
  return AnchorKind::Contraction;
}
AnchorKind ConvolutionOp::getAnchorKind() { return AnchorKind::Convolution; }
AnchorKind BlockedConvolutionOp::getAnchorKind() {
  return AnchorKind::Convolution;
}
AnchorKind PackedConvolutionOp::getAnchorKind() {
  return AnchorKind::Convolution;
}
