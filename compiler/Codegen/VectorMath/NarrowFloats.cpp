//===- NarrowFloats.cpp - Conversions of 16-, 8- and 4-bit floats ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/NarrowFloats.h"

using namespace mlir;
using namespace mlc;

std::optional<NarrowFormat> mlc::narrowFormat(Type element) {
  if (isa<Float16Type>(element))
    return NarrowFormat{16, 5, 10, 15, TopCodes::Ieee};
  if (isa<BFloat16Type>(element))
    return NarrowFormat{16, 8, 7, 127, TopCodes::Ieee};
  if (isa<Float8E5M2Type>(element))
    return NarrowFormat{8, 5, 2, 15, TopCodes::Ieee};
  if (isa<Float8E4M3FNType>(element))
    return NarrowFormat{8, 4, 3, 7, TopCodes::NanOnly};
  if (isa<Float8E5M2FNUZType>(element))
    return NarrowFormat{8, 5, 2, 16, TopCodes::Finite, true};
  if (isa<Float8E4M3FNUZType>(element))
    return NarrowFormat{8, 4, 3, 8, TopCodes::Finite, true};
  if (isa<Float8E8M0FNUType>(element))
    return NarrowFormat{8, 8, 0, 127, TopCodes::NanOnly, false, false};
  if (isa<Float4E2M1FNType>(element))
    return NarrowFormat{4, 2, 1, 1, TopCodes::Finite};
  return std::nullopt;
}

namespace {

constexpr auto eq = arith::CmpIPredicate::eq;
constexpr auto ugt = arith::CmpIPredicate::ugt;
constexpr auto uge = arith::CmpIPredicate::uge;
constexpr auto ult = arith::CmpIPredicate::ult;

Value integerBits(MathBuilder &m, Value narrow, unsigned width) {
  Type narrowInt = m.shaped(m.b.getIntegerType(width));
  Value code = arith::BitcastOp::create(m.b, m.loc, narrowInt, narrow);
  return arith::ExtUIOp::create(m.b, m.loc, m.i32(), code);
}

Value fromIntegerBits(MathBuilder &m, Value bits, unsigned width, Type to) {
  Type narrowInt = m.shaped(m.b.getIntegerType(width));
  Value code = arith::TruncIOp::create(m.b, m.loc, narrowInt, bits);
  return arith::BitcastOp::create(m.b, m.loc, to, code);
}

/// f8E8M0: the code is a biased exponent, 255 is NaN.
Value e8m0ToF32(MathBuilder &m, Value code) {
  // Exponent -127 is subnormal in f32.
  Value bits =
      m.select(m.cmpi(eq, code, m.i(0)), m.i(0x00400000), m.shl(code, m.i(23)));
  bits = m.select(m.cmpi(eq, code, m.i(255)), m.i(0x7FC00000), bits);
  return m.floatOf(bits);
}

/// The next power of two upwards, as the standard's Cast rounds by default;
/// negative numbers have no code and give NaN like infinity does, zero gives
/// the smallest code.
Value f32ToE8M0(MathBuilder &m, Value x) {
  Value bits = m.bits(x);
  Value magnitude = m.andi(bits, m.i(0x7FFFFFFF));
  Value rounded = m.shru(m.addi(magnitude, m.i(0x007FFFFF)), m.i(23));
  Value isInfOrNan = m.cmpi(uge, magnitude, m.i(0x7F800000));
  Value negative = m.cmpi(arith::CmpIPredicate::slt, bits, m.i(0));
  Value bad = m.ori(isInfOrNan, negative);
  return m.select(bad, m.i(255), rounded);
}

} // namespace

Value mlc::buildNarrowToF32(MathBuilder &m, Value narrow) {
  NarrowFormat f = *narrowFormat(getElementTypeOrSelf(narrow.getType()));
  Value code = integerBits(m, narrow, f.width);
  if (!f.isSigned)
    return e8m0ToF32(m, code);
  unsigned shift = 23 - f.mantissaBits;
  int32_t magnitudeMask = (1 << (f.width - 1)) - 1;
  Value sign = m.shl(m.andi(code, m.i(1 << (f.width - 1))), m.i(32 - f.width));
  Value magnitude = m.andi(code, m.i(magnitudeMask));
  if (f.exponentBits == 8) // bf16: the upper half of an f32
    return m.floatOf(m.shl(code, m.i(16)));

  // Moved to f32's place the code reads 2^(bias - 127) too small, subnormals
  // included; an exact product of normals puts that right only for normal
  // operands, so subnormal codes take an integer conversion instead.
  Value normal =
      m.addi(m.shl(magnitude, m.i(shift)), m.i((127 - f.bias) << 23));
  Value units = arith::UIToFPOp::create(m.b, m.loc, m.f32(), magnitude);
  double unit = std::ldexp(1.0, 1 - f.bias - int(f.mantissaBits));
  Value subnormal = m.bits(m.mul(units, m.f(unit)));
  Value isSubnormal = m.cmpi(ult, magnitude, m.i(1 << f.mantissaBits));
  Value bits = m.select(isSubnormal, subnormal, normal);

  int32_t top = ((1 << f.exponentBits) - 1) << f.mantissaBits;
  if (f.top == TopCodes::Ieee) {
    Value special = m.ori(m.shl(magnitude, m.i(shift)), m.i(0x7F800000));
    // A signalling NaN comes out quiet, as from any float operation.
    Value isNan = m.cmpi(ugt, magnitude, m.i(top));
    special = m.select(isNan, m.ori(special, m.i(0x00400000)), special);
    bits = m.select(m.cmpi(uge, magnitude, m.i(top)), special, bits);
  } else if (f.top == TopCodes::NanOnly) {
    bits = m.select(m.cmpi(eq, magnitude, m.i(magnitudeMask)), m.i(0x7FC00000),
                    bits);
  }
  bits = m.ori(bits, sign);
  if (f.nanIsNegativeZero)
    bits = m.select(m.cmpi(eq, code, m.i(1 << (f.width - 1))), m.i(0x7FC00000),
                    bits);
  return m.floatOf(bits);
}

