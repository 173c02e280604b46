//===- Spectral.cpp - Fourier transforms ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;

namespace {
constexpr double pi = 3.14159265358979323846;
constexpr int64_t maxMatrix = int64_t(1) << 24;

/// scale * cos or sin of 2 pi r c / length, as a rows x columns constant. The
/// angle is reduced in integers, so that it is exact for any size.
Value wave(GraphBuilder &g, mlir::Type element, bool sine, int64_t rows,
           int64_t columns, int64_t length, double scale,
           llvm::function_ref<double(int64_t row)> weight) {
  TensorSpec spec;
  spec.dtype = dtypeOf(element);
  spec.shape = {rows, columns};
  Literal matrix = Literal::zeros(spec);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) {
      double angle = 2 * pi * static_cast<double>(r * c % length) /
                     static_cast<double>(length);
      matrix.setDouble(r * columns + c, scale * weight(r) *
                                            (sine ? std::sin(angle)
                                                  : std::cos(angle)));
    }
  return g.constant(matrix);
}

/// Transform of `x` [..., n, 1 or 2] along dimension `dim`, as a product with
/// cosine and sine matrices.
Value transform(NodeContext &n, Value x, int64_t dim,
                std::optional<int64_t> wantedLength, bool inverse,
                bool onesided) {
  GraphBuilder &g = n.g;
  if (!x)
    return nullptr;
  int64_t rank = GraphBuilder::rank(x);
  mlir::Type element = GraphBuilder::element(x);
  auto parts = GraphBuilder::fixed(g.extent(x, rank - 1));
  auto given = GraphBuilder::fixed(g.extent(x, dim));
  if (!parts || !given) {
    (void)n.unsupported("the transformed extent is known at run time only");
    return nullptr;
  }
  if (*parts != 1 && *parts != 2)
    return g.fail("its last dimension must have extent 1 or 2");
  if (!llvm::isa<mlir::FloatType>(element))
    return g.fail("its input must be floating point");
  bool toReal = inverse && onesided; // half a spectrum back to real numbers
  int64_t length = wantedLength.value_or(toReal ? 2 * (*given - 1) : *given);
  int64_t used = toReal ? length / 2 + 1 : length;
  if (length < 1 || length > (int64_t(1) << 31))
    return g.fail("the length of the transform is out of range");
  // Cut or pad with zeros to the length.
  if (*given > used)
    x = g.sliceDim(x, dim, g.index(0), g.index(used));
  int64_t rows = std::min(*given, used); // zeros add nothing
  int64_t columns = onesided && !inverse ? length / 2 + 1 : length;
  if (rows * columns > maxMatrix) {
    (void)n.unsupported("a transform of length " + llvm::Twine(length) +
                        " is too long");
    return nullptr;
  }
  double scale = inverse ? 1.0 / static_cast<double>(length) : 1.0;
  auto weight = [&](int64_t row) -> double {
    if (!toReal || row == 0 || 2 * row == length)
      return 1;
    return 2; // stands for its mirror image too
  };
  Value cosine = wave(g, element, false, rows, columns, length, scale, weight),
        sine = wave(g, element, true, rows, columns, length, scale, weight);
  auto part = [&](int64_t i) {
    return g.squeeze(g.sliceDim(x, rank - 1, g.index(i), g.index(1)),
                     {rank - 1});
  };
  // dot_general puts the new dimension last; it goes back to `dim`.
  SmallVector<int64_t> back;
  for (int64_t d = 0; d < rank - 2; ++d)
    back.push_back(d);
  back.insert(back.begin() + dim, rank - 2);
  auto times = [&](Value value, Value matrix) {
    Value product = g.dot(value, matrix, {}, {}, {dim}, {0}, element);
    return product ? g.transpose(product, back) : product;
  };
  Value real = part(0), imaginary = *parts == 2 ? part(1) : Value();
  // e^(-+ i a) = cos a -+ i sin a
  Value re = times(real, cosine), im = times(real, sine);
  if (!inverse)
    im = g.unary<graph::NegOp>(im);
  if (imaginary) {
    Value si = times(imaginary, sine), co = times(imaginary, cosine);
    re = inverse ? g.subT(re, si) : g.addT(re, si);
    im = g.addT(im, co);
  }
  if (toReal)
    return g.unsqueeze(re, {rank - 1});
  return g.concat({g.unsqueeze(re, {rank - 1}), g.unsqueeze(im, {rank - 1})},
                  rank - 1);
}

