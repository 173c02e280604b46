//===- ExtentNumbers.cpp - Which extents are one --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Shape/ExtentNumbers.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlc;
using graph::GraphDialect;

ExtentNumbers::ExtentNumbers(func::FuncOp function) {
  if (function->hasAttr(GraphDialect::kEntryAttr))
    nameInputs(function);
}

ExtentNumbers::~ExtentNumbers() {
  // Users stand behind what they use, also in the order of making.
  for (Operation *op : llvm::reverse(made))
    if (isOpTriviallyDead(op))
      op->erase();
}

/// The runtime holds every extent of one symbol to one value before it starts
/// an entry.
void ExtentNumbers::nameInputs(func::FuncOp function) {
  llvm::StringMap<OpFoldResult> symbols;
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    auto names = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                      GraphDialect::kDimsAttr);
    if (!type || !names || int64_t(names.size()) != type.getRank())
      continue;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      auto name = dyn_cast<StringAttr>(names[d]);
      if (!name || name.empty() || !type.isDynamicDim(d))
        continue;
      OpFoldResult &known = symbols[name.getValue()];
      if (!known)
        known = extent(argument, d);
      SmallVector<OpFoldResult> &all = extents[argument];
      all.resize(type.getRank());
      all[d] = known;
    }
  }
}

OpBuilder ExtentNumbers::before(Operation *op) {
  return OpBuilder(op, /*listener=*/this);
}

OpFoldResult ExtentNumbers::extent(Value tensor, unsigned dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return OpBuilder(tensor.getContext()).getIndexAttr(type.getDimSize(dim));
  SmallVector<OpFoldResult> &known = extents[tensor];
  known.resize(type.getRank());
  if (known[dim])
    return known[dim];
  OpBuilder builder(tensor.getContext(), this);
  builder.setInsertionPointAfterValue(tensor);
  OpFoldResult made =
      builder.createOrFold<tensor::DimOp>(tensor.getLoc(), tensor, dim);
  // Folding finds what a cast hides.
  auto value = dyn_cast<Value>(made);
  auto asked = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  if (!asked || asked.getSource() != tensor)
    made = resolve(made);
  return extents[tensor][dim] = made;
}

OpFoldResult ExtentNumbers::resolve(OpFoldResult scalar) {
  if (std::optional<int64_t> constant = getConstantIntValue(scalar))
    return OpBuilder(scalar.getContext()).getIndexAttr(*constant);
  auto value = cast<Value>(scalar);
  auto dim = value.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  auto type = dim ? dyn_cast<RankedTensorType>(dim.getSource().getType())
                  : RankedTensorType();
  if (!index || !type || *index < 0 || *index >= type.getRank())
    return scalar;
  return extent(dim.getSource(), *index);
}

ReifiedRankedShapedTypeDims ExtentNumbers::visit(Operation *op) {
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  if (op->getNumResults() == 1 && op->getResult(0).getType().isIntOrIndex())
    number(op->getResult(0));
  auto shaped = dyn_cast<ReifyRankedShapedTypeOpInterface>(op);
  if (!shaped || !(llvm::any_of(op->getOperandTypes(), isDynamic) ||
                   llvm::any_of(op->getResultTypes(), isDynamic)))
    return {};
  OpBuilder builder = before(op);
  size_t first = made.size();
  ReifiedRankedShapedTypeDims dims;
  if (failed(shaped.reifyResultShapes(builder, dims)) ||
      dims.size() != op->getNumResults())
    return {};
  // What was made for it speaks of the operands: let it speak of where those
  // came from.
  for (size_t i = first; i < made.size(); ++i)
    for (OpOperand &operand : made[i]->getOpOperands()) {
      if (!operand.get().getDefiningOp<tensor::DimOp>())
        continue;
      OpFoldResult source = resolve(operand.get());
      if (auto value = dyn_cast<Value>(source))
        operand.set(value);
    }
  for (auto [result, list] : llvm::zip(op->getResults(), dims)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || int64_t(list.size()) != type.getRank())
      return {};
    SmallVector<OpFoldResult> known(type.getRank());
    for (auto [d, extent] : llvm::enumerate(list)) {
      extent = resolve(extent);
      if (type.isDynamicDim(d))
        known[d] = extent;
    }
    extents[result] = std::move(known);
  }
  return dims;
}

unsigned ExtentNumbers::number(OpFoldResult scalar) {
  if (std::optional<int64_t> constant = getConstantIntValue(scalar)) {
    auto [it, isNew] = ofConstants.try_emplace(*constant, next);
    next += isNew;
    return it->second;
  }
  auto value = cast<Value>(scalar);
  if (auto it = ofValues.find(value); it != ofValues.end())
    return it->second;
  unsigned found;
  Operation *op = value.getDefiningOp();
  OpFoldResult source = resolve(scalar);
  if (source != scalar) {
    found = number(source);
  } else if (op && value.getType().isIntOrIndex() && op->getNumResults() == 1 &&
             op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
             !isa<tensor::DimOp>(op)) {
    SmallVector<uintptr_t> key{
        uintptr_t(op->getName().getAsOpaquePointer()),
        uintptr_t(op->getAttrDictionary().getAsOpaquePointer()),
        uintptr_t(value.getType().getAsOpaquePointer())};
    for (Value operand : op->getOperands()) {
      key.push_back(uintptr_t(operand.getType().getAsOpaquePointer()));
      key.push_back(number(operand));
    }
    auto [it, isNew] = ofExpressions.try_emplace(std::move(key), next);
    next += isNew;
    found = it->second;
  } else {
    found = next++;
  }
  ofValues[value] = found;
  return found;
}
