//===- SplitKernels.h - One module per kernel ----------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_SPLITKERNELS_H
#define MLC_COMPILER_PIPELINES_SPLITKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlc {

/// One kernel of one level, alone in a module with all it refers to.
struct KernelModule {
  std::string name;
  mlir::ModuleOp module; // inside the module given to splitKernels
  /// The kernel asked for LLVM's loop vectoriser and unroller (unit attribute
  /// `kernel.generic` of its function).
  bool generic = false;
  /// Not to be merged with a kernel of another mark (`kernel.origins` of its
  /// function as text): its computation is redundant on purpose.
  std::string mark;
};

/// Appends to `target` one nested module per kernel of `module` (`<kernel>`,
/// its
/// `<kernel>.items` and what they refer to), in order of appearance. Works on
/// functions of any dialect, so kernels can be split before they are lowered.
/// Fails with a diagnostic when one refers to a symbol that is not there.
mlir::FailureOr<std::vector<KernelModule>> splitKernels(mlir::ModuleOp module,
                                                        mlir::ModuleOp target);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_SPLITKERNELS_H
