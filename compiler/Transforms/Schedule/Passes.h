//===- Passes.h - Passes of schedules ------------------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES_H
#define MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES_H

#include "dialects/Rt/IR/Rt.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Schedule/Passes.h.inc"

/// Checks the contract of a scheduled module: every kernel has variants, the
/// last without a guard, and every code level that a guard names is one of some
/// target. Every breach is reported.
llvm::LogicalResult verifySchedules(mlir::ModuleOp module);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES_H
