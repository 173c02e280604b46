//===- VectorMathTest.cpp - Errors of the f32 functions -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every function over a grid of all floats (each 1552nd bit pattern, which
// still means 2.8 million values) on every level this machine has.
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

constexpr uint32_t kStep = 97 * 16;

std::string unaryKernel(unsigned lanes, llvm::StringRef op,
                        llvm::StringRef element = "f32",
                        llvm::StringRef flags = "") {
  std::string vec =
      ("vector<" + llvm::Twine(lanes) + "x" + element + ">").str();
  std::string mem = ("memref<?x" + element + ">").str();
  return llvm::formatv(R"(
    func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
                 %x: {0}, %y: {0}, %n: index) {{
      %c0 = arith.constant 0 : index
      %step = arith.constant {1} : index
      scf.for %i = %c0 to %n step %step {{
        %v = vector.load %x[%i] : {0}, {2}
        %r = {3} %v {4} : {2}
        vector.store %r, %y[%i] : {0}, {2}
      }
      return
    })",
                       mem, lanes, vec, op, flags)
      .str();
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

enum Element { f32, f64 };

template <typename Exact>
struct Case {
  Element element;
  const char *op;
  Exact exact;
  double bound;
  bool fast = false;
};

// The table of the docs page.
const Case<double (*)(double)> kCases[] = {
#define MLC_MATH_ACCURACY(element, function, exact, ulps)                      \
  {element, "math." #function, exact, ulps},
#define MLC_FAST_MATH_ACCURACY(element, function, exact, ulps)                 \
  {element, "math." #function, exact, ulps, true},
#include "compiler/Codegen/VectorMath/Accuracy.def"
};
const Case<double (*)(double, double)> kPower[] = {
#define MLC_MATH_ACCURACY2(element, function, exact, ulps)                     \
  {element, "math." #function, exact, ulps},
#include "compiler/Codegen/VectorMath/Accuracy.def"
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
    for (const auto &c : kCases) {
      if (c.element != f32)
        continue;
      JitKernel kernel =
          compileKernelText(level, unaryKernel(level.lanes(32), c.op, "f32",
                                               c.fast ? "fastmath<afn>" : ""));
      REQUIRE(kernel);
      kernel({int64_t(x.data()), int64_t(y.data()), int64_t(x.size())});
      double worst = 0;
      float at = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        double error = ulps(y[i], c.exact(double(x[i])));
        if (error > worst)
          worst = error, at = x[i];
      }
      INFO(level.name.str() << (c.fast ? " fast " : " ") << c.op << ": "
                            << worst << " ulp at " << at);
      CHECK(worst <= c.bound);
    }
  }
}

namespace {

std::string binaryKernel(unsigned lanes) {
  std::string vec = ("vector<" + llvm::Twine(lanes) + "xf32>").str();
  return llvm::formatv(R"(
    func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
                 %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>,
                 %n: index) {{
      %c0 = arith.constant 0 : index
      %step = arith.constant {0} : index
      scf.for %i = %c0 to %n step %step {{
        %v = vector.load %x[%i] : memref<?xf32>, {1}
        %w = vector.load %y[%i] : memref<?xf32>, {1}
        %r = math.powf %v, %w : {1}
        vector.store %r, %z[%i] : memref<?xf32>, {1}
      }
      return
    })",
                       lanes, vec)
      .str();
}

} // namespace

TEST_CASE("powers stay within their stated error", "[vectormath]") {
  std::vector<float> bases = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY,
                              NAN,  2.0f,  0.5f, -2.0f, 1e-40f,   3.4e38f};
  std::vector<float> exponents = {0.0f,      -0.0f, 1.0f, -1.0f, INFINITY,
                                  -INFINITY, NAN,   0.5f, 2.0f,  3.0f,
                                  -3.0f,     1e30f, -2.5f};
  uint32_t seed = 7;
  auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return double(seed >> 8) / (1 << 24);
  };
  for (int i = 0; i < 300; ++i) {
    bases.push_back(float(std::exp((random() - 0.5) * 40)));
    exponents.push_back(float((random() - 0.5) * 20));
    bases.push_back(float((random() - 0.5) * 20));
    exponents.push_back(std::floor(float((random() - 0.5) * 20)));
  }
  std::vector<float> x, y;
  for (float base : bases)
    for (float exponent : exponents)
      x.push_back(base), y.push_back(exponent);
  x.resize((x.size() + 15) / 16 * 16, 1.0f);
  y.resize(x.size(), 1.0f);
  std::vector<float> z(x.size());
  for (const IsaLevel &level : isaLevels()) {
    if (level.id > MLC_ISA_V4 || !machineHas(level))
      continue;
    JitKernel kernel = compileKernelText(level, binaryKernel(level.lanes(32)));
    REQUIRE(kernel);
    kernel({int64_t(x.data()), int64_t(y.data()), int64_t(z.data()),
            int64_t(x.size())});
    double worst = 0;
    size_t at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double error = ulps(z[i], kPower[0].exact(double(x[i]), double(y[i])));
      if (error > worst)
        worst = error, at = i;
    }
    INFO(level.name.str() << ": " << worst << " ulp at " << x[at] << " ^ "
                          << y[at] << " = " << z[at]);
    CHECK(worst <= kPower[0].bound);
  }
}

TEST_CASE("f64 functions without a builtin", "[vectormath]") {
  std::vector<double> x = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 0.5};
  for (int e = -60; e <= 60; ++e)
    for (double m : {1.0, 1.37, 1.9})
      for (double sign : {1.0, -1.0})
        x.push_back(sign * std::ldexp(m, e));
  for (int i = -4000; i <= 4000; ++i)
    x.push_back(i / 500.0);
  x.resize((x.size() + 7) / 8 * 8, 0.25);
  std::vector<double> y(x.size());
  for (const IsaLevel &level : isaLevels()) {
    if (level.id > MLC_ISA_V4 || !machineHas(level))
      continue;
    for (const auto &c : kCases) {
      if (c.element != f64)
        continue;
      JitKernel kernel =
          compileKernelText(level, unaryKernel(level.lanes(64), c.op, "f64"));
      REQUIRE(kernel);
      kernel({int64_t(x.data()), int64_t(y.data()), int64_t(x.size())});
      double worst = 0, at = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        double exact = c.exact(x[i]), error;
        if (std::isnan(exact) || std::isinf(exact))
          error = std::isnan(exact) == std::isnan(y[i]) &&
                          (std::isnan(exact) || exact == y[i])
                      ? 0
                      : 1e30;
        else
          error =
              std::fabs(y[i] - exact) /
              std::ldexp(
                  1.0,
                  std::max(exact == 0 ? -1022 : std::ilogb(exact), -1022) - 52);
        if (!(error <= worst))
          worst = error, at = x[i];
      }
      INFO(level.name.str()
           << " " << c.op << ": " << worst << " ulp at " << at);
      CHECK(worst <= c.bound);
    }
  }
}
