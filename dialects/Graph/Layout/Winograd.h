//===- Winograd.h - Which convolutions are done by Winograd -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The filter of a `blocked_convolution` says how it is computed. One that is
// transformed for tiles of t x t results (WinogradTransform.h) has the shape
// [ceil(channels/32)][(t + 2)^2][input_channels][32], which no other has:
// packed ones have five or six dimensions, those of depthwise convolutions
// lanes of 16. The result is the same up to rounding.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_LAYOUT_WINOGRAD_H
#define MLC_DIALECTS_GRAPH_LAYOUT_WINOGRAD_H

#include "dialects/Graph/IR/Graph.h"

namespace mlc::graph {

/// The tile that the filter is transformed for; none where it is packed.
std::optional<int64_t> winogradTile(BlockedConvolutionOp op);

/// Whether the filter may be a transformed one: 3 x 3 taps, strides and
/// dilations of 1, one group, a blocked input.
bool canBeWinograd(BlockedConvolutionOp op);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_LAYOUT_WINOGRAD_H
