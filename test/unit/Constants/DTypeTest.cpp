//===- DTypeTest.cpp - Element types against LLVM's APFloat ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's APFloat knows all the float formats of this project and rounds by
// other code, so it serves as the oracle here.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/DType.h"
#include "test/unit/Catch.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace mlc;

namespace {
struct FormatRow {
  DType dtype;
  const llvm::fltSemantics &(*semantics)();
};
} // namespace

static const FormatRow formats[] = {
    {MLC_F16, llvm::APFloat::IEEEhalf},
    {MLC_BF16, llvm::APFloat::BFloat},
    {MLC_F32, llvm::APFloat::IEEEsingle},
    {MLC_F8E4M3FN, llvm::APFloat::Float8E4M3FN},
    {MLC_F8E4M3FNUZ, llvm::APFloat::Float8E4M3FNUZ},
    {MLC_F8E5M2, llvm::APFloat::Float8E5M2},
    {MLC_F8E5M2FNUZ, llvm::APFloat::Float8E5M2FNUZ},
    {MLC_F8E8M0, llvm::APFloat::Float8E8M0FNU},
    {MLC_F4E2M1, llvm::APFloat::Float4E2M1FN},
};

static bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

TEST_CASE("every bit pattern decodes as APFloat does and encodes back") {
  for (const FormatRow &row : formats) {
    if (row.dtype == MLC_F32)
      continue;
    INFO(dtypeName(row.dtype).str());
    unsigned bad = 0;
    for (uint64_t bits = 0; bits < 1ull << bitWidth(row.dtype); ++bits) {
      llvm::APFloat reference(row.semantics(),
                              llvm::APInt(bitWidth(row.dtype), bits));
      double got = decodeFloat(row.dtype, bits);
      bool isNaN = reference.isNaN();
      bool loses = false;
      if (!isNaN)
        reference.convert(llvm::APFloat::IEEEdouble(),
                          llvm::APFloat::rmNearestTiesToEven, &loses);
      bad += isNaN ? !std::isnan(got)
                   : !same(got, reference.convertToDouble());
      if (!isNaN)
        bad += encodeFloat(row.dtype, got) != bits;
    }
    CHECK(bad == 0);
  }
}

TEST_CASE("doubles are rounded once, to nearest even") {
  std::mt19937_64 random(1);
  for (const FormatRow &row : formats) {
    if (row.dtype == MLC_F8E8M0)
      continue; // ties go up there, see DType.cpp
    INFO(dtypeName(row.dtype).str());
    unsigned bad = 0;
    for (int i = 0; i < 200000; ++i) {
      uint64_t word = random();
      double value;
      if (i % 2) { // near the format's range
        std::uniform_real_distribution<double> exponent(-30, 20);
        value = std::ldexp(1.0 + (word >> 12) * 0x1p-52,
                           static_cast<int>(exponent(random)));
        if (i % 4 == 1) // ties
          value = std::ldexp(std::floor(std::ldexp(value, 3 + i % 9)),
                             -(3 + i % 9));
        if (word & 1)
          value = -value;
      } else {
        std::memcpy(&value, &word, sizeof value);
      }
      if (std::isnan(value))
        continue;
      llvm::APFloat reference(value);
      bool loses;
      reference.convert(row.semantics(), llvm::APFloat::rmNearestTiesToEven,
                        &loses);
      double want;
      if (reference.isNaN()) {
        want = std::numeric_limits<double>::quiet_NaN();
      } else {
        reference.convert(llvm::APFloat::IEEEdouble(),
                          llvm::APFloat::rmNearestTiesToEven, &loses);
        want = reference.convertToDouble();
      }
      double got = decodeFloat(row.dtype, encodeFloat(row.dtype, value));
      if (!same(got, want) && bad++ == 0)
        UNSCOPED_INFO(value << " gave " << got << ", expected " << want);
    }
    CHECK(bad == 0);
  }
}

TEST_CASE("saturating conversion stops at the largest finite value") {
  for (DType dtype : {MLC_F16, MLC_F8E4M3FN, MLC_F8E4M3FNUZ, MLC_F8E5M2,
                      MLC_F8E5M2FNUZ, MLC_F4E2M1, MLC_F32}) {
    double top = maxFinite(dtype);
    for (double value : {1e300, HUGE_VAL}) {
      CHECK(decodeFloat(dtype, encodeFloat(dtype, value, Overflow::Saturate)) ==
            top);
      CHECK(decodeFloat(dtype,
                        encodeFloat(dtype, -value, Overflow::Saturate)) == -top);
    }
  }
  CHECK(std::isnan(decodeFloat(MLC_F8E4M3FN, encodeFloat(MLC_F8E4M3FN, 1e9))));
  CHECK(std::isinf(decodeFloat(MLC_F8E5M2, encodeFloat(MLC_F8E5M2, 1e9))));
}

TEST_CASE("integers saturate from floats and wrap from integers") {
  uint8_t bytes[8] = {};
  storeDouble(MLC_I8, bytes, 0, 300.7);
  CHECK(loadInt(MLC_I8, bytes, 0) == 127);
  storeDouble(MLC_I8, bytes, 0, -300.7);
  CHECK(loadInt(MLC_I8, bytes, 0) == -128);
  storeDouble(MLC_U8, bytes, 0, -1.0);
  CHECK(loadInt(MLC_U8, bytes, 0) == 0);
  storeDouble(MLC_I64, bytes, 0, 1e30);
  CHECK(loadInt(MLC_I64, bytes, 0) == INT64_MAX);
  storeDouble(MLC_U64, bytes, 0, 1e30);
  CHECK(loadUInt(MLC_U64, bytes, 0) == UINT64_MAX);
  storeDouble(MLC_I32, bytes, 0, std::nan(""));
  CHECK(loadInt(MLC_I32, bytes, 0) == 0);
  storeInt(MLC_I8, bytes, 0, 300);
  CHECK(loadInt(MLC_I8, bytes, 0) == 44);
  storeInt(MLC_I4, bytes, 3, -1);
  CHECK(bytes[1] == 0xf0);
  CHECK(loadInt(MLC_I4, bytes, 3) == -1);
  storeInt(MLC_U2, bytes, 7, 2);
  CHECK(loadInt(MLC_U2, bytes, 7) == 2);
}

TEST_CASE("large integers round once") {
  uint8_t bytes[8] = {};
  // Just above a tie of f32: rounding to double first would lose the last bit.
  int64_t value = (1ll << 60) + (1ll << 36) + 1;
  storeInt(MLC_F32, bytes, 0, value);
  CHECK(loadDouble(MLC_F32, bytes, 0) == static_cast<float>(value));
  CHECK(loadDouble(MLC_F32, bytes, 0) == 0x1p60 + 0x1p37);
  storeInt(MLC_BF16, bytes, 0, -((1ll << 60) + (1ll << 52) + 1));
  CHECK(loadDouble(MLC_BF16, bytes, 0) == -(0x1p60 + 0x1p53));
}

TEST_CASE("names parse back") {
  for (int i = MLC_BOOL; i <= MLC_STRING; ++i)
    CHECK(parseDType(dtypeName(static_cast<DType>(i))) == i);
  CHECK(parseDType("float99") == MLC_DTYPE_INVALID);
  CHECK(!storageBytes(MLC_F64, INT64_MAX / 4));
  CHECK(!elementCount({INT64_MAX, 3}));
  CHECK(elementCount({INT64_MAX, 0}) == 0);
  CHECK(!elementCount({2, -1}));
  CHECK(storageBytes(MLC_I4, 3) == 2u);
}
