//===- ExtentChecks.h - What an op needs of extents -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some ops read one tensor at places that another one's extents give. A
// constant that does not fit is a failure of the import; what only the run
// knows becomes a check of the run that names the node. Without it the op would
// read past the end of a tensor.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_COMMON_EXTENTCHECKS_H
#define MLC_COMPILER_IMPORT_COMMON_EXTENTCHECKS_H

#include "compiler/Import/Common/GraphBuilder.h"

namespace mlc {

/// False, with a reason, when the extents are known to differ.
bool requireEqual(GraphBuilder &g, mlir::OpFoldResult x, mlir::OpFoldResult y);
/// False, with a reason, when `x` is known to be larger than `limit`.
bool requireAtMost(GraphBuilder &g, mlir::OpFoldResult x,
                   mlir::OpFoldResult limit);

/// False, with a reason, when `x` is known to be smaller than `limit`.
bool requireAtLeast(GraphBuilder &g, mlir::OpFoldResult x,
                    mlir::OpFoldResult limit);
/// False, with a reason, when `x` is known to be `value`.
bool requireOther(GraphBuilder &g, mlir::OpFoldResult x, int64_t value);

/// False, with a reason, when a window that reaches over `reach` elements is
/// known to be larger than the `room` of its input and pads.
bool requireWindow(GraphBuilder &g, mlir::OpFoldResult reach,
                   mlir::OpFoldResult room);
/// False, with a reason, when an argument that must not be `value` is.
bool requireArgumentOther(GraphBuilder &g, mlir::OpFoldResult x, int64_t value,
                          llvm::StringRef what);
/// False, with a reason, when `x` is known to be outside of [-extent, extent).
bool requireIndex(GraphBuilder &g, mlir::OpFoldResult x,
                  mlir::OpFoldResult extent, llvm::StringRef what);
/// Requires that `x` is `y` or 1, of extents that only the run knows.
void requireEqualOrOne(GraphBuilder &g, mlir::OpFoldResult x,
                       mlir::OpFoldResult y, mlir::OpFoldResult found);

} // namespace mlc

#endif // MLC_COMPILER_IMPORT_COMMON_EXTENTCHECKS_H
