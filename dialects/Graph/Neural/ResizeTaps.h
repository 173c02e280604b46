//===- ResizeTaps.h - Which elements an interpolation reads -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one dimension of static extents: the operand positions each result
// position reads and their weights, as tables the decomposition puts into
// constants.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_NEURAL_RESIZETAPS_H
#define MLC_DIALECTS_GRAPH_NEURAL_RESIZETAPS_H

#include "dialects/Graph/IR/Graph.h"

namespace mlc::graph {

/// Tables of one dimension: tap k of result position i reads `index[k][i]` with
/// `weight[k][i]`. Nearest has one tap of weight 1.
struct ResizeTaps {
  llvm::SmallVector<llvm::SmallVector<int64_t>> index;
  llvm::SmallVector<llvm::SmallVector<double>> weight;
  /// Positions that show the extrapolation value; empty if there are none.
  llvm::SmallVector<bool> outside;
};

/// The extent that `scale` gives before it is rounded down, which is what
/// aligned corners go by; the extent itself where they differ by rounding only.
double resizedLength(double in, double out, double scale);

/// The interpolation kernel at distance x (of the shrunk grid with antialias).
double resizeKernel(ResizeOp op, double x);
/// First tap relative to the left neighbour; the last is `1 - first`.
int64_t firstResizeTap(ResizeOp op, double shrink);
/// Tables for a dimension of `in` elements shown as `out`.
ResizeTaps resizeTaps(ResizeOp op, int64_t dim, int64_t in, int64_t out);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_NEURAL_RESIZETAPS_H
