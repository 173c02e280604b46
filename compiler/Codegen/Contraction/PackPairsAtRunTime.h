//===- PackPairsAtRunTime.h - Panels of a computed bf16 matrix --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_PACKPAIRSATRUNTIME_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_PACKPAIRSATRUNTIME_H

#include "compiler/Codegen/Contraction/PackAtRunTime.h"

namespace mlc {

/// As emitPackPanel, of bf16: two rows of a column together, as
/// [ceil(depth/2)][32][2]; a missing second row is zero.
void emitPackPairs(KernelBuilder &k, const PanelSource &source,
                   mlir::Value depth, mlir::Value column, mlir::Value columns,
                   mlir::Value panel);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_PACKPAIRSATRUNTIME_H
