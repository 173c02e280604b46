//===- Tensors.h - Test data and naive operations ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_SUPPORT_TENSORS_H
#define MLC_TEST_SUPPORT_TENSORS_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Constants/Literal.h"
#include <vector>

namespace mlc::test {

/// In [-1, 1], the same for the same seed.
std::vector<float> randomFloats(size_t n, uint32_t seed);
Literal literalOf(const std::vector<float> &values,
                  llvm::ArrayRef<int64_t> shape);

/// Drops what bf16 cannot hold; and the upper halves.
void cutToBf16(std::vector<float> &values);
std::vector<uint16_t> bf16Of(const std::vector<float> &values);
Literal bf16LiteralOf(const std::vector<float> &values,
                      llvm::ArrayRef<int64_t> shape);

/// Elements of a blocked tensor, halo included.
size_t blockedSize(int64_t n, int64_t c, int64_t h, int64_t w, Halo halo);
/// NCHW to blocked or to NCHW with a border; borders and missing channels zero.
std::vector<float> toBlocked(const std::vector<float> &x, int64_t n, int64_t c,
                             int64_t h, int64_t w, Halo halo);
std::vector<float> toPlain(const std::vector<float> &x, int64_t n, int64_t c,
                           int64_t h, int64_t w, Halo halo);

/// NCHW in and out, sums in double.
std::vector<float>
naiveConvolution(const std::vector<float> &x, const std::vector<float> &weights,
                 int64_t n, int64_t ic, int64_t oc, int64_t h, int64_t w,
                 int64_t kh, int64_t kw, int64_t sh, int64_t sw, int64_t dh,
                 int64_t dw, int64_t padTop, int64_t padLeft, int64_t oh,
                 int64_t ow, int64_t groups);

} // namespace mlc::test

#endif // MLC_TEST_SUPPORT_TENSORS_H
