//===- ScheduledTiling.h - A variant's tiling, checked ----------*- C++ -*-
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the schedule asks of a kernel on register tiles:
//   parallel [rows, columns]   the register tile
//   unroll [n]                 sums to keep in flight at least
//   reduction [n]              terms of a product that one pass adds up
//   block [rows, panels]       of a work item at most; 0: the emitter's choice
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_SCHEDULEDTILING_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_SCHEDULEDTILING_H

#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sched/IR/Sched.h"
#include <optional>

namespace mlc {

/// Accumulators of a work item, in bytes: they lie on the stack.
constexpr int64_t kMostBlockBytes = 16 << 10;

struct ScheduledTiling {
  std::optional<TileShape> tile;
  int64_t sums = 1;
  int64_t terms = 0, blockRows = 0, itemPanels = 0; // 0: the emitter's choice
};

/// What the variant on `kernel` says. Fails with an error where the level
/// cannot have it. `columns` is the width of a row of accumulators.
llvm::FailureOr<ScheduledTiling> scheduledTiling(kernel::FuncOp kernel,
                                                 const IsaLevel &level,
                                                 mlir::Type accumulator,
                                                 int64_t columns = kPanel);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_SCHEDULEDTILING_H
