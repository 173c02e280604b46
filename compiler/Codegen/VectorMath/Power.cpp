//===- Power.cpp - x to the y ---------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Functions.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr auto oeq = arith::CmpFPredicate::OEQ;

/// log2 of a positive normal f64, to about 1e-12 relative.
Value log2Wide(MathBuilder &m, Value x) {
  OpBuilder &b = m.b;
  Type i64 = m.shaped(b.getI64Type());
  auto bits = [&](Value v) -> Value {
    return arith::BitcastOp::create(b, m.loc, i64, v);
  };
  constexpr int64_t sqrtHalf = 0x3FE6A09E667F3BCDll;
  Value offset = m.subi(bits(x), m.iN(64, sqrtHalf));
  Value exponent = m.shrs(offset, m.iN(64, 52));
  Value mantissaBits =
      m.addi(m.andi(offset, m.iN(64, (1ll << 52) - 1)), m.iN(64, sqrtHalf));
  Value mantissa = arith::BitcastOp::create(b, m.loc, m.like, mantissaBits);
  // The exponent is small: through i32, which every level converts fast.
  Value narrow = arith::TruncIOp::create(b, m.loc, m.i32(), exponent);
  Value n = arith::SIToFPOp::create(b, m.loc, m.like, narrow);
  // log(v) = 2 atanh(s), s = (v - 1) / (v + 1), |s| <= 0.172.
  Value one = m.f(1.0);
  Value s = m.div(m.sub(mantissa, one), m.add(mantissa, one));
  Value z = m.mul(s, s);
  Value series = m.poly(z, {1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11,
                            1.0 / 13, 1.0 / 15, 1.0 / 17});
  Value scaled = m.mul(s, m.f(2 * 1.44269504088896340736));
  return m.fma(scaled, series, n);
}

/// 2^p for |p| <= 300, to about 1e-11 relative.
Value exp2Wide(MathBuilder &m, Value p) {
  OpBuilder &b = m.b;
  Type i64 = m.shaped(b.getI64Type());
  Value magic = m.f(6755399441055744.0); // 1.5 * 2^52
  Value shifted = m.add(p, magic);
  Value r = m.mul(m.sub(p, m.sub(shifted, magic)), m.f(0.69314718055994530942));
  Value series = m.poly(r, {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120,
                            1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880});
  // The integer stands in the low bits of `shifted`.
  Value n = arith::BitcastOp::create(b, m.loc, i64, shifted);
  Value exponent = m.shl(m.addi(n, m.iN(64, 1023)), m.iN(64, 52));
  Value scale = arith::BitcastOp::create(b, m.loc, m.like, exponent);
  return m.mul(series, scale);
}

} // namespace

Value mlc::buildPow(MathBuilder &m, Value x, Value y) {
  // Constant exponents of everyday models.
  FloatAttr constant;
  DenseFPElementsAttr dense;
  if (matchPattern(y, m_Constant(&dense)) && dense.isSplat())
    constant = dense.getSplatValue<FloatAttr>();
  else
    matchPattern(y, m_Constant(&constant));
  if (constant) {
    double e = constant.getValueAsDouble();
    if (e == 1)
      return x;
    if (e == 2)
      return m.mul(x, x);
    if (e == 3)
      return m.mul(m.mul(x, x), x);
    if (e == -1)
      return m.div(m.f(1.0), x);
  }

  OpBuilder &b = m.b;
  Type wide = m.shaped(b.getF64Type());
  MathBuilder w(b, m.loc, wide, m.hasFma);
  auto ext = [&](Value v) -> Value {
    return arith::ExtFOp::create(b, m.loc, wide, v);
  };
  double inf = std::numeric_limits<double>::infinity();
  Value zero = m.f(0.0), one = m.f(1.0), infinity = m.f(inf);
  Value a = m.abs(x);
  // |x|^y in f64: one rounding to f32 at the end, subnormals included.
  Value logarithm = log2Wide(w, ext(a));
  Value isZero = m.cmp(oeq, a, zero), isInf = m.cmp(oeq, a, infinity);
  logarithm = w.select(isZero, w.f(-inf), w.select(isInf, w.f(inf), logarithm));
  Value p = w.mul(ext(y), logarithm);
  p = w.atLeast(w.atMost(p, w.f(300.0)), w.f(-300.0));
  Value r = arith::TruncFOp::create(b, m.loc, m.like, exp2Wide(w, p));

  // A NaN went through p but its bits made nonsense of the scale.
  auto isNan = [&](Value v) { return m.cmp(arith::CmpFPredicate::UNO, v, v); };
  auto either = [&](Value u, Value v) -> Value {
    return arith::OrIOp::create(b, m.loc, u, v);
  };
  auto both = [&](Value u, Value v) -> Value {
    return arith::AndIOp::create(b, m.loc, u, v);
  };
  Value nan = m.f(std::numeric_limits<double>::quiet_NaN());
  Value whole = m.cmp(oeq, math::TruncOp::create(b, m.loc, y), y);
  Value halfY = m.mul(y, m.f(0.5));
  Value odd = both(whole, m.cmp(arith::CmpFPredicate::ONE,
                                math::TruncOp::create(b, m.loc, halfY), halfY));
  // A negative base: the sign of an odd power, no value for a fraction.
  Value negative = m.cmpi(arith::CmpIPredicate::slt, m.bits(x), m.i(0));
  r = m.select(both(negative, odd), m.neg(r), r);
  Value finite = m.cmp(arith::CmpFPredicate::ONE, a, infinity);
  Value fraction =
      m.cmp(arith::CmpFPredicate::ONE, math::TruncOp::create(b, m.loc, y), y);
  Value undefined = both(both(m.less(x, zero), finite), fraction);
  r = m.select(either(undefined, either(isNan(x), isNan(y))), nan, r);
  // (+-1)^(+-inf) = 1; 1^y = x^0 = 1, even for NaN.
  Value infiniteY = m.cmp(oeq, m.abs(y), infinity);
  Value unit = both(m.cmp(oeq, a, one), infiniteY);
  unit = either(unit, either(m.cmp(oeq, x, one), m.cmp(oeq, y, zero)));
  return m.select(unit, one, r);
}
