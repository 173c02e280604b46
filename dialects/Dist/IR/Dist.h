//===- Dist.h - The dist dialect --------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Meshes and shardings as attributes.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_DIST_IR_DIST_H
#define MLC_DIALECTS_DIST_IR_DIST_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include <optional>

#include "dialects/Dist/IR/DistAttrsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrsAttributes.h.inc"

namespace mlc::dist {

// Where the attributes stand; DistAttrs.td says what each means.
inline constexpr llvm::StringLiteral kMeshesAttr = "dist.meshes";
inline constexpr llvm::StringLiteral kShardingAttr = "dist.sharding";
inline constexpr llvm::StringLiteral kShardingsAttr = "dist.shardings";

/// The mesh of this name as `op` sees it, null when there is none.
MeshAttr lookupMesh(mlir::Operation *op, llvm::StringRef name);

/// Hands the attributes of the dialect from one operation to another that
/// takes its place.
void copyShardings(mlir::Operation *from, mlir::Operation *to);

} // namespace mlc::dist

#endif // MLC_DIALECTS_DIST_IR_DIST_H
