//===- Lists.h - Types of sequences and optionals ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a list tells what all of its items have in common: extents that
// differ are unknown, and where even ranks differ or nothing states them, the
// item is an unranked tensor. A list is the same under a type that tells less.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_LISTS_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_LISTS_H

#include "compiler/Import/Common/GraphBuilder.h"

namespace mlc::onnx {

/// Sequence or optional.
bool isList(mlir::Type type);
bool isList(mlir::Value value);
/// What the items of a list have in common.
mlir::Type itemOf(mlir::Type list);
/// A list of the same kind with other items.
mlir::Type listOf(mlir::Type like, mlir::Type item);
/// A sequence that holds nothing yet: its item type is a guess.
bool isNewAndEmpty(mlir::Value value);
/// What a loop carries: its type is what the import assumes at the moment.
bool isCarried(mlir::Value value);

/// What items of both types have in common; null when they are of different
/// kinds or element types.
mlir::Type joinItems(mlir::Type a, mlir::Type b);

/// The same list under a type that tells less. Null with a reason when it is of
/// another kind.
mlir::Value relabel(GraphBuilder &g, mlir::Value list, mlir::Type type);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_LISTS_H
