//===- Elementwise.cpp - Reference of elementwise ops ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Recipes.h"
#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Elementwise ops want operands of one shape; the IR says so, run-time extents
/// may differ.
static Error checkShapes(const OpCall &call) {
  for (size_t i = 1; i < call.operands.size(); ++i)
    if (call.in(i).shape() != call.in(0).shape())
      return makeError("operands have the shapes ", call.in(0).spec().str(),
                       " and ", call.in(i).spec().str());
  return Error::success();
}

/// Result of operand 0's shape, filled by `body(result, i)`.
template <typename Body>
static Error mapElements(OpCall &call, Body body) {
  if (Error error = checkShapes(call))
    return error;
  MLC_TRY(result, call.make(call.resultType(), Shape(call.in(0).shape())));
  for (int64_t i = 0; i < result.count(); ++i)
    body(result, i);
  call.yield(std::move(result));
  return Error::success();
}

template <double (*Fn)(double)>
static Error unaryFloat(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    result.setDouble(i, Fn(x.getDouble(i)));
  });
}

template <double (*Fn)(double, double)>
static Error binaryFloat(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  return mapElements(call, [&](Literal &result, int64_t i) {
    result.setDouble(i, Fn(a.getDouble(i), b.getDouble(i)));
  });
}

/// Floats through `real`, signed and unsigned integers each through its own.
/// All integer functions work modulo 2^64; storing wraps to the type.
template <double (*Real)(double, double), int64_t (*Signed)(int64_t, int64_t),
          uint64_t (*Unsigned)(uint64_t, uint64_t)>
static Error binaryNumber(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  const DType dtype = a.dtype();
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (isFloat(dtype))
      result.setDouble(i, Real(a.getDouble(i), b.getDouble(i)));
    else if (isSignedInt(dtype))
      result.setInt(i, Signed(a.getInt(i), b.getInt(i)));
    else
      result.setUInt(i, Unsigned(a.getUInt(i), b.getUInt(i)));
  });
}

//===----------------------------------------------------------------------===//
// Scalar functions
//===----------------------------------------------------------------------===//

namespace {
double rsqrtOf(double x) { return 1.0 / std::sqrt(x); }
double reciprocalOf(double x) { return 1.0 / x; }
double sigmoidOf(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double expOf(double x) { return std::exp(x); }
double logOf(double x) { return std::log(x); }
double log1pOf(double x) { return std::log1p(x); }
double expm1Of(double x) { return std::expm1(x); }
double sqrtOf(double x) { return std::sqrt(x); }
double sinOf(double x) { return std::sin(x); }
double cosOf(double x) { return std::cos(x); }
double tanOf(double x) { return std::tan(x); }
double asinOf(double x) { return std::asin(x); }
double acosOf(double x) { return std::acos(x); }
double atanOf(double x) { return std::atan(x); }
double sinhOf(double x) { return std::sinh(x); }
double coshOf(double x) { return std::cosh(x); }
double tanhOf(double x) { return std::tanh(x); }
double asinhOf(double x) { return std::asinh(x); }
double acoshOf(double x) { return std::acosh(x); }
double atanhOf(double x) { return std::atanh(x); }
double erfOf(double x) { return std::erf(x); }
double floorOf(double x) { return std::floor(x); }
double ceilOf(double x) { return std::ceil(x); }
double truncOf(double x) { return std::trunc(x); }

double roundEvenOf(double x) {
  if (!(std::fabs(x) < 0x1p52)) // an integer already, inf or NaN
    return x;
  double floor = std::floor(x), rest = x - floor;
  double rounded = rest > 0.5 || (rest == 0.5 && std::fmod(floor, 2.0) != 0)
                       ? floor + 1
                       : floor;
  return std::copysign(rounded, x);
}

double addReal(double a, double b) { return a + b; }
double subReal(double a, double b) { return a - b; }
double mulReal(double a, double b) { return a * b; }
double divReal(double a, double b) { return a / b; }
double powReal(double a, double b) { return std::pow(a, b); }
double remReal(double a, double b) { return std::fmod(a, b); }
double atan2Real(double a, double b) { return std::atan2(a, b); }
double modReal(double a, double b) {
  double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

template <typename T>
T addInt(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T>
T subInt(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <typename T>
T mulInt(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <typename T>
T maxInt(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
T minInt(T a, T b) {
  return a < b ? a : b;
}
int64_t divSigned(int64_t a, int64_t b) {
  if (b == 0)
    return 0;
  return b == -1 ? subInt<int64_t>(0, a) : a / b;
}
uint64_t divUnsigned(uint64_t a, uint64_t b) { return b == 0 ? 0 : a / b; }
int64_t remSigned(int64_t a, int64_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}
uint64_t remUnsigned(uint64_t a, uint64_t b) { return b == 0 ? 0 : a % b; }
int64_t modSigned(int64_t a, int64_t b) {
  int64_t rest = remSigned(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
uint64_t powUnsigned(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}
/// Negative exponents: the rational power, truncated; 0 to one is 0.
int64_t powSigned(int64_t base, int64_t exponent) {
  if (exponent >= 0)
    return static_cast<int64_t>(powUnsigned(static_cast<uint64_t>(base),
                                            static_cast<uint64_t>(exponent)));
  if (base == 1)
    return 1;
  if (base == -1)
    return exponent % 2 ? -1 : 1;
  return 0;
}
} // namespace

//===----------------------------------------------------------------------===//
// Ops with their own shape of function
//===----------------------------------------------------------------------===//

static Error runAbs(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (isFloat(x.dtype()))
      result.setDouble(i, std::fabs(x.getDouble(i)));
    else if (isSignedInt(x.dtype()) && x.getInt(i) < 0)
      result.setInt(i, subInt<int64_t>(0, x.getInt(i)));
    else
      result.setFrom(i, x, i);
  });
}

static Error runNeg(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (isFloat(x.dtype()))
      result.setDouble(i, -x.getDouble(i));
    else
      result.setInt(i, subInt<int64_t>(0, x.getInt(i)));
  });
}

static Error runSign(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (isFloat(x.dtype())) {
      double v = x.getDouble(i);
      result.setDouble(i, std::isnan(v) ? v : v > 0 ? 1 : v < 0 ? -1 : 0);
    } else if (isSignedInt(x.dtype())) {
      int64_t v = x.getInt(i);
      result.setInt(i, (v > 0) - (v < 0));
    } else {
      result.setInt(i, x.getUInt(i) != 0);
    }
  });
}

static Error runNot(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (x.dtype() == MLC_BOOL)
      result.setInt(i, !x.getBool(i));
    else
      result.setBits(i, ~x.getBits(i));
  });
}

