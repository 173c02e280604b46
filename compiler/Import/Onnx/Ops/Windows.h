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

/// Strides, dilations and pads of one window op, per spatial dimension. Extents
/// of the kernel, and pads that follow from extents, may be known at run time
/// only.
struct Window {
  Extents kernel, low, high;
  llvm::SmallVector<int64_t> strides, dilations;
  /// Pads chosen so that the result has ceil(in / stride) elements.
  bool isSame = false;

  /// Extent of the dilated kernel.
  mlir::OpFoldResult reach(GraphBuilder &g, size_t i) const;
  /// Extent of the result for an input of `in` elements.
  mlir::OpFoldResult extent(GraphBuilder &g, mlir::OpFoldResult in,
                            size_t i) const;
};

/// Reads `strides`, `dilations`, `pads`, `auto_pad` for an input whose spatial
/// extents are `spatial`. Nothing with a reason on failure.
std::optional<Window> readWindow(NodeContext &n,
                                 llvm::ArrayRef<mlir::OpFoldResult> kernel,
                                 llvm::ArrayRef<mlir::OpFoldResult> spatial);

/// floor((in + pads - reach) / stride) + 1, in a form in which equal extents
/// are equal values: same-padded stride 1 gives `in` itself.
mlir::OpFoldResult windowExtent(GraphBuilder &g, mlir::OpFoldResult in,
                                mlir::OpFoldResult pads,
                                mlir::OpFoldResult reach, int64_t stride);

/// `x` with `value` where `w` asks for pads that only the run knows; these are
/// 0 in `w` afterwards.
mlir::Value padAtRuntime(GraphBuilder &g, mlir::Value x, Window &w,
                         mlir::Value value);

/// The numbers of a list that must be known by now.
llvm::SmallVector<int64_t>
fixedNumbers(llvm::ArrayRef<mlir::OpFoldResult> list);

/// Convolution of i32 operands with the node's window attributes.
mlir::Value convolveIntegers(NodeContext &n, mlir::Value x, mlir::Value filter);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_WINDOWS_H
