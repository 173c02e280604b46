//===- Rt.h - The rt dialect ------------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host program of an artifact: buffers, launches, lists.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_RT_IR_RT_H
#define MLC_DIALECTS_RT_IR_RT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Rt/IR/RtOpsDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Rt/IR/RtOpsTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Rt/IR/RtOps.h.inc"

namespace mlc::rt {

// Names of the dialect's discardable attributes; RtOps.td says what they mean.
inline constexpr llvm::StringLiteral kNodesAttr = "rt.nodes";
inline constexpr llvm::StringLiteral kWeightsAttr = "rt.weights";
inline constexpr llvm::StringLiteral kCustomOpsAttr = "rt.custom_ops";
inline constexpr llvm::StringLiteral kHostAttr = "rt.host";

} // namespace mlc::rt

#endif // MLC_DIALECTS_RT_IR_RT_H