LogicalResult dft(NodeContext &n, int64_t axis) {
  auto dim = n.g.axis(axis, n.rank(0));
  if (!dim)
    return mlir::failure();
  if (*dim == n.rank(0) - 1)
    return n.invalid("its axis must not be the last dimension");
  std::optional<int64_t> length;
  if (n.has(1)) {
    auto given = n.g.integers(n.in(1));
    if (!given || given->size() != 1)
      return n.unsupported("its length is computed at run time");
    length = (*given)[0];
  }
  return n.set(transform(n, n.in(0), *dim, length, n.flag("inverse", false),
                         n.flag("onesided", false)));
}

LogicalResult dftInputRow(NodeContext &n) {
  int64_t axis = -2;
  if (n.has(2)) {
    auto given = n.g.integers(n.in(2));
    if (!given || given->size() != 1)
      return n.unsupported("its axis is computed at run time");
    axis = (*given)[0];
  }
  return dft(n, axis);
}

LogicalResult stftRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value signal = n.in(0);
  if (n.rank(0) != 3)
    return n.invalid("its signal must have rank 3");
  auto step = g.indices(n.in(1));
  if (!step || step->size() != 1)
    return n.invalid("its frame step must be one integer");
  std::optional<int64_t> length;
  if (n.has(3)) {
    auto given = g.integers(n.in(3));
    if (given && given->size() == 1)
      length = (*given)[0];
  }
  if (!length && n.has(2))
    length = GraphBuilder::fixed(g.extent(n.in(2), 0));
  if (!length)
    return n.unsupported("its frame length is computed at run time");
  if (*length < 1)
    return n.invalid("its frame length must be positive");
  mlir::Type i64 = g.b.getI64Type();
  OpFoldResult samples = g.extent(signal, 1);
  OpFoldResult pace = g.max((*step)[0], g.index(1));
  OpFoldResult frames = g.max(
      g.add(g.floorDiv(g.sub(samples, g.index(*length)), pace), g.index(1)),
      g.index(0));
  // Frame f takes samples f * step + i.
  Extents grid{frames, g.index(*length)};
  auto type = g.tensorType(grid, i64);
  if (!type)
    return mlir::failure();
  Value starts = g.keep(
      graph::IotaOp::create(
          g.b, g.loc, type, g.scalar(i64, 0),
          g.fromElements({g.toElement(pace, i64)}, i64, /*isScalar=*/true),
          static_cast<uint64_t>(0), g.dynamicExtents(grid)),
      grid);
  Value position = g.addT(starts, g.iota(i64, grid, 1));
  Value framed = g.gather(signal, position, 1); // B x F x W x parts
  if (n.has(2)) {
    SmallVector<int64_t> dims{2};
    framed = framed ? g.mulT(framed, g.broadcastTo(n.in(2), g.extents(framed),
                                                   dims))
                    : framed;
  }
  return n.set(transform(n, framed, 2, std::nullopt, /*inverse=*/false,
                         n.flag("onesided", true)));
}
} // namespace

void mlc::onnx::addSpectralRows(OnnxTable &t) {
  t.add("DFT", {17}, [](NodeContext &n) { return dft(n, n.i64("axis", 1)); });
  t.add("DFT", {20}, dftInputRow);
  t.add("STFT", {17}, stftRow);
}
