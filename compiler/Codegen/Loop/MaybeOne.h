//===- MaybeOne.h - Broadcasts that only a run decides -------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_MAYBEONE_H
#define MLC_COMPILER_CODEGEN_LOOP_MAYBEONE_H

#include "dialects/Kernel/IR/Kernel.h"
#include <optional>

namespace mlc {

/// An operand along the lanes of a loop kernel whose extent may be 1 or the
/// result's.
struct MaybeOne {
  unsigned extent;                // slot of a guard (sched::guardSlots)
  std::optional<unsigned> target; // likewise
  int64_t fixedTarget = 0;        // where the result's extent is a constant

  bool operator==(const MaybeOne &other) const {
    return extent == other.extent && target == other.target &&
           fixedTarget == other.fixedTarget;
  }
};

/// All such operands, each once; none when one of them cannot be told from the
/// slots of a call, since lanes then cannot run along that dimension in any
/// case.
llvm::SmallVector<MaybeOne> maybeOneLanes(kernel::FuncOp kernel);

/// The slot, among those of a guard, that holds an extent or an index scalar of
/// the kernel; none when it is computed inside.
std::optional<unsigned> guardSlotOf(kernel::FuncOp kernel, mlir::Value tensor,
                                    unsigned dim);
std::optional<unsigned> guardSlotOf(kernel::FuncOp kernel, mlir::Value scalar);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_MAYBEONE_H
