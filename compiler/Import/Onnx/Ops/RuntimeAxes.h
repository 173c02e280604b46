//===- RuntimeAxes.h - Axes that only the run knows ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard lets a model compute axes at run time. As long as their number
// is known, so is the rank of the result, and the rest is scalar arithmetic: a
// question "is dimension d among the axes?" per dimension.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_RUNTIMEAXES_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_RUNTIMEAXES_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

class RuntimeAxes {
public:
  /// The axes of an input, for a tensor of `rank` dimensions. Nothing with a
  /// reason when even their number is unknown.
  static std::optional<RuntimeAxes> read(NodeContext &n, size_t input,
                                         int64_t rank);

  size_t size() const { return axes.size(); }
  /// Whether dimension d is among them (i1).
  mlir::Value contains(int64_t d) const;
  /// values[i] for the i-th axis if that is d, else `otherwise`.
  mlir::OpFoldResult choose(int64_t d,
                            llvm::ArrayRef<mlir::OpFoldResult> values,
                            mlir::OpFoldResult otherwise) const;
  /// How many axes are smaller than d.
  mlir::OpFoldResult countBelow(int64_t d) const;
  /// The dimensions that are not among them, ascending, then the axes.
  Extents keptThenAxes() const;

  mlir::OpFoldResult operator[](size_t i) const { return axes[i]; }

private:
  RuntimeAxes(GraphBuilder &g, Extents axes, int64_t rank)
      : g(&g), axes(std::move(axes)), rank(rank) {}
  GraphBuilder *g;
  Extents axes;
  int64_t rank;
};

/// x with result dimension i being dimension permutation[i] at run time, by a
/// gather from the flat tensor.
mlir::Value transposeAtRuntime(GraphBuilder &g, mlir::Value x,
                               llvm::ArrayRef<mlir::OpFoldResult> permutation);

/// values[position], where the position is known at run time only.
mlir::OpFoldResult pickAtRuntime(GraphBuilder &g,
                                 llvm::ArrayRef<mlir::OpFoldResult> values,
                                 mlir::OpFoldResult position);

/// condition ? onTrue : onFalse on index values.
mlir::OpFoldResult selectIndex(GraphBuilder &g, mlir::Value condition,
                               mlir::OpFoldResult onTrue,
                               mlir::OpFoldResult onFalse);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_RUNTIMEAXES_H
