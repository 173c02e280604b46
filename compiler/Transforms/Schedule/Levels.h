//===- Levels.h - Code levels named by a pass option ---------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SCHEDULE_LEVELS_H
#define MLC_COMPILER_TRANSFORMS_SCHEDULE_LEVELS_H

#include "compiler/Target/Common/TargetBackend.h"

namespace mlc {

/// The levels of these names, each backend's in ascending order; all of the
/// host when there are no names. An unknown one is an error of `module`.
llvm::FailureOr<llvm::SmallVector<TargetLevel>>
levelsOf(llvm::ArrayRef<std::string> names, mlir::ModuleOp module);

/// Those of one backend.
llvm::SmallVector<const IsaLevel *>
levelsOf(const TargetBackend &backend, llvm::ArrayRef<TargetLevel> levels);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SCHEDULE_LEVELS_H
