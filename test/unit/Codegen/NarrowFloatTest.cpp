//===- NarrowFloatTest.cpp - Conversions over all bit patterns ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's APFloat is the oracle: every code of a format to f32, and for the other
// direction every value half way between neighbouring codes, one f32 step to
// either side of it, and a coarse grid of all floats.
//
//===----------------------------------------------------------------------===//

#include "test/Support/KernelJit.h"
#include "test/unit/Catch.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>
#include <vector>

using namespace mlc;
using namespace mlc::test;
using llvm::APFloat;

namespace {

struct Format {
  const char *type;
  unsigned width;
  const llvm::fltSemantics &semantics;
};

const Format kFormats[] = {
    {"f16", 16, APFloat::IEEEhalf()},
    {"bf16", 16, APFloat::BFloat()},
    {"f8E4M3FN", 8, APFloat::Float8E4M3FN()},
    {"f8E4M3FNUZ", 8, APFloat::Float8E4M3FNUZ()},
    {"f8E5M2", 8, APFloat::Float8E5M2()},
    {"f8E5M2FNUZ", 8, APFloat::Float8E5M2FNUZ()},
};

uint32_t bitsOf(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, 4);
  return bits;
}
float fromBits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, 4);
  return x;
}

float exactToF32(const Format &f, uint32_t code) {
  APFloat value(f.semantics, llvm::APInt(f.width, code));
  bool lost;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToFloat();
}

uint32_t exactFromF32(const Format &f, float x) {
  APFloat value(x);
  bool lost;
  value.convert(f.semantics, APFloat::rmNearestTiesToEven, &lost);
  return uint32_t(value.bitcastToAPInt().getZExtValue());
}

bool isNanCode(const Format &f, uint32_t code) {
  return APFloat(f.semantics, llvm::APInt(f.width, code)).isNaN();
}

std::string kernelText(const Format &f, bool toF32) {
  return llvm::formatv(R"(
    func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
                 %x: memref<?x{2}>, %y: memref<?x{3}>, %n: index) {{
      %c0 = arith.constant 0 : index
      %step = arith.constant 8 : index
      scf.for %i = %c0 to %n step %step {{
        %v = vector.load %x[%i] : memref<?x{2}>, vector<8x{2}>
        {4}
        vector.store %r, %y[%i] : memref<?x{3}>, vector<8x{3}>
      }
      return
    })", f.type, f.width, toF32 ? llvm::formatv("i{0}", f.width).str() : "f32",
    toF32 ? "f32" : llvm::formatv("i{0}", f.width).str(),
    toF32 ? llvm::formatv("%f = arith.bitcast %v : vector<8xi{1}> to vector<8x{0}>\n"
                          "%r = arith.extf %f : vector<8x{0}> to vector<8xf32>",
                          f.type, f.width).str()
          : llvm::formatv("%f = arith.truncf %v : vector<8xf32> to vector<8x{0}>\n"
                          "%r = arith.bitcast %f : vector<8x{0}> to vector<8xi{1}>",
                          f.type, f.width).str()).str();
}

uint32_t load(const std::vector<uint8_t> &bytes, const Format &f, size_t i) {
  return f.width == 8 ? bytes[i] : bytes[2 * i] | bytes[2 * i + 1] << 8;
}

} // namespace

TEST_CASE("narrow floats convert as APFloat does", "[narrowfloats]") {
  for (const IsaLevel &level : isaLevels()) {
    if (level.id > MLC_ISA_V4 || !machineHas(level))
      continue;
    for (const Format &f : kFormats) {
      INFO(level.name.str() << " " << f.type);
      size_t codes = size_t(1) << f.width;
      std::vector<uint8_t> narrow(codes * f.width / 8);
      for (size_t c = 0; c < codes; ++c)
        for (unsigned byte = 0; byte < f.width / 8; ++byte)
          narrow[c * f.width / 8 + byte] = uint8_t(c >> (8 * byte));
      std::vector<float> wide(codes);
      JitKernel widen = compileKernelText(level, kernelText(f, true));
      REQUIRE(widen);
      widen({int64_t(narrow.data()), int64_t(wide.data()), int64_t(codes)});
      size_t wrong = 0;
      std::vector<float> probes;
      for (size_t c = 0; c < codes; ++c) {
        float exact = exactToF32(f, uint32_t(c));
        bool same = std::isnan(exact) ? std::isnan(wide[c])
                                      : bitsOf(exact) == bitsOf(wide[c]);
        if (!same && wrong++ < 5)
          UNSCOPED_INFO("code " << c << ": " << wide[c] << ", not " << exact);
        if (std::isnan(exact))
          continue;
        probes.push_back(exact);
        float next = c + 1 < codes ? exactToF32(f, uint32_t(c + 1)) : exact;
        float half = std::isfinite(next) ? exact / 2 + next / 2
                                         : exact * (1 + 0.5f / 8);
        for (int step : {-1, 0, 1})
          probes.push_back(fromBits(bitsOf(half) + step));
        // Half way towards what the next exponent would hold.
        probes.push_back(exact * 1.25f);
        probes.push_back(fromBits(bitsOf(exact) + 1));
        probes.push_back(fromBits(bitsOf(exact) - 1));
      }
      CHECK(wrong == 0);
      for (uint64_t bits = 0; bits < (1ull << 32); bits += 40009)
        probes.push_back(fromBits(uint32_t(bits)));
      probes.resize((probes.size() + 7) / 8 * 8);

      JitKernel shrink = compileKernelText(level, kernelText(f, false));
      REQUIRE(shrink);
      std::vector<uint8_t> got(probes.size() * f.width / 8);
      shrink({int64_t(probes.data()), int64_t(got.data()),
              int64_t(probes.size())});
      wrong = 0;
      for (size_t i = 0; i < probes.size(); ++i) {
        uint32_t exact = exactFromF32(f, probes[i]);
        uint32_t code = load(got, f, i);
        bool same = code == exact || (isNanCode(f, code) && isNanCode(f, exact));
        if (!same && wrong++ < 5)
          UNSCOPED_INFO(probes[i] << ": code " << code << ", not " << exact);
      }
      CHECK(wrong == 0);
    }
  }
}
