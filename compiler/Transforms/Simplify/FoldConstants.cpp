//===- FoldConstants.cpp - Fold ops on constants --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order, so that whatever an op reads has been folded
// before it. Dead constants are left to the canonicaliser.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Constants/Recipes.h"
#include "compiler/Reference/ConstantOps.h"
#include "compiler/Reference/Interpreter.h"
#include "compiler/Transforms/Simplify/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlc {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "compiler/Transforms/Simplify/Passes.h.inc"
} // namespace mlc

using namespace mlc;
using llvm::SmallVector;

namespace {
class FoldConstantsPass
    : public mlc::impl::FoldConstantsPassBase<FoldConstantsPass> {
public:
  using FoldConstantsPassBase::FoldConstantsPassBase;
  void runOnOperation() override;

private:
  bool mayFold(mlir::Operation *op) const;
  /// The value behind a constant or a broadcast of one; null if it is neither.
  Literal known(mlir::Value value) const;
  bool isWorthwhile(mlir::Operation *op,
                    llvm::ArrayRef<Literal> operands) const;
  bool makeRecipe(mlir::Operation *op);
  void evaluate(mlir::Operation *op);

  int64_t stepsLeft = 0;
};
} // namespace

/// A type the folder can make constants of.
static bool isFoldableType(mlir::Type type) {
  return specOf(type).has_value() || type.isIntOrIndexOrFloat();
}

/// A matrix that products read as it is (see PackDequantizedWeights).
static bool readsFewBits(mlir::Operation *op) {
  auto dequantize = mlir::dyn_cast<graph::DequantizeOp>(op);
  if (!dequantize)
    return false;
  auto type = graph::tensorType(dequantize.getInput());
  return type.getRank() == 2 && type.getElementTypeBitWidth() <= 8;
}

bool FoldConstantsPass::mayFold(mlir::Operation *op) const {
  if (op->getNumResults() == 0 || op->getNumRegions() != 0 ||
      op->hasTrait<mlir::OpTrait::ConstantLike>() || !mlir::isPure(op) ||
      mlir::isa<graph::RandomOp, graph::BarrierOp, graph::CustomOp>(op) ||
      !reference::isSupported(op->getName().getStringRef()))
    return false;
  if (keepQuantized && readsFewBits(op))
    return false;
  return llvm::all_of(op->getResultTypes(), isFoldableType);
}

/// A broadcast operand exists only while its user is computed.
static constexpr uint64_t kTransientBytes = 64 << 20;

Literal FoldConstantsPass::known(mlir::Value value) const {
  mlir::Attribute attr;
  if (mlir::matchPattern(value, mlir::m_Constant(&attr))) {
    if (mlir::isa<mlir::RankedTensorType>(value.getType())) {
      llvm::Expected<Literal> literal = reference::constantValue(attr);
      if (literal)
        return std::move(*literal);
      llvm::consumeError(literal.takeError());
      return {};
    }
    auto *op = value.getDefiningOp();
    llvm::FailureOr<std::vector<Literal>> scalar =
        reference::evaluateOp(op, {});
    return mlir::failed(scalar) ? Literal() : scalar->front();
  }
  if (auto broadcast = value.getDefiningOp<graph::BroadcastOp>()) {
    std::optional<TensorSpec> spec = specOf(value.getType());
    if (!spec || spec->bytes() > kTransientBytes ||
        broadcast.getSizes().size() != 0)
      return {};
    Literal input = known(broadcast.getInput());
    if (input.isNull())
      return {};
    llvm::FailureOr<std::vector<Literal>> result =
        reference::evaluateOp(broadcast, {input});
    return mlir::failed(result) ? Literal() : result->front();
  }
  return {};
}

