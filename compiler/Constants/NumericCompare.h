//===- NumericCompare.h - How far two tensors are apart ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One definition of "equal enough" for mlc-run, the conformance tests and the
// unit tests: |got - want| <= atol + rtol * |want| for each element, NaN equals
// NaN, infinities by sign, integers and booleans exactly.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_NUMERICCOMPARE_H
#define MLC_COMPILER_CONSTANTS_NUMERICCOMPARE_H

#include "compiler/Constants/Literal.h"

namespace mlc {

struct Tolerance {
  double relative = 1e-3;
  double absolute = 1e-7;
  /// Greatest distance in units in the last place; 0: not asked. Given, it is
  /// an alternative to the other two: either suffices.
  uint64_t ulps = 0;
};

struct Comparison {
  bool equal = true;
  /// What is wrong, with the first mismatch; empty when equal.
  std::string message;
  int64_t mismatches = 0;
  int64_t firstMismatch = -1;
  /// Over all elements that are finite on both sides.
  uint64_t maxUlps = 0;
  double maxAbsolute = 0, maxRelative = 0;
};

Comparison compareLiterals(const Literal &got, const Literal &want,
                           const Tolerance &tolerance);

/// Representable values between two elements of a float type; 0 if equal, the
/// largest number if one is NaN and the other is not.
uint64_t ulpDistance(DType dtype, double a, double b);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_NUMERICCOMPARE_H
