//===- ConvolutionCut.h - How a convolution is cut into items ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONCUT_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONCUT_H

#include "compiler/Codegen/Convolution/Convolution.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"

namespace mlc {

struct ConvCut {
  /// Output pixels, with H and W merged where the layout allows it.
  mlir::Value h, w;
  bool flat = false;
  /// Static width: balanced tiles of a row, `tilesPerSegment` to a segment.
  /// Dynamic width: segments of `segmentWidth`, tiles of falling width.
  bool staticWidth = false;
  BalancedTiles tiles = {0, 0, 0};
  int64_t tilesPerSegment = 0;
  int64_t segmentWidth = 0; // the most pixels of a row in one item
  int64_t rowsPerTile = 1;  // > 1: narrow maps, a tile holds whole rows
  int64_t rowsPerBlock = 1;
  int64_t panelsPerGroup = 1, inputBlocks = 1; // per group
  int64_t blockChannels = kChannelBlock;       // of an input block
  int64_t sliceBlocks = 1;                     // input channel blocks per pass
  /// Of a pass, what is added up in one chain: so many blocks, or so many
  /// kernel rows of one block.
  int64_t chainBlocks = 1, chainRows = 1;
  bool panelsFastest = true;
  mlir::Value panels, rowBlocks, segments;
};

ConvCut cutConvolution(KernelBuilder &k, const ConvParams &params);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONCUT_H
