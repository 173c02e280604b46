//===- HostExtents.h - Where extents of host tensors come from --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces an extent of a tensor of the host function to what decides it: a
// constant, an index value, or the extent of an earlier tensor. Looks through
// kernel calls, reshapes and casts, through branches that agree and through what
// loops carry without changing its shape.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ANALYSIS_HOSTEXTENTS_H
#define MLC_COMPILER_ANALYSIS_HOSTEXTENTS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"
#include <utility>

namespace mlc::graph {
class ConcatOp;
class InsertSliceOp;
} // namespace mlc::graph

namespace mlc {

/// One of: a constant (`value` null), the index `value`, or extent `dim` of the
/// tensor `value`.
struct HostExtent {
  mlir::Value value;
  int64_t dim = -1;
  int64_t constant = 0;

  static HostExtent ofConstant(int64_t constant) {
    return {nullptr, -1, constant};
  }
  static HostExtent ofIndex(mlir::Value index) { return {index, -1, 0}; }
  static HostExtent ofTensor(mlir::Value tensor, int64_t dim) {
    return {tensor, dim, 0};
  }
  bool isConstant() const { return !value; }
  bool isIndex() const { return value && dim < 0; }
};

class HostExtents {
public:
  /// What decides extent `dim` of a ranked tensor. A tensor whose extent is
  /// decided by nothing else stands for itself.
  HostExtent resolve(mlir::Value tensor, int64_t dim);
  /// The same for an index value: the extent that it is, constants seen.
  HostExtent resolve(mlir::Value index);

  /// Whether two extents are equal in every run, as far as can be seen.
  bool equal(const HostExtent &a, const HostExtent &b);

private:
  HostExtent resolveCarried(mlir::Value self, int64_t dim, mlir::Value init,
                            mlir::Value next);
  bool equalScalars(mlir::Value a, mlir::Value b, unsigned depth);

  // Carried values under examination: taken to keep their shape until a use
  // shows that they do not.
  llvm::DenseSet<std::pair<mlir::Value, int64_t>> active;
};

/// The tensor whose buffer `tensor` is another view of, null when it has one of
/// its own: the operand of a reshape or cast.
mlir::Value getViewSource(mlir::Value tensor);
/// The end of the chain of views.
mlir::Value getViewRoot(mlir::Value tensor);

/// Whether the operands are runs of bytes one after the other, so that the host
/// can have them computed in the result's buffer: static extents, and all
/// dimensions in front of the joined one are 1.
bool isContiguousConcat(graph::ConcatOp op);

} // namespace mlc

#endif // MLC_COMPILER_ANALYSIS_HOSTEXTENTS_H
