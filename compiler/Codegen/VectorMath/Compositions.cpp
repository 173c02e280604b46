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

Value exp(MathBuilder &m, Value x) { return math::ExpOp::create(m.b, m.loc, x); }
Value expm1(MathBuilder &m, Value x) {
  return math::ExpM1Op::create(m.b, m.loc, x);
}
Value log(MathBuilder &m, Value x) { return math::LogOp::create(m.b, m.loc, x); }
Value log1p(MathBuilder &m, Value x) {
  return math::Log1pOp::create(m.b, m.loc, x);
}

/// exp(a) / 2 without the early overflow.
Value halfExp(MathBuilder &m, Value a) {
  Value h = exp(m, m.mul(a, m.f(0.5)));
  return m.mul(m.mul(h, m.f(0.5)), h);
}

} // namespace

// (t + t / (t + 1)) / 2 with t = expm1(|x|); exp(|x|) / 2 once that is the same.
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

Value mlc::composeErfc(MathBuilder &m, Value x) {
  return m.sub(m.f(1.0), math::ErfOp::create(m.b, m.loc, x));
}

Value mlc::composeRsqrt(MathBuilder &m, Value x) {
  return m.div(m.f(1.0), m.sqrt(x));
}
