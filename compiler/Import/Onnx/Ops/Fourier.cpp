//===- Fourier.cpp - Fast transform of complex numbers --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cooley and Tukey's recursion, decimated in frequency: with n = p m,
//
//   y[u + p v] = sum_i w_m^(i v) ( w_n^(u i)  sum_j x[i + m j] w_p^(u j) )
//
// The inner sum is a short transform of slices, elementwise; its results times
// the twiddles are p times as many sequences of length m.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Fourier.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
constexpr double pi = 3.14159265358979323846;

/// The factors of a length, in the order in which they are taken: a 2 that is
/// left over by the fours comes first.
SmallVector<int64_t> factorsOf(int64_t length) {
  SmallVector<int64_t> factors;
  while (length % 4 == 0) {
    factors.push_back(4);
    length /= 4;
  }
  if (length % 2 == 0) {
    factors.insert(factors.begin(), 2);
    length /= 2;
  }
  for (int64_t p : {3, 5})
    while (length % p == 0) {
      factors.push_back(p);
      length /= p;
    }
  if (length != 1)
    factors.clear();
  return factors;
}

class Transform {
public:
  Transform(GraphBuilder &g, mlir::Type element, bool inverse)
      : g(g), element(element), sign(inverse ? 1 : -1) {}

  /// Of x[batch, n].
  Complex run(Complex x, llvm::ArrayRef<int64_t> factors);

private:
  Complex add(const Complex &a, const Complex &b) {
    return {g.addT(a.real, b.real), g.addT(a.imaginary, b.imaginary)};
  }
  Complex sub(const Complex &a, const Complex &b) {
    return {g.subT(a.real, b.real), g.subT(a.imaginary, b.imaginary)};
  }
  Value scaled(Value x, double factor) {
    return g.mulT(x, g.scalar(element, factor));
  }
  Complex scaled(const Complex &x, double factor) {
    return {scaled(x.real, factor), scaled(x.imaginary, factor)};
  }
  /// x times i (of the transform's direction).
  Complex turned(const Complex &x) {
    Value real = g.unary<graph::NegOp>(x.imaginary);
    if (sign > 0)
      return {real, x.real};
    return {x.imaginary, g.unary<graph::NegOp>(x.real)};
  }
  /// The transforms of 2, 3, 4 and 5 numbers.
  SmallVector<Complex> shortTransform(llvm::ArrayRef<Complex> x);
  Complex twiddle(const Complex &x, int64_t u, int64_t m, int64_t n);

  GraphBuilder &g;
  mlir::Type element;
  double sign;
};
} // namespace

SmallVector<Complex> Transform::shortTransform(llvm::ArrayRef<Complex> x) {
  size_t p = x.size();
  if (p == 2)
    return {add(x[0], x[1]), sub(x[0], x[1])};
  if (p == 4) {
    Complex even = add(x[0], x[2]), first = sub(x[0], x[2]),
            odd = add(x[1], x[3]), second = turned(sub(x[1], x[3]));
    return {add(even, odd), add(first, second), sub(even, odd),
            sub(first, second)};
  }
  // An odd number: numbers that mirror each other are added and subtracted, so
  // that each result and its mirror share their products.
  SmallVector<Complex> sums, differences, y(p);
  for (size_t j = 1; 2 * j < p; ++j) {
    sums.push_back(add(x[j], x[p - j]));
    differences.push_back(sub(x[j], x[p - j]));
  }
  y[0] = x[0];
  for (const Complex &sum : sums)
    y[0] = add(y[0], sum);
  for (size_t u = 1; 2 * u < p; ++u) {
    Complex along = x[0], across;
    for (size_t j = 1; 2 * j < p; ++j) {
      double angle =
          2 * pi * static_cast<double>(u * j % p) / static_cast<double>(p);
      along = add(along, scaled(sums[j - 1], std::cos(angle)));
      Complex part = scaled(differences[j - 1], std::sin(angle));
      across = j == 1 ? part : add(across, part);
    }
    across = turned(across);
    y[u] = add(along, across);
    y[p - u] = sub(along, across);
  }
  return y;
}

