//===- RowProbe.h - Whether a row's values are asked for once ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel computes the reductions of a row before the row's columns, and finds
// them again under the row's number. That holds if every op between asks for
// its operand in the very row that it is asked for itself. An op is asked which
// elements it reads in the way the emitter will ask it, with placeholders for
// all numbers; what it builds is thrown away.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_ROWPROBE_H
#define MLC_COMPILER_TRANSFORMS_FUSION_ROWPROBE_H

#include "compiler/Analysis/ExtentClasses.h"

namespace mlc {

/// Whether `op`, computing an element, reads `operand` only at indices with the
/// same `rows` leading numbers as the element's.
bool keepsRow(mlir::Operation *op, mlir::OpOperand &operand, int64_t rows,
              ExtentClasses &classes);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_ROWPROBE_H
