//===- Control.cpp - If, Loop and Scan: rows and shared parts -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Control.h"
#include "compiler/Import/Onnx/Ops/Lists.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

Extents onnx::extentsOf(GraphBuilder &g, Value value) {
  return GraphBuilder::isTensor(value) ? g.extents(value) : Extents();
}

mlir::Type onnx::carriedType(GraphBuilder &g, Value like,
                             llvm::ArrayRef<OpFoldResult> shape) {
  if (!GraphBuilder::isTensor(like))
    return like.getType();
  SmallVector<int64_t> dims;
  for (OpFoldResult extent : shape) {
    auto known = extent ? GraphBuilder::fixed(extent) : std::nullopt;
    dims.push_back(known ? *known : mlir::ShapedType::kDynamic);
  }
  return mlir::RankedTensorType::get(dims, GraphBuilder::element(like));
}

Value onnx::retype(GraphBuilder &g, Value value, mlir::Type type) {
  if (!value || value.getType() == type)
    return value;
  if (isList(value)) {
    // A list that is there where one that may be missing is carried.
    if (llvm::isa<graph::OptType>(type) &&
        joinItems(value.getType(), type) == mlir::Type()) {
      Value item = retype(g, value, itemOf(type));
      return item ? Value(graph::OptNewOp::create(g.b, g.loc, type, item))
                  : item;
    }
    return relabel(g, value, type);
  }
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !GraphBuilder::isTensor(value) ||
      tensor.getRank() != GraphBuilder::rank(value))
    return g.fail("values of different kinds meet here");
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < tensor.getRank(); ++d)
    if (tensor.isDynamicDim(d))
      sizes.push_back(g.indexValue(g.extent(value, d)));
  auto op = graph::ReshapeOp::create(g.b, g.loc, tensor, value, sizes);
  return g.verify(op) ? op->getResult(0) : Value();
}

bool onnx::definedOutside(OpFoldResult extent, mlir::Region &region) {
  auto value = llvm::dyn_cast_if_present<Value>(extent);
  return !value || !region.isAncestor(value.getParentRegion());
}

/// Index arithmetic whose only danger is a zero divisor, which a constant is
/// not.
static bool cannotFail(mlir::Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !op->getResult(0).getType().isIntOrIndexOrFloat())
    return false;
  if (mlir::isPure(op))
    return true;
  if (!llvm::isa<mlir::arith::FloorDivSIOp, mlir::arith::CeilDivSIOp,
                 mlir::arith::DivSIOp, mlir::arith::RemSIOp>(op))
    return false;
  auto divisor = mlir::getConstantIntValue(op->getOperand(1));
  return divisor && *divisor > 0;
}

/// `depth` bounds the recursion; extents are shallow expressions.
static Value hoistValue(mlir::OpBuilder &builder, Value value,
                        mlir::Region &region, mlir::IRMapping &moved,
                        unsigned depth) {
  if (onnx::definedOutside(value, region))
    return value;
  if (Value done = moved.lookupOrNull(value))
    return done;
  mlir::Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || !cannotFail(op))
    return nullptr;
  for (Value operand : op->getOperands())
    if (Value outer = hoistValue(builder, operand, region, moved, depth - 1))
      moved.map(operand, outer);
    else
      return nullptr;
  return builder.clone(*op, moved)->getResult(0);
}

OpFoldResult onnx::hoist(OpFoldResult scalar, mlir::Region &region) {
  auto value = llvm::dyn_cast_if_present<Value>(scalar);
  if (!value)
    return scalar;
  mlir::OpBuilder builder(region.getParentOp());
  mlir::IRMapping moved;
  Value outer = hoistValue(builder, value, region, moved, /*depth=*/64);
  return outer ? OpFoldResult(outer) : OpFoldResult();
}

void mlc::onnx::addControlRows(OnnxTable &t) {
  t.add("If", {1, 11, 13, 16, 19, 21, 23, 24, 25}, ifRow);
  t.add("Loop", {1, 11, 13, 16, 19, 21, 23, 24, 25}, loopRow);
  t.add("Scan", {8}, batchedScanRow);
  t.add("Scan", {9, 11, 16, 19, 21, 23, 24, 25}, scanRow);
}
