//===- ScalarizeShapes.cpp - Compute small integer tensors as scalars -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One element at a time, through ElementOpInterface with all indices constant.
// The pass adds only what the interface leaves open: reductions, and the choice
// of a concat's operand, both decided here since nothing is dynamic.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Shape/Passes.h"

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_SCALARIZESHAPESPASS
#include "compiler/Transforms/Shape/Passes.h.inc"
} // namespace mlc

using namespace mlc;
using namespace mlc::graph;

// The value of an integer computed from constants, if it is one. Bodies build
// their index arithmetic partly without folding.
static std::optional<APInt> evaluate(Value value, unsigned depth = 32) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || op->getNumRegions() || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op))
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<APInt> known;
    if (operand.getType().isIntOrIndex())
      known = evaluate(operand, depth - 1);
    operands.push_back(known ? IntegerAttr::get(operand.getType(), *known)
                             : Attribute());
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  if (auto attr = dyn_cast<Attribute>(results[0])) {
    if (auto integer = dyn_cast<IntegerAttr>(attr))
      return integer.getValue();
    return std::nullopt;
  }
  Value folded = cast<Value>(results[0]);
  return folded == value ? std::nullopt : evaluate(folded, depth - 1);
}

namespace {

class Scalarizer : public ElementContext {
public:
  Scalarizer(OpBuilder &builder, Location location, int64_t maxElements)
      : location(location), opBuilder(builder), maxElements(maxElements) {}

  /// All elements of a result in row-major order, or a failure when one of them
  /// cannot be told without a check at run time.
  FailureOr<SmallVector<Value>> elements(Operation *op);
  FailureOr<Value> elementOf(Operation *op, ArrayRef<LaneIndex> index);
  /// Small enough, and of a type that scalars have.
  bool isSmall(Type type) const;
  /// Made of scalars and constants only.
  static bool isKnown(Value tensor);

  // ElementContext
  OpBuilder &builder() override { return opBuilder; }
  Location loc() override { return location; }
  unsigned lanes() const override { return 1; }
  FailureOr<Value> element(Value tensor, ArrayRef<LaneIndex> index) override;
  Value extent(Value tensor, unsigned dim) override;
  Value scalar(Value value) override { return value; }
  FailureOr<SmallVector<Value>> carryLoop(
      ArrayRef<Value>, ValueRange,
      llvm::function_ref<FailureOr<SmallVector<Value>>(ArrayRef<Value>,
                                                       ValueRange)>) override {
    return failure(); // what needs a loop stays a tensor operation
  }
  void failIf(Operation *op, Value bad, int32_t, Value, Value) override {
    std::optional<APInt> known = evaluate(bad);
    needsCheck |= !known || !known->isZero();
  }

  Location location;
  bool needsCheck = false;

private:
  FailureOr<Value> reduced(StructuredOpInterface op, ArrayRef<LaneIndex> index);
  FailureOr<Value> concatenated(ConcatOp op, ArrayRef<LaneIndex> index);

  OpBuilder &opBuilder;
  int64_t maxElements;
  // Elements that one attempt may compute: without tensors in between, a value
  // used twice is computed twice.
  unsigned budget = 4096;
};

class ScalarizeShapesPass
    : public mlc::impl::ScalarizeShapesPassBase<ScalarizeShapesPass> {
public:
  using ScalarizeShapesPassBase::ScalarizeShapesPassBase;

private:
  void runOnOperation() override;
  bool scalarizeResult(Operation *op);
  bool scalarizeExtract(tensor::ExtractOp op);
};

} // namespace

bool Scalarizer::isSmall(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         tensor.getNumElements() <= maxElements &&
         tensor.getElementType().isSignlessIntOrFloat();
}

bool Scalarizer::isKnown(Value tensor) {
  Attribute constant;
  return tensor.getDefiningOp<tensor::FromElementsOp>() ||
         (matchPattern(tensor, m_Constant(&constant)) &&
          isa<DenseElementsAttr>(constant));
}

// The row-major number of a constant index; none when it is not constant, or
// outside (in a branch that is never taken).
static std::optional<int64_t> linearIndex(RankedTensorType type,
                                          ArrayRef<LaneIndex> index) {
  int64_t linear = 0;
  for (auto [dim, at] : llvm::enumerate(index)) {
    std::optional<APInt> value = evaluate(at.base);
    if (!value || value->isNegative() || value->sge(type.getDimSize(dim)))
      return std::nullopt;
    linear = linear * type.getDimSize(dim) + value->getSExtValue();
  }
  return linear;
}

