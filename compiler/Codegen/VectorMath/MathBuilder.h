//===- MathBuilder.h - Arithmetic on scalars and vectors alike --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets an approximation be written once for f32 and for vector<Nxf32>: every
// constant takes the shape of the value at hand.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_VECTORMATH_MATHBUILDER_H
#define MLC_COMPILER_CODEGEN_VECTORMATH_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

namespace mlc {

class MathBuilder {
public:
  /// `like`: a float, an integer or a vector of one; results have its shape.
  MathBuilder(mlir::OpBuilder &b, mlir::Location loc, mlir::Type like,
              bool hasFma, bool hasScale = false, bool hasTables = false)
      : b(b), loc(loc), like(like), hasFma(hasFma), hasScale(hasScale),
        hasTables(hasTables) {}

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type like;
  bool hasFma;
  bool hasScale;  // by powers of two, in one instruction
  bool hasTables; // of 32 f32 (see LookUp.h)
  /// Where there is a shorter way within 4 ulp, take it.
  bool fast = false;

  using V = mlir::Value;

  mlir::Type shaped(mlir::Type element) const {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(like))
      return vector.clone(element);
    return element;
  }
  mlir::Type element() const { return mlir::getElementTypeOrSelf(like); }
  mlir::Type i32() const { return shaped(b.getI32Type()); }
  mlir::Type f32() const { return shaped(b.getF32Type()); }

  V splat(mlir::TypedAttr scalar) {
    mlir::Type type = shaped(scalar.getType());
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      return mlir::arith::ConstantOp::create(
          b, loc,
          mlir::DenseElementsAttr::get(vector, mlir::Attribute(scalar)));
    return mlir::arith::ConstantOp::create(b, loc, scalar);
  }
  /// A float constant of the element type of `like`.
  V f(double value) { return splat(b.getFloatAttr(element(), value)); }
  /// The i32 constant with these bits.
  V i(int64_t value) { return iN(32, value); }
  V iN(unsigned width, int64_t value) {
    return splat(b.getIntegerAttr(b.getIntegerType(width), value));
  }

  V add(V x, V y) { return mlir::arith::AddFOp::create(b, loc, x, y); }
  V sub(V x, V y) { return mlir::arith::SubFOp::create(b, loc, x, y); }
  V mul(V x, V y) { return mlir::arith::MulFOp::create(b, loc, x, y); }
  V div(V x, V y) { return mlir::arith::DivFOp::create(b, loc, x, y); }
  V neg(V x) { return mlir::arith::NegFOp::create(b, loc, x); }
  V abs(V x) { return mlir::math::AbsFOp::create(b, loc, x); }
  V sqrt(V x) { return mlir::math::SqrtOp::create(b, loc, x); }
  V copysign(V x, V sign) {
    return mlir::math::CopySignOp::create(b, loc, x, sign);
  }
  /// x * y + z, in one rounding where the machine can.
  V fma(V x, V y, V z) {
    if (hasFma)
      return mlir::math::FmaOp::create(b, loc, x, y, z);
    return add(mul(x, y), z);
  }
  /// c[0] + x * (c[1] + x * ...).
  V poly(V x, llvm::ArrayRef<double> c) {
    V p = f(c.back());
    for (double coefficient : llvm::reverse(c.drop_back()))
      p = fma(p, x, f(coefficient));
    return p;
  }

  /// The same with half as long a chain of dependent steps: `ways` polynomials
  /// in x^ways, of every ways-th coefficient each. A long function waits for
  /// its own results, since a processor looks ahead no further than over a
  /// vector or two of them.
  V polyInParts(V x, llvm::ArrayRef<double> c, unsigned ways = 2) {
    V power = x;
    for (unsigned i = 1; i < ways; ++i)
      power = mul(power, x);
    llvm::SmallVector<V> parts;
    for (unsigned way = 0; way < ways; ++way) {
      llvm::SmallVector<double> own;
      for (size_t i = way; i < c.size(); i += ways)
        own.push_back(c[i]);
      parts.push_back(poly(power, own));
    }
    V sum = parts.back();
    for (V part : llvm::reverse(llvm::ArrayRef(parts).drop_back()))
      sum = fma(sum, x, part);
    return sum;
  }

  V cmp(mlir::arith::CmpFPredicate p, V x, V y) {
    return mlir::arith::CmpFOp::create(b, loc, p, x, y);
  }
  V less(V x, V y) { return cmp(mlir::arith::CmpFPredicate::OLT, x, y); }
  V greater(V x, V y) { return cmp(mlir::arith::CmpFPredicate::OGT, x, y); }
  V select(V c, V x, V y) {
    return mlir::arith::SelectOp::create(b, loc, c, x, y);
  }
  /// Bounds that let a NaN of x through.
  V atMost(V x, V bound) { return select(greater(x, bound), bound, x); }
  V atLeast(V x, V bound) { return select(less(x, bound), bound, x); }

  V bits(V x) { return mlir::arith::BitcastOp::create(b, loc, i32(), x); }
  V floatOf(V x) { return mlir::arith::BitcastOp::create(b, loc, f32(), x); }
  V addi(V x, V y) { return mlir::arith::AddIOp::create(b, loc, x, y); }
  V subi(V x, V y) { return mlir::arith::SubIOp::create(b, loc, x, y); }
  V andi(V x, V y) { return mlir::arith::AndIOp::create(b, loc, x, y); }
  V ori(V x, V y) { return mlir::arith::OrIOp::create(b, loc, x, y); }
  V xori(V x, V y) { return mlir::arith::XOrIOp::create(b, loc, x, y); }
  V shl(V x, V y) { return mlir::arith::ShLIOp::create(b, loc, x, y); }
  V shrs(V x, V y) { return mlir::arith::ShRSIOp::create(b, loc, x, y); }
  V shru(V x, V y) { return mlir::arith::ShRUIOp::create(b, loc, x, y); }
  V cmpi(mlir::arith::CmpIPredicate p, V x, V y) {
    return mlir::arith::CmpIOp::create(b, loc, p, x, y);
  }
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_VECTORMATH_MATHBUILDER_H
