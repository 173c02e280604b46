//===- Scalars.cpp - Reference of scalar and shape arithmetic -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream ops on index, integer and float scalars (rank-0 literals here; index
// is i64), and the few tensor ops that lead from tensors to scalars and back.
// Signless integers are signed except where the op says otherwise.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/DenseAttr.h"
#include "compiler/Reference/OpTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;
namespace arith = mlir::arith;
namespace tensor = mlir::tensor;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static Error runArithConstant(OpCall &call) {
  mlir::TypedAttr value = mlir::cast<arith::ConstantOp>(call.op).getValue();
  if (auto integer = mlir::dyn_cast<mlir::IntegerAttr>(value)) {
    Literal result = Literal::zeros({call.resultType(), {}});
    if (call.resultType() == MLC_BOOL)
      result.setInt(0, integer.getValue().getBoolValue());
    else
      result.setInt(0, integer.getValue().getSExtValue());
    call.yield(std::move(result));
    return Error::success();
  }
  if (auto real = mlir::dyn_cast<mlir::FloatAttr>(value)) {
    Literal result = Literal::zeros({call.resultType(), {}});
    result.setBits(0, real.getValue().bitcastToAPInt().getZExtValue());
    call.yield(std::move(result));
    return Error::success();
  }
  MLC_TRY(literal, constantValue(value));
  call.yield(std::move(literal));
  return Error::success();
}

using IntFn = int64_t (*)(int64_t, int64_t);
using RealFn = double (*)(double, double);

/// Elementwise on scalars and, where an op is applied to whole tensors, there.
template <IntFn Fn>
static Error intBinary(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  MLC_TRY(result, call.make(call.resultType(), Shape(a.shape())));
  for (int64_t i = 0; i < a.count(); ++i)
    result.setInt(i, Fn(a.getInt(i), b.getInt(i)));
  call.yield(std::move(result));
  return Error::success();
}

template <RealFn Fn>
static Error realBinary(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  MLC_TRY(result, call.make(call.resultType(), Shape(a.shape())));
  for (int64_t i = 0; i < a.count(); ++i)
    result.setDouble(i, Fn(a.getDouble(i), b.getDouble(i)));
  call.yield(std::move(result));
  return Error::success();
}

template <double (*Fn)(double)>
static Error realUnary(OpCall &call) {
  const Literal &a = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(a.shape())));
  for (int64_t i = 0; i < a.count(); ++i)
    result.setDouble(i, Fn(a.getDouble(i)));
  call.yield(std::move(result));
  return Error::success();
}

/// Operands of unsigned ops as zero-extended values of their width.
template <uint64_t (*Fn)(uint64_t, uint64_t)>
static Error unsignedBinary(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  MLC_TRY(result, call.make(call.resultType(), Shape(a.shape())));
  for (int64_t i = 0; i < a.count(); ++i)
    result.setUInt(i, Fn(a.getBits(i), b.getBits(i)));
  call.yield(std::move(result));
  return Error::success();
}

