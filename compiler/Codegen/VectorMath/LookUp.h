//===- LookUp.h - Tables in registers ---------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_LOOKUP_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_LOOKUP_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

namespace mlc {

constexpr unsigned kTableEntries = 32;

/// The polynomial of the piece of t, a float in [0, 31.5 / steps]: number
/// i = round(t * steps), in t - centres[i]; coefficients[k][i] are those of the
/// k-th powers. A NaN stays one.
struct PiecewisePolynomial {
  double steps;
  llvm::ArrayRef<float> centres;
  llvm::ArrayRef<float[kTableEntries]> coefficients;

  mlir::Value at(MathBuilder &m, mlir::Value t) const;
};

/// table[index mod 32] of each lane; `index` is i32 in the shape of `m.like`. A
/// scalar goes the way of a vector, so that both give the same bits. Only with
/// `m.hasTables`.
mlir::Value lookUp(MathBuilder &m, mlir::Value index,
                   llvm::ArrayRef<float> table);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_LOOKUP_H
