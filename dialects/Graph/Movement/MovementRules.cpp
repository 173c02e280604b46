//===- MovementRules.cpp - Sharding and checks of movement ops -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/TensorMath.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>

using namespace mlir;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Sharding
//===----------------------------------------------------------------------===//

FailureOr<ShardingRule> TransposeOp::getShardingRule() {
  RankedTensorType type = tensorType(getInput());
  ShardingRule rule;
  rule.factorSizes.assign(type.getShape().begin(), type.getShape().end());
  rule.operands.emplace_back(
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
  rule.results.emplace_back(getPermutation());
  return rule;
}

/// Dimensions that map one to one share a factor; in a group of dimensions that
/// merge or split, the major dimensions of both sides share one as large as
/// both can be cut into.
FailureOr<ShardingRule> ReshapeOp::getShardingRule() {
  RankedTensorType from = tensorType(getInput()), to = tensorType(getResult());
  ShardingRule rule;
  SmallVector<int64_t> operand(from.getRank(), -1), result(to.getRank(), -1);
  auto share = [&](int64_t i, int64_t j, int64_t size) {
    operand[i] = result[j] = rule.factorSizes.size();
    rule.factorSizes.push_back(size);
  };
  auto done = [&]() -> FailureOr<ShardingRule> {
    rule.operands.assign(1, operand);
    rule.operands.resize(1 + getSizes().size()); // extents are no tensors
    rule.results.assign(1, result);
    return rule;
  };
  int64_t i = 0, j = 0;
  while (i < from.getRank() && j < to.getRank()) {
    if (from.getDimSize(i) == 1) {
      ++i;
      continue;
    }
    if (to.getDimSize(j) == 1) {
      ++j;
      continue;
    }
    int64_t a = from.getDimSize(i), b = to.getDimSize(j);
    if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b)) {
      // What lies before agrees; these agree too if what follows does.
      if (a == b &&
          from.getShape().drop_front(i + 1) == to.getShape().drop_front(j + 1))
        share(i, j, a);
      else
        return done();
      ++i, ++j;
      continue;
    }
    // Extend the smaller side until both hold the same elements.
    int64_t firstI = i++, firstJ = j++, left = a, right = b;
    while (left != right) {
      if (left < right && i < from.getRank() && !from.isDynamicDim(i))
        left *= from.getDimSize(i++);
      else if (right < left && j < to.getRank() && !to.isDynamicDim(j))
        right *= to.getDimSize(j++);
      else
        return done(); // a dynamic extent hides where the group ends
    }
    if (int64_t common = std::gcd(a, b); common > 1)
      share(firstI, firstJ, common);
  }
  return done();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The bits of each element as an integer; null where the type has none.
static Value bitsOf(ImplicitLocOpBuilder &b, Value tensor) {
  RankedTensorType type = tensorType(tensor);
  if (isa<IntegerType>(type.getElementType()))
    return tensor;
  if (!isa<FloatType>(type.getElementType()))
    return {};
  unsigned width = type.getElementTypeBitWidth();
  return BitcastOp::create(b, type.clone(b.getIntegerType(width)), tensor);
}

static SmallVector<int64_t> allDims(Value tensor) {
  return llvm::to_vector(llvm::seq<int64_t>(0, tensorType(tensor).getRank()));
}

/// The sum of all elements' bits, modulo 2^64: one wrong element always shows.
static Value sumOfBits(ImplicitLocOpBuilder &b, Value bits) {
  Value wide = castTo(b, bits, b.getI64Type());
  return reduce(b, Combiner::Sum, wide, allDims(wide));
}

/// The same op on operands that nothing recognises as the same.
static Value computeAgain(ImplicitLocOpBuilder &b, Operation *op) {
  IRMapping mapping;
  int64_t origin = 0;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) && !mapping.contains(operand))
      mapping.map(operand, BarrierOp::create(b, operand, ++origin).getResult());
  return b.clone(*op, mapping)->getResult(0);
}

FailureOr<Value> mlc::graph::buildMovementCheck(Operation *op,
                                                OpBuilder &builder) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  Value bits = bitsOf(b, result);
  if (!bits)
    return op->emitOpError("has no check for elements of ") << element;
  if (cast<HardeningOpInterface>(op).getProtectionKind() ==
      ProtectionKind::Checksum) {
    Value before = sumOfBits(b, bitsOf(b, op->getOperand(0)));
    Value wrong =
        CompareOp::create(b, Predicate::NE, sumOfBits(b, bits), before);
    return castTo(b, wrong, element);
  }
  Value again = bitsOf(b, computeAgain(b, op));
  Value wrong = CompareOp::create(b, Predicate::NE, bits, again);
  return castTo(b, reduce(b, Combiner::Or, wrong, allDims(wrong)), element);
}
