//===- Look.h - Seeing through what exporters put between ----- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_COMPOSITES_LOOK_H
#define MLC_COMPILER_TRANSFORMS_COMPOSITES_LOOK_H

#include "dialects/Graph/IR/Graph.h"
#include <optional>

namespace mlc {

/// A tensor repeated along new dimensions: dimension i of `source` is dimension
/// `dims[i]` of the value looked at.
struct Spread {
  mlir::Value source;
  llvm::SmallVector<int64_t> dims;
};

/// Looks through broadcasts and reshapes that only add extents of 1. A value
/// that is neither is its own source.
Spread lookThroughSpread(mlir::Value value);

/// The number in every element, if the value is such a constant, spread or not.
std::optional<double> splatOf(mlir::Value value);
/// Whether a constant of an element type stands for `wanted`.
bool isNear(double value, double wanted, mlir::Type element);
bool isSplatNear(mlir::Value value, double wanted);

/// The other operand of a commutative op that has a number as one.
struct WithNumber {
  mlir::Value value;
  double number;
};
template <typename Op>
std::optional<WithNumber> matchWithNumber(mlir::Value value) {
  auto op = value.getDefiningOp<Op>();
  if (!op)
    return std::nullopt;
  if (std::optional<double> number = splatOf(op.getRhs()))
    return WithNumber{op.getLhs(), *number};
  if (std::optional<double> number = splatOf(op.getLhs()))
    return WithNumber{op.getRhs(), *number};
  return std::nullopt;
}

/// A reduction repeated along the dimensions it removed: `reduced` has the
/// shape of `input` again.
struct SpreadReduction {
  mlir::Value input;
  llvm::SmallVector<int64_t> dims;
};
/// `value` (possibly a step computed on the reduced tensor, looked through by
/// the caller) as a reduce whose result `spread` repeats in place.
std::optional<SpreadReduction> matchReduction(const Spread &spread,
                                              graph::Combiner combiner);
/// A mean over static dimensions, divided or multiplied out, spread in place.
std::optional<SpreadReduction> matchMean(mlir::Value value);

/// Factors of a product, constants multiplied together. Quotients by numbers
/// count as factors; products are looked through down to `depth`.
struct Factors {
  double number = 1;
  llvm::SmallVector<mlir::Value> values;
  /// Removes `value` once; false if it is no factor.
  bool take(mlir::Value value);
};
Factors factorsOf(mlir::Value value);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_COMPOSITES_LOOK_H
