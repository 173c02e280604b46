//===- NumericCompare.cpp - How far two tensors are apart -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/NumericCompare.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <limits>

using namespace mlc;

/// Bits of a float as an integer that grows with the value.
static int64_t ordered(DType dtype, double value) {
  uint64_t bits = encodeFloat(dtype, value);
  uint64_t sign = 1ull << (bitWidth(dtype) - 1);
  return bits & sign ? -static_cast<int64_t>(bits & (sign - 1))
                     : static_cast<int64_t>(bits);
}

uint64_t mlc::ulpDistance(DType dtype, double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b)
               ? 0
               : std::numeric_limits<uint64_t>::max();
  if (dtype == MLC_F8E8M0) { // no sign
    uint64_t x = encodeFloat(dtype, a), y = encodeFloat(dtype, b);
    return x > y ? x - y : y - x;
  }
  int64_t x = ordered(dtype, a), y = ordered(dtype, b);
  return x > y ? static_cast<uint64_t>(x) - static_cast<uint64_t>(y)
               : static_cast<uint64_t>(y) - static_cast<uint64_t>(x);
}

namespace {
class Comparer {
public:
  Comparer(const Literal &got, const Literal &want, const Tolerance &tolerance)
      : got(got), want(want), tolerance(tolerance) {}
  Comparison run();

private:
  bool closeReal(double g, double w, DType dtype);
  bool closeAt(int64_t i);
  std::string describe(int64_t i) const;

  const Literal &got, &want;
  const Tolerance &tolerance;
  Comparison result;
};
} // namespace

bool Comparer::closeReal(double g, double w, DType dtype) {
  if (std::isnan(g) || std::isnan(w))
    return std::isnan(g) && std::isnan(w);
  if (std::isinf(g) || std::isinf(w))
    return g == w;
  double difference = std::fabs(g - w);
  uint64_t ulps = ulpDistance(dtype, g, w);
  result.maxAbsolute = std::max(result.maxAbsolute, difference);
  result.maxUlps = std::max(result.maxUlps, ulps);
  if (w != 0)
    result.maxRelative =
        std::max(result.maxRelative, difference / std::fabs(w));
  return difference <= tolerance.absolute + tolerance.relative * std::fabs(w) ||
         (tolerance.ulps && ulps <= tolerance.ulps);
}

bool Comparer::closeAt(int64_t i) {
  const DType dtype = want.dtype();
  if (isComplex(dtype)) {
    DType part = dtype == MLC_C64 ? MLC_F32 : MLC_F64;
    std::complex<double> g = got.getComplex(i), w = want.getComplex(i);
    bool real = closeReal(g.real(), w.real(), part);
    return closeReal(g.imag(), w.imag(), part) && real;
  }
  if (isFloat(dtype))
    return closeReal(got.getDouble(i), want.getDouble(i), dtype);
  if (got.getUInt(i) == want.getUInt(i))
    return true;
  result.maxAbsolute = std::max(
      result.maxAbsolute, std::fabs(got.getDouble(i) - want.getDouble(i)));
  return false;
}

std::string Comparer::describe(int64_t i) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "at [";
  llvm::SmallVector<int64_t> strides = rowMajorStrides(want.shape());
  for (int64_t d = 0; d < want.rank(); ++d)
    os << (d ? ", " : "") << i / strides[d] % want.shape()[d];
  os << "]: got ";
  auto number = [&](const Literal &value) {
    if (isComplex(value.dtype()))
      os << llvm::format("%.9g%+.9gi", value.getComplex(i).real(),
                         value.getComplex(i).imag());
    else if (isFloat(value.dtype()))
      os << llvm::format("%.9g", value.getDouble(i));
    else if (isUnsignedInt(value.dtype()))
      os << value.getUInt(i);
    else
      os << value.getInt(i);
  };
  number(got);
  os << ", expected ";
  number(want);
  if (isFloat(want.dtype()))
    os << " (" << ulpDistance(want.dtype(), got.getDouble(i), want.getDouble(i))
       << " ulp)";
  return text;
}

Comparison Comparer::run() {
  if (got.spec() != want.spec()) {
    result.equal = false;
    result.message =
        "got " + got.spec().str() + ", expected " + want.spec().str();
    return result;
  }
  for (int64_t i = 0; i < want.count(); ++i)
    if (!closeAt(i) && result.mismatches++ == 0)
      result.firstMismatch = i;
  if (result.mismatches) {
    result.equal = false;
    result.message = std::to_string(result.mismatches) + " of " +
                     std::to_string(want.count()) + " elements differ, first " +
                     describe(result.firstMismatch);
  }
  return result;
}

Comparison mlc::compareLiterals(const Literal &got, const Literal &want,
                                const Tolerance &tolerance) {
  return Comparer(got, want, tolerance).run();
}
