//===- MlFeature.cpp - Operators on single features ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ml/Ml.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using graph::Combiner;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// One number for all, or one per feature (the last dimension).
Value perFeature(NodeContext &n, llvm::ArrayRef<double> values,
                 mlir::Type element) {
  if (values.size() == 1)
    return constantOf(n.g, values, {}, element);
  return constantOf(n.g, values, {static_cast<int64_t>(values.size())},
                    element);
}

/// What is fewer than the features would be read past its end.
bool fitsFeatures(NodeContext &n, size_t count) {
  if (count == 1)
    return true;
  if (n.rank(0) < 1)
    return false;
  auto width = GraphBuilder::fixed(n.g.extent(n.in(0), n.rank(0) - 1));
  return !width || *width == static_cast<int64_t>(count);
}

LogicalResult scalerRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto offset = n.floats("offset"), scale = n.floats("scale");
  mlir::Type f32 = g.b.getF32Type();
  Value y = g.cast(n.in(0), f32);
  if ((offset && !fitsFeatures(n, offset->size())) ||
      (scale && !fitsFeatures(n, scale->size())))
    return n.invalid("offset or scale does not fit the features");
  if (offset)
    y = g.subT(y, g.broadcastTo(perFeature(n, *offset, f32), g.extents(y)));
  if (scale)
    y = g.mulT(y, g.broadcastTo(perFeature(n, *scale, f32), g.extents(y)));
  return n.set(y);
}

LogicalResult normalizerRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  llvm::StringRef norm = n.str("norm", "MAX");
  if (n.rank(0) != 1 && n.rank(0) != 2)
    return n.invalid("its input must have rank 1 or 2");
  Value x = g.cast(n.in(0), g.b.getF32Type());
  llvm::SmallVector<int64_t> last{n.rank(0) - 1};
  Value size;
  if (norm == "MAX")
    size = g.reduce(Combiner::Max, x, last, true);
  else if (norm == "L1")
    size = g.reduce(Combiner::Sum, g.unary<graph::AbsOp>(x), last, true);
  else if (norm == "L2")
    size = g.unary<graph::SqrtOp>(
        g.reduce(Combiner::Sum, g.mulT(x, x), last, true));
  else
    return n.invalid("norm must be MAX, L1 or L2");
  Value isZero = g.compare(Predicate::EQ, size, g.scalarLike(size, 0));
  return n.set(g.divT(x, g.select(isZero, g.scalarLike(x, 1), size)));
}

LogicalResult binarizerRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  // Integers are compared as the numbers they are.
  double threshold = n.f64("threshold", 0);
  if (!llvm::isa<mlir::FloatType>(n.element(0)))
    threshold = std::floor(threshold);
  if (std::isnan(threshold) || (!llvm::isa<mlir::FloatType>(n.element(0)) &&
                                std::abs(threshold) > 2147483647.0))
    return n.unsupported("its threshold is out of range");
  Value above = g.compare(Predicate::GT, x, g.scalarLike(x, threshold));
  return n.set(g.cast(above, n.element(0)));
}

LogicalResult imputerRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto reals = n.floats("imputed_value_floats");
  auto integers = n.ints("imputed_value_int64s");
  mlir::Type element = n.element(0);
  Value missing, filling;
  if (llvm::isa<mlir::FloatType>(element)) {
    if (!reals || reals->empty())
      return n.invalid("imputed_value_floats is missing");
    if (!fitsFeatures(n, reals->size()))
      return n.invalid("imputed_value_floats does not fit the features");
    double replaced = n.f64("replaced_value_float", 0);
    missing =
        std::isnan(replaced)
            ? g.keep(graph::IsNanOp::create(
                         g.b, g.loc,
                         GraphBuilder::typeOf(x).clone(g.b.getI1Type()), x),
                     x)
            : g.compare(Predicate::EQ, x, g.scalarLike(x, replaced));
    filling = perFeature(n, *reals, element);
  } else {
    if (!integers || integers->empty())
      return n.invalid("imputed_value_int64s is missing");
    if (!fitsFeatures(n, integers->size()))
      return n.invalid("imputed_value_int64s does not fit the features");
    int64_t replaced = n.i64("replaced_value_int64", 0);
    missing = g.compare(
        Predicate::EQ, x,
        constantOf(g, llvm::ArrayRef<int64_t>{replaced}, {}, element));
    llvm::SmallVector<int64_t> shape;
    if (integers->size() != 1)
      shape.push_back(integers->size());
    filling = constantOf(g, llvm::ArrayRef<int64_t>(*integers), shape, element);
  }
  return n.set(g.select(missing, g.broadcastTo(filling, g.extents(x)), x));
}

LogicalResult featureVectorizerRow(NodeContext &n) {
  // Rows of all inputs side by side, as floats.
  GraphBuilder &g = n.g;
  auto widths = n.ints("inputdimensions");
  if (!widths || widths->size() != n.ins().size())
    return n.invalid("inputdimensions must have one entry per input");
  llvm::SmallVector<Value> parts;
  for (auto [i, width] : llvm::enumerate(*widths)) {
    Value x = n.in(i);
    if (!x)
      return n.invalid("its input " + llvm::Twine(i) + " is missing");
    Extents shape = g.extents(x);
    llvm::ArrayRef<OpFoldResult> all(shape);
    OpFoldResult rows = all.size() < 2 ? g.index(1) : all[0];
    OpFoldResult columns = g.product(all.size() < 2 ? all : all.drop_front());
    if (GraphBuilder::fixed(columns) != width)
      return n.unsupported("its input " + llvm::Twine(i) +
                           " is not known to have " + llvm::Twine(width) +
                           " columns");
    parts.push_back(g.cast(g.reshape(x, {rows, columns}), g.b.getF32Type()));
  }
  return n.set(g.concat(parts, 1));
}

LogicalResult extractorRow(NodeContext &n) {
  // Entries of the last dimension; a vector counts as one row.
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  if (n.rank(0) < 1)
    return n.invalid("its input must have rank 1 or more");
  if (n.rank(0) == 1)
    x = g.unsqueeze(x, {0});
  Extents at = g.extents(n.in(1));
  Value index = g.reshape(n.in(1), {g.product(at)});
  return n.set(x && index ? g.gather(x, index, GraphBuilder::rank(x) - 1)
                          : Value());
}
} // namespace

void mlc::onnx::addMlFeatureRows(OnnxTable &t) {
  addMl(t, "Scaler", {1}, scalerRow);
  addMl(t, "Normalizer", {1}, normalizerRow);
  addMl(t, "Binarizer", {1}, binarizerRow);
  addMl(t, "Imputer", {1}, imputerRow);
  addMl(t, "FeatureVectorizer", {1}, featureVectorizerRow,
        {1, size_t(1) << 20});
  addMl(t, "ArrayFeatureExtractor", {1}, extractorRow, {2, 2});
}
