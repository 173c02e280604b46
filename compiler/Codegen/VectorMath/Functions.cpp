//===- Functions.cpp - f32 functions as polynomials -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Functions.h"

using namespace mlir;
using namespace mlc;

namespace {

/// 1.5 * 2^23: adding it leaves round-to-nearest-even(x) in the low bits, with
/// no float-to-int conversion (undefined on NaN).
constexpr double kRoundMagic = 12582912.0;
constexpr int32_t kRoundMagicBits = 0x4B400000;

struct Rounded {
  Value asFloat; // nearest integer
  Value asInt;
};

Rounded roundToInt(MathBuilder &m, Value scaled) {
  Value shifted = m.add(scaled, m.f(kRoundMagic));
  return {m.sub(shifted, m.f(kRoundMagic)),
          m.subi(m.bits(shifted), m.i(kRoundMagicBits))};
}

/// p * 2^n for n in [-252, 254]: two factors, so that overflow and subnormal
/// results come out of the last multiplication with one rounding.
Value scaleByPowerOfTwo(MathBuilder &m, Value p, Value n) {
  auto powerOfTwo = [&](Value e) {
    return m.floatOf(m.shl(m.addi(e, m.i(127)), m.i(23)));
  };
  Value half = m.shrs(n, m.i(1));
  Value rest = m.subi(n, half);
  return m.mul(m.mul(p, powerOfTwo(half)), powerOfTwo(rest));
}

} // namespace

// exp(x) = 2^n * exp(r), r in [-ln2/2, ln2/2]. The upper part of ln2 has 9
// bits, so n * upper is exact without FMA too.
Value mlc::buildExp(MathBuilder &m, Value x) {
  // Beyond the bounds the result is 0 or infinity in any case.
  x = m.atLeast(m.atMost(x, m.f(89.0)), m.f(-104.0));
  Rounded n = roundToInt(m, m.mul(x, m.f(1.44269504088896341)));
  Value r = m.fma(n.asFloat, m.f(-0.693359375), x);
  r = m.fma(n.asFloat, m.f(2.12194440054690583e-4), r);
  Value tail = m.poly(r, {5.0000001201E-1, 1.6666665459E-1, 4.1665795894E-2,
                          8.3334519073E-3, 1.3981999507E-3, 1.9875691500E-4});
  Value p = m.add(m.fma(m.mul(tail, r), r, r), m.f(1.0));
  return scaleByPowerOfTwo(m, p, n.asInt);
}

// log(x) = n * ln2 + log(1 + f), 1 + f in [sqrt(1/2), sqrt(2)).
Value mlc::buildLog(MathBuilder &m, Value x) {
  Value one = m.f(1.0);
  // Subnormals get a normal exponent first.
  Value tiny = m.less(x, m.f(1.17549435e-38));
  Value scaled = m.select(tiny, m.mul(x, m.f(8388608.0)), x);
  Value shift = m.select(tiny, m.i(-23), m.i(0));
  // Exponent relative to sqrt(1/2): subtract its bits, keep the rest.
  constexpr int32_t sqrtHalf = 0x3F3504F3;
  Value offset = m.subi(m.bits(scaled), m.i(sqrtHalf));
  Value exponent = m.shrs(offset, m.i(23));
  Value mantissa = m.floatOf(
      m.addi(m.andi(offset, m.i(0x007FFFFF)), m.i(sqrtHalf)));
  Value f = m.sub(mantissa, one);
  Value n = arith::SIToFPOp::create(m.b, m.loc, m.f32(), m.addi(exponent, shift));
  Value z = m.mul(f, f);
  Value p = m.poly(f, {3.3333331174E-1, -2.4999993993E-1, 2.0000714765E-1,
                       -1.6668057665E-1, 1.4249322787E-1, -1.2420140846E-1,
                       1.1676998740E-1, -1.1514610310E-1, 7.0376836292E-2});
  Value y = m.mul(m.mul(p, f), z);
  y = m.fma(n, m.f(-2.12194440054690583e-4), y);
  y = m.fma(z, m.f(-0.5), y);
  y = m.add(f, y);
  y = m.fma(n, m.f(0.693359375), y);
  // x = 0: -inf; x < 0 or NaN: NaN; +inf: +inf.
  double inf = std::numeric_limits<double>::infinity();
  Value zero = m.f(0.0);
  y = m.select(m.cmp(arith::CmpFPredicate::OEQ, x, m.f(inf)), x, y);
  y = m.select(m.cmp(arith::CmpFPredicate::OEQ, x, zero), m.f(-inf), y);
  Value bad = m.cmp(arith::CmpFPredicate::ULT, x, zero);
  return m.select(bad, m.f(std::numeric_limits<double>::quiet_NaN()), y);
}

// |x| < 0.625: odd polynomial, else 1 - 2 / (exp(2x) + 1).
Value mlc::buildTanh(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value z = m.mul(x, x);
  Value p = m.poly(z, {-3.33332819422E-1, 1.33314422036E-1, -5.37397155531E-2,
                       2.06390887954E-2, -5.70498872745E-3});
  Value small = m.fma(m.mul(p, z), x, x);
  // Above 9.02 the result is 1; the bound keeps exp far from overflow.
  Value e = buildExp(m, m.mul(m.atMost(a, m.f(9.5)), m.f(2.0)));
  Value big = m.sub(m.f(1.0), m.div(m.f(2.0), m.add(e, m.f(1.0))));
  return m.select(m.less(a, m.f(0.625)), small, m.copysign(big, x));
}

