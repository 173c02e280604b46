//===- ByteProducts.h - A product of bytes and its right answer -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_SUPPORT_BYTEPRODUCTS_H
#define MLC_TEST_SUPPORT_BYTEPRODUCTS_H

#include "test/Support/KernelJit.h"

namespace mlc::test {

struct ByteProduct {
  int64_t m, n, k;
  bool unsignedA;
  bool dynamicRows = false; // m is a slot instead of a constant
  bool transposedA = false;
  bool extreme = false; // only the largest and smallest bytes
  enum { Packed, RowMajor, Transposed, Strided } b = Packed;
  bool unsignedB = false; // of a computed one
};

std::string describe(const ByteProduct &q);

/// A kernel (A, packed B, sums, C, m) of this product.
JitKernel compileByteProduct(const IsaLevel &level, const ByteProduct &q,
                             std::string dump = "");

/// Compiles, runs in one piece and in five, compares every bit with a loop over
/// int32_t and looks for stores outside of the result. Empty, or what is wrong.
std::string runByteProduct(const IsaLevel &level, const ByteProduct &q);

/// A convolution over an image in the order N, H, W, C without borders.
struct ByteConvolution {
  int64_t images, height, width, channels, outputs;
  int64_t kernel[2], strides[2], dilations[2];
  bool unsignedA;
  int64_t outHeight() const {
    return (height - (kernel[0] - 1) * dilations[0] - 1) / strides[0] + 1;
  }
  int64_t outWidth() const {
    return (width - (kernel[1] - 1) * dilations[1] - 1) / strides[1] + 1;
  }
};
std::string describe(const ByteConvolution &q);
/// A kernel (image, packed filter, sums, result).
JitKernel compileByteConvolution(const IsaLevel &level,
                                 const ByteConvolution &q,
                                 std::string dump = "");
std::string runByteConvolution(const IsaLevel &level, const ByteConvolution &q);

/// Best rate of vpdpbusd on this machine, in operations (two per product) per
/// second; 0 where there is none. Takes about `seconds`.
double peakByteOps(double seconds = 1e-3);

} // namespace mlc::test

#endif // MLC_TEST_SUPPORT_BYTEPRODUCTS_H
