//===- Functions.h - f32 functions as polynomials ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each takes an f32 or vector<Nxf32> and builds straight-line code.
// Accuracy.def states the greatest error of each.
//
// NaN in gives NaN out; infinities and signed zeros give what C's libm gives,
// also where the builder is told to be fast.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

namespace mlc {

mlir::Value buildExp(MathBuilder &m, mlir::Value x);
mlir::Value buildExp2(MathBuilder &m, mlir::Value x);
/// exp(-a^2 / 2) for a up to 12, with the digits of the square that f32 has no
/// room for; needs FMA.
mlir::Value buildExpOfHalfSquare(MathBuilder &m, mlir::Value a);
mlir::Value buildExpM1(MathBuilder &m, mlir::Value x);
mlir::Value buildLog(MathBuilder &m, mlir::Value x);
mlir::Value buildLog1p(MathBuilder &m, mlir::Value x);
mlir::Value buildLog2(MathBuilder &m, mlir::Value x);
mlir::Value buildLog10(MathBuilder &m, mlir::Value x);
mlir::Value buildTanh(MathBuilder &m, mlir::Value x);
mlir::Value buildErf(MathBuilder &m, mlir::Value x);
/// 1 + erf(x / sqrt 2), right where erf is near -1 too.
mlir::Value buildTwiceNormalCdf(MathBuilder &m, mlir::Value x);
mlir::Value buildAsin(MathBuilder &m, mlir::Value x);
mlir::Value buildAcos(MathBuilder &m, mlir::Value x);
mlir::Value buildAtan(MathBuilder &m, mlir::Value x);
mlir::Value buildPow(MathBuilder &m, mlir::Value x, mlir::Value y);

/// Valid up to |x| = kTrigLimit; the caller takes another way beyond.
constexpr double kTrigLimit = 8192.0;
mlir::Value buildSin(MathBuilder &m, mlir::Value x);
mlir::Value buildCos(MathBuilder &m, mlir::Value x);
mlir::Value buildTan(MathBuilder &m, mlir::Value x);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_FUNCTIONS_H
