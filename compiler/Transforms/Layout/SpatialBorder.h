//===- SpatialBorder.h - Borders around convolved maps ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_SPATIALBORDER_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_SPATIALBORDER_H

#include "dialects/Graph/IR/Graph.h"

namespace mlc {

/// `x`, which takes the place of the convolution's input, with the padding of
/// the convolution around it; its spatial dimensions begin at `firstSpatial`.
/// `x` itself where there is no padding.
mlir::Value withBorder(mlir::ImplicitLocOpBuilder &b, graph::ConvolutionOp op,
                       mlir::Value x, int64_t firstSpatial, mlir::Value fill);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_SPATIALBORDER_H