bool FoldConstantsPass::isWorthwhile(mlir::Operation *op,
                                     llvm::ArrayRef<Literal> operands) const {
  uint64_t in = 0, out = 0;
  for (const Literal &operand : operands)
    if (!operand.isSplat())
      in += operand.storage().size();
  for (mlir::Type type : op->getResultTypes())
    if (std::optional<TensorSpec> spec = specOf(type))
      out += spec->bytes();
  if (auto broadcast = mlir::dyn_cast<graph::BroadcastOp>(op))
    return operands[0].isSplat() || operands[0].count() == 1;
  return out <= static_cast<uint64_t>(maxBytes) || out <= 2 * in;
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

/// Name and parameters of the recipe that computes `op`, if there is one.
static std::optional<Recipe> recipeOf(mlir::Operation *op) {
  Recipe recipe;
  auto named = [&](llvm::StringRef name) {
    recipe.name = name.str();
    return recipe;
  };
  if (auto transpose = mlir::dyn_cast<graph::TransposeOp>(op)) {
    recipe.ints.assign(transpose.getPermutation().begin(),
                       transpose.getPermutation().end());
    return named("transpose");
  }
  if (auto cast = mlir::dyn_cast<graph::CastOp>(op)) {
    recipe.ints.push_back(cast.getSaturate());
    return named("cast");
  }
  if (mlir::isa<graph::ReshapeOp>(op))
    return named("reshape");
  if (auto concat = mlir::dyn_cast<graph::ConcatOp>(op)) {
    recipe.ints.push_back(concat.getDim());
    return named("concat");
  }
  if (auto slice = mlir::dyn_cast<graph::SliceOp>(op)) {
    if (!slice.getStarts().empty())
      return std::nullopt;
    recipe.ints.assign(slice.getStaticStarts().begin(),
                       slice.getStaticStarts().end());
    recipe.ints.append(slice.getSteps().begin(), slice.getSteps().end());
    return named("slice");
  }
  return std::nullopt;
}

/// The name of a constant in the pool, which a small one gets now.
static std::optional<Hash128> pooled(mlir::Value value, bool mayBeSplat) {
  mlir::Attribute attr;
  if (!mlir::isa<mlir::RankedTensorType>(value.getType()) ||
      !mlir::matchPattern(value, mlir::m_Constant(&attr)))
    return std::nullopt;
  if (auto named = mlir::dyn_cast<graph::ConstAttr>(attr))
    return Hash128{named.getLow(), named.getHigh()};
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(attr);
  if (!dense || (dense.isSplat() && !mayBeSplat))
    return std::nullopt;
  Literal literal = literalOf(dense);
  if (literal.isNull())
    return std::nullopt;
  return value.getContext()
      ->getLoadedDialect<graph::GraphDialect>()
      ->getConstantPool()
      .add(literal);
}

/// A channel's factor or term and the like: an op on a large constant and a
/// vector repeated along one of its dimensions.
static std::optional<Recipe> alongRecipe(mlir::Operation *op) {
  AlongAxis operation;
  bool commutes = false;
  if (mlir::isa<graph::AddOp>(op)) {
    operation = AlongAxis::Add;
    commutes = true;
  } else if (mlir::isa<graph::SubOp>(op)) {
    operation = AlongAxis::Sub;
  } else if (mlir::isa<graph::MulOp>(op)) {
    operation = AlongAxis::Mul;
    commutes = true;
  } else if (mlir::isa<graph::DivOp>(op)) {
    operation = AlongAxis::Div;
  } else {
    return std::nullopt;
  }
  mlir::Type element = mlir::getElementTypeOrSelf(op->getResult(0).getType());
  if (!element.isF16() && !element.isBF16() && !element.isF32() &&
      !element.isF64())
    return std::nullopt;
  for (unsigned data : {0u, 1u}) {
    if (data == 1 && !commutes)
      break;
    auto repeated =
        op->getOperand(1 - data).getDefiningOp<graph::BroadcastOp>();
    if (!repeated || repeated.getDims().size() != 1)
      continue;
    mlir::Value vector = repeated.getInput();
    auto type =
        mlir::cast<mlir::RankedTensorType>(op->getOperand(data).getType());
    int64_t axis = repeated.getDims()[0];
    if (mlir::cast<mlir::RankedTensorType>(vector.getType()).getDimSize(0) !=
        type.getDimSize(axis))
      continue;
    std::optional<Hash128> from = pooled(op->getOperand(data), false);
    std::optional<Hash128> beside = pooled(vector, true);
    if (!from || !beside)
      continue;
    Recipe recipe;
    recipe.name = "along";
    recipe.ints = {static_cast<int64_t>(operation), axis};
    recipe.inputs = {*from, *beside};
    return recipe;
  }
  return std::nullopt;
}

/// Replaces a movement of large pooled constants, or an op on one and a vector,
/// by a recipe.
bool FoldConstantsPass::makeRecipe(mlir::Operation *op) {
  std::optional<TensorSpec> spec = specOf(op->getResult(0).getType());
  if (!spec || spec->bytes() < static_cast<uint64_t>(recipeBytes))
    return false;
  std::optional<Recipe> recipe = recipeOf(op);
  if (recipe) {
    for (mlir::Value operand : op->getOperands()) {
      // One splat's movement is a splat: evaluate it.
      std::optional<Hash128> hash = pooled(operand, op->getNumOperands() > 1);
      if (!hash)
        return false;
      recipe->inputs.push_back(*hash);
    }
  } else if (!(recipe = alongRecipe(op))) {
    return false;
  }
  mlir::MLIRContext *context = op->getContext();
  ConstantPool &pool =
      context->getLoadedDialect<graph::GraphDialect>()->getConstantPool();
  recipe->result = *spec;
  llvm::Expected<Hash128> hash = pool.addRecipe(std::move(*recipe));
  if (!hash) {
    llvm::consumeError(hash.takeError());
    return false;
  }
  mlir::OpBuilder builder(op);
  auto attr = graph::ConstAttr::get(context, hash->high, hash->low,
                                    op->getResult(0).getType());
  op->getResult(0).replaceAllUsesWith(graph::ConstantOp::create(
      builder, op->getLoc(), op->getResult(0).getType(), attr));
  op->erase();
  ++numRecipes;
  return true;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

void FoldConstantsPass::evaluate(mlir::Operation *op) {
  SmallVector<Literal> operands;
  for (mlir::Value operand : op->getOperands()) {
    Literal literal = known(operand);
    if (literal.isNull())
      return;
    operands.push_back(std::move(literal));
  }
  if (!isWorthwhile(op, operands))
    return;
  reference::Limits limits;
  limits.steps = std::min<int64_t>(maxSteps, stepsLeft);
  llvm::FailureOr<std::vector<Literal>> results =
      reference::evaluateOp(op, operands, limits);
  if (mlir::failed(results))
    return; // past the limits, or an error that belongs to the run
  for (auto [result, value] : llvm::zip(op->getResults(), *results)) {
    std::optional<TensorSpec> spec = specOf(result.getType());
    if (spec ? *spec != value.spec() : value.rank() != 0)
      return;
    stepsLeft -= std::max<int64_t>(value.count(), 1);
  }
  mlir::OpBuilder builder(op);
  for (auto [result, value] : llvm::zip(op->getResults(), *results))
    if (!result.use_empty())
      result.replaceAllUsesWith(
          buildConstant(builder, op->getLoc(), result.getType(), value));
  op->erase();
  ++numFolded;
}

void FoldConstantsPass::runOnOperation() {
  stepsLeft = totalSteps;
  SmallVector<mlir::Operation *> order;
  getOperation()->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (mayFold(op))
      order.push_back(op);
  });
  for (mlir::Operation *op : order) {
    if (stepsLeft <= 0)
      return;
    // The cheap test first: most ops read something that is no constant.
    bool allKnown = llvm::all_of(op->getOperands(), [](mlir::Value operand) {
      auto *from = operand.getDefiningOp();
      return from && (from->hasTrait<mlir::OpTrait::ConstantLike>() ||
                      mlir::isa<graph::BroadcastOp>(from));
    });
    if (allKnown && !makeRecipe(op))
      evaluate(op);
  }
}
