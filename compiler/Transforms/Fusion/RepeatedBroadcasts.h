//===- RepeatedBroadcasts.h - A broadcast per reader ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_REPEATEDBROADCASTS_H
#define MLC_COMPILER_TRANSFORMS_FUSION_REPEATEDBROADCASTS_H

#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"

namespace mlc {

/// Broadcasts with several readers, made once for each reader that computes
/// element by element: to repeat what was read costs less than to store it and
/// read it again. A kernel has one user for each member that it takes, so
/// without this what several read would be a tensor in memory.
class RepeatedBroadcasts {
public:
  explicit RepeatedBroadcasts(mlir::Block &block);

  /// For an op that no kernel took: true if it was one of the copies, which is
  /// then gone, its readers back at the original; or an original without
  /// readers, also gone. Copies stand behind their original.
  bool takeBack(mlir::Operation *op);

private:
  llvm::DenseMap<mlir::Operation *, graph::BroadcastOp> originals;
  llvm::DenseSet<mlir::Operation *> copied;
};

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_REPEATEDBROADCASTS_H
