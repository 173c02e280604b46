//===- SinkTransposes.h - Transposes moved down through ops -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_SINKTRANSPOSES_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_SINKTRANSPOSES_H

#include "dialects/Graph/IR/Graph.h"

namespace mlc {

/// Moves `transposes` below their users: through pointwise ops (where what else
/// these read is there in the other order too), borders, reductions and
/// windows, until they meet one that takes them back. One that is left moves
/// the narrower of what is in front of a conversion and behind it.
void sinkTransposes(mlir::Operation *root,
                    llvm::ArrayRef<graph::TransposeOp> transposes);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_SINKTRANSPOSES_H
