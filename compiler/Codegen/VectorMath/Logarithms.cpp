//===- Logarithms.cpp - log and its relatives -----------------------------===//
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

/// x = 2^n * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), and
/// log(1 + f) = f + tail.
struct LogParts {
  Value n, f, tail;
};

LogParts splitLog(MathBuilder &m, Value x) {
  // Subnormals get a normal exponent first.
  Value tiny = m.less(x, m.f(1.17549435e-38));
  Value scaled = m.select(tiny, m.mul(x, m.f(8388608.0)), x);
  Value shift = m.select(tiny, m.i(-23), m.i(0));
  // Exponent relative to sqrt(1/2): subtract its bits, keep the rest.
  constexpr int32_t sqrtHalf = 0x3F3504F3;
  Value offset = m.subi(m.bits(scaled), m.i(sqrtHalf));
  Value exponent = m.shrs(offset, m.i(23));
  Value mantissa =
      m.floatOf(m.addi(m.andi(offset, m.i(0x007FFFFF)), m.i(sqrtHalf)));
  LogParts parts;
  parts.f = m.sub(mantissa, m.f(1.0));
  parts.n =
      arith::SIToFPOp::create(m.b, m.loc, m.f32(), m.addi(exponent, shift));
  Value z = m.mul(parts.f, parts.f);
  Value p =
      m.poly(parts.f, {3.3333331174E-1, -2.4999993993E-1, 2.0000714765E-1,
                       -1.6668057665E-1, 1.4249322787E-1, -1.2420140846E-1,
                       1.1676998740E-1, -1.1514610310E-1, 7.0376836292E-2});
  parts.tail = m.fma(z, m.f(-0.5), m.mul(m.mul(p, parts.f), z));
  return parts;
}

/// 0: -inf; negative or NaN: NaN; +inf: +inf.
Value specialLog(MathBuilder &m, Value x, Value y) {
  double inf = std::numeric_limits<double>::infinity();
  Value zero = m.f(0.0);
  y = m.select(m.cmp(arith::CmpFPredicate::OEQ, x, m.f(inf)), x, y);
  y = m.select(m.cmp(arith::CmpFPredicate::OEQ, x, zero), m.f(-inf), y);
  Value bad = m.cmp(arith::CmpFPredicate::ULT, x, zero);
  return m.select(bad, m.f(std::numeric_limits<double>::quiet_NaN()), y);
}

/// n * ln2 + f + tail, small terms first.
Value sumLog(MathBuilder &m, const LogParts &parts, Value tail) {
  Value y = m.fma(parts.n, m.f(-2.12194440054690583e-4), tail);
  y = m.add(parts.f, y);
  return m.fma(parts.n, m.f(0.693359375), y);
}

} // namespace

Value mlc::buildLog(MathBuilder &m, Value x) {
  LogParts parts = splitLog(m, x);
  return specialLog(m, x, sumLog(m, parts, parts.tail));
}

// log(u) with u = 1 + x rounded, and what the rounding lost: (1 + x - u) / u.
Value mlc::buildLog1p(MathBuilder &m, Value x) {
  Value one = m.f(1.0);
  Value u = m.add(x, one);
  Value lost = m.select(m.less(u, m.f(2.0)), m.sub(x, m.sub(u, one)),
                        m.sub(one, m.sub(u, x)));
  LogParts parts = splitLog(m, u);
  Value tail = m.add(parts.tail, m.div(lost, u));
  Value y = specialLog(m, u, sumLog(m, parts, tail));
  Value isZero = m.cmp(arith::CmpFPredicate::OEQ, x, m.f(0.0));
  return m.select(isZero, x, y); // keeps -0
}

Value mlc::buildLog2(MathBuilder &m, Value x) {
  LogParts parts = splitLog(m, x);
  // times log2(e) = 1 + 0.44: the product's error would be one of the result.
  Value fraction = m.f(0.44269504088896340736);
  Value y = m.mul(parts.tail, fraction);
  y = m.fma(parts.f, fraction, y);
  y = m.add(y, parts.tail);
  y = m.add(y, parts.f);
  return specialLog(m, x, m.add(y, parts.n));
}

Value mlc::buildLog10(MathBuilder &m, Value x) {
  LogParts parts = splitLog(m, x);
  // log10(e) and log10(2), each as a short and a small part.
  Value small = m.f(7.00731903251827651129E-4), large = m.f(4.3359375E-1);
  Value y = m.mul(m.add(parts.f, parts.tail), small);
  y = m.fma(parts.n, m.f(2.48745663981195213739E-4), y);
  y = m.fma(parts.tail, large, y);
  y = m.fma(parts.f, large, y);
  y = m.fma(parts.n, m.f(3.0078125E-1), y);
  return specialLog(m, x, y);
}
