//===- DevicePhase.h - Images for devices --------------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the phase object that concerns targets beside the host.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_DEVICEPHASE_H
#define MLC_COMPILER_PIPELINES_DEVICEPHASE_H

#include "compiler/Artifact/Manifest.h"
#include "compiler/Target/Common/TargetBackend.h"

namespace mlc {

/// Lowers the kernels of one level of a device and adds them to the manifest as
/// one image.
mlir::LogicalResult addDeviceImage(mlir::ModuleOp level, TargetLevel at,
                                   Manifest &manifest);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_DEVICEPHASE_H
