//===- Kernel.h - The kernel dialect ----------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fused kernels (`kernel.func`) and their calls (`kernel.call`).
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_KERNEL_IR_KERNEL_H
#define MLC_DIALECTS_KERNEL_IR_KERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Kernel/IR/KernelOpsDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.h.inc"

namespace mlc::kernel {

// Names of the dialect's discardable attributes; what each means is written
// in KernelOps.td.
inline constexpr llvm::StringLiteral kKindAttr = "kernel.kind";
inline constexpr llvm::StringLiteral kNodesAttr = "kernel.nodes";
inline constexpr llvm::StringLiteral kFlopsAttr = "kernel.flops";
inline constexpr llvm::StringLiteral kBytesAttr = "kernel.bytes";
inline constexpr llvm::StringLiteral kRowsAttr = "kernel.rows";
inline constexpr llvm::StringLiteral kGenericAttr = "kernel.generic";
inline constexpr llvm::StringLiteral kOriginsAttr = "kernel.origins";
inline constexpr llvm::StringLiteral kIndexAttr = "kernel.index";
inline constexpr llvm::StringLiteral kIsaAttr = "kernel.isa";

/// Number of `?` over all tensors among `types`.
unsigned countDynamicExtents(mlir::TypeRange types);

} // namespace mlc::kernel

#endif // MLC_DIALECTS_KERNEL_IR_KERNEL_H