FailureOr<Value> Scalarizer::element(Value tensor, ArrayRef<LaneIndex> index) {
  if (!isSmall(tensor.getType()))
    return failure();
  auto type = cast<RankedTensorType>(tensor.getType());
  std::optional<int64_t> linear = linearIndex(type, index);
  if (!linear)
    return failure();
  if (auto made = tensor.getDefiningOp<tensor::FromElementsOp>())
    return made.getElements()[*linear];
  Attribute constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    if (auto dense = dyn_cast<DenseElementsAttr>(constant)) {
      auto value = *(dense.getValues<Attribute>().begin() + *linear);
      return Value(arith::ConstantOp::create(opBuilder, location,
                                             cast<TypedAttr>(value)));
    }
  if (Operation *op = tensor.getDefiningOp(); op && isa<ElementOpInterface>(op))
    return elementOf(op, index);
  // Any other tensor is read: an input, or what a kernel computes.
  SmallVector<Value> where;
  for (const LaneIndex &at : index)
    where.push_back(at.base);
  return Value(tensor::ExtractOp::create(opBuilder, location, tensor, where));
}

Value Scalarizer::extent(Value tensor, unsigned dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(opBuilder, location,
                                          type.getDimSize(dim));
  return tensor::DimOp::create(opBuilder, location, tensor, dim);
}

FailureOr<Value> Scalarizer::concatenated(ConcatOp op,
                                          ArrayRef<LaneIndex> index) {
  std::optional<APInt> at = evaluate(index[op.getDim()].base);
  if (!at)
    return failure();
  int64_t rest = at->getSExtValue();
  for (Value input : op.getInputs()) {
    int64_t extent = tensorType(input).getDimSize(op.getDim());
    if (ShapedType::isDynamic(extent))
      return failure();
    if (rest < extent) {
      SmallVector<LaneIndex> where(index);
      where[op.getDim()].base =
          arith::ConstantIndexOp::create(opBuilder, location, rest);
      return element(input, where);
    }
    rest -= extent;
  }
  return failure();
}

// Steps through the reduction loops, which come last, in order.
FailureOr<Value> Scalarizer::reduced(StructuredOpInterface op,
                                     ArrayRef<LaneIndex> index) {
  Operation *root = op.getOperation();
  auto input = dyn_cast<RankedTensorType>(root->getOperand(0).getType());
  if (root->getNumOperands() != 1 || !isSmall(input))
    return failure();
  AffineMap map = op.getOperandMap(0);
  SmallVector<int64_t> trips(op.getLoopIteratorTypes().size(), 1);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop)
      return failure();
    trips[loop.getPosition()] = input.getDimSize(dim);
  }
  Type element = input.getElementType();
  ScalarMath math{opBuilder, location};
  TypedAttr neutral = neutralElement(*op.getReductionCombiner(), element);
  Value total = arith::ConstantOp::create(opBuilder, location, neutral);
  int64_t count = 1;
  for (int64_t trip : ArrayRef(trips).drop_front(index.size()))
    count *= trip;
  for (int64_t step = 0; step < count; ++step) {
    SmallVector<LaneIndex> loops(index);
    loops.resize(trips.size());
    int64_t rest = step;
    for (size_t loop = trips.size(); loop-- > index.size();) {
      loops[loop] = {arith::ConstantIndexOp::create(opBuilder, location,
                                                    rest % trips[loop]),
                     0};
      rest /= trips[loop];
    }
    SmallVector<LaneIndex> where;
    for (AffineExpr expr : map.getResults())
      where.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
    FailureOr<Value> value = this->element(root->getOperand(0), where);
    if (failed(value))
      return failure();
    value = op.buildScalarBody(opBuilder, location, *value);
    if (failed(value))
      return failure();
    total = math.combine(*op.getReductionCombiner(), total, *value,
                         /*isUnsigned=*/false);
  }
  return total;
}

