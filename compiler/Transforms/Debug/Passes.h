//===- Passes.h - Debug information -----------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes behind `-g`.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_DEBUG_PASSES_H
#define MLC_COMPILER_TRANSFORMS_DEBUG_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Debug/Passes.h.inc"

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_DEBUG_PASSES_H
