//===- Tensors.cpp - Test data and naive operations -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Support/Tensors.h"
#include "llvm/ADT/bit.h"

using namespace mlc;

std::vector<float> mlc::test::randomFloats(size_t n, uint32_t seed) {
  std::vector<float> x(n);
  for (float &v : x) {
    seed = seed * 1664525u + 1013904223u;
    v = float(int32_t(seed >> 8) % 2001 - 1000) / 1000.0f;
  }
  return x;
}

Literal mlc::test::literalOf(const std::vector<float> &values,
                             llvm::ArrayRef<int64_t> shape) {
  TensorSpec spec{MLC_F32, llvm::SmallVector<int64_t>(shape)};
  return Literal::copy(spec, {reinterpret_cast<const uint8_t *>(values.data()),
                              values.size() * sizeof(float)});
}

void mlc::test::cutToBf16(std::vector<float> &values) {
  for (float &value : values)
    value = llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(value) & 0xffff0000);
}

std::vector<uint16_t> mlc::test::bf16Of(const std::vector<float> &values) {
  std::vector<uint16_t> halves;
  for (float value : values)
    halves.push_back(llvm::bit_cast<uint32_t>(value) >> 16);
  return halves;
}

Literal mlc::test::bf16LiteralOf(const std::vector<float> &values,
                                 llvm::ArrayRef<int64_t> shape) {
  Literal literal = Literal::zeros({MLC_BF16, {shape.begin(), shape.end()}});
  for (size_t i = 0; i < values.size(); ++i)
    literal.setDouble(i, values[i]);
  return literal;
}

size_t mlc::test::blockedSize(int64_t n, int64_t c, int64_t h, int64_t w,
                              Halo halo) {
  return n * ((c + 15) / 16) * (h + halo.top + halo.bottom) *
         (w + halo.left + halo.right) * 16;
}

static std::vector<float> convert(const std::vector<float> &x, int64_t n,
                                  int64_t c, int64_t h, int64_t w, Halo halo,
                                  int64_t block) {
  int64_t ph = h + halo.top + halo.bottom, pw = w + halo.left + halo.right;
  int64_t blocks = (c + block - 1) / block;
  std::vector<float> y(n * blocks * ph * pw * block, 0.0f);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t ch = 0; ch < c; ++ch)
      for (int64_t r = 0; r < h; ++r)
        for (int64_t s = 0; s < w; ++s)
          y[(((i * blocks + ch / block) * ph + r + halo.top) * pw + s +
             halo.left) *
                block +
            ch % block] = x[((i * c + ch) * h + r) * w + s];
  return y;
}

std::vector<float> mlc::test::toBlocked(const std::vector<float> &x, int64_t n,
                                        int64_t c, int64_t h, int64_t w,
                                        Halo halo) {
  return convert(x, n, c, h, w, halo, 16);
}

std::vector<float> mlc::test::toPlain(const std::vector<float> &x, int64_t n,
                                      int64_t c, int64_t h, int64_t w,
                                      Halo halo) {
  return convert(x, n, c, h, w, halo, 1);
}

std::vector<float> mlc::test::naiveConvolution(
    const std::vector<float> &x, const std::vector<float> &weights, int64_t n,
    int64_t ic, int64_t oc, int64_t h, int64_t w, int64_t kh, int64_t kw,
    int64_t sh, int64_t sw, int64_t dh, int64_t dw, int64_t padTop,
    int64_t padLeft, int64_t oh, int64_t ow, int64_t groups) {
  int64_t icg = ic / groups, ocg = oc / groups;
  std::vector<float> y(n * oc * oh * ow);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t o = 0; o < oc; ++o)
      for (int64_t r = 0; r < oh; ++r)
        for (int64_t s = 0; s < ow; ++s) {
          double sum = 0;
          for (int64_t c = 0; c < icg; ++c)
            for (int64_t a = 0; a < kh; ++a)
              for (int64_t b = 0; b < kw; ++b) {
                int64_t row = r * sh + a * dh - padTop;
                int64_t column = s * sw + b * dw - padLeft;
                if (row < 0 || row >= h || column < 0 || column >= w)
                  continue;
                int64_t channel = o / ocg * icg + c;
                sum += double(x[((i * ic + channel) * h + row) * w + column]) *
                       weights[((o * icg + c) * kh + a) * kw + b];
              }
          y[((i * oc + o) * oh + r) * ow + s] = float(sum);
        }
  return y;
}
