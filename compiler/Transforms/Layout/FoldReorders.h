//===- FoldReorders.h - Reorders and channels-last --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_FOLDREORDERS_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_FOLDREORDERS_H

#include "mlir/IR/Operation.h"

namespace mlc {

/// Whether `op` (which may be null) is a transpose from channels-last that
/// takes in a reorder to blocks behind it, or one to channels-last that takes
/// in a reorder before it. Only whole blocks do.
bool foldsIntoReorder(mlir::Operation *op, int64_t block);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_FOLDREORDERS_H
