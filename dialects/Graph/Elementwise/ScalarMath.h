//===- ScalarMath.h - Scalar and vector arithmetic of bodies ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pieces scalar bodies are made of. Every function works on scalars and on
// 1-D vectors alike; integers are signless, their sign is told by the caller.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_ELEMENTWISE_SCALARMATH_H
#define MLC_DIALECTS_GRAPH_ELEMENTWISE_SCALARMATH_H

#include "dialects/Interfaces/GraphInterfaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlc::graph {

struct ScalarMath {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  /// A constant of `like`'s type (splat for vectors).
  mlir::Value constant(mlir::Type like, double value);
  mlir::Value integer(mlir::Type like, int64_t value);
  mlir::Value compare(mlir::arith::CmpFPredicate p, mlir::Value a, mlir::Value b);
  mlir::Value compare(mlir::arith::CmpIPredicate p, mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value p, mlir::Value a, mlir::Value b);

  /// Quotient with x / 0 = 0 and MIN / -1 = MIN.
  mlir::Value divide(mlir::Value a, mlir::Value b, bool isUnsigned);
  /// Remainder of C with x rem 0 = 0.
  mlir::Value remainder(mlir::Value a, mlir::Value b, bool isUnsigned);
  /// Value of `type` (element type of the storage, sign told apart) from `x`.
  mlir::FailureOr<mlir::Value> convert(mlir::Value x, mlir::Type from,
                                       mlir::Type to, bool saturate);
  /// Combines two values as a reduction does.
  mlir::Value combine(Combiner combiner, mlir::Value a, mlir::Value b,
                      bool isUnsigned);
};

/// Signless type of the same width; other types unchanged.
mlir::Type signless(mlir::Type element);
/// The neutral element of a combiner for an element type.
mlir::TypedAttr neutralElement(Combiner combiner, mlir::Type element);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_ELEMENTWISE_SCALARMATH_H
