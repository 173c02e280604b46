//===- Exponentials.cpp - exp and what is made of it ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Functions.h"
#include "compiler/Codegen/VectorMath/LookUp.h"
#include "compiler/Codegen/VectorMath/Rounding.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlc;

namespace {

#include "compiler/Codegen/VectorMath/TanhTable.inc"

Value powerOfTwo(MathBuilder &m, Value exponent) {
  return m.floatOf(m.shl(m.addi(exponent, m.i(127)), m.i(23)));
}

/// p * 2^n for n in [-252, 254]: two factors, so that overflow and subnormal
/// results come out of the last multiplication with one rounding.
Value scaleByPowerOfTwo(MathBuilder &m, Value p, const Rounded &n) {
  if (m.hasScale) {
    std::string name = "llvm.ldexp.f32.i32";
    // The instruction takes n as a float; ldexp would make n one again.
    if (auto vector = dyn_cast<VectorType>(p.getType());
        vector && vector.getNumElements() == 16) {
      Value all =
          arith::ConstantOp::create(m.b, m.loc, m.b.getI16IntegerAttr(-1));
      Value currentRounding =
          arith::ConstantOp::create(m.b, m.loc, m.b.getI32IntegerAttr(4));
      return LLVM::CallIntrinsicOp::create(
                 m.b, m.loc, p.getType(),
                 m.b.getStringAttr("llvm.x86.avx512.mask.scalef.ps.512"),
                 ValueRange{p, n.asFloat, p, all, currentRounding})
          ->getResult(0);
    }
    if (auto vector = dyn_cast<VectorType>(p.getType())) {
      std::string lanes = std::to_string(vector.getNumElements());
      name = "llvm.ldexp.v" + lanes + "f32.v" + lanes + "i32";
    }
    return LLVM::CallIntrinsicOp::create(m.b, m.loc, p.getType(),
                                         m.b.getStringAttr(name),
                                         ValueRange{p, n.asInt})
        ->getResult(0);
  }
  Value half = m.shrs(n.asInt, m.i(1));
  Value rest = m.subi(n.asInt, half);
  return m.mul(m.mul(p, powerOfTwo(m, half)), powerOfTwo(m, rest));
}

/// (exp(r) - 1 - r) / r^2 for |r| <= ln2 / 2.
Value expTail(MathBuilder &m, Value r) {
  return m.poly(r, {5.0000001201E-1, 1.6666665459E-1, 4.1665795894E-2,
                    8.3334519073E-3, 1.3981999507E-3, 1.9875691500E-4});
}

/// exp(r) - 1.
Value expm1Reduced(MathBuilder &m, Value r) {
  return m.fma(m.mul(expTail(m, r), r), r, r);
}

/// exp(r) for |r| <= ln2 / 2. Without FMA what is lost of r in 1 + r joins the
/// small terms, so that only the last addition rounds at full size; with it the
/// plain polynomial stays below 0.9 ulp.
Value expReduced(MathBuilder &m, Value r) {
  if (m.hasFma)
    return m.poly(r, {1.0, 1.0, 4.9999994040E-1, 1.6666515172E-1,
                      4.1668456048E-2, 8.3694187924E-3, 1.3813142432E-3});
  Value one = m.f(1.0);
  Value sum = m.add(r, one);
  Value lost = m.sub(r, m.sub(sum, one));
  Value tail = m.mul(expTail(m, r), r);
  return m.add(sum, m.fma(tail, r, lost));
}

struct Reduced {
  Value r;
  Rounded n;
};

/// x = n * ln2 + r. The upper part of ln2 has 9 bits, so n * upper is exact
/// without FMA too.
Reduced reduceByLn2(MathBuilder &m, Value x) {
  Rounded n = roundToInt(m, x, 1.44269504088896341);
  Value r = m.fma(n.asFloat, m.f(-0.693359375), x);
  r = m.fma(n.asFloat, m.f(2.12194440054690583e-4), r);
  return {r, n};
}

/// exp(x) for x that stays between -104 and 89, or is NaN.
Value expBounded(MathBuilder &m, Value x) {
  Reduced reduced = reduceByLn2(m, x);
  Value p = expReduced(m, reduced.r);
  return scaleByPowerOfTwo(m, p, reduced.n);
}

/// Whether x is written as -|y|.
bool isNeverPositive(Value x) {
  auto minus = x.getDefiningOp<arith::NegFOp>();
  return minus && minus.getOperand().getDefiningOp<math::AbsFOp>();
}

} // namespace

Value mlc::buildExp(MathBuilder &m, Value x) {
  // Beyond the bounds the result is 0 or infinity in any case.
  if (!isNeverPositive(x))
    x = m.atMost(x, m.f(89.0));
  return expBounded(m, m.atLeast(x, m.f(-104.0)));
}

