//===- ExtentClasses.cpp - Which extents are one number -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/ExtentClasses.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

unsigned ExtentClasses::find(unsigned node) {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

unsigned ExtentClasses::make() {
  parents.push_back(parents.size());
  numbers.push_back(std::nullopt);
  return parents.back();
}

unsigned ExtentClasses::constant(int64_t value) {
  auto [known, fresh] = constants.try_emplace(value, 0);
  if (fresh) {
    known->second = make();
    numbers[known->second] = value;
  }
  return find(known->second);
}

void ExtentClasses::join(unsigned a, unsigned b) {
  a = find(a), b = find(b);
  // Two numbers are no one class, whatever code that never runs may say.
  if (a == b || (numbers[a] && numbers[b]))
    return;
  parents[b] = a;
  if (numbers[b])
    numbers[a] = numbers[b];
}

unsigned ExtentClasses::classOf(Value tensor, unsigned dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  auto [known, fresh] = dims.try_emplace({tensor, dim}, 0);
  if (fresh)
    known->second = make();
  return find(known->second);
}

unsigned ExtentClasses::classOf(Value scalar) {
  if (std::optional<int64_t> value = getConstantIntValue(scalar))
    return constant(*value);
  if (auto dim = scalar.getDefiningOp<tensor::DimOp>()) {
    std::optional<int64_t> which = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (which && type && *which >= 0 && *which < type.getRank())
      return classOf(dim.getSource(), *which);
  }
  auto [known, fresh] = scalars.try_emplace(scalar, 0);
  if (fresh)
    known->second = make();
  return find(known->second);
}

std::optional<int64_t> ExtentClasses::fixed(unsigned number) {
  return numbers[find(number)];
}

void ExtentClasses::joinAll(Value a, Value b) {
  auto x = dyn_cast<RankedTensorType>(a.getType()),
       y = dyn_cast<RankedTensorType>(b.getType());
  if (x && y && x.getRank() == y.getRank())
    for (int64_t d = 0; d < x.getRank(); ++d)
      join(classOf(a, d), classOf(b, d));
}

void ExtentClasses::add(Operation *op) {
  // Sizes that are operands: one for each unknown extent of the result.
  auto joinSizes = [&](Value result, ValueRange sizes) {
    RankedTensorType type = tensorType(result);
    for (int64_t d = 0, next = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        join(classOf(result, d), classOf(sizes[next++]));
  };
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return joinSizes(broadcast.getResult(), broadcast.getSizes());
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return joinSizes(reshape.getResult(), reshape.getSizes());
  auto structured = dyn_cast<StructuredOpInterface>(op);
  bool plain = op->getNumResults() == 1 &&
               isa<RankedTensorType>(op->getResult(0).getType());
  if (!plain)
    return;
  if (!structured) {
    auto element = dyn_cast<ElementOpInterface>(op);
    if (element && element.keepsIndex())
      joinAll(op->getResult(0), op->getOperand(0));
    return;
  }
  // Products broadcast by rules of their own.
  if (structured.getReductionCombiner() && op->getNumOperands() != 1)
    return;
  Value result = op->getResult(0);
  unsigned rank = tensorType(result).getRank();
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = structured.getOperandMap(operand.getOperandNumber());
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (loop.getPosition() < rank)
          join(classOf(result, loop.getPosition()), classOf(operand.get(), d));
  }
}
