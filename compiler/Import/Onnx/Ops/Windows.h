//===- Windows.h - Geometry that convolution and pooling share ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_WINDOWS_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_WINDOWS_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

/// Strides, dilations and pads of one window op, per spatial dimension.
struct Window {
  llvm::SmallVector<int64_t> kernel, strides, dilations, low, high;
  /// Extent of the dilated kernel.
  int64_t reach(size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
};

/// Reads `strides`, `dilations`, `pads`, `auto_pad` for an input whose spatial
/// extents are `spatial`. Nothing with a reason on failure.
std::optional<Window> readWindow(NodeContext &n,
                                 llvm::ArrayRef<int64_t> kernel,
                                 llvm::ArrayRef<mlir::OpFoldResult> spatial);

/// floor((in + low + high - reach) / stride) + 1, in a form in which equal
/// extents are equal values: same-padded stride 1 gives `in` itself.
mlir::OpFoldResult windowExtent(GraphBuilder &g, mlir::OpFoldResult in,
                                int64_t pads, int64_t reach, int64_t stride);

/// Convolution of i32 operands with the node's window attributes.
mlir::Value convolveIntegers(NodeContext &n, mlir::Value x, mlir::Value filter);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_WINDOWS_H
