//===- VectorMathTest.cpp - Errors of the f32 functions -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every function over a grid of all floats (each 97th bit pattern, which
// still means 44 million values) on every level this machine has.
//
//===----------------------------------------------------------------------===//

#include "test/Support/KernelJit.h"
#include "test/unit/Catch.h"

#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <cstring>
#include <vector>

using namespace mlc;
using namespace mlc::test;

namespace {

constexpr uint32_t kStep = 97 * 8;

std::string unaryKernel(unsigned lanes, llvm::StringRef op,
                        llvm::StringRef element = "f32") {
  std::string vec = ("vector<" + llvm::Twine(lanes) + "x" + element + ">").str();
  std::string mem = ("memref<?x" + element + ">").str();
  return llvm::formatv(R"(
    func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
                 %x: {0}, %y: {0}, %n: index) {{
      %c0 = arith.constant 0 : index
      %step = arith.constant {1} : index
      scf.for %i = %c0 to %n step %step {{
        %v = vector.load %x[%i] : {0}, {2}
        %r = {3} %v : {2}
        vector.store %r, %y[%i] : {0}, {2}
      }
      return
    })", mem, lanes, vec, op).str();
}

float fromBits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, 4);
  return x;
}

/// Error in units of the last place of the exact result, rounded to f32.
double ulps(float got, double exact) {
  if (std::isnan(exact))
    return std::isnan(got) ? 0 : 1e30;
  float nearest = float(exact);
  if (std::isinf(nearest) || std::isinf(got))
    return got == nearest ? 0 : 1e30;
  int exponent = exact == 0 ? -126 : std::max(std::ilogb(exact), -126);
  return std::fabs(got - exact) / std::ldexp(1.0, exponent - 23);
}

struct Case {
  const char *op;
  double (*exact)(double);
  double bound;
};

const Case kCases[] = {
    {"math.exp", std::exp, 1.0},   {"math.log", std::log, 1.0},
    {"math.tanh", std::tanh, 2.0}, {"math.erf", std::erf, 2.0},
    {"math.sin", std::sin, 1.0},   {"math.cos", std::cos, 1.0},
};

} // namespace

TEST_CASE("f32 functions stay within their stated error", "[vectormath]") {
  std::vector<float> x, y;
  for (uint64_t bits = 0; bits < (1ull << 32); bits += kStep)
    x.push_back(fromBits(uint32_t(bits)));
  for (float special : {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN})
    x.push_back(special);
  x.resize((x.size() + 15) / 16 * 16, 0.5f);
  y.resize(x.size());
  for (const IsaLevel &level : isaLevels()) {
    if (level.id > MLC_ISA_V4 || !machineHas(level))
      continue;
    for (const Case &c : kCases) {
      JitKernel kernel = compileKernelText(
          level, unaryKernel(level.lanes(32), c.op));
      REQUIRE(kernel);
      kernel({int64_t(x.data()), int64_t(y.data()), int64_t(x.size())});
      double worst = 0;
      float at = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        double error = ulps(y[i], c.exact(double(x[i])));
        if (error > worst)
          worst = error, at = x[i];
      }
      INFO(level.name.str() << " " << c.op << ": " << worst << " ulp at " << at);
      CHECK(worst <= c.bound);
    }
  }
}