Value mlc::buildF32ToNarrow(MathBuilder &m, Value x, Type to) {
  NarrowFormat f = *narrowFormat(getElementTypeOrSelf(to));
  if (!f.isSigned)
    return fromIntegerBits(m, f32ToE8M0(m, x), f.width, to);
  unsigned shift = 23 - f.mantissaBits;
  Value bits = m.bits(x);
  Value sign =
      m.shru(m.andi(bits, m.i(int32_t(0x80000000))), m.i(32 - f.width));
  Value magnitude = m.andi(bits, m.i(0x7FFFFFFF));
  Value isNan = m.cmpi(ugt, magnitude, m.i(0x7F800000));

  // Round to nearest even at bit `shift`: add just under one half, plus the
  // last kept bit. The carry moves into the exponent by itself.
  auto roundAt = [&](Value value) {
    Value last = m.andi(m.shru(value, m.i(shift)), m.i(1));
    return m.shru(m.addi(value, m.addi(m.i((1 << (shift - 1)) - 1), last)),
                  m.i(shift));
  };
  Value code;
  if (f.exponentBits == 8) {
    code = roundAt(magnitude); // subnormals line up too
  } else {
    int32_t rebias = (127 - f.bias) << 23;
    Value normal = roundAt(m.subi(magnitude, m.i(rebias)));
    // Below the smallest normal: adding 2^k aligns the last place of the sum
    // with the subnormal unit, so the adder rounds; its low bits are the code.
    int exponent = 1 - f.bias - int(f.mantissaBits) + 23;
    Value aligner = m.f(std::ldexp(1.0, exponent));
    Value subnormal =
        m.subi(m.bits(m.add(m.floatOf(magnitude), aligner)), m.bits(aligner));
    Value isSubnormal =
        m.cmpi(ult, magnitude, m.i(int32_t(128 - f.bias) << 23));
    code = m.select(isSubnormal, subnormal, normal);
  }

  int32_t magnitudeMask = (1 << (f.width - 1)) - 1;
  int32_t top = ((1 << f.exponentBits) - 1) << f.mantissaBits;
  Value nanCode;
  // Everything from `limit` on, counted in f32 bits before rounding, is beyond
  // the format: compare there, since the code may have wrapped around.
  if (f.top == TopCodes::Ieee) {
    Value overflow =
        m.cmpi(uge, magnitude,
               m.i(int32_t(127 + (1 << f.exponentBits) - 1 - f.bias) << 23));
    if (f.exponentBits != 8)
      code = m.select(overflow, m.i(top), code);
    nanCode = m.i(top | (1 << (f.mantissaBits - 1)));
  } else {
    // Largest finite code; its successor in f32 terms, rounded, overflows.
    int32_t largest =
        f.top == TopCodes::NanOnly ? magnitudeMask - 1 : magnitudeMask;
    Value overflow =
        m.ori(m.cmpi(uge, magnitude,
                     m.i(int32_t(127 + (1 << f.exponentBits) - f.bias) << 23)),
              m.cmpi(ugt, code, m.i(largest)));
    if (f.nanIsNegativeZero) {
      nanCode = m.i(1 << (f.width - 1));
      Value bad = m.ori(overflow, isNan);
      // -0 would be NaN: zero has no sign.
      Value isZero = m.cmpi(eq, code, m.i(0));
      Value withSign = m.select(isZero, code, m.ori(code, sign));
      return fromIntegerBits(m, m.select(bad, nanCode, withSign), f.width, to);
    }
    if (f.top == TopCodes::NanOnly) {
      code = m.select(overflow, m.i(magnitudeMask), code);
      nanCode = m.i(magnitudeMask);
    } else {
      // f4E2M1 has no infinity, the largest value stands for it, and no NaN:
      // that becomes -0 whatever its sign, as the standard's test data say.
      code = m.select(overflow, m.i(magnitudeMask), code);
      Value withSign = m.ori(code, sign);
      Value negativeZero = m.i(1 << (f.width - 1));
      return fromIntegerBits(m, m.select(isNan, negativeZero, withSign),
                             f.width, to);
    }
  }
  code = m.select(isNan, nanCode, code);
  return fromIntegerBits(m, m.ori(code, sign), f.width, to);
}

Value mlc::buildF64ToF32RoundToOdd(MathBuilder &m, Value x) {
  OpBuilder &b = m.b;
  Type f64 = x.getType();
  Value y = arith::TruncFOp::create(b, m.loc, m.f32(), x);
  Value back = arith::ExtFOp::create(b, m.loc, f64, y);
  // Inexact: step to the neighbour towards zero if y went away from it, then
  // set the last bit. Overflow to infinity stays: every narrow format
  // overflows there as well.
  Value inexact =
      arith::CmpFOp::create(b, m.loc, arith::CmpFPredicate::ONE, back, x);
  Value away = arith::CmpFOp::create(b, m.loc, arith::CmpFPredicate::OGT,
                                     math::AbsFOp::create(b, m.loc, back),
                                     math::AbsFOp::create(b, m.loc, x));
  Value bits = m.bits(y);
  Value stepped = m.select(away, m.subi(bits, m.i(1)), bits);
  Value odd = m.ori(stepped, m.i(1));
  return m.floatOf(m.select(inexact, odd, bits));
}
