//===- Determinant.cpp - The operator Det ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gaussian elimination with partial pivoting, all matrices of the batch at
// once: one loop over the columns. A row that served as pivot is never read
// again, so the exchange only has to put the displaced row into its place.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// One column's step on matrices B x N x N and determinants B.
std::pair<Value, Value> eliminate(GraphBuilder &g, Value matrix, Value product,
                                  OpFoldResult column) {
  mlir::Type i64 = g.b.getI64Type();
  Extents cube = g.extents(matrix), rows{cube[0], cube[1]};
  auto across = [&](Value x) { // B x N, the same for every column
    return g.broadcastTo(x, cube, llvm::ArrayRef<int64_t>{0, 1});
  };
  auto take = [&](Value x, int64_t dim) { // the column's or row's place
    return g.squeeze(g.sliceDim(x, dim, column, g.index(1)), {dim});
  };
  Value number = g.iota(i64, rows, 1);
  Value here = g.fromElements({g.toElement(column, i64)}, i64, true);
  Value entries = take(matrix, 2);
  if (!number || !entries)
    return {};
  // The largest of what is left; NaN counts as large and spreads.
  Value size =
      g.select(g.compare(Predicate::GE, number, here),
               g.unary<graph::AbsOp>(entries), g.scalarLike(entries, -1));
  auto placeType = g.tensorType({cube[0]}, i64);
  if (!size || !placeType)
    return {};
  Value place = g.keep(
      graph::ArgReduceOp::create(g.b, g.loc, placeType, graph::Combiner::Max,
                                 size, static_cast<uint64_t>(1), false),
      {cube[0]});
  Value isPivot =
      g.compare(Predicate::EQ, number,
                g.broadcastTo(place, rows, llvm::ArrayRef<int64_t>{0}));
  Value zero = g.scalarLike(matrix, 0), one = g.scalarLike(matrix, 1);
  Value pivotRow =
      g.reduce(graph::Combiner::Sum, g.select(across(isPivot), matrix, zero),
               {1}, /*keepDims=*/false);
  Value first = take(matrix, 1); // the row that the pivot displaces
  if (!pivotRow || !first)
    return {};
  auto down = [&](Value row) { // B x N, the same for every row
    return g.broadcastTo(row, cube, llvm::ArrayRef<int64_t>{0, 2});
  };
  matrix = g.select(across(isPivot), down(first), matrix);
  Value pivot = take(pivotRow, 1);
  Value stays = g.compare(Predicate::EQ, place, here);
  Value sign = g.select(stays, one, g.scalarLike(pivot, -1));
  product = g.mulT(product, g.mulT(pivot, sign));
  // A column of zeros ends it: the product is zero, and nothing is divided.
  Value divisor = g.select(g.compare(Predicate::EQ, pivot, zero), one, pivot);
  Value below = take(matrix, 2);
  if (!divisor || !below)
    return {};
  Value factor = g.select(
      g.compare(Predicate::GT, number, here),
      g.divT(below, g.broadcastTo(divisor, rows, llvm::ArrayRef<int64_t>{0})),
      zero);
  if (!factor)
    return {};
  return {g.subT(matrix, g.mulT(across(factor), down(pivotRow))), product};
}

LogicalResult detRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  int64_t rank = n.rank(0);
  if (rank < 2)
    return n.invalid("its input must have rank 2 at least");
  Extents shape = g.extents(n.in(0));
  OpFoldResult order =
      GraphBuilder::fixed(shape[rank - 2]) ? shape[rank - 2] : shape[rank - 1];
  if (!requireEqual(g, shape[rank - 2], shape[rank - 1]))
    return n.invalid("its matrices must be square: " + g.takeReason());
  auto real = llvm::dyn_cast<mlir::FloatType>(n.element(0));
  if (!real)
    return n.invalid("its input must be floating point");
  mlir::Type wide =
      real.getWidth() < 32 ? mlir::Type(g.b.getF32Type()) : mlir::Type(real);
  Extents batch(shape.begin(), shape.end() - 2);
  OpFoldResult count = g.product(batch);
  Value matrix = g.reshape(g.cast(n.in(0), wide), {count, order, order});
  Value product = g.fill(wide, {count}, 1);
  if (!matrix || !product)
    return mlir::failure();
  Extents cube = g.extents(matrix);
  auto loop = mlir::scf::ForOp::create(
      g.b, g.loc, g.indexValue(g.index(0)), g.indexValue(order),
      g.indexValue(g.index(1)), mlir::ValueRange{matrix, product});
  {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    loop.getBody()->clear();
    g.b.setInsertionPointToEnd(loop.getBody());
    g.enterRegion();
    Value m = loop.getRegionIterArgs()[0], p = loop.getRegionIterArgs()[1];
    g.setExtents(m, cube);
    g.setExtents(p, {count});
    auto [nextMatrix, nextProduct] =
        eliminate(g, m, p, OpFoldResult(loop.getInductionVar()));
    g.leaveRegion();
    if (!nextMatrix || !nextProduct || nextMatrix.getType() != m.getType() ||
        nextProduct.getType() != p.getType()) {
      loop.erase();
      return mlir::failure();
    }
    mlir::scf::YieldOp::create(g.b, g.loc,
                               mlir::ValueRange{nextMatrix, nextProduct});
  }
  Value result = loop.getResult(1);
  g.setExtents(result, {count});
  return n.set(g.cast(g.reshape(result, batch), n.element(0)));
}
} // namespace

void mlc::onnx::addDeterminantRows(OnnxTable &t) {
  t.add("Det", {11, 22}, detRow);
}