Value mlc::buildExp2(MathBuilder &m, Value x) {
  x = m.atLeast(m.atMost(x, m.f(129.0)), m.f(-151.0));
  Rounded n = roundToInt(m, x);
  Value r = m.mul(m.sub(x, n.asFloat), m.f(0.693147180559945309));
  Value p = expReduced(m, r);
  return scaleByPowerOfTwo(m, p, n);
}

Value mlc::buildExpOfHalfSquare(MathBuilder &m, Value a) {
  Value h = m.mul(a, m.f(-0.5));
  Rounded n = roundToInt(m, m.mul(h, a), 1.44269504088896341);
  // The product that the first FMA takes from a multiple of ln2 is exact.
  Value r = m.fma(h, a, m.mul(n.asFloat, m.f(-0.693359375)));
  r = m.fma(n.asFloat, m.f(2.12194440054690583e-4), r);
  return scaleByPowerOfTwo(m, expReduced(m, r), n);
}

// 2^n * (exp(r) - 1) + (2^n - 1), at half size so that 2^128 is never needed.
Value mlc::buildExpM1(MathBuilder &m, Value x) {
  Value bounded = m.atLeast(m.atMost(x, m.f(89.0)), m.f(-18.0));
  Reduced reduced = reduceByLn2(m, bounded);
  Value p = expm1Reduced(m, reduced.r);
  Value t = powerOfTwo(m, m.subi(reduced.n.asInt, m.i(1)));
  Value y = m.fma(t, p, m.sub(t, m.f(0.5)));
  y = m.add(y, y);
  Value isZero = m.cmp(arith::CmpFPredicate::OEQ, x, m.f(0.0));
  return m.select(isZero, x, y); // keeps -0
}

// tanh(a) = 2 p q / (p^2 + q^2) with p / q = tanh(a / 2), a rational function
// of a. The greater a, the less an error of p / q shows, where a rational
// function for tanh itself would be off by 6 ulp near 1. With t = 2 p near a
// and w = q - 1 near 0, small a are rounded four times only. Beyond 9.02 it
// is 1.
static Value buildFastTanh(MathBuilder &m, Value x) {
  Value a = m.atMost(m.abs(x), m.f(9.02));
  Value z = m.mul(a, a);
  Value t =
      m.fma(m.mul(a, z), m.poly(z, {2.9777059332E-2, 1.1432470637E-4}), a);
  Value w =
      m.mul(m.poly(z, {1.1311035603E-1, 1.2068906799E-3, 1.2305055179E-6}), z);
  Value p = m.mul(t, m.f(0.5));
  Value rest = m.fma(w, m.add(w, m.f(2.0)), m.mul(p, p));
  Value y = m.div(m.fma(t, w, t), m.add(rest, m.f(1.0)));
  // Rounding may put it above 1 by a unit; what follows may rely on the bound.
  return m.copysign(m.atMost(y, m.f(1.0)), x);
}

// By table, or |x| < 0.625: odd polynomial, else 1 - 2 / (exp(2x) + 1).
Value mlc::buildTanh(MathBuilder &m, Value x) {
  if (m.fast && m.hasFma)
    return buildFastTanh(m, x);
  Value a = m.abs(x);
  if (m.hasTables) {
    PiecewisePolynomial pieces{kTanhSteps, kTanhCentres, kTanhCoefficients};
    // Above 9.02 the result is 1.
    return m.copysign(pieces.at(m, m.atMost(a, m.f(9.02))), x);
  }
  Value z = m.mul(x, x);
  Value p = m.poly(z, {-3.33332819422E-1, 1.33314422036E-1, -5.37397155531E-2,
                       2.06390887954E-2, -5.70498872745E-3});
  Value small = m.fma(m.mul(p, z), x, x);
  // Above 9.02 the result is 1; the bound keeps exp far from overflow.
  Value e = expBounded(m, m.mul(m.atMost(a, m.f(9.5)), m.f(2.0)));
  Value big = m.sub(m.f(1.0), m.div(m.f(2.0), m.add(e, m.f(1.0))));
  // The polynomial would make +0 of -0.
  return m.copysign(m.select(m.less(a, m.f(0.625)), small, big), x);
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
  Value q =
      m.poly(c, {-1.28717512e-1, -6.34846687e-1, -1.06777877e-1, 2.42546219e-2,
                 -3.88396438e-3, 3.83197126e-4, -1.72853470e-5});
  Value e = expBounded(m, m.fma(q, c, m.neg(c)));
  Value big = m.copysign(m.sub(m.f(1.0), e), x);
  return m.select(m.less(t, m.f(0.927734375)), small, big);
}