FailureOr<Value> Scalarizer::elementOf(Operation *op,
                                       ArrayRef<LaneIndex> index) {
  if (op->getNumResults() != 1 || !isSmall(op->getResult(0).getType()) ||
      budget == 0)
    return failure();
  --budget;
  if (auto concat = dyn_cast<ConcatOp>(op))
    return concatenated(concat, index);
  if (auto structured = dyn_cast<StructuredOpInterface>(op))
    if (structured.getReductionCombiner())
      return reduced(structured, index);
  return cast<ElementOpInterface>(op).buildElement(*this, index);
}

FailureOr<SmallVector<Value>> Scalarizer::elements(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> values;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<LaneIndex> index;
    if (type.getRank() == 1)
      index.push_back(
          {arith::ConstantIndexOp::create(opBuilder, location, i), 0});
    FailureOr<Value> value = elementOf(op, index);
    if (failed(value) || needsCheck ||
        value->getType() != type.getElementType())
      return failure();
    // Later users look at the elements: what is constant should look so.
    if (std::optional<APInt> known;
        value->getType().isInteger() && (known = evaluate(*value)))
      value = Value(arith::ConstantOp::create(
          opBuilder, location, IntegerAttr::get(value->getType(), *known)));
    values.push_back(*value);
  }
  return values;
}

// Undoes what a failed attempt emitted between `before` and the insertion
// point.
static void eraseAttempt(Operation *before, Operation *end) {
  while (end->getPrevNode() != before)
    end->getPrevNode()->erase();
}

// Whether all that was emitted between `before` and `end` has one right result.
// The host program has no polynomials, and an exponential that it computed
// otherwise than a kernel does could contradict what the kernel stores.
static bool isExact(Operation *before, Operation *end) {
  for (Operation *op = end->getPrevNode(); op != before;
       op = op->getPrevNode()) {
    WalkResult seen = op->walk([](Operation *inner) {
      bool isApproximate =
          isa_and_nonnull<math::MathDialect>(inner->getDialect()) &&
          isa<FloatType>(inner->getResult(0).getType()) &&
          !isa<math::AbsFOp, math::CeilOp, math::CopySignOp, math::FloorOp,
               math::RoundEvenOp, math::RoundOp, math::SqrtOp, math::TruncOp>(
              inner);
      return isApproximate ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (seen.wasInterrupted())
      return false;
  }
  return true;
}

bool ScalarizeShapesPass::scalarizeResult(Operation *op) {
  if (!isa<ElementOpInterface>(op) || op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  OpBuilder builder(op);
  Scalarizer scalarizer(builder, op->getLoc(), maxElements);
  if (!type || type.getRank() > 1 || !scalarizer.isSmall(type) ||
      (type.getRank() == 1 && !type.getElementType().isSignlessInteger()))
    return false;
  // Data that only happens to be small is left to kernels.
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) &&
        !Scalarizer::isKnown(operand))
      return false;
  Operation *before = op->getPrevNode();
  FailureOr<SmallVector<Value>> values = scalarizer.elements(op);
  if (failed(values) || !isExact(before, op)) {
    eraseAttempt(before, op);
    return false;
  }
  Value made =
      tensor::FromElementsOp::create(builder, op->getLoc(), type, *values);
  op->getResult(0).replaceAllUsesWith(made);
  op->erase();
  return true;
}

bool ScalarizeShapesPass::scalarizeExtract(tensor::ExtractOp op) {
  Operation *source = op.getTensor().getDefiningOp();
  if (!source ||
      !isa<ElementOpInterface, tensor::FromElementsOp, ConstantOp>(source))
    return false;
  OpBuilder builder(op);
  Scalarizer scalarizer(builder, op->getLoc(), maxElements);
  if (!scalarizer.isSmall(op.getTensor().getType()))
    return false;
  SmallVector<LaneIndex> index;
  for (Value at : op.getIndices())
    index.push_back({at, 0});
  Operation *before = op->getPrevNode();
  FailureOr<Value> value = scalarizer.element(op.getTensor(), index);
  if (failed(value) || scalarizer.needsCheck ||
      value->getType() != op.getType() || !isExact(before, op)) {
    eraseAttempt(before, op);
    return false;
  }
  op.replaceAllUsesWith(*value);
  op.erase();
  return true;
}

void ScalarizeShapesPass::runOnOperation() {
  // In program order, so that operands are scalars before their users ask.
  SmallVector<Operation *> ops;
  getOperation().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    auto extract = dyn_cast<tensor::ExtractOp>(op);
    if (extract ? scalarizeExtract(extract) : scalarizeResult(op))
      ++numScalarized;
  }
}
