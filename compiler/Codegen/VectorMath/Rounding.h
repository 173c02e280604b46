//===- Rounding.h - Nearest integers without conversions --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_ROUNDING_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_ROUNDING_H

#include "compiler/Codegen/VectorMath/MathBuilder.h"

namespace mlc {

/// 1.5 * 2^23: adding it leaves round-to-nearest-even(x) in the low bits, with
/// no float-to-int conversion (undefined on NaN).
constexpr double kRoundMagic = 12582912.0;
constexpr int32_t kRoundMagicBits = 0x4B400000;

struct Rounded {
  mlir::Value asFloat; // nearest integer
  mlir::Value asInt;
};

/// For |scaled| < 2^22; anything (but no poison) for others and NaN.
inline Rounded roundToInt(MathBuilder &m, mlir::Value scaled) {
  mlir::Value shifted = m.add(scaled, m.f(kRoundMagic));
  return {m.sub(shifted, m.f(kRoundMagic)),
          m.subi(m.bits(shifted), m.i(kRoundMagicBits))};
}

/// The same of x * scale.
inline Rounded roundToInt(MathBuilder &m, mlir::Value x, double scale) {
  mlir::Value shifted = m.fma(x, m.f(scale), m.f(kRoundMagic));
  return {m.sub(shifted, m.f(kRoundMagic)),
          m.subi(m.bits(shifted), m.i(kRoundMagicBits))};
}

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_ROUNDING_H