namespace {
int64_t add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
int64_t sub(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) -
                              static_cast<uint64_t>(b));
}
int64_t mul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}
int64_t div(int64_t a, int64_t b) {
  return b == 0 ? 0 : b == -1 ? sub(0, a) : a / b;
}
int64_t rem(int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }
int64_t floorDiv(int64_t a, int64_t b) {
  int64_t quotient = div(a, b);
  return rem(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
int64_t ceilDiv(int64_t a, int64_t b) {
  int64_t quotient = div(a, b);
  return rem(a, b) != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}
int64_t andInt(int64_t a, int64_t b) { return a & b; }
int64_t orInt(int64_t a, int64_t b) { return a | b; }
int64_t xorInt(int64_t a, int64_t b) { return a ^ b; }
int64_t smax(int64_t a, int64_t b) { return std::max(a, b); }
int64_t smin(int64_t a, int64_t b) { return std::min(a, b); }
uint64_t divU(uint64_t a, uint64_t b) { return b == 0 ? 0 : a / b; }
uint64_t remU(uint64_t a, uint64_t b) { return b == 0 ? 0 : a % b; }
uint64_t umax(uint64_t a, uint64_t b) { return std::max(a, b); }
uint64_t umin(uint64_t a, uint64_t b) { return std::min(a, b); }
double addF(double a, double b) { return a + b; }
double subF(double a, double b) { return a - b; }
double mulF(double a, double b) { return a * b; }
double divF(double a, double b) { return a / b; }
double remF(double a, double b) { return std::fmod(a, b); }
double negF(double a) { return -a; }
double floorF(double a) { return std::floor(a); }
double ceilF(double a) { return std::ceil(a); }
double truncF(double a) { return std::trunc(a); }
double roundEvenF(double a) { return std::nearbyint(a); }
double absF(double a) { return std::fabs(a); }
double sqrtF(double a) { return std::sqrt(a); }
double expF(double a) { return std::exp(a); }
double logF(double a) { return std::log(a); }
} // namespace

static Error runShift(OpCall &call) {
  const Literal &a = call.in(0), &b = call.in(1);
  const unsigned width = bitWidth(a.dtype());
  const uint64_t amount = b.getBits(0);
  MLC_TRY(result, call.make(call.resultType(), {}));
  if (mlir::isa<arith::ShRSIOp>(call.op))
    result.setInt(0, a.getInt(0) >> std::min<uint64_t>(amount, width - 1));
  else if (amount >= width)
    result.setInt(0, 0);
  else
    result.setBits(0, mlir::isa<arith::ShLIOp>(call.op)
                          ? a.getBits(0) << amount
                          : a.getBits(0) >> amount);
  call.yield(std::move(result));
  return Error::success();
}

static Error runCmpI(OpCall &call) {
  const Literal &x = call.in(0), &y = call.in(1);
  int64_t a = x.getInt(0), b = y.getInt(0);
  uint64_t ua = x.getBits(0), ub = y.getBits(0);
  bool result = false;
  switch (mlir::cast<arith::CmpIOp>(call.op).getPredicate()) {
  case arith::CmpIPredicate::eq:
    result = ua == ub;
    break;
  case arith::CmpIPredicate::ne:
    result = ua != ub;
    break;
  case arith::CmpIPredicate::slt:
    result = a < b;
    break;
  case arith::CmpIPredicate::sle:
    result = a <= b;
    break;
  case arith::CmpIPredicate::sgt:
    result = a > b;
    break;
  case arith::CmpIPredicate::sge:
    result = a >= b;
    break;
  case arith::CmpIPredicate::ult:
    result = ua < ub;
    break;
  case arith::CmpIPredicate::ule:
    result = ua <= ub;
    break;
  case arith::CmpIPredicate::ugt:
    result = ua > ub;
    break;
  case arith::CmpIPredicate::uge:
    result = ua >= ub;
    break;
  }
  call.yield(Literal::scalarInt(MLC_BOOL, result));
  return Error::success();
}

static Error runCmpF(OpCall &call) {
  double a = call.in(0).getDouble(0), b = call.in(1).getDouble(0);
  auto predicate = mlir::cast<arith::CmpFOp>(call.op).getPredicate();
  bool unordered = std::isnan(a) || std::isnan(b);
  // The enum numbers the ordered predicates 1..7 and the unordered ones 8..14
  // with the bits eq = 1, gt = 2, lt = 4; bit 8 is what NaN gives.
  auto bits = static_cast<unsigned>(predicate);
  static const unsigned masks[] = {0, 1, 2, 3, 4, 5, 6, 7,
                                   9, 10, 11, 12, 13, 14, 8, 15};
  // Order of the enum: false oeq ogt oge olt ole one ord ueq ugt uge ult ule
  // une uno true.
  unsigned mask = masks[bits];
  unsigned relation = unordered ? 8 : a == b ? 1 : a > b ? 2 : 4;
  call.yield(Literal::scalarInt(MLC_BOOL, (mask & relation) != 0));
  return Error::success();
}

static Error runArithSelect(OpCall &call) {
  if (call.operands[0].tensor.count() != 1)
    return makeError("a select by a tensor of conditions");
  call.results.push_back(call.in(0).getBool(0) ? call.operands[1]
                                               : call.operands[2]);
  return Error::success();
}

/// Sign-extending, truncating and index casts; floats both ways.
static Error runSignedCast(OpCall &call) {
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  for (int64_t i = 0; i < x.count(); ++i) {
    if (isFloat(x.dtype()))
      result.setDouble(i, x.getDouble(i));
    else if (result.dtype() == MLC_BOOL) // truncation to one bit
      result.setInt(i, x.getInt(i) & 1);
    else if (x.dtype() == MLC_BOOL)
      result.setInt(i, x.getBool(i) ? -1 : 0); // one bit, sign-extended
    else
      result.setInt(i, x.getInt(i));
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runUnsignedCast(OpCall &call) {
  const Literal &x = call.in(0);
  MLC_TRY(result, call.make(call.resultType(), Shape(x.shape())));
  for (int64_t i = 0; i < x.count(); ++i) {
    if (!isFloat(x.dtype())) {
      result.setUInt(i, x.getBits(i));
      continue;
    }
    double value = x.getDouble(i);
    result.setUInt(i, !(value > 0)                  ? 0
                      : value >= 18446744073709551616.0 ? ~0ull
                                                    : static_cast<uint64_t>(value));
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runArithBitcast(OpCall &call) {
  MLC_TRY(result, call.make(call.resultType(), Shape(call.in(0).shape())));
  for (int64_t i = 0; i < result.count(); ++i)
    result.setBits(i, call.in(0).getBits(i));
  call.yield(std::move(result));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tensors to scalars and back
//===----------------------------------------------------------------------===//

static Error runDim(OpCall &call) {
  const Literal &x = call.in(0);
  int64_t d = call.in(1).getInt(0);
  if (d < 0 || d >= x.rank())
    return makeError("dimension ", d, " of ", x.spec().str());
  call.yieldInt(x.shape()[d]);
  return Error::success();
}

static Error runExtract(OpCall &call) {
  const Literal &x = call.in(0);
  Shape strides = rowMajorStrides(x.shape());
  int64_t at = 0;
  for (int64_t d = 0; d < x.rank(); ++d) {
    int64_t index = call.in(1 + d).getInt(0);
    if (index < 0 || index >= x.shape()[d])
      return makeError("index ", index, " is outside a dimension of ",
                       x.shape()[d]);
    at += index * strides[d];
  }
  MLC_TRY(result, call.make(x.dtype(), {}));
  result.setFrom(0, x, at);
  call.yield(std::move(result));
  return Error::success();
}

static Error runFromElements(OpCall &call) {
  MLC_TRY(shape, call.resultShape({}));
  MLC_TRY(result, call.make(call.resultType(), shape));
  for (int64_t i = 0; i < result.count(); ++i)
    result.setFrom(i, call.in(i), 0);
  call.yield(std::move(result));
  return Error::success();
}

static Error runSplat(OpCall &call) {
  MLC_TRY(shape, call.resultShape(call.indices(1, call.operands.size() - 1)));
  call.yield(Literal::splat({call.resultType(), shape}, call.in(0).storage()));
  return Error::success();
}

/// Refinement of a type; the interpreter checks the extents of every result.
static Error runTensorCast(OpCall &call) {
  call.results.push_back(call.operands[0]);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

template <typename... Ops>
static void put(OpTable &table, OpFn fn) {
  ((table[Ops::getOperationName()] = fn), ...);
}

void mlc::reference::addScalars(OpTable &table) {
  namespace math = mlir::math;
  put<arith::ConstantOp>(table, runArithConstant);
  put<arith::AddIOp>(table, intBinary<add>);
  put<arith::SubIOp>(table, intBinary<sub>);
  put<arith::MulIOp>(table, intBinary<mul>);
  put<arith::DivSIOp>(table, intBinary<div>);
  put<arith::RemSIOp>(table, intBinary<rem>);
  put<arith::FloorDivSIOp>(table, intBinary<floorDiv>);
  put<arith::CeilDivSIOp>(table, intBinary<ceilDiv>);
  put<arith::AndIOp>(table, intBinary<andInt>);
  put<arith::OrIOp>(table, intBinary<orInt>);
  put<arith::XOrIOp>(table, intBinary<xorInt>);
  put<arith::MaxSIOp>(table, intBinary<smax>);
  put<arith::MinSIOp>(table, intBinary<smin>);
  put<arith::DivUIOp>(table, unsignedBinary<divU>);
  put<arith::RemUIOp>(table, unsignedBinary<remU>);
  put<arith::MaxUIOp>(table, unsignedBinary<umax>);
  put<arith::MinUIOp>(table, unsignedBinary<umin>);
  put<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(table, runShift);
  put<arith::AddFOp>(table, realBinary<addF>);
  put<arith::SubFOp>(table, realBinary<subF>);
  put<arith::MulFOp>(table, realBinary<mulF>);
  put<arith::DivFOp>(table, realBinary<divF>);
  put<arith::RemFOp>(table, realBinary<remF>);
  put<arith::MaximumFOp>(table, realBinary<maximum>);
  put<arith::MinimumFOp>(table, realBinary<minimum>);
  put<arith::NegFOp>(table, realUnary<negF>);
  put<math::FloorOp>(table, realUnary<floorF>);
  put<math::CeilOp>(table, realUnary<ceilF>);
  put<math::TruncOp>(table, realUnary<truncF>);
  put<math::RoundEvenOp>(table, realUnary<roundEvenF>);
  put<math::AbsFOp>(table, realUnary<absF>);
  put<math::SqrtOp>(table, realUnary<sqrtF>);
  put<math::ExpOp>(table, realUnary<expF>);
  put<math::LogOp>(table, realUnary<logF>);
  put<arith::CmpIOp>(table, runCmpI);
  put<arith::CmpFOp>(table, runCmpF);
  put<arith::SelectOp>(table, runArithSelect);
  put<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp, arith::SIToFPOp,
      arith::FPToSIOp, arith::ExtFOp, arith::TruncFOp>(table, runSignedCast);
  put<arith::IndexCastUIOp, arith::ExtUIOp, arith::UIToFPOp, arith::FPToUIOp>(
      table, runUnsignedCast);
  put<arith::BitcastOp>(table, runArithBitcast);
  put<tensor::DimOp>(table, runDim);
  put<tensor::ExtractOp>(table, runExtract);
  put<tensor::FromElementsOp>(table, runFromElements);
  put<tensor::SplatOp>(table, runSplat);
  put<tensor::CastOp>(table, runTensorCast);
}
