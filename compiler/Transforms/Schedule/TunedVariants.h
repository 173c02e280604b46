//===- TunedVariants.h - A schedule takes what was measured ----*- C++ -*- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SCHEDULE_TUNEDVARIANTS_H
#define MLC_COMPILER_TRANSFORMS_SCHEDULE_TUNEDVARIANTS_H

#include "compiler/Target/Common/TargetBackend.h"
#include "compiler/Target/Common/Tuning.h"
#include <optional>

namespace mlc {

/// The level under whose name choices for `level` are recorded: levels that
/// inherit have the vectors and registers of the one below.
const IsaLevel &tunedLevel(const TargetBackend &backend, const IsaLevel &level);

struct TunableKernel {
  Tiling usual; // the strategy's choice where no condition holds
  llvm::SmallVector<Tiling> candidates;
};
/// What there is to choose for a kernel; none where nothing is.
std::optional<TunableKernel>
tunable(kernel::FuncOp kernel, const TargetBackend &backend,
        const IsaLevel &level, llvm::ArrayRef<sched::VariantAttr> variants);

/// Puts the recorded tilings into the variants of `backend`; `levels` ascend. A
/// record that is none of the kernel's choices is a remark.
void applyTuning(kernel::FuncOp kernel, const TargetBackend &backend,
                 llvm::ArrayRef<const IsaLevel *> levels, const TuningDb &db,
                 llvm::SmallVectorImpl<sched::VariantAttr> &variants);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SCHEDULE_TUNEDVARIANTS_H
