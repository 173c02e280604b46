//===- Compositions.cpp - Functions made of other functions ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Compositions.h"

using namespace mlir;
using namespace mlc;

namespace {

Value exp(MathBuilder &m, Value x) {
  return math::ExpOp::create(m.b, m.loc, x);
}
Value expm1(MathBuilder &m, Value x) {
  return math::ExpM1Op::create(m.b, m.loc, x);
}
Value log(MathBuilder &m, Value x) {
  return math::LogOp::create(m.b, m.loc, x);
}
Value log1p(MathBuilder &m, Value x) {
  return math::Log1pOp::create(m.b, m.loc, x);
}

/// exp(a) / 2 without the early overflow.
Value halfExp(MathBuilder &m, Value a) {
  Value h = exp(m, m.mul(a, m.f(0.5)));
  return m.mul(m.mul(h, m.f(0.5)), h);
}

} // namespace

// (t + t / (t + 1)) / 2 with t = expm1(|x|); exp(|x|) / 2 once that is the
// same.
Value mlc::composeSinh(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value t = expm1(m, m.atMost(a, m.f(30.0)));
  Value small = m.mul(m.f(0.5), m.add(t, m.div(t, m.add(t, m.f(1.0)))));
  Value y = m.select(m.greater(a, m.f(25.0)), halfExp(m, a), small);
  return m.copysign(y, x);
}

Value mlc::composeCosh(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value e = exp(m, m.atMost(a, m.f(30.0)));
  Value small = m.mul(m.f(0.5), m.add(e, m.div(m.f(1.0), e)));
  return m.select(m.greater(a, m.f(25.0)), halfExp(m, a), small);
}

// t / (t + 2) with t = expm1(2|x|).
Value mlc::composeTanh(MathBuilder &m, Value x) {
  Value t = expm1(m, m.mul(m.atMost(m.abs(x), m.f(22.0)), m.f(2.0)));
  return m.copysign(m.div(t, m.add(t, m.f(2.0))), x);
}

// log1p(a + a^2 / (1 + sqrt(a^2 + 1))), for large a: log(a) + log(2).
Value mlc::composeAsinh(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value one = m.f(1.0);
  Value c = m.atMost(a, m.f(1e9));
  Value s = m.mul(c, c);
  Value root = m.add(one, m.sqrt(m.add(s, one)));
  Value small = log1p(m, m.add(c, m.div(s, root)));
  Value big = m.add(log(m, a), m.f(0.693147180559945309));
  return m.copysign(m.select(m.greater(a, m.f(5e8)), big, small), x);
}

// log1p(t + sqrt(2t + t^2)) with t = x - 1; NaN below 1 from the square root.
Value mlc::composeAcosh(MathBuilder &m, Value x) {
  Value t = m.sub(m.atMost(x, m.f(1e9)), m.f(1.0));
  Value root = m.sqrt(m.add(m.mul(m.f(2.0), t), m.mul(t, t)));
  Value small = log1p(m, m.add(t, root));
  // For x < 1 the sum under the root is negative for x > -1 only.
  Value nan = m.f(std::numeric_limits<double>::quiet_NaN());
  small = m.select(m.less(x, m.f(1.0)), nan, small);
  Value big = m.add(log(m, x), m.f(0.693147180559945309));
  return m.select(m.greater(x, m.f(5e8)), big, small);
}

// log1p(2a / (1 - a)) / 2.
Value mlc::composeAtanh(MathBuilder &m, Value x) {
  Value a = m.abs(x);
  Value q = m.div(m.add(a, a), m.sub(m.f(1.0), a));
  return m.copysign(m.mul(m.f(0.5), log1p(m, q)), x);
}

// After fdlibm: rational functions on [0, 0.84375), up to 1.25, 2.857 and 6.
Value mlc::composeErf(MathBuilder &m, Value x) {
  Value a = m.abs(x), one = m.f(1.0);
  Value z = m.mul(x, x);
  Value inner = m.div(
      m.poly(z, {1.28379167095512558561e-01, -3.25042107247001499370e-01,
                 -2.84817495755985104766e-02, -5.77027029648944159157e-03,
                 -2.37630166566501626084e-05}),
      m.poly(z, {1.0, 3.97917223959155352819e-01, 6.50222499887672944485e-02,
                 5.08130628187576562776e-03, 1.32494738004321644526e-04,
                 -3.96022827877536812320e-06}));
  inner = m.fma(x, inner, x);

  Value s = m.sub(a, one);
  Value near = m.div(
      m.poly(s, {-2.36211856075265944077e-03, 4.14856118683748331666e-01,
                 -3.72207876035701323847e-01, 3.18346619901161753674e-01,
                 -1.10894694282396677476e-01, 3.54783043256182359371e-02,
                 -2.16637559486879084300e-03}),
      m.poly(s, {1.0, 1.06420880400844228286e-01, 5.40397917702171048937e-01,
                 7.18286544141962662868e-02, 1.26171219808761642112e-01,
                 1.36370839120290507362e-02, 1.19844998467991074170e-02}));
  near = m.add(m.f(8.45062911510467529297e-01), near);

  // 1 - exp(-x^2 - 0.5625 + R(1/x^2)) / x.
  Value c = m.atMost(m.atLeast(a, m.f(1.0)), m.f(6.0));
  Value q = m.div(one, m.mul(c, c));
  Value middle = m.div(
      m.poly(q, {-9.86494403484714822705e-03, -6.93858572707181764372e-01,
                 -1.05586262253232909814e+01, -6.23753324503260060396e+01,
                 -1.62396669462573470355e+02, -1.84605092906711035994e+02,
                 -8.12874355063065934246e+01, -9.81432934416914548592e+00}),
      m.poly(q, {1.0, 1.96512716674392571292e+01, 1.37657754143519042600e+02,
                 4.34565877475229228821e+02, 6.45387271733267880336e+02,
                 4.29008140027567833386e+02, 1.08635005541779435134e+02,
                 6.57024977031928170135e+00, -6.04244152148580987438e-02}));
  Value far = m.div(
      m.poly(q, {-9.86494292470009928597e-03, -7.99283237680523006574e-01,
                 -1.77579549177547519889e+01, -1.60636384855821916062e+02,
                 -6.37566443368389627722e+02, -1.02509513161107724954e+03,
                 -4.83519191608651397019e+02}),
      m.poly(q, {1.0, 3.03380607434824582924e+01, 3.25792512996573918826e+02,
                 1.53672958608443695994e+03, 3.19985821950859553908e+03,
                 2.55305040643316442583e+03, 4.74528541206955367215e+02,
                 -2.24409524465858183362e+01}));
  Value r = m.select(m.less(c, m.f(1.0 / 0.35)), middle, far);
  Value e = exp(m, m.add(m.sub(m.f(-0.5625), m.mul(c, c)), r));
  Value outer = m.sub(one, m.div(e, c));

  Value tail = m.select(m.less(a, m.f(1.25)), near, outer);
  Value y = m.select(m.less(a, m.f(0.84375)), inner, m.copysign(tail, x));
  return m.select(m.cmp(arith::CmpFPredicate::UNO, x, x), x, y);
}

Value mlc::composeErfc(MathBuilder &m, Value x) {
  return m.sub(m.f(1.0), math::ErfOp::create(m.b, m.loc, x));
}

Value mlc::composeRsqrt(MathBuilder &m, Value x) {
  return m.div(m.f(1.0), m.sqrt(x));
}
