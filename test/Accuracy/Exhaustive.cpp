//===- Exhaustive.cpp - Errors of a compiled function over all floats -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mlc-exhaustive FUNCTION LIBRARY [--isa=v3] [--stride=N] [--pairs=N]
//   [--limit=ULP]
//
// LIBRARY is a compiled model of one node, tensor(float)[1048576] in and out
// (pow: two inputs). Every N-th of the 2^32 floats goes through it (stride 1:
// all), or for pow so many random pairs and all pairs of special values, and is
// compared with glibc's double function, whose own error does not show at
// single precision. Prints the greatest error in units in the last place of the
// exact result and where; exit status 1 beyond --limit or when NaN and infinity
// do not match.
//
// gelu counts in ulp of max(|y|, 2^-24 |x|): its tail is a product with a
// number that cannot be told from 0 beside 1.
//
//===----------------------------------------------------------------------===//

#include "mlc/runtime.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t chunk = size_t(1) << 20;

struct Function {
  const char *name;
  double (*exact)(double x, double y);
  bool two;
  /// What the unit in the last place is taken of, at least.
  double floor;
};

double sigmoid(double x, double) {
  // Of the smaller side, so that nothing cancels.
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

double gelu(double x, double) {
  return std::isinf(x) ? (x < 0 ? std::nan("") : x)
                       : 0.5 * x * std::erfc(-x * 0.70710678118654752440);
}

const Function functions[] = {
    {"exp", [](double x, double) { return std::exp(x); }, false, 0},
    {"log", [](double x, double) { return std::log(x); }, false, 0},
    {"sin", [](double x, double) { return std::sin(x); }, false, 0},
    {"cos", [](double x, double) { return std::cos(x); }, false, 0},
    {"tanh", [](double x, double) { return std::tanh(x); }, false, 0},
    {"erf", [](double x, double) { return std::erf(x); }, false, 0},
    {"sigmoid", sigmoid, false, 0},
    {"gelu", gelu, false, 0x1p-24},
    {"sqrt", [](double x, double) { return std::sqrt(x); }, false, 0},
    {"pow", [](double x, double y) { return std::pow(x, y); }, true, 0},
};

/// Distance of `got` from `exact` in units in the last place of the greater of
/// |exact| and `least`; infinity when one is NaN or infinite and the other not.
double ulps(float got, double exact, double least) {
  if (std::isnan(got) || std::isnan(exact))
    return std::isnan(got) && std::isnan(exact)
               ? 0
               : std::numeric_limits<double>::infinity();
  double scale = std::fmax(std::fabs(exact), least);
  // Beyond the greatest float infinity stands for its successor.
  double value = std::isinf(got) ? std::copysign(0x1p128, got) : double(got);
  if (std::isinf(exact) || std::fabs(exact) >= 0x1p128)
    return std::isinf(got) && std::signbit(got) == std::signbit(exact) ? 0
           : std::isinf(exact) ? std::numeric_limits<double>::infinity()
                               : std::fabs(value - exact) / 0x1p104;
  int exponent = scale == 0 ? -126 : std::max(-126, std::ilogb(scale));
  return std::fabs(value - exact) / std::ldexp(1.0, exponent - 23);
}

class Runner {
public:
  bool open(const char *path, uint32_t isa, bool two) {
    mlc_status status = {};
    mlc_context_options options = {};
    options.size = sizeof options;
    options.threads = 1;
    options.isa = isa;
    if (mlc_model_open(path, nullptr, &model, &status) != MLC_OK ||
        mlc_context_create(model, &options, &context, &status) != MLC_OK) {
      std::fprintf(stderr, "%s\n", status.message);
      return false;
    }
    entry = mlc_model_entry(model, nullptr);
    inputs = two ? 2 : 1;
    x.resize(chunk);
    y.resize(chunk);
    z.resize(chunk);
    return true;
  }

  bool run() {
    mlc_tensor in[2] = {tensor(x), tensor(y)}, out = tensor(z);
    mlc_status status = {};
    if (mlc_run(context, entry, in, inputs, &out, 1, &status) == MLC_OK)
      return true;
    std::fprintf(stderr, "%s\n", status.message);
    return false;
  }

  ~Runner() {
    mlc_context_destroy(context);
    mlc_model_close(model);
  }

  std::vector<float> x, y, z;

private:
  static mlc_tensor tensor(std::vector<float> &data) {
    mlc_tensor t = {};
    t.data = data.data();
    t.dtype = MLC_F32;
    t.rank = 1;
    t.dims[0] = chunk;
    t.capacity = chunk * sizeof(float);
    return t;
  }

  mlc_model *model = nullptr;
  mlc_context *context = nullptr;
  const mlc_entry *entry = nullptr;
  uint32_t inputs = 1;
};

struct Worst {
  double error = 0;
  float x = 0, y = 0, got = 0;
  double exact = 0;
  uint64_t count = 0;
  /// Results beyond half a unit: 0 of a correctly rounded function.
  uint64_t misrounded = 0;

  void take(const Function &function, const Runner &r, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      double want = function.exact(r.x[i], r.y[i]);
      // Nearly all are the nearest float; how near counts for none of them.
      float nearest = static_cast<float>(want);
      if (r.z[i] == nearest || (r.z[i] != r.z[i] && nearest != nearest))
        continue;
      double e = ulps(r.z[i], want, function.floor * std::fabs(double(r.x[i])));
      misrounded += e > 0.5;
      if (e > error) {
        error = e;
        x = r.x[i];
        y = r.y[i];
        got = r.z[i];
        exact = want;
      }
    }
    count += n;
  }
};

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool allFloats(const Function &function, Runner &r, uint64_t stride,
               Worst &worst) {
  uint64_t bits = 0;
  while (bits < (uint64_t(1) << 32)) {
    size_t n = 0;
    for (; n < chunk && bits < (uint64_t(1) << 32); ++n, bits += stride)
      r.x[n] = fromBits(static_cast<uint32_t>(bits));
    if (!r.run())
      return false;
    worst.take(function, r, n);
  }
  return true;
}

