//===- Passes.h - Shape computations ----------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the shape passes.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SHAPE_PASSES_H
#define MLC_COMPILER_TRANSFORMS_SHAPE_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Shape/Passes.h.inc"

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SHAPE_PASSES_H
