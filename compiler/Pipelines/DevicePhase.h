//===- DevicePhase.h - Images for GPUs --------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the kernels that can run on a GPU to PTX, one image per architecture
// asked for.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_DEVICEPHASE_H
#define MLC_COMPILER_PIPELINES_DEVICEPHASE_H

#include "compiler/Artifact/Manifest.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlc {

/// Appends an image per architecture. `module` still holds the kernels as
/// kernel.func. Kernels without a GPU form are left out; when there is none
/// with one, that is an error.
mlir::LogicalResult addDeviceImages(mlir::ModuleOp module,
                                    const std::vector<std::string> &nvptx,
                                    Manifest &manifest);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_DEVICEPHASE_H
