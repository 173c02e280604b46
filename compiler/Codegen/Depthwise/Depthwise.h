//===- Depthwise.h - One filter per channel ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depthwise convolution of blocked activations (groups = input channels =
// output channels). Weights: [C/16][KH][KW][16] (pack_depthwise).
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H
#define MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H

#include "compiler/Codegen/MicroKernel/BlockedWindow.h"

namespace mlc {

struct DepthwiseParams : WindowParams {
  mlir::Value weights;
};

/// Why these parameters cannot be emitted here; empty when they can.
std::string depthwiseUnsupported(const DepthwiseParams &params);

mlir::Value depthwiseItems(KernelBuilder &k, const DepthwiseParams &params);
void emitDepthwise(KernelBuilder &k, const DepthwiseParams &params,
                   mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H
