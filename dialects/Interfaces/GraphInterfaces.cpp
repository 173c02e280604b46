//===- GraphInterfaces.cpp - Defaults of the op interfaces ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Interfaces/GraphInterfaces.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

#include "dialects/Interfaces/GraphInterfaces.cpp.inc"

SmallVector<utils::IteratorType>
mlc::graph::elementwiseIterators(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return SmallVector<utils::IteratorType>(type.getRank(),
                                          utils::IteratorType::parallel);
}

AffineMap mlc::graph::elementwiseMap(Operation *op, unsigned) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
}

FailureOr<LaneIndex> mlc::graph::applyToLanes(OpBuilder &builder, Location loc,
                                              AffineExpr expr,
                                              ArrayRef<LaneIndex> dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return LaneIndex{
        arith::ConstantIndexOp::create(builder, loc, constant.getValue()), 0};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  FailureOr<LaneIndex> lhs = applyToLanes(builder, loc, binary.getLHS(), dims);
  FailureOr<LaneIndex> rhs = applyToLanes(builder, loc, binary.getRHS(), dims);
  if (failed(lhs) || failed(rhs))
    return failure();
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return LaneIndex{
        builder.createOrFold<arith::AddIOp>(loc, lhs->base, rhs->base),
        lhs->step + rhs->step};
  case AffineExprKind::Mul: {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!factor)
      return failure();
    return LaneIndex{
        builder.createOrFold<arith::MulIOp>(loc, lhs->base, rhs->base),
        lhs->step * factor.getValue()};
  }
  case AffineExprKind::FloorDiv:
    if (lhs->step)
      return failure();
    return LaneIndex{
        builder.createOrFold<arith::FloorDivSIOp>(loc, lhs->base, rhs->base), 0};
  case AffineExprKind::Mod:
    // Indices are never negative, so the remainder is the modulus.
    if (lhs->step)
      return failure();
    return LaneIndex{
        builder.createOrFold<arith::RemSIOp>(loc, lhs->base, rhs->base), 0};
  default:
    return failure();
  }
}

/// f16, bf16 and narrower compute in f32 and round after every op.
static bool computesInF32(Type type) {
  auto real = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return real && real.getWidth() < 32;
}

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return VectorType::get(vector.getShape(), element);
  return element;
}

FailureOr<Value>
mlc::graph::buildStructuredElement(Operation *op, ElementContext &context,
                                   ArrayRef<LaneIndex> index) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  if (!structured || structured.getReductionCombiner())
    return op->emitOpError("cannot be computed element by element"), failure();
  OpBuilder &builder = context.builder();
  Location loc = context.loc();
  SmallVector<Value> args;
  bool vector = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    SmallVector<LaneIndex> where;
    for (AffineExpr expr :
         structured.getOperandMap(operand.getOperandNumber()).getResults()) {
      FailureOr<LaneIndex> at = applyToLanes(builder, loc, expr, index);
      if (failed(at))
        return failure();
      where.push_back(*at);
    }
    FailureOr<Value> value = context.element(operand.get(), where);
    if (failed(value))
      return failure();
    vector |= isa<VectorType>(value->getType());
    args.push_back(*value);
  }
  for (Value &arg : args) {
    if (vector && !isa<VectorType>(arg.getType()))
      arg = vector::BroadcastOp::create(
          builder, loc,
          VectorType::get({int64_t(context.lanes())}, arg.getType()), arg);
    if (computesInF32(arg.getType()) && !structured.readsBits())
      arg = arith::ExtFOp::create(
          builder, loc, withElement(arg.getType(), builder.getF32Type()), arg);
  }
  FailureOr<Value> result = structured.buildScalarBody(builder, loc, args);
  if (failed(result))
    return failure();
  Type wanted = getElementTypeOrSelf(op->getResult(0).getType());
  Type have = getElementTypeOrSelf(result->getType());
  if (isa<FloatType>(wanted) && have != wanted)
    return Value(arith::TruncFOp::create(
        builder, loc, withElement(result->getType(), wanted), *result));
  return *result;
}

