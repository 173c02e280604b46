//===- ContractionRules.cpp - Bounds, sharding, checks of contractions ---===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products and convolutions are bilinear; these rules need nothing else.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

/// The same contraction of other operands, with elements of `element`.
static Value contract(ImplicitLocOpBuilder &b, Operation *op, Value lhs,
                      Value rhs, Type element) {
  Operation *copy = b.clone(*op);
  copy->setOperands({lhs, rhs});
  copy->getResult(0).setType(tensorType(op->getResult(0)).clone(element));
  return copy->getResult(0);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// With one operand known exactly, its positive part meets the other's bounds
/// as they are and its negative part meets them crosswise. Otherwise centre and
/// radius: |a| r_b + r_a |b| + r_a r_b around the product of the centres.
static FailureOr<Interval> bilinearBounds(Operation *op, OpBuilder &builder,
                                          ArrayRef<Interval> operands) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  for (Value operand : op->getOperands())
    if (!isa<FloatType>(getElementTypeOrSelf(operand.getType())))
      return op->emitOpError("has no bounds on elements of ")
             << getElementTypeOrSelf(operand.getType());
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  auto product = [&](Value lhs, Value rhs) {
    return Expr(b, contract(b, op, lhs, rhs, element));
  };
  Interval lhs = operands[0], rhs = operands[1];
  bool lhsKnown = lhs.lower == lhs.upper, rhsKnown = rhs.lower == rhs.upper;
  if (lhsKnown && rhsKnown) {
    Value value = product(lhs.lower, rhs.lower);
    return Interval{value, value};
  }
  if (lhsKnown || rhsKnown) {
    Expr known(b, rhsKnown ? rhs.lower : lhs.lower);
    Interval other = rhsKnown ? lhs : rhs;
    Expr positive = known.max(0.0), negative = known.min(0.0);
    auto of = [&](Value bound, Expr part) {
      return rhsKnown ? product(bound, part) : product(part, bound);
    };
    return Interval{of(other.lower, positive) + of(other.upper, negative),
                    of(other.upper, positive) + of(other.lower, negative)};
  }
  auto centre = [&](Interval i) {
    return (Expr(b, i.lower) + Expr(b, i.upper)) * 0.5;
  };
  auto radius = [&](Interval i) {
    return (Expr(b, i.upper) - Expr(b, i.lower)) * 0.5;
  };
  Expr a = centre(lhs), c = centre(rhs), ra = radius(lhs), rc = radius(rhs);
  Expr middle = product(a, c);
  Expr spread = product(a.abs() + ra, rc) + product(ra, c.abs());
  return Interval{middle - spread, middle + spread};
}

FailureOr<Interval>
DotGeneralOp::buildIntervalTransfer(OpBuilder &builder,
                                    ArrayRef<Interval> operands) {
  return bilinearBounds(*this, builder, operands);
}

FailureOr<Interval>
ConvolutionOp::buildIntervalTransfer(OpBuilder &builder,
                                     ArrayRef<Interval> operands) {
  return bilinearBounds(*this, builder, operands);
}

//===----------------------------------------------------------------------===//
// Sharding
//===----------------------------------------------------------------------===//

