//===- Compatible.h - One rule for inferred result types --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op's stated result type may know more (or fewer) static extents than its
// operands imply; it must never contradict them.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_COMPATIBLE_H
#define MLC_DIALECTS_GRAPH_IR_COMPATIBLE_H

#include "mlir/IR/TypeUtilities.h"

/// Defines `Op::isCompatibleReturnTypes`: equal element types (any, if the op
/// lets the builder choose it) and shapes that do not contradict.
#define MLC_COMPATIBLE_RESULTS(Op)                                             \
  bool Op::isCompatibleReturnTypes(mlir::TypeRange inferred,                   \
                                   mlir::TypeRange actual) {                   \
    if (inferred.size() != actual.size())                                      \
      return false;                                                            \
    for (auto [want, have] : llvm::zip(inferred, actual))                      \
      if (mlir::getElementTypeOrSelf(want) !=                                  \
              mlir::getElementTypeOrSelf(have) ||                              \
          mlir::failed(mlir::verifyCompatibleShape(want, have)))               \
        return false;                                                          \
    return true;                                                               \
  }

#endif // MLC_DIALECTS_GRAPH_IR_COMPATIBLE_H