/// x[batch, m] times w_n^(u i).
Complex Transform::twiddle(const Complex &x, int64_t u, int64_t m, int64_t n) {
  auto wave = [&](bool isSine) {
    TensorSpec spec;
    spec.dtype = dtypeOf(element);
    spec.shape = {m};
    Literal list = Literal::zeros(spec);
    for (int64_t i = 0; i < m; ++i) {
      double angle =
          2 * pi * static_cast<double>(u * i % n) / static_cast<double>(n);
      list.setDouble(i, isSine ? sign * std::sin(angle) : std::cos(angle));
    }
    return g.constant(list);
  };
  Value cosine = wave(false), sine = wave(true);
  return {g.subT(g.mulT(x.real, cosine), g.mulT(x.imaginary, sine)),
          g.addT(g.mulT(x.real, sine), g.mulT(x.imaginary, cosine))};
}

Complex Transform::run(Complex x, llvm::ArrayRef<int64_t> factors) {
  if (factors.empty() || !x.real || !x.imaginary)
    return x;
  int64_t p = factors[0], m = 1;
  for (int64_t factor : factors.drop_front())
    m *= factor;
  OpFoldResult batch = g.extent(x.real, 0);
  Extents cut{batch, g.index(p), g.index(m)};
  Complex parts{g.reshape(x.real, cut), g.reshape(x.imaginary, cut)};
  auto take = [&](Value part, int64_t j) {
    return g.squeeze(g.sliceDim(part, 1, g.index(j), g.index(1)), {1});
  };
  SmallVector<Complex> slices;
  for (int64_t j = 0; j < p; ++j) {
    slices.push_back({take(parts.real, j), take(parts.imaginary, j)});
    if (!slices.back().real || !slices.back().imaginary)
      return {};
  }
  SmallVector<Complex> rows = shortTransform(slices);
  SmallVector<Value> real, imaginary;
  for (int64_t u = 0; u < p; ++u) {
    Complex row = u > 0 && m > 1 ? twiddle(rows[u], u, m, p * m) : rows[u];
    if (!row.real || !row.imaginary)
      return {};
    real.push_back(g.unsqueeze(row.real, {1}));
    imaginary.push_back(g.unsqueeze(row.imaginary, {1}));
  }
  Value joined[] = {g.concat(real, 1), g.concat(imaginary, 1)};
  if (m == 1)
    return {g.squeeze(joined[0], {2}), g.squeeze(joined[1], {2})};
  Extents longer{g.mul(batch, g.index(p)), g.index(m)};
  Complex inner =
      run({g.reshape(joined[0], longer), g.reshape(joined[1], longer)},
          factors.drop_front());
  auto mixed = [&](Value part) -> Value { // [batch, p, m] to [batch, m p]
    if (!part)
      return nullptr;
    return g.reshape(g.transpose(g.reshape(part, cut), {0, 2, 1}),
                     {batch, g.index(p * m)});
  };
  return {mixed(inner.real), mixed(inner.imaginary)};
}

bool mlc::onnx::hasFastTransform(int64_t length) {
  return length > 1 && !factorsOf(length).empty();
}

Complex mlc::onnx::fastTransform(GraphBuilder &g, Complex x, int64_t length,
                                 bool inverse) {
  Extents shape = g.extents(x.real);
  Extents outer(shape.begin(), shape.end() - 1);
  Extents rows{g.product(outer), g.index(length)};
  mlir::Type element = GraphBuilder::element(x.real), wide = element;
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element))
    if (real.getWidth() < 32)
      wide = g.b.getF32Type();
  auto flat = [&](Value part) { return g.reshape(g.cast(part, wide), rows); };
  Complex y = Transform(g, wide, inverse)
                  .run({flat(x.real), flat(x.imaginary)}, factorsOf(length));
  auto shaped = [&](Value part) -> Value {
    if (part && inverse)
      part = g.mulT(part, g.scalar(wide, 1.0 / static_cast<double>(length)));
    return g.cast(g.reshape(part, shape), element);
  };
  return {shaped(y.real), shaped(y.imaginary)};
}
