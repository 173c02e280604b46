//===- EpilogueLanes.h - What runs on the lanes of an epilogue --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUELANES_H
#define MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUELANES_H

#include "mlir/IR/Operation.h"

namespace mlc {

/// Whether an epilogue whose lanes run along the last dimension of `op` can
/// compute it on them, whatever its extents are at run time. A kernel that has
/// no other way to be computed takes nothing else.
bool runsOnLanes(mlir::Operation *op);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUELANES_H
