//===- Sched.h - The sched dialect ------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules of kernels as attributes: guarded variants of tiling levels.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_SCHED_IR_SCHED_H
#define MLC_DIALECTS_SCHED_IR_SCHED_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <optional>

#include "dialects/Sched/IR/SchedAttrsDialect.h.inc"
#include "dialects/Sched/IR/SchedAttrsEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sched/IR/SchedAttrsAttributes.h.inc"

namespace mlc::sched {

// Names of the dialect's discardable attributes; what each means is written
// in SchedAttrs.td.
inline constexpr llvm::StringLiteral kScheduleAttr = "sched.schedule";
inline constexpr llvm::StringLiteral kCasesAttr = "sched.cases";
inline constexpr llvm::StringLiteral kGivenAttr = "sched.given";
inline constexpr llvm::StringLiteral kVariantAttr = "sched.variant";

/// The variant that `kernel` is being lowered for; null when it has none.
VariantAttr variantOf(mlir::Operation *kernel);

/// Types of the slots that a guard of this kernel may range over: `index` of
/// each `?` of the arguments, then of the results, then of each scalar.
llvm::SmallVector<mlir::Type> guardSlots(mlir::FunctionOpInterface kernel);

/// The constant that `given` fixes slot `slot` to, if it does.
std::optional<int64_t> fixedSlot(mlir::IntegerSet given, unsigned slot);
/// The lowest slot that `given` says has the same value as `slot`.
unsigned sameSlot(mlir::IntegerSet given, unsigned slot);
/// The largest value of `slot` under `given`, if a constraint of it alone says.
std::optional<int64_t> largestSlot(mlir::IntegerSet given, unsigned slot);

} // namespace mlc::sched

#endif // MLC_DIALECTS_SCHED_IR_SCHED_H
