//===- ConstantOps.cpp - Build constants from literals --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/ConstantOps.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APFloat.h"

using namespace mlc;

mlir::TypedAttr mlc::constantAttrOf(mlir::MLIRContext *context,
                                    const Literal &value) {
  Literal compact = value.compressed();
  if (compact.isSplat() || compact.storage().size() <= maxDenseConstantBytes)
    return denseAttrOf(context, compact);
  auto *dialect = context->getLoadedDialect<graph::GraphDialect>();
  Hash128 hash = dialect->getConstantPool().add(compact);
  return graph::ConstAttr::get(context, hash.high, hash.low,
                               tensorTypeOf(context, value.spec()));
}

mlir::Value mlc::buildConstant(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Type type, const Literal &value) {
  if (mlir::isa<mlir::RankedTensorType>(type))
    return graph::ConstantOp::create(
        builder, loc, type, constantAttrOf(builder.getContext(), value));
  mlir::TypedAttr attr;
  if (auto real = mlir::dyn_cast<mlir::FloatType>(type))
    attr = mlir::FloatAttr::get(
        real, llvm::APFloat(real.getFloatSemantics(),
                            llvm::APInt(real.getWidth(), value.getBits(0))));
  else
    attr = builder.getIntegerAttr(type, value.getInt(0));
  return mlir::arith::ConstantOp::create(builder, loc, type, attr);
}
