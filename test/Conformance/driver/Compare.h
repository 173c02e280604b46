//===- Compare.h - Compare values of the conformance tests ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_COMPARE_H
#define MLC_TEST_CONFORMANCE_DRIVER_COMPARE_H

#include "compiler/Constants/NumericCompare.h"
#include "compiler/Reference/Interpreter.h"

namespace mlc::conformance {

/// What a comparison of all outputs found.
struct Difference {
  /// Empty when everything agrees.
  std::string message;
  uint64_t maxUlps = 0;
};

/// Compares outputs by kind, element type, shape and value. f16 and bf16 may be
/// one unit in the last place apart whatever the tolerance: the standard does
/// not say in which precision they are computed. Integers are equal, unless the
/// absolute tolerance allows whole steps.
///
/// The standard leaves open which numbers are drawn at random. Where `random`,
/// what both drew must agree, and the count of zeros must lie within four
/// standard deviations of what the expected ones say: that is what is known of
/// Bernoulli and of Dropout, whose result is zero or determined.
Difference compareValues(llvm::ArrayRef<reference::Value> got,
                         llvm::ArrayRef<reference::Value> want,
                         const Tolerance &tolerance, bool random = false);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_COMPARE_H
