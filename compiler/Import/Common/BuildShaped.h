//===- BuildShaped.h - An op of extents that a row computed -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_COMMON_BUILDSHAPED_H
#define MLC_COMPILER_IMPORT_COMMON_BUILDSHAPED_H

#include "compiler/Import/Common/GraphBuilder.h"

namespace mlc {

/// Result 0 of an op whose result has these extents: typed, verified, and known
/// by them. Null, with a reason, where one of that fails.
template <typename Op, typename... Args>
mlir::Value buildShaped(GraphBuilder &g,
                        llvm::ArrayRef<mlir::OpFoldResult> shape,
                        mlir::Type element, Args &&...args) {
  auto type = g.tensorType(shape, element);
  if (!type)
    return nullptr;
  return g.keep(Op::create(g.b, g.loc, type, std::forward<Args>(args)...),
                shape);
}

/// One element of `x` for each index.
inline mlir::Value gatherElements(GraphBuilder &g, mlir::Value x,
                                  mlir::Value indices, int64_t dim) {
  if (!x || !indices)
    return nullptr;
  return buildShaped<graph::GatherElementsOp>(
      g, g.extents(indices), GraphBuilder::element(x), x, indices,
      static_cast<uint64_t>(dim));
}

} // namespace mlc

#endif // MLC_COMPILER_IMPORT_COMMON_BUILDSHAPED_H