// After N. Juffa: |x| < 0.93 an odd polynomial, else 1 - exp(polynomial).
Value mlc::buildErf(MathBuilder &m, Value x) {
  Value t = m.abs(x);
  Value s = m.mul(x, x);
  Value p = m.poly(s, {1.28379166e-1, -3.76125336e-1, 1.12819925e-1,
                       -2.67681349e-2, 4.99119423e-3, -5.96761703e-4});
  Value small = m.fma(p, x, x);
  // erf(3.93) rounds to 1, and exp stays normal below the bound.
  Value c = m.atMost(t, m.f(4.0));
  Value q = m.poly(c, {-1.28717512e-1, -6.34846687e-1, -1.06777877e-1,
                       2.42546219e-2, -3.88396438e-3, 3.83197126e-4,
                       -1.72853470e-5});
  Value e = buildExp(m, m.fma(q, c, m.neg(c)));
  Value big = m.copysign(m.sub(m.f(1.0), e), x);
  return m.select(m.less(t, m.f(0.927734375)), small, big);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

namespace {

struct Reduced {
  Value r, low;   // r + low = x - quadrant * pi/2, r in [-pi/4, pi/4]
  Value quadrant; // i32
};

/// a + b and the error of that sum, by Knuth.
std::pair<Value, Value> twoSum(MathBuilder &m, Value a, Value b) {
  Value sum = m.add(a, b);
  Value fromB = m.sub(sum, a);
  Value error = m.add(m.sub(a, m.sub(sum, fromB)), m.sub(b, fromB));
  return {sum, error};
}

/// r alone would carry half a ulp of its own into the result, and near multiples
/// of pi/2 much more; `low` keeps what rounding r lost.
Reduced reduceQuadrant(MathBuilder &m, Value x) {
  Rounded rounded = roundToInt(m, m.mul(x, m.f(0.636619772367581343)));
  Value n = rounded.asFloat;
  if (m.hasFma) {
    // pi/2 in three parts; the first difference is exact inside the FMA.
    Value middle = m.f(4.371138828673793e-08);
    Value a = m.fma(n, m.f(-1.57079637050628662109375), x);
    Value product = m.mul(n, middle);
    Value lost = m.fma(n, middle, m.neg(product));
    auto [r, error] = twoSum(m, a, product);
    Value low = m.fma(n, m.f(1.7151245100058819e-15), m.add(error, lost));
    return {r, low, rounded.asInt};
  }
  // Parts so short that n * part is exact for n < 2^13.
  Value a = m.sub(x, m.mul(n, m.f(1.5703125)));
  auto [s, error1] = twoSum(m, a, m.mul(n, m.f(-0.0004837512969970703)));
  auto [r, error2] = twoSum(m, s, m.mul(n, m.f(-7.549533620476723e-08)));
  Value low = m.sub(m.add(error1, error2),
                    m.mul(n, m.f(2.5633440682570896e-12)));
  return {r, low, rounded.asInt};
}

Value sinPolynomial(MathBuilder &m, const Reduced &x, Value z) {
  Value p = m.poly(z, {-1.66666672e-1, 8.33338592e-3, -1.98559923e-4,
                       2.86567956e-6});
  return m.add(x.r, m.fma(m.mul(x.r, z), p, x.low));
}

Value cosPolynomial(MathBuilder &m, const Reduced &x, Value z) {
  // 1 - z/2 and its rounding error apart.
  Value half = m.mul(z, m.f(0.5));
  Value one = m.f(1.0);
  Value head = m.sub(one, half);
  Value lost = m.sub(m.sub(one, head), half);
  Value p = m.poly(z, {4.16666567e-2, -1.38877297e-3, 2.44677067e-5});
  Value tail = m.fma(m.mul(z, z), p, m.sub(lost, m.mul(x.r, x.low)));
  return m.add(head, tail);
}

/// `turn`: 0 for sine, 1 for cosine (a quarter turn ahead).
Value sinOrCos(MathBuilder &m, Value x, int turn) {
  Reduced reduced = reduceQuadrant(m, x);
  Value q = turn ? m.addi(reduced.quadrant, m.i(turn)) : reduced.quadrant;
  Value z = m.mul(reduced.r, reduced.r);
  Value odd = m.cmpi(arith::CmpIPredicate::ne, m.andi(q, m.i(1)), m.i(0));
  Value y = m.select(odd, cosPolynomial(m, reduced, z),
                     sinPolynomial(m, reduced, z));
  Value sign = m.shl(m.andi(q, m.i(2)), m.i(30));
  return m.floatOf(m.xori(m.bits(y), sign));
}

} // namespace

Value mlc::buildSin(MathBuilder &m, Value x) { return sinOrCos(m, x, 0); }
Value mlc::buildCos(MathBuilder &m, Value x) { return sinOrCos(m, x, 1); }
