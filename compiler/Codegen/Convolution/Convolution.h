//===- Convolution.h - Dense convolutions on blocked channels ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Direct convolution. A register tile is a run of output pixels times 32 output
// channels; the reduction runs over input channels and taps. Strides,
// dilations, groups (blocked: of a multiple of 16 channels), one or two spatial
// dimensions (one: h = 1).
//
//   input    blocked or plain NCHW, with a halo or without; padding that is not
//            in the halo is left out tap by tap (RowTiles.h)
//   weights  [groups][OC/32][IC/16][KH][KW][16][32]; a plain input of fewer
//   than
//            16 channels (per group): [groups][OC/32][KH][KW][IC][32]; pairs of
//            bf16: [groups][OC/32][IC/16][KH][KW][8][32][2]; see PackWeights.h
//   output   blocked, with a halo of its own; or plain, without
//
// To a plain output the epilogue sees runs of pixels of one channel:
// coordinates n, channel, 0, number of the pixel in its map (a run may cross
// rows).
//
// The nest, per item (image, panel of 32 channels, block of pixels of at most
// 16 KiB of accumulators):
//   slice of input channels whose weights stay in L1
//     tile of pixels: accumulators in registers, the slice's channels and taps
//   pixels of the block: epilogue and store; right after the tile where there
//   is one slice only and both are short
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTION_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTION_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Codegen/MicroKernel/Epilogue.h"
#include "compiler/Codegen/MicroKernel/RowTiles.h"
#include <optional>

namespace mlc {

struct ConvParams {
  mlir::Value n; // images
  ActivationTensor input;
  mlir::Value weights;
  int64_t kernelH = 1, kernelW = 1;
  int64_t strideH = 1, strideW = 1;
  int64_t dilationH = 1, dilationW = 1;
  int64_t padTop = 0, padLeft = 0, padBottom = 0, padRight = 0;
  int64_t groups = 1;
  mlir::Type accumulator;
  /// Input (blocked) and weights are bf16, two channels to a step (see
  /// PairProduct.h).
  bool pairs = false;
  /// Of the schedule: the register tile, and rows of a work item at most (0: as
  /// the emitter chooses).
  std::optional<TileShape> tile;
  int64_t blockRows = 0;
  /// The first says the output's shape; others differ in memref, type, offset
  /// or halo only. Without any memref the epilogue stores by itself.
  llvm::SmallVector<ActivationTensor> outputs;
  /// Write zeros to the outputs' halos (not where a buffer keeps them).
  bool writeHalo = true;
  /// The epilogue sees the pixels of a map as one row: a run may go over the
  /// end of a row (plain outputs), or is at row 0 (blocked ones, where nothing
  /// has a border).
  bool crossRows = true;
  Epilogue epilogue = plainEpilogue;
  /// Of one element, in vector instructions: a cheap one runs right on the
  /// accumulators, of others there is code only once.
  int64_t epilogueCost = 1;
};

/// The window's rows and columns over the input as it lies in memory.
WindowAxis rowAxis(KernelBuilder &k, const ConvParams &params);
WindowAxis columnAxis(KernelBuilder &k, const ConvParams &params);

/// Why these parameters cannot be emitted here; empty when they can.
std::string convolutionUnsupported(const ConvParams &params);

mlir::Value convolutionItems(KernelBuilder &k, const ConvParams &params);
void emitConvolution(KernelBuilder &k, const ConvParams &params,
                     mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTION_H
