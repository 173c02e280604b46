//===- Random.cpp - Random numbers ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Random.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cstring>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

Value mlc::onnx::drawRandom(NodeContext &n, graph::Distribution distribution,
                            llvm::ArrayRef<OpFoldResult> shape,
                            mlir::Type element) {
  GraphBuilder &g = n.g;
  if (!llvm::isa_and_nonnull<mlir::FloatType>(element))
    return g.fail("random numbers need a floating-point type");
  // Dropout's is an integer, the others' a float.
  const Attribute *given = n.find("seed");
  const bool whole = given && given->kind == Attribute::Kind::Int;
  float seed = whole ? static_cast<float>(n.i64("seed", 0))
                     : static_cast<float>(n.f64("seed", 0));
  uint32_t bits;
  std::memcpy(&bits, &seed, sizeof bits);
  TensorSpec spec;
  spec.dtype = MLC_U32;
  spec.shape = {2};
  Literal key = Literal::zeros(spec);
  key.setUInt(0, bits);
  key.setUInt(1, n.hasAttr("seed") ? 1 : 0);
  // Narrow and wide types are rounded from, or widened from, f32 draws.
  mlir::Type drawn = element.isF64() || element.isF32()
                         ? element
                         : mlir::Type(g.b.getF32Type());
  auto type = g.tensorType(shape, drawn);
  Value keyValue = g.constant(key);
  if (!type || !keyValue)
    return nullptr;
  Value raw = g.keep(graph::RandomOp::create(
                         g.b, g.loc, type, distribution, keyValue,
                         g.dynamicExtents(shape), n.importer.nextStream()),
                     shape);
  return raw;
}

namespace {
Value scaled(NodeContext &n, Value raw, double factor, double offset,
             mlir::Type element) {
  GraphBuilder &g = n.g;
  Value x = g.addT(g.mulT(raw, g.scalarLike(raw, factor)),
                   g.scalarLike(raw, offset));
  return g.cast(x, element);
}

mlir::Type elementOf(NodeContext &n, mlir::Type byDefault) {
  int64_t number = n.i64("dtype", 0);
  return number == 0 ? byDefault
                     : mlirTypeOf(n.g.b.getContext(), dtypeFromOnnx(number));
}

LogicalResult uniform(NodeContext &n, llvm::ArrayRef<OpFoldResult> shape,
                      mlir::Type element) {
  double low = n.f64("low", 0), high = n.f64("high", 1);
  return n.set(
      scaled(n, drawRandom(n, graph::Distribution::Uniform, shape, element),
             high - low, low, element));
}

LogicalResult normal(NodeContext &n, llvm::ArrayRef<OpFoldResult> shape,
                     mlir::Type element) {
  return n.set(
      scaled(n, drawRandom(n, graph::Distribution::Normal, shape, element),
             n.f64("scale", 1), n.f64("mean", 0), element));
}

Extents shapeAttribute(NodeContext &n) {
  Extents shape;
  if (auto given = n.ints("shape"))
    for (int64_t extent : *given)
      shape.push_back(n.g.index(extent));
  return shape;
}

LogicalResult bernoulliRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type to = elementOf(n, n.element(0));
  Value x = n.in(0);
  Value sample =
      drawRandom(n, graph::Distribution::Uniform, g.extents(x), n.element(0));
  return n.set(g.cast(g.compare(graph::Predicate::LT,
                                g.cast(sample, n.element(0)), x),
                      to));
}
} // namespace

void mlc::onnx::addRandomRows(OnnxTable &t) {
  t.add("RandomUniform", {1, 22}, [](NodeContext &n) {
    return uniform(n, shapeAttribute(n), elementOf(n, n.g.b.getF32Type()));
  });
  t.add("RandomNormal", {1, 22}, [](NodeContext &n) {
    return normal(n, shapeAttribute(n), elementOf(n, n.g.b.getF32Type()));
  });
  t.add("RandomUniformLike", {1, 22}, [](NodeContext &n) {
    return uniform(n, n.g.extents(n.in(0)), elementOf(n, n.element(0)));
  });
  t.add("RandomNormalLike", {1, 22}, [](NodeContext &n) {
    return normal(n, n.g.extents(n.in(0)), elementOf(n, n.element(0)));
  });
  t.add("Bernoulli", {15, 22}, bernoulliRow);
}
