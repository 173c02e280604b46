//===- Graph.h - The graph dialect ------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_GRAPH_H
#define MLC_DIALECTS_GRAPH_IR_GRAPH_H

#include "dialects/Interfaces/GraphInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <memory>

namespace mlc {
class ConstantPool;
}

#include "dialects/Graph/IR/GraphDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/IR/GraphAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Graph/IR/GraphTypes.h.inc"

namespace mlc::graph {

/// Reifies result 0 as having the extents of the tensor operands, which all
/// agree: the static ones where some operand knows them.
llvm::LogicalResult
reifyLikeOperands(mlir::Operation *op, mlir::OpBuilder &builder,
                  mlir::ReifiedRankedShapedTypeDims &dims);

/// Extent `dim` of a ranked tensor: an attribute when static, else tensor.dim.
mlir::OpFoldResult extentOf(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value tensor, unsigned dim);
/// All extents of a ranked tensor.
llvm::SmallVector<mlir::OpFoldResult>
extentsOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor);
/// Extents from a result type and one operand per dynamic extent.
llvm::SmallVector<mlir::OpFoldResult>
extentsFrom(mlir::RankedTensorType type, mlir::ValueRange dynamic);

/// The check of an op that moves elements (HardeningOpInterface).
mlir::FailureOr<mlir::Value> buildMovementCheck(mlir::Operation *op,
                                                mlir::OpBuilder &builder);

/// The ranked type of a tensor value; every graph tensor is ranked.
inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

} // namespace mlc::graph

#define GET_OP_CLASSES
#include "dialects/Graph/Elementwise/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Reduction/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Contraction/ContractionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Movement/MovementOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Ordering/OrderingOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Quant/QuantOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Random/RandomOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Neural/NeuralOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Collection/CollectionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/Layout/LayoutOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/IR/StructureOps.h.inc"

#endif // MLC_DIALECTS_GRAPH_IR_GRAPH_H
