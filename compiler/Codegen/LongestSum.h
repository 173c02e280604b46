//===- LongestSum.h - How long a chain of additions may be ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LONGESTSUM_H
#define MLC_COMPILER_CODEGEN_LONGESTSUM_H

#include <cstdint>

namespace mlc {

/// The most terms that are added one after the other in one accumulator. The
/// rounding of a sum grows with the length of its chain (Higham, Accuracy and
/// Stability of Numerical Algorithms, 4.2), so what is longer is summed in
/// slices, whose sums are then added up.
constexpr int64_t kLongestSum = 512;

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LONGESTSUM_H
