//===- Depthwise.h - One filter per channel ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depthwise convolution of blocked activations (groups = input channels =
// output channels). A tile is a run of output pixels of one machine vector of
// channels; every input vector is loaded once per tile and row of the kernel
// and feeds all taps that want it. Weights: [C/16][KH][KW][16]
// (pack_depthwise).
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H
#define MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Codegen/MicroKernel/Epilogue.h"

namespace mlc {

struct DepthwiseParams {
  mlir::Value n;
  ActivationTensor input; // blocked, with a halo or without
  mlir::Value weights;
  int64_t kernelH = 1, kernelW = 1;
  int64_t strideH = 1, strideW = 1;
  int64_t dilationH = 1, dilationW = 1;
  int64_t padTop = 0, padLeft = 0, padBottom = 0, padRight = 0;
  mlir::Type accumulator;
  llvm::SmallVector<ActivationTensor> outputs; // see ConvParams
  bool writeHalo = true;
  Epilogue epilogue = plainEpilogue;
};

/// Why these parameters cannot be emitted here; empty when they can.
std::string depthwiseUnsupported(const DepthwiseParams &params);

mlir::Value depthwiseItems(KernelBuilder &k, const DepthwiseParams &params);
void emitDepthwise(KernelBuilder &k, const DepthwiseParams &params,
                   mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_DEPTHWISE_DEPTHWISE_H
