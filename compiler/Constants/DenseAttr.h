//===- DenseAttr.h - Literals and dense MLIR attributes ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small constants are DenseElementsAttr, whose raw form differs from storage
// form (sub-byte elements take a byte each). Kept apart from Literal.h so that
// the pool does not depend on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_DENSEATTR_H
#define MLC_COMPILER_CONSTANTS_DENSEATTR_H

#include "compiler/Constants/Literal.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlc {

/// Spec of a ranked tensor type; nothing for dynamic shapes, foreign element
/// types and sizes beyond the limits.
std::optional<TensorSpec> specOf(mlir::Type tensorType);
/// `tensor<shape x element>`.
mlir::RankedTensorType tensorTypeOf(mlir::MLIRContext *context,
                                    const TensorSpec &spec);

/// The value of a dense attribute (splats stay splats), or a null literal for
/// element types this project does not have.
Literal literalOf(mlir::DenseElementsAttr attr);
/// The attribute with this value, of `tensorTypeOf(spec)`.
mlir::DenseElementsAttr denseAttrOf(mlir::MLIRContext *context,
                                    const Literal &value);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_DENSEATTR_H
