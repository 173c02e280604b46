//===- NormalCdf.cpp - The normal distribution function -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1 + erf(x / sqrt 2), which is what gelu is made of, loses all of its digits
// where erf is near -1. It is twice the normal distribution function, whose
// lower tail is 2 to a power that is smooth in |x|. Where tables fit registers,
// short polynomials for pieces of it take a third of the time.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/VectorMath/Functions.h"
#include "compiler/Codegen/VectorMath/LookUp.h"

using namespace mlir;
using namespace mlc;

namespace {
#include "compiler/Codegen/VectorMath/NormalCdfTable.inc"
} // namespace

static constexpr double kLastT = 7.75; // of the table

static Value byTable(MathBuilder &m, Value x) {
  // Of -|x|.
  PiecewisePolynomial pieces{kCdfSteps, kCdfCentres, kCdfCoefficients};
  Value tail = pieces.at(m, m.atMost(m.abs(x), m.f(kLastT)));
  Value both = m.select(m.less(x, m.f(0.0)), tail, m.sub(m.f(2.0), tail));
  // Beyond the table, below 2^-45.
  return m.select(m.less(x, m.f(-kLastT)), m.f(0.0), both);
}

// Without tables, in f32 alone, within 3.9 ulp as gelu: near 0 erf is an odd
// polynomial. The tail is exp(-a^2 / 2) with a = |x| times something close to 1
// / (a + 1.5); what that is off by is a polynomial of u = (a - 3) / (a + 1.5),
// whose terms get small fast, so that next to nothing but its last rounding
// shows. The quotient of the two is then put right for the rounding of the sum,
// of its reciprocal and its own.
static Value buildFastTwiceNormalCdf(MathBuilder &m, Value x) {
  Value a = m.atMost(m.abs(x), m.f(7.75));
  Value e = buildExpOfHalfSquare(m, a);
  Value sum = m.add(a, m.f(1.5));
  Value lost = m.sub(a, m.sub(sum, m.f(1.5)));
  Value d = m.div(m.f(1.0), sum);
  Value u = m.mul(m.sub(a, m.f(3.0)), d);
  Value p = m.poly(u, {1.0936255455, -2.9959204793E-1, -2.4070637301E-2,
                       2.5297619402E-2, 6.3704545610E-3, -2.1797625814E-3,
                       -1.7145990860E-3, -3.6119730794E-4});
  Value q = m.mul(p, d);
  Value minus = m.neg(q);
  Value r = m.fma(minus, lost, m.fma(minus, sum, p));
  Value tail = m.mul(e, m.fma(r, d, q));
  Value y = m.select(m.less(x, m.f(0.0)), tail, m.sub(m.f(2.0), tail));
  Value z = m.mul(x, x);
  Value c = m.poly(z, {7.9788455716E-1, -1.3298047810E-1, 1.9943596130E-2,
                       -2.3591779880E-3, 2.0267388913E-4});
  y = m.select(m.less(a, m.f(0.8)), m.fma(c, x, m.f(1.0)), y);
  return m.select(m.less(x, m.f(-7.75)), m.f(0.0), y);
}

// The power as f32 would lose more digits than the result has, so all but the
// ends is f64. Both polynomials fit to a 20th of a unit in the last place of
// f32 down to x = -5.3, where the result is 2^-23, and the whole is within
// 2^-45 below: such a number cannot be told from 0 beside 1.
Value mlc::buildTwiceNormalCdf(MathBuilder &m, Value x) {
  if (m.hasTables)
    return byTable(m, x);
  if (m.fast && m.hasFma)
    return buildFastTwiceNormalCdf(m, x);
  Type f64 = m.shaped(m.b.getF64Type()), i64 = m.shaped(m.b.getI64Type());
  MathBuilder wide(m.b, m.loc, f64, m.hasFma);
  Value near = m.atLeast(m.atMost(x, m.f(8.0)), m.f(-8.0));
  Value at = arith::ExtFOp::create(m.b, m.loc, f64, near);
  // log2 of the tail, split into n and the rest.
  Value log = wide.polyInParts(
      wide.abs(at),
      {0.0, -1.151104099771718, -0.4592248272226671, -0.052414979481391136,
       0.00687816471055868, 9.202414004998714e-05, -0.00035044619607469546,
       0.0001096159860137759, -2.0664517969464416e-05, 2.620256812749183e-06,
       -2.1929196076665258e-07, 1.0980211585483979e-08, -2.49332436389547e-10});
  // Adding it puts n + 1023, the exponent of 2^n, into the lowest bits.
  Value magic = wide.f(0x1.8p52 + 1023);
  Value shifted = wide.add(log, magic);
  Value rest = wide.sub(log, wide.sub(shifted, magic));
  Value bits = wide.shl(arith::BitcastOp::create(m.b, m.loc, i64, shifted),
                        wide.iN(64, 52));
  Value scale = arith::BitcastOp::create(m.b, m.loc, f64, bits);
  Value tail = wide.mul(
      wide.polyInParts(rest, {1.0000000005541645, 0.6931472057372647,
                              0.24022646890636967, 0.05550328776966256,
                              0.009618488956837238, 0.0013399931218978796,
                              0.00015345812066703047}),
      scale);
  Value both = wide.select(wide.less(at, wide.f(0.0)), tail,
                           wide.sub(wide.f(2.0), tail));
  Value y = arith::TruncFOp::create(m.b, m.loc, m.like, both);
  // What the bound above cut off.
  return m.select(m.less(x, m.f(-7.75)), m.f(0.0), y);
}
