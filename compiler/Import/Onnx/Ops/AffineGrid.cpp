//===- AffineGrid.cpp - The operator AffineGrid ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard's function body asks at run time whether the grid has two or
// three dimensions, and pads a grid of two to three. The length of the size
// tells it at compile time.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// Coordinates from -1 to 1 along `dim` of `shape`: of the elements' corners
/// (`corners`) or of their centres. One corner alone stands at -1.
Value coordinates(GraphBuilder &g, mlir::Type element, const Extents &shape,
                  int64_t dim, bool corners) {
  mlir::Type i64 = g.b.getI64Type();
  Value count = g.cast(
      g.fromElements({g.toElement(shape[dim], i64)}, i64, /*isScalar=*/true),
      element);
  auto number = [&](double x) { return g.scalar(element, x); };
  Value start = number(-1), step;
  if (corners) {
    Value gaps = g.subT(count, number(1));
    Value several = g.compare(Predicate::GT, gaps, number(0));
    step =
        g.select(several, g.divT(number(2), g.select(several, gaps, number(1))),
                 number(0));
  } else {
    step = g.divT(number(2), count);
    start = g.addT(start, g.divT(step, number(2)));
  }
  return g.addT(g.mulT(g.iota(element, shape, dim), step), start);
}

LogicalResult affineGridRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value theta = n.in(0);
  auto size = g.indices(n.in(1));
  if (!size)
    return n.unsupported("the length of its size is known at run time only, so "
                         "the rank of its result is not known");
  if (size->size() != 4 && size->size() != 5)
    return n.invalid("its size must have 4 or 5 entries");
  int64_t spatial = size->size() - 2;
  if (n.rank(0) != 3)
    return n.invalid("theta must have rank 3");
  Extents form = g.extents(theta);
  if (!requireEqual(g, form[0], (*size)[0]) ||
      !requireEqual(g, form[1], g.index(spatial)) ||
      !requireEqual(g, form[2], g.index(spatial + 1)))
    return mlir::failure();
  auto real = llvm::dyn_cast<mlir::FloatType>(n.element(0));
  if (!real)
    return n.invalid("theta must be floating point");
  // Coordinates of f16 would lose the places of a large grid.
  mlir::Type element =
      real.getWidth() < 32 ? mlir::Type(g.b.getF32Type()) : mlir::Type(real);
  Extents shape(size->begin() + 2, size->end());
  Extents column = shape;
  column.push_back(g.index(1));
  SmallVector<Value> columns;
  for (int64_t d = spatial; d-- > 0;) { // x, y and z
    Value along =
        coordinates(g, element, shape, d, n.flag("align_corners", false));
    columns.push_back(along ? g.reshape(along, column) : Value());
  }
  columns.push_back(g.fill(element, column, 1));
  if (llvm::is_contained(columns, Value()))
    return mlir::failure();
  Value points = g.reshape(g.concat(columns, spatial),
                           {g.product(shape), g.index(spatial + 1)});
  Value moved =
      g.dot(g.cast(theta, element), points, {}, {}, {2}, {1}, element);
  if (!moved)
    return mlir::failure();
  Extents result{form[0]};
  result.append(shape.begin(), shape.end());
  result.push_back(g.index(spatial));
  return n.set(
      g.cast(g.reshape(g.transpose(moved, {0, 2, 1}), result), n.element(0)));
}
} // namespace

void mlc::onnx::addAffineGridRows(OnnxTable &t) {
  t.add("AffineGrid", {20}, affineGridRow);
}
