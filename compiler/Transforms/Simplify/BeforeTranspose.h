//===- BeforeTranspose.h - Pointwise ops before a transpose -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SIMPLIFY_BEFORETRANSPOSE_H
#define MLC_COMPILER_TRANSFORMS_SIMPLIFY_BEFORETRANSPOSE_H

#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlc {

/// f(x, ...) built on the input of `transpose`, where `op` is
/// f(transpose(x), ...): its result transposed is the op's result. Null, with
/// nothing built, where `op` is not pointwise or an operand would have to be
/// moved: free are transposes by the same permutation, numbers and vectors that
/// are spread.
mlir::Value pointwiseBefore(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                            graph::TransposeOp transpose);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SIMPLIFY_BEFORETRANSPOSE_H
