//===- Cluster.h - Ops that become one kernel -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may join what: facts about one op are asked of its interfaces.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_CLUSTER_H
#define MLC_COMPILER_TRANSFORMS_FUSION_CLUSTER_H

#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace mlc {

/// Whether `op` computes tensors and so belongs into a kernel.
bool belongsInKernel(mlir::Operation *op);
/// Whether the host program can do `op` without a kernel.
bool mayStayOnHost(mlir::Operation *op);

class Cluster {
public:
  explicit Cluster(mlir::Operation *root);

  /// A product whose columns are read in groups, with all that can be computed
  /// where the groups meet: several results of a group's width instead of all
  /// columns and the kernels that read them. Nothing where that cannot be, or
  /// where a group is wanted as it is.
  static std::optional<Cluster>
  ofColumnGroups(mlir::Operation *product,
                 const llvm::SmallPtrSetImpl<mlir::Operation *> &claimed);

  /// Takes `op`, a producer, if the kernel can compute it in its loops; every
  /// user of it must be inside already. Says why not otherwise.
  bool tryAdd(mlir::Operation *op, llvm::StringRef &why);

  /// Takes `op`, a user of the root, as a further result if the kernel's
  /// product can make parts of a reduction of the root while it computes it.
  bool addParts(graph::ReduceBlocksOp op, llvm::StringRef &why);

  bool contains(mlir::Operation *op) const { return ops.contains(op); }
  mlir::Operation *root() const { return ops.front(); }
  /// Results of the root, then those of other members that are read outside,
  /// then those of the reductions that it makes parts of.
  llvm::SmallVector<mlir::Value> results() const;
  /// Members in program order.
  llvm::SmallVector<mlir::Operation *> inOrder() const;
  /// Leading dimensions that are rows, if reductions were fused.
  std::optional<int64_t> rows() const { return rowCount; }
  /// Origins of the redundant computations among the members, by their own
  /// attribute or by the barriers that they read through; sorted.
  llvm::SmallVector<int64_t> origins() const;
  /// "loop", "row", or the kind of the anchor op.
  llvm::StringRef kind() const;

private:
  bool addReduction(mlir::Operation *op, llvm::StringRef &why);
  /// Whether the members ask for the result of `op`, a producer, only in the
  /// row that they are asked for themselves; rows are the `rows` leading
  /// dimensions.
  bool isOfRow(mlir::Operation *op, int64_t rows) const;
  bool addAnchor(mlir::Operation *op, llvm::StringRef &why);

  llvm::SetVector<mlir::Operation *> ops;
  llvm::SmallVector<mlir::Operation *> others, parts;
  mlir::Operation *anchor = nullptr;
  bool grouped = false; // of columns
  std::optional<int64_t> rowCount;
  bool closed = false; // takes no more members
};

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_CLUSTER_H
