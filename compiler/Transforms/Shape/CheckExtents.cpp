//===- CheckExtents.cpp - Check extents that only the run knows -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = graph.add %a, %b : tensor<?xf32>
// becomes
//   %equal = arith.cmpi eq, %extent_of_b, %extent_of_a
//   rt.check %equal ...
//   %r = graph.add %a, %b : tensor<?xf32>
// unless the two extents are known to be one, or a check that every run passes
// before has compared them.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Shape/ExtentNumbers.h"
#include "compiler/Transforms/Shape/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Interfaces/ExtentInterface.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_CHECKEXTENTSPASS
#include "compiler/Transforms/Shape/Passes.h.inc"
} // namespace mlc

using namespace mlc;
using namespace mlc::graph;

namespace {

/// What checks that have been passed say of extents. Those of a region hold
/// until it ends.
class Facts {
public:
  bool areEqual(unsigned x, unsigned y) const { return find(x) == find(y); }
  bool isAtMost(unsigned x, unsigned y) const {
    x = find(x);
    y = find(y);
    return x == y ||
           llvm::any_of(ordered, [&](std::pair<unsigned, unsigned> p) {
             return find(p.first) == x && find(p.second) == y;
           });
  }
  void setEqual(unsigned x, unsigned y) {
    x = find(x);
    y = find(y);
    if (x == y)
      return;
    parents[x] = y;
    trail.push_back(x);
  }
  void setAtMost(unsigned x, unsigned y) { ordered.push_back({x, y}); }

  struct Mark {
    size_t equal, atMost;
  };
  Mark mark() const { return {trail.size(), ordered.size()}; }
  void forgetSince(Mark mark) {
    while (trail.size() > mark.equal)
      parents.erase(trail.pop_back_val());
    ordered.truncate(mark.atMost);
  }

private:
  unsigned find(unsigned x) const {
    for (auto it = parents.find(x); it != parents.end(); it = parents.find(x))
      x = it->second;
    return x;
  }
  llvm::DenseMap<unsigned, unsigned> parents;
  SmallVector<unsigned> trail;
  SmallVector<std::pair<unsigned, unsigned>> ordered;
};

/// Answers an op that states its requirements, and makes the checks in front of
/// it.
class Checker : public ExtentContext {
public:
  explicit Checker(func::FuncOp function) : numbers(function) {}
  void visit(Region &region);
  unsigned made = 0;

  OpFoldResult extent(Value tensor, unsigned dim) override {
    return numbers.extent(tensor, dim);
  }
  OpFoldResult constant(int64_t value) override {
    return OpBuilder(at->getContext()).getIndexAttr(value);
  }
  OpFoldResult apply(AffineExpr expr, ArrayRef<OpFoldResult> dims) override {
    OpBuilder builder = numbers.before(at);
    return affine::makeComposedFoldedAffineApply(builder, at->getLoc(), expr,
                                                 dims);
  }
  void equal(OpFoldResult found, OpFoldResult wanted) override {
    unsigned x = numbers.number(found), y = numbers.number(wanted);
    if (facts.areEqual(x, y))
      return;
    emit(arith::CmpIPredicate::eq, found, wanted);
    facts.setEqual(x, y);
  }
  void atMost(OpFoldResult found, OpFoldResult limit) override {
    unsigned x = numbers.number(found), y = numbers.number(limit);
    std::optional<int64_t> small = getConstantIntValue(found),
                           large = getConstantIntValue(limit);
    if (facts.isAtMost(x, y) || (small && large && *small <= *large))
      return;
    emit(arith::CmpIPredicate::sle, found, limit);
    facts.setAtMost(x, y);
  }
  void multiple(OpFoldResult found, OpFoldResult factor) override;

private:
  void visit(Operation *op);
  void learn(rt::CheckOp check);
  void emit(arith::CmpIPredicate predicate, OpFoldResult found,
            OpFoldResult wanted);

  ExtentNumbers numbers;
  Facts facts;
  Operation *at = nullptr;
};

class CheckExtentsPass
    : public mlc::impl::CheckExtentsPassBase<CheckExtentsPass> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    Checker checker(getOperation());
    checker.visit(getOperation().getBody());
    numChecks = checker.made;
  }
};

} // namespace

void Checker::emit(arith::CmpIPredicate predicate, OpFoldResult found,
                   OpFoldResult wanted) {
  OpBuilder builder(at);
  Location loc = at->getLoc();
  Value x = getValueOrCreateConstantIndexOp(builder, loc, found),
        y = getValueOrCreateConstantIndexOp(builder, loc, wanted);
  Value holds = arith::CmpIOp::create(builder, loc, predicate, x, y);
  auto wide = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      value);
  };
  rt::CheckOp::create(builder, loc, holds, int32_t(MLC_SHAPE_MISMATCH), wide(x),
                      wide(y));
  ++made;
}

void Checker::multiple(OpFoldResult found, OpFoldResult factor) {
  std::optional<int64_t> x = getConstantIntValue(found),
                         y = getConstantIntValue(factor);
  if (y == 1 || (x && y && *y && *x % *y == 0) ||
      facts.areEqual(numbers.number(found), numbers.number(factor)))
    return;
  // found == found / max(factor, 1) * factor
  OpBuilder builder = numbers.before(at);
  Location loc = at->getLoc();
  Value n = getValueOrCreateConstantIndexOp(builder, loc, found),
        by = getValueOrCreateConstantIndexOp(builder, loc, factor);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value divisor = builder.createOrFold<arith::MaxSIOp>(loc, by, one);
  Value times = builder.createOrFold<arith::DivSIOp>(loc, n, divisor);
  equal(found, builder.createOrFold<arith::MulIOp>(loc, times, by));
}

/// The importer has made checks of its own, and so may the text.
void Checker::learn(rt::CheckOp check) {
  auto compare = check.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return;
  unsigned x = numbers.number(compare.getLhs()),
           y = numbers.number(compare.getRhs());
  if (compare.getPredicate() == arith::CmpIPredicate::eq)
    facts.setEqual(x, y);
  else if (compare.getPredicate() == arith::CmpIPredicate::sle)
    facts.setAtMost(x, y);
  else if (compare.getPredicate() == arith::CmpIPredicate::sge)
    facts.setAtMost(y, x);
}

void Checker::visit(Operation *op) {
  at = op;
  ReifiedRankedShapedTypeDims shapes = numbers.visit(op);
  auto isDynamic = [](Value operand) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    return type && !type.hasStaticShape();
  };
  if (isa_and_nonnull<GraphDialect>(op->getDialect()) &&
      llvm::any_of(op->getOperands(), isDynamic)) {
    if (auto needs = dyn_cast<ExtentOpInterface>(op))
      needs.requireExtents(*this);
    else
      requireLoopExtents(op, *this);
    // A type may state an extent that the operands only give in the run.
    for (auto [result, shape] : llvm::zip(op->getResults(), shapes))
      for (auto [stated, extent] :
           llvm::zip(tensorType(result).getShape(), shape))
        if (!ShapedType::isDynamic(stated))
          equal(extent, constant(stated));
  } else if (auto check = dyn_cast<rt::CheckOp>(op)) {
    learn(check);
  }
  for (Region &region : op->getRegions())
    visit(region);
}

void Checker::visit(Region &region) {
  for (Block &block : region) {
    Facts::Mark mark = facts.mark();
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      ops.push_back(&op);
    for (Operation *op : ops)
      visit(op);
    facts.forgetSince(mark);
  }
}
