//===- MelWeights.cpp - The operator MelWeightMatrix ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// Triangles between neighbouring bins of the mel scale; the bins' edges are
/// numbers of spectrogram bins, rounded down.
LogicalResult melWeightMatrixRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type f64 = g.b.getF64Type(), i64 = g.b.getI64Type();
  OpFoldResult number[3]; // of mel bins, DFT length, sample rate
  for (size_t i = 0; i < 3; ++i) {
    auto given = g.indices(n.in(i));
    if (!given || given->size() != 1)
      return n.invalid("input " + llvm::Twine(i) + " must be one integer");
    number[i] = (*given)[0];
    if (!requireAtLeast(g, number[i], g.index(i == 2 ? 1 : 0)))
      return mlir::failure();
  }
  mlc_dtype dtype = dtypeFromOnnx(n.i64("output_datatype", 1));
  mlir::Type element = mlirTypeOf(g.b.getContext(), dtype);
  if (!element)
    return n.unsupported("weights of type " + dtypeName(dtype) +
                         " are not supported");
  auto real = [&](OpFoldResult x) {
    return g.cast(g.fromElements({g.toElement(x, i64)}, i64, true), f64);
  };
  auto constant = [&](double x) { return g.scalar(f64, x); };
  auto mel = [&](size_t input) { // 2595 log10(1 + f / 700)
    Value hertz = g.cast(g.reshape(n.in(input), {}), f64);
    Value ratio = g.addT(constant(1), g.divT(hertz, constant(700)));
    return g.mulT(g.unary<graph::LogOp>(ratio),
                  constant(2595 / std::log(10.0)));
  };
  Value low = mel(3), high = mel(4);
  OpFoldResult edges = g.add(number[0], g.index(2));
  Value step = g.divT(g.subT(high, low), real(edges));
  Value at = g.addT(g.mulT(g.iota(f64, {edges}, 0), step), low);
  Value hertz = g.mulT(
      g.subT(g.binary<graph::PowOp>(constant(10), g.divT(at, constant(2595))),
             constant(1)),
      constant(700));
  Value bins = g.unary<graph::FloorOp>(g.divT(
      g.mulT(real(g.add(number[1], g.index(1))), hertz), real(number[2])));
  if (!bins)
    return mlir::failure();
  Extents shape{g.add(g.floorDiv(number[1], g.index(2)), g.index(1)),
                number[0]};
  auto edge = [&](int64_t first) {
    return g.broadcastTo(g.sliceDim(bins, 0, g.index(first), number[0]), shape,
                         llvm::ArrayRef<int64_t>{1});
  };
  Value lower = edge(0), centre = edge(1), upper = edge(2);
  Value j = g.iota(f64, shape, 0);
  if (!lower || !centre || !upper || !j)
    return mlir::failure();
  auto ratio = [&](Value part, Value whole) { // never divides by zero
    return g.divT(part, g.binary<graph::MaxOp>(whole, constant(1)));
  };
  auto isBoth = [&](Value x, Value y) { return g.binary<graph::AndOp>(x, y); };
  Value rises = isBoth(g.compare(Predicate::GE, j, lower),
                       g.compare(Predicate::LT, j, centre));
  Value peak = isBoth(g.compare(Predicate::EQ, j, centre),
                      g.compare(Predicate::GE, centre, lower));
  Value falls = isBoth(g.compare(Predicate::GT, j, centre),
                       g.compare(Predicate::LT, j, upper));
  Value falling = g.select(
      falls, ratio(g.subT(upper, j), g.subT(upper, centre)), constant(0));
  Value rising =
      g.select(rises, ratio(g.subT(j, lower), g.subT(centre, lower)), falling);
  return n.set(g.cast(g.select(peak, constant(1), rising), element));
}
} // namespace

void mlc::onnx::addMelWeightRows(OnnxTable &t) {
  t.add("MelWeightMatrix", {17}, melWeightMatrixRow);
}
