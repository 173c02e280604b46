//===- ResizeComputed.h - Resize by factors of the run ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_RESIZECOMPUTED_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_RESIZECOMPUTED_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

/// What a Resize says; exactly one of `scales` and `sizes`.
struct ComputedResize {
  mlir::Value scales, sizes;
  mlir::Value roi; ///< starts, then ends, of `axes`; only where it is used
  llvm::ArrayRef<int64_t> axes;
  /// `nearest` may also be "by_scale": up where a dimension shrinks, else down.
  llvm::StringRef coordinate, nearest;
};

/// Interpolates by factors, a region or sizes that are known at run time only.
/// graph.resize has its factors as attributes; this is made of gathers at
/// coordinates computed in f64.
llvm::LogicalResult resizeComputed(NodeContext &n, const ComputedResize &what);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_RESIZECOMPUTED_H
