//===- Trigonometric.cpp - Sine, cosine and their inverses ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Functions.h"
#include "compiler/Codegen/VectorMath/Rounding.h"

using namespace mlir;
using namespace mlc;

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

/// r alone would carry half a ulp of its own into the result, and near
/// multiples of pi/2 much more; `low` keeps what rounding r lost.
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
  Value low =
      m.sub(m.add(error1, error2), m.mul(n, m.f(2.5633440682570896e-12)));
  return {r, low, rounded.asInt};
}

Value sinPolynomial(MathBuilder &m, const Reduced &x, Value z) {
  Value p =
      m.poly(z, {-1.66666672e-1, 8.33338592e-3, -1.98559923e-4, 2.86567956e-6});
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
  Value y =
      m.select(odd, cosPolynomial(m, reduced, z), sinPolynomial(m, reduced, z));
  Value sign = m.shl(m.andi(q, m.i(2)), m.i(30));
  return m.floatOf(m.xori(m.bits(y), sign));
}

} // namespace

Value mlc::buildSin(MathBuilder &m, Value x) { return sinOrCos(m, x, 0); }
Value mlc::buildCos(MathBuilder &m, Value x) { return sinOrCos(m, x, 1); }

// sin / cos, in odd quadrants -cos / sin.
Value mlc::buildTan(MathBuilder &m, Value x) {
  Reduced reduced = reduceQuadrant(m, x);
  Value z = m.mul(reduced.r, reduced.r);
  Value odd = m.cmpi(arith::CmpIPredicate::ne, m.andi(reduced.quadrant, m.i(1)),
                     m.i(0));
  Value sine = sinPolynomial(m, reduced, z);
  Value cosine = cosPolynomial(m, reduced, z);
  return m.div(m.select(odd, m.neg(cosine), sine), m.select(odd, sine, cosine));
}

namespace {

/// asin(x) for 0 <= x <= 1/2, z = x^2.
Value asinPolynomial(MathBuilder &m, Value x, Value z) {
  Value p = m.poly(z, {1.6666752422E-1, 7.4953002686E-2, 4.5470025998E-2,
                       2.4181311049E-2, 4.2163199048E-2});
  return m.fma(m.mul(p, z), x, x);
}

/// pi/2 and pi with what f32 cannot hold of them.
constexpr double kHalfPi = 1.57079637050628662109375;
constexpr double kHalfPiLow = -4.371138828673793e-08;

} // namespace

// Above 1/2: pi/2 - 2 asin(sqrt((1 - |x|) / 2)).
Value mlc::buildAsin(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value large = m.greater(a, m.f(0.5));
  Value half = m.mul(m.f(0.5), m.sub(m.f(1.0), a));
  Value z = m.select(large, half, m.mul(a, a));
  Value r = m.select(large, m.sqrt(half), a);
  Value p = asinPolynomial(m, r, z);
  Value folded = m.sub(m.f(kHalfPi), m.sub(m.add(p, p), m.f(kHalfPiLow)));
  return m.copysign(m.select(large, folded, p), x);
}

Value mlc::buildAcos(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value large = m.greater(a, m.f(0.5));
  Value half = m.mul(m.f(0.5), m.sub(m.f(1.0), a));
  Value z = m.select(large, half, m.mul(a, a));
  Value r = m.select(large, m.sqrt(half), a);
  Value p = asinPolynomial(m, r, z);
  Value twice = m.add(p, p);
  Value negative = m.less(x, m.f(0.0));
  Value pi = m.f(2 * kHalfPi), piLow = m.f(2 * kHalfPiLow);
  Value outer = m.select(negative, m.sub(pi, m.sub(twice, piLow)), twice);
  Value inner = m.sub(m.f(kHalfPi), m.sub(m.copysign(p, x), m.f(kHalfPiLow)));
  return m.select(large, outer, inner);
}

// |x| > tan(3 pi/8): pi/2 - atan(1/|x|); > tan(pi/8): pi/4 + atan((|x| - 1) /
// (|x| + 1)).
Value mlc::buildAtan(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value one = m.f(1.0);
  Value high = m.greater(a, m.f(2.414213562373095));
  Value middle = m.greater(a, m.f(0.4142135623730950));
  Value top = m.select(high, m.f(-1.0), m.select(middle, m.sub(a, one), a));
  Value bottom = m.select(high, a, m.select(middle, m.add(a, one), one));
  Value r = m.div(top, bottom);
  Value z = m.mul(r, r);
  Value p = m.poly(z, {-3.33329491539E-1, 1.99777106478E-1, -1.38776856032E-1,
                       8.05374449538e-2});
  Value base = m.select(high, m.f(kHalfPi),
                        m.select(middle, m.f(kHalfPi / 2), m.f(0.0)));
  Value low = m.select(high, m.f(kHalfPiLow),
                       m.select(middle, m.f(kHalfPiLow / 2), m.f(0.0)));
  Value y = m.add(base, m.add(r, m.fma(m.mul(p, z), r, low)));
  return m.copysign(y, x);
}
