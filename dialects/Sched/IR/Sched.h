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
#include "mlir/IR/OpImplementation.h"

#include "dialects/Sched/IR/SchedAttrsDialect.h.inc"
#include "dialects/Sched/IR/SchedAttrsEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sched/IR/SchedAttrsAttributes.h.inc"

namespace mlc::sched {

/// Where a kernel keeps its schedule.
inline constexpr llvm::StringLiteral kScheduleAttr = "sched.schedule";

/// Code levels of the host processor that a guard may name, lowest first.
llvm::ArrayRef<llvm::StringRef> getIsaNames();

} // namespace mlc::sched

#endif // MLC_DIALECTS_SCHED_IR_SCHED_H