FailureOr<ShardingRule> mlc::graph::defaultShardingRule(Operation *op) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  if (!structured)
    return op->emitOpError("has no sharding rule");
  SmallVector<utils::IteratorType> loops = structured.getLoopIteratorTypes();
  ShardingRule rule;
  rule.factorSizes.assign(loops.size(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    SmallVector<int64_t> &factors = rule.operands.emplace_back();
    if (!type)
      continue;
    AffineMap map = structured.getOperandMap(operand.getOperandNumber());
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      factors.push_back(dim ? int64_t(dim.getPosition()) : -1);
      if (dim && !type.isDynamicDim(d))
        rule.factorSizes[dim.getPosition()] = type.getDimSize(d);
    }
  }
  // The parallel loops are the result's dimensions.
  SmallVector<int64_t> &result = rule.results.emplace_back();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [i, loop] : llvm::enumerate(loops)) {
    if (loop != utils::IteratorType::parallel) {
      rule.reductionFactors.push_back(i);
      continue;
    }
    if (!type.isDynamicDim(i))
      rule.factorSizes[i] = type.getDimSize(i);
    result.push_back(i);
  }
  return rule;
}

static std::optional<int64_t> staticElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  return tensor.getNumElements();
}

std::optional<int64_t> mlc::graph::defaultFlops(Operation *op) {
  if (op->getNumResults() == 0)
    return 0;
  std::optional<int64_t> elements = staticElements(op->getResult(0).getType());
  if (!elements)
    return std::nullopt;
  auto structured = dyn_cast<StructuredOpInterface>(op);
  if (!structured)
    return 0; // moves data
  if (!structured.getReductionCombiner())
    return *elements;
  // One combination per operand element that a result element sees.
  int64_t work = 1;
  SmallVector<utils::IteratorType> loops = structured.getLoopIteratorTypes();
  SmallVector<int64_t> extents(loops.size(), 1);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    if (!type.hasStaticShape())
      return std::nullopt;
    AffineMap map = structured.getOperandMap(operand.getOperandNumber());
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        extents[dim.getPosition()] = type.getDimSize(d);
  }
  for (int64_t extent : extents)
    if (llvm::MulOverflow(work, extent, work))
      return std::nullopt;
  unsigned tensors = llvm::count_if(op->getOperandTypes(),
                                    llvm::IsaPred<RankedTensorType>);
  return tensors > 1 ? 2 * work : work; // multiply and add, or combine alone
}

std::optional<int64_t> mlc::graph::defaultBytes(Operation *op) {
  int64_t bytes = 0;
  auto add = [&](Type type) {
    if (!isa<RankedTensorType>(type))
      return true;
    std::optional<int64_t> elements = staticElements(type);
    if (!elements)
      return false;
    Type element = getElementTypeOrSelf(type);
    unsigned bits = element.isIndex() ? 64
                    : element.isInteger(1)
                        ? 8
                        : (isa<ComplexType>(element)
                               ? 2 * cast<ComplexType>(element)
                                         .getElementType()
                                         .getIntOrFloatBitWidth()
                               : element.getIntOrFloatBitWidth());
    bytes += (*elements * bits + 7) / 8;
    return true;
  };
  for (Type type : op->getOperandTypes())
    if (!add(type))
      return std::nullopt;
  for (Type type : op->getResultTypes())
    if (!add(type))
      return std::nullopt;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

bool mlc::graph::touchesNoTensor(Operation *op) {
  auto isTensor = [](Type type) { return isa<ShapedType, IndexType>(type); };
  return op->getNumResults() == 0 ||
         !llvm::all_of(op->getOperandTypes(), isTensor) ||
         !llvm::all_of(op->getResultTypes(), isTensor);
}

bool mlc::graph::isPointwise(Operation *op) {
  auto element = dyn_cast<ElementOpInterface>(op);
  auto structured = dyn_cast<StructuredOpInterface>(op);
  return element && (element.keepsIndex() ||
                     (structured && !structured.getReductionCombiner()));
}