template <uint64_t (*Fn)(uint64_t, uint64_t)>
static Error bitwise(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  return mapElements(call, [&](Literal &result, int64_t i) {
    result.setBits(i, Fn(a.getBits(i), b.getBits(i)));
  });
}
static uint64_t andBits(uint64_t a, uint64_t b) { return a & b; }
static uint64_t orBits(uint64_t a, uint64_t b) { return a | b; }
static uint64_t xorBits(uint64_t a, uint64_t b) { return a ^ b; }

static Error runShiftLeft(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  const unsigned width = bitWidth(a.dtype());
  return mapElements(call, [&](Literal &result, int64_t i) {
    uint64_t amount = b.getBits(i);
    result.setBits(i, amount >= width ? 0 : a.getBits(i) << amount);
  });
}

static Error runShiftRight(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  const unsigned width = bitWidth(a.dtype());
  return mapElements(call, [&](Literal &result, int64_t i) {
    uint64_t amount = b.getBits(i);
    if (isSignedInt(a.dtype()))
      result.setInt(i, a.getInt(i) >> std::min<uint64_t>(amount, width - 1));
    else
      result.setBits(i, amount >= width ? 0 : a.getBits(i) >> amount);
  });
}

static Error runIsNan(OpCall &call) {
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    result.setInt(i, std::isnan(x.getDouble(i)));
  });
}

static Error runIsInf(OpCall &call) {
  auto op = mlir::cast<graph::IsInfOp>(call.op);
  const Literal &x = call.in(0);
  return mapElements(call, [&](Literal &result, int64_t i) {
    double v = x.getDouble(i);
    result.setInt(i, std::isinf(v) &&
                         (v > 0 ? op.getPositive() : op.getNegative()));
  });
}

template <typename T>
static bool holds(graph::Predicate predicate, T a, T b) {
  switch (predicate) {
  case graph::Predicate::EQ:
    return a == b;
  case graph::Predicate::NE:
    return a != b;
  case graph::Predicate::LT:
    return a < b;
  case graph::Predicate::LE:
    return a <= b;
  case graph::Predicate::GT:
    return a > b;
  case graph::Predicate::GE:
    return a >= b;
  }
  return false;
}

static Error runCompare(OpCall &call) {
  auto predicate = mlir::cast<graph::CompareOp>(call.op).getPredicate();
  const Literal &a = call.in(0), &b = call.in(1);
  return mapElements(call, [&](Literal &result, int64_t i) {
    if (isFloat(a.dtype()))
      result.setInt(i, holds(predicate, a.getDouble(i), b.getDouble(i)));
    else if (isSignedInt(a.dtype()))
      result.setInt(i, holds(predicate, a.getInt(i), b.getInt(i)));
    else
      result.setInt(i, holds(predicate, a.getUInt(i), b.getUInt(i)));
  });
}

