//===- NarrowFloats.h - Conversions of 16-, 8- and 4-bit floats -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_NARROWFLOATS_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_NARROWFLOATS_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

#include <optional>

namespace mlc {

/// What the codes with all exponent bits set mean.
enum class TopCodes {
  Ieee,    // mantissa 0: infinity, else NaN
  NanOnly, // all mantissa bits set: NaN, else finite ("FN")
  Finite,  // finite as well ("UZ": NaN is the code of -0; f4: no NaN at all)
};

struct NarrowFormat {
  unsigned width;
  unsigned exponentBits;
  unsigned mantissaBits;
  int bias;
  TopCodes top;
  bool nanIsNegativeZero = false; // "UZ"
  bool isSigned = true;           // f8E8M0 has neither sign nor mantissa
};

/// The format of f16, bf16, f8*, f4E2M1FN; nothing for other types.
std::optional<NarrowFormat> narrowFormat(mlir::Type element);

/// `m.like` is the f32 type of the same shape.
mlir::Value buildNarrowToF32(MathBuilder &m, mlir::Value narrow);
mlir::Value buildF32ToNarrow(MathBuilder &m, mlir::Value f32, mlir::Type to);
/// An inexact result gets an odd last bit, so that rounding it once more, to
/// any narrower format, gives the correctly rounded value.
mlir::Value buildF64ToF32RoundToOdd(MathBuilder &m, mlir::Value f64);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_NARROWFLOATS_H
