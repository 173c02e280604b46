//===- Functions.h - f32 functions as polynomials ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each takes an f32 or vector<Nxf32> and builds straight-line code. The errors
// are measured over all floats by test/Codegen/VectorMath (against the f64
// function, in units of the last place of the f32 result, subnormal results
// included):
//
//   exp, log, log1p, expm1, exp2, log2  <= 1 ulp     sin, cos  <= 1 ulp
//   tanh, erf                           <= 2 ulp
//
// NaN in gives NaN out; infinities and signed zeros give what C's libm gives.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

namespace mlc {

mlir::Value buildExp(MathBuilder &m, mlir::Value x);
mlir::Value buildLog(MathBuilder &m, mlir::Value x);
mlir::Value buildTanh(MathBuilder &m, mlir::Value x);
mlir::Value buildErf(MathBuilder &m, mlir::Value x);

/// Valid up to |x| = kTrigLimit; the caller takes another way beyond.
constexpr double kTrigLimit = 8192.0;
mlir::Value buildSin(MathBuilder &m, mlir::Value x);
mlir::Value buildCos(MathBuilder &m, mlir::Value x);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H