static Error runSelect(OpCall &call) {
  const Literal &p = call.in(0), &a = call.in(1), &b = call.in(2);
  if (p.rank() != 0)
    return mapElements(call, [&](Literal &result, int64_t i) {
      result.setFrom(i, p.getBool(i) ? a : b, i);
    });
  // One condition for whole tensors.
  if (a.shape() != b.shape())
    return makeError("operands have the shapes ", a.spec().str(), " and ",
                     b.spec().str());
  call.yield(p.getBool(0) ? a : b);
  return Error::success();
}

static Error runCast(OpCall &call) {
  auto op = mlir::cast<graph::CastOp>(call.op);
  if (Error error = call.interpreter.charge(call.in(0).count(), 0))
    return error;
  MLC_TRY(result,
          castLiteral(call.in(0), call.resultType(), op.getSaturate()));
  call.yield(std::move(result));
  return Error::success();
}

static Error runBitcast(OpCall &call) {
  const Literal &x = call.in(0);
  if (bitWidth(x.dtype()) != bitWidth(call.resultType()))
    return makeError("bitcast between different widths");
  TensorSpec spec{call.resultType(), Shape(x.shape())};
  call.yield(x.isSplat() ? Literal::splat(spec, x.storage())
                         : Literal::copy(spec, x.bytes()));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

template <typename Op, double (*Fn)(double)>
static void addUnary(OpTable &table) {
  table[Op::getOperationName()] = unaryFloat<Fn>;
}

void mlc::reference::addElementwise(OpTable &table) {
  using namespace graph;
  addUnary<ExpOp, expOf>(table);
  addUnary<LogOp, logOf>(table);
  addUnary<Log1pOp, log1pOf>(table);
  addUnary<Expm1Op, expm1Of>(table);
  addUnary<SqrtOp, sqrtOf>(table);
  addUnary<RsqrtOp, rsqrtOf>(table);
  addUnary<ReciprocalOp, reciprocalOf>(table);
  addUnary<SinOp, sinOf>(table);
  addUnary<CosOp, cosOf>(table);
  addUnary<TanOp, tanOf>(table);
  addUnary<AsinOp, asinOf>(table);
  addUnary<AcosOp, acosOf>(table);
  addUnary<AtanOp, atanOf>(table);
  addUnary<SinhOp, sinhOf>(table);
  addUnary<CoshOp, coshOf>(table);
  addUnary<TanhOp, tanhOf>(table);
  addUnary<AsinhOp, asinhOf>(table);
  addUnary<AcoshOp, acoshOf>(table);
  addUnary<AtanhOp, atanhOf>(table);
  addUnary<ErfOp, erfOf>(table);
  addUnary<SigmoidOp, sigmoidOf>(table);
  addUnary<FloorOp, floorOf>(table);
  addUnary<CeilOp, ceilOf>(table);
  addUnary<RoundEvenOp, roundEvenOf>(table);
  addUnary<TruncOp, truncOf>(table);
  table[AbsOp::getOperationName()] = runAbs;
  table[NegOp::getOperationName()] = runNeg;
  table[SignOp::getOperationName()] = runSign;
  table[NotOp::getOperationName()] = runNot;
  table[AddOp::getOperationName()] =
      binaryNumber<addReal, addInt<int64_t>, addInt<uint64_t>>;
  table[SubOp::getOperationName()] =
      binaryNumber<subReal, subInt<int64_t>, subInt<uint64_t>>;
  table[MulOp::getOperationName()] =
      binaryNumber<mulReal, mulInt<int64_t>, mulInt<uint64_t>>;
  table[DivOp::getOperationName()] =
      binaryNumber<divReal, divSigned, divUnsigned>;
  table[PowOp::getOperationName()] =
      binaryNumber<powReal, powSigned, powUnsigned>;
  table[MaxOp::getOperationName()] =
      binaryNumber<maximum, ::maxInt<int64_t>, ::maxInt<uint64_t>>;
  table[MinOp::getOperationName()] =
      binaryNumber<minimum, ::minInt<int64_t>, ::minInt<uint64_t>>;
  table[ModOp::getOperationName()] =
      binaryNumber<modReal, modSigned, remUnsigned>;
  table[RemOp::getOperationName()] =
      binaryNumber<remReal, remSigned, remUnsigned>;
  table[Atan2Op::getOperationName()] = binaryFloat<atan2Real>;
  table[AndOp::getOperationName()] = bitwise<andBits>;
  table[OrOp::getOperationName()] = bitwise<orBits>;
  table[XorOp::getOperationName()] = bitwise<xorBits>;
  table[ShiftLeftOp::getOperationName()] = runShiftLeft;
  table[ShiftRightOp::getOperationName()] = runShiftRight;
  table[IsNanOp::getOperationName()] = runIsNan;
  table[IsInfOp::getOperationName()] = runIsInf;
  table[CompareOp::getOperationName()] = runCompare;
  table[SelectOp::getOperationName()] = runSelect;
  table[CastOp::getOperationName()] = runCast;
  table[BitcastOp::getOperationName()] = runBitcast;
}
