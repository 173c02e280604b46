//===- PlainConvolution.h - Convolutions without a layout -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the blocked emitters refuse: odd channel counts and groups, three
// spatial dimensions, transposed convolution, any type. Activations are plain
// row-major (N, C, D, H, W; missing dimensions are one), without a halo;
// vectors run along W, padding is a mask. A tile is one vector of pixels times
// up to eight output channels. Correct for everything, at about a third of the
// blocked speed.
//
// A 1x1 convolution of plain tensors with unit strides is better off as a
// product: A = weights, B = the input's [IC][pixels].
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_PLAINCONVOLUTION_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_PLAINCONVOLUTION_H

#include "compiler/Codegen/MicroKernel/Epilogue.h"

#include <array>

namespace mlc {

struct PlainConvParams {
  mlir::Value n;
  int64_t inputChannels = 0, outputChannels = 0, groups = 1;
  std::array<mlir::Value, 3> inputExtents, outputExtents; // D, H, W
  std::array<int64_t, 3> kernel = {1, 1, 1};
  std::array<int64_t, 3> stride = {1, 1, 1};
  std::array<int64_t, 3> dilation = {1, 1, 1};
  std::array<int64_t, 3> padBegin = {0, 0, 0};
  /// The gradient's direction: weights [IC][OC/groups][taps], an input pixel
  /// meets output pixel = pixel * stride + tap * dilation - padding. Else
  /// weights are [OC][IC/groups][taps].
  bool transposed = false;
  mlir::Value input, weights;
  mlir::Type accumulator;
  bool inputUnsigned = false, weightsUnsigned = false;
  /// Each of the output's shape. The pieces of the epilogue are runs along W:
  /// coordinates are n, channel, d, h, w and `column` is w.
  llvm::SmallVector<mlir::Value> outputs;
  Epilogue epilogue = plainEpilogue;
};

mlir::Value plainConvolutionItems(KernelBuilder &k,
                                  const PlainConvParams &params);
void emitPlainConvolution(KernelBuilder &k, const PlainConvParams &params,
                          mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_PLAINCONVOLUTION_H
