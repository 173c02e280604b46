//===- Compositions.h - Functions made of other functions -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hyperbolic functions and their inverses, and f64 functions that the builtins
// lack, in terms of exp, expm1, log, log1p and sqrt. Errors below 4 ulp (erfc:
// of 1, so its small values have few digits).
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_COMPOSITIONS_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_COMPOSITIONS_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

namespace mlc {

mlir::Value composeSinh(MathBuilder &m, mlir::Value x);
mlir::Value composeCosh(MathBuilder &m, mlir::Value x);
mlir::Value composeTanh(MathBuilder &m, mlir::Value x);
mlir::Value composeAsinh(MathBuilder &m, mlir::Value x);
mlir::Value composeAcosh(MathBuilder &m, mlir::Value x);
mlir::Value composeAtanh(MathBuilder &m, mlir::Value x);
mlir::Value composeErf(MathBuilder &m, mlir::Value x);
mlir::Value composeErfc(MathBuilder &m, mlir::Value x);
mlir::Value composeRsqrt(MathBuilder &m, mlir::Value x);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_COMPOSITIONS_H
