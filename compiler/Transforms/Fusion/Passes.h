//===- Passes.h - Passes of kernel fusion -----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_PASSES_H
#define MLC_COMPILER_TRANSFORMS_FUSION_PASSES_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlc {
#define GEN_PASS_DECL
#include "compiler/Transforms/Fusion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Fusion/Passes.h.inc"
} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_PASSES_H
