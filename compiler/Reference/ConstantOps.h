//===- ConstantOps.h - Build constants from literals ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_REFERENCE_CONSTANTOPS_H
#define MLC_COMPILER_REFERENCE_CONSTANTOPS_H

#include "compiler/Constants/Literal.h"
#include "mlir/IR/Builders.h"

namespace mlc {

/// Dense constants up to this size are ordinary attributes; larger ones live in
/// the constant pool.
constexpr uint64_t maxDenseConstantBytes = 1024;

/// The attribute of a tensor constant: dense when small or a splat, else a name
/// in the context's constant pool.
mlir::TypedAttr constantAttrOf(mlir::MLIRContext *context,
                               const Literal &value);
/// A constant op of `type`: a ranked tensor of the literal's spec, or an index,
/// integer or float scalar for a literal of rank 0.
mlir::Value buildConstant(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Type type, const Literal &value);

} // namespace mlc

#endif // MLC_COMPILER_REFERENCE_CONSTANTOPS_H
