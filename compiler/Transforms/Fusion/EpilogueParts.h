//===- EpilogueParts.h - Which reductions a product takes along -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUEPARTS_H
#define MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUEPARTS_H

#include "dialects/Graph/IR/Graph.h"
#include <optional>

namespace mlc {

/// How many elements along dimension `dim` one part covers when the kernel of
/// `product` reduces its results of type `result`; nothing when it cannot.
std::optional<int64_t> partOf(mlir::Operation *product,
                              mlir::RankedTensorType result, int64_t dim);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_FUSION_EPILOGUEPARTS_H