/// Batch and output channels are free, input channels a reduction; spatial
/// dimensions would need their neighbours and stay whole, unless the window is
/// a point. With groups only a depthwise convolution can be cut along channels.
FailureOr<ShardingRule> ConvolutionOp::getShardingRule() {
  RankedTensorType input = tensorType(getInput()),
                   filter = tensorType(getFilter());
  int64_t rank = input.getRank();
  ShardingRule rule;
  SmallVector<int64_t> x(rank, -1), w(rank, -1), y(rank, -1);
  auto factor = [&](int64_t size) {
    rule.factorSizes.push_back(size);
    return int64_t(rule.factorSizes.size()) - 1;
  };
  x[0] = y[0] = factor(input.getDimSize(0));
  if (getGroups() == 1) {
    w[0] = y[1] = factor(filter.getDimSize(0));
    x[1] = w[1] = factor(input.getDimSize(1));
    rule.reductionFactors.push_back(x[1]);
  }
  for (int64_t d = 2; d < rank; ++d) {
    int64_t i = d - 2;
    if (filter.getDimSize(d) == 1 && getStrides()[i] == 1 && getLow()[i] == 0 &&
        getHigh()[i] == 0 && getLhsDilation()[i] == 1)
      x[d] = y[d] = factor(input.getDimSize(d));
  }
  rule.operands = {x, w};
  rule.results = {y};
  return rule;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

ProtectionKind DotGeneralOp::getProtectionKind() {
  return ProtectionKind::Checksum;
}
ProtectionKind ConvolutionOp::getProtectionKind() {
  return ProtectionKind::Checksum;
}

/// Sums are formed in f32 at least; integers in the result's type, exactly.
static Type checkType(Value result) {
  Type element = getElementTypeOrSelf(result.getType());
  auto real = dyn_cast<FloatType>(element);
  return real && real.getWidth() < 32
             ? Type(Float32Type::get(element.getContext()))
             : element;
}

/// The largest deviation, as the result's element type; of integers whether
/// there is one, for a difference may wrap.
static Value largestDifference(ImplicitLocOpBuilder &b, Value have, Value want,
                               Type element) {
  bool real = isa<FloatType>(getElementTypeOrSelf(have.getType()));
  Value difference;
  if (real)
    difference = AbsOp::create(b, SubOp::create(b, have, want));
  else
    difference = CompareOp::create(b, Predicate::NE, have, want);
  auto dims =
      llvm::to_vector(llvm::seq<int64_t>(0, tensorType(difference).getRank()));
  return castTo(
      b, reduce(b, real ? Combiner::Max : Combiner::Or, difference, dims),
      element);
}

/// (A B) 1 = A (B 1): each row of the result sums to lhs times the row sums of
/// rhs (or the same with the sides exchanged, or a second computation for a
/// product without free dimensions).
FailureOr<Value> DotGeneralOp::buildCheck(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type wide = checkType(getResult());
  Type element = getElementTypeOrSelf(getResult().getType());
  Value lhs = castTo(b, getLhs(), wide), rhs = castTo(b, getRhs(), wide);
  Value result = castTo(b, getResult(), wide);
  auto freeOf = [](Value tensor, ArrayRef<int64_t> batch,
                   ArrayRef<int64_t> contracted) {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < tensorType(tensor).getRank(); ++d)
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contracted, d))
        dims.push_back(d);
    return dims;
  };
  SmallVector<int64_t> lhsFree = freeOf(lhs, getLhsBatch(), getLhsContract());
  SmallVector<int64_t> rhsFree = freeOf(rhs, getRhsBatch(), getRhsContract());
  if (lhsFree.empty() && rhsFree.empty()) {
    Value again = contract(b, *this, BarrierOp::create(b, getLhs(), 1),
                           BarrierOp::create(b, getRhs(), 2), element);
    return largestDifference(b, result, castTo(b, again, wide), element);
  }
  // Dimension numbers once the free ones of one side are gone.
  auto renumber = [](ArrayRef<int64_t> dims, ArrayRef<int64_t> gone) {
    SmallVector<int64_t> left;
    for (int64_t d : dims)
      left.push_back(d -
                     llvm::count_if(gone, [&](int64_t g) { return g < d; }));
    return left;
  };
  int64_t batch = getLhsBatch().size(), rank = tensorType(result).getRank();
  bool alongRhs = !rhsFree.empty();
  int64_t first = alongRhs ? batch + int64_t(lhsFree.size()) : batch;
  int64_t last = alongRhs ? rank : batch + int64_t(lhsFree.size());
  auto summed = llvm::to_vector(llvm::seq<int64_t>(first, last));
  Value have = reduce(b, Combiner::Sum, result, summed);
  Value want;
  if (alongRhs)
    want = dotGeneral(b, lhs, reduce(b, Combiner::Sum, rhs, rhsFree),
                      getLhsBatch(), renumber(getRhsBatch(), rhsFree),
                      getLhsContract(), renumber(getRhsContract(), rhsFree));
  else
    want = dotGeneral(b, reduce(b, Combiner::Sum, lhs, lhsFree), rhs,
                      renumber(getLhsBatch(), lhsFree), getRhsBatch(),
                      renumber(getLhsContract(), lhsFree), getRhsContract());
  return largestDifference(b, have, want, element);
}

/// The output channels of a group sum to the convolution with the sum of the
/// group's filters.
FailureOr<Value> ConvolutionOp::buildCheck(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  RankedTensorType filterType = tensorType(getFilter());
  int64_t groups = getGroups(), channels = filterType.getDimSize(0);
  if (ShapedType::isDynamic(channels))
    return emitOpError("has no check with a dynamic number of output channels");
  Type wide = checkType(getResult());
  Value input = castTo(b, getInput(), wide),
        filter = castTo(b, getFilter(), wide);
  auto split = [&](Value tensor, int64_t dim) {
    SmallVector<OpFoldResult> extents = extentsOf(b, getLoc(), tensor);
    extents[dim] = b.getIndexAttr(channels / groups);
    extents.insert(extents.begin() + dim, b.getIndexAttr(groups));
    return reduce(b, Combiner::Sum, reshapeTo(b, tensor, extents), {dim + 1});
  };
  Value have = split(castTo(b, getResult(), wide), 1);
  Value sums = split(filter, 0);
  Value want = ConvolutionOp::create(
      b, tensorType(have), input, sums, getStrides(), getLow(), getHigh(),
      getLhsDilation(), getRhsDilation(), groups);
  return largestDifference(b, have, want,
                           getElementTypeOrSelf(getResult().getType()));
}
