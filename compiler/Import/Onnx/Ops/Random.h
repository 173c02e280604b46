//===- Random.h - Draws of random numbers -----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_RANDOM_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_RANDOM_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

/// Random numbers from the node's `seed` and a stream of its own, so that two
/// nodes with one seed draw different numbers and every run the same ones. In
/// f32 for elements narrower than that; null on failure.
mlir::Value drawRandom(NodeContext &n, graph::Distribution distribution,
                       llvm::ArrayRef<mlir::OpFoldResult> shape,
                       mlir::Type element);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_RANDOM_H