bool pairs(const Function &function, Runner &r, uint64_t count, Worst &worst) {
  static const float special[] = {0.0f,
                                  -0.0f,
                                  1.0f,
                                  -1.0f,
                                  2.0f,
                                  -2.0f,
                                  0.5f,
                                  -0.5f,
                                  3.0f,
                                  -3.0f,
                                  1e-45f,
                                  -1e-45f,
                                  1.17549435e-38f,
                                  3.4028235e38f,
                                  -3.4028235e38f,
                                  INFINITY,
                                  -INFINITY,
                                  NAN,
                                  16777215.0f,
                                  16777216.0f,
                                  -16777217.0f,
                                  2147483648.0f,
                                  1.0000001f,
                                  0.99999994f,
                                  1.5f,
                                  -1.5f,
                                  127.0f,
                                  128.0f,
                                  -149.0f,
                                  -150.0f};
  size_t n = 0;
  for (float a : special)
    for (float b : special) {
      r.x[n] = a;
      r.y[n++] = b;
    }
  std::mt19937_64 random(1);
  while (worst.count < count) {
    for (; n < chunk; ++n) {
      uint64_t bits = random();
      switch (bits >> 62) {
      case 0: // anything with anything
        r.x[n] = fromBits(static_cast<uint32_t>(bits));
        r.y[n] = fromBits(static_cast<uint32_t>(random()));
        break;
      case 1: // results all over the range
        r.x[n] = fromBits(static_cast<uint32_t>(bits) & 0x7fffffff);
        r.y[n] = static_cast<float>(
            (double(random() >> 11) * 0x1p-53 * 2 - 1) * 150 /
            std::fmax(1e-3, std::fabs(std::log2(double(r.x[n])))));
        break;
      case 2: // bases near 1, great exponents
        r.x[n] = static_cast<float>(
            1 + (double(bits & 0xffffffff) * 0x1p-32 - 0.5) * 0.1);
        r.y[n] = static_cast<float>((double(random() >> 11) * 0x1p-53 * 2 - 1) *
                                    2000);
        break;
      default: // negative bases, integers
        r.x[n] = fromBits(static_cast<uint32_t>(bits) | 0x80000000);
        r.y[n] = static_cast<float>(int(random() % 41) - 20);
      }
    }
    if (!r.run())
      return false;
    worst.take(function, r, n);
    n = 0;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  uint32_t isa = 0;
  uint64_t stride = 1, count = 1000000000;
  double limit = std::numeric_limits<double>::infinity();
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto value = [&](const char *flag) -> const char * {
      size_t length = std::strlen(flag);
      return argument.compare(0, length, flag) == 0 ? argv[i] + length
                                                    : nullptr;
    };
    if (const char *text = value("--isa="))
      isa = mlc_isa_from_name(text);
    else if (const char *text = value("--stride="))
      stride = std::strtoull(text, nullptr, 10);
    else if (const char *text = value("--pairs="))
      count = std::strtoull(text, nullptr, 10);
    else if (const char *text = value("--limit="))
      limit = std::strtod(text, nullptr);
    else
      names.push_back(argument);
  }
  const Function *function = nullptr;
  for (const Function &f : functions)
    if (!names.empty() && names[0] == f.name)
      function = &f;
  if (!function || names.size() != 2 || stride == 0) {
    std::fprintf(stderr, "usage: mlc-exhaustive FUNCTION LIBRARY [--isa=LEVEL] "
                         "[--stride=N] [--pairs=N] [--limit=ULP]\n");
    return 2;
  }
  Runner runner;
  if (!runner.open(names[1].c_str(), isa, function->two))
    return 2;
  Worst worst;
  if (!(function->two ? pairs(*function, runner, count, worst)
                      : allFloats(*function, runner, stride, worst)))
    return 2;
  std::printf("%s: %.3f ulp at %a", function->name, worst.error,
              double(worst.x));
  if (function->two)
    std::printf(", %a", double(worst.y));
  std::printf(
      ": got %a, exact %a; %llu inputs, %.2f %% not the nearest float\n",
      double(worst.got), worst.exact,
      static_cast<unsigned long long>(worst.count),
      100.0 * double(worst.misrounded) / double(worst.count));
  return worst.error <= limit ? 0 : 1;
}
