//===- PackBytesAtRunTime.h - Panels of a computed matrix of bytes -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTESATRUNTIME_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTESATRUNTIME_H

#include "compiler/Codegen/Contraction/PackAtRunTime.h"

namespace mlc {

/// Copies rows [0, depth) and columns [column, column + 32) of a matrix of
/// bytes to two panels of 16 columns, `panelBytes` apart, four rows of a column
/// together; rows behind the last are zeros, columns past `columns` copies of
/// the last one. Signs are kept.
void emitPackBytes(KernelBuilder &k, const PanelSource &source,
                   mlir::Value depth, mlir::Value column, mlir::Value columns,
                   mlir::Value panels, int64_t panelBytes);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_PACKBYTESATRUNTIME_H
