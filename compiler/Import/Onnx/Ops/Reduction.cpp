//===- Reduction.cpp - Reductions, arg-reductions, running sums ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Value;
using llvm::LogicalResult;

namespace {
using graph::Combiner;

/// The axes to reduce: given, or all of them; `none` when an empty list means
/// that nothing is reduced.
struct Axes {
  llvm::SmallVector<int64_t> dims;
  bool nothing = false;
};

bool isEmptyList(Value list) {
  auto type = GraphBuilder::typeOf(list);
  return type.hasStaticShape() && type.getNumElements() == 0;
}

std::optional<Axes> reducedAxes(NodeContext &n) {
  auto given = n.has(1) && isEmptyList(n.in(1))
                   ? llvm::SmallVector<int64_t>()
                   : n.axes("axes", 1);
  if (!n.reason.empty())
    return std::nullopt;
  int64_t rank = n.rank(0);
  Axes result;
  if (!given || given->empty()) {
    result.nothing = n.flag("noop_with_empty_axes", false);
    result.dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return result;
  }
  auto normal = n.g.axes(*given, rank);
  if (!normal)
    return std::nullopt;
  result.dims = *normal;
  return result;
}

using ReduceFn = Value (*)(NodeContext &n, Value x,
                           llvm::ArrayRef<int64_t> dims, bool keep);

/// Axes known at run time only: the kept dimensions are moved to the front, the
/// others are reduced from the end.
LogicalResult reduceAtRuntime(NodeContext &n, ReduceFn reduce) {
  GraphBuilder &g = n.g;
  int64_t rank = n.rank(0);
  auto axes = RuntimeAxes::read(n, 1, rank);
  if (!axes)
    return mlir::failure();
  Extents from = g.extents(n.in(0));
  Value moved = transposeAtRuntime(g, n.in(0), axes->keptThenAxes());
  if (!moved)
    return mlir::failure();
  auto last = llvm::to_vector(llvm::seq<int64_t>(
      rank - static_cast<int64_t>(axes->size()), rank));
  Value result = reduce(n, moved, last, /*keep=*/false);
  if (!n.flag("keepdims", true))
    return n.set(result);
  Extents shape;
  for (int64_t d = 0; d < rank; ++d)
    shape.push_back(selectIndex(g, axes->contains(d), g.index(1), from[d]));
  return n.set(g.reshape(result, shape));
}

/// A list that is not known but empty counts as known.
bool axesAtRuntime(NodeContext &n) {
  Value list = n.in(1);
  return list && !n.g.integers(list) && !isEmptyList(list);
}

template <ReduceFn reduce>
LogicalResult reduceRow(NodeContext &n) {
  if (axesAtRuntime(n))
    return reduceAtRuntime(n, reduce);
  auto axes = reducedAxes(n);
  if (!axes)
    return mlir::failure();
  bool keep = n.flag("keepdims", true);
  if (axes->nothing)
    axes->dims.clear();
  return n.set(reduce(n, n.in(0), axes->dims, keep));
}

template <Combiner combiner>
Value plain(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  // Maximum and minimum of bool are "or" and "and".
  Combiner kind = combiner;
  if (GraphBuilder::element(x).isInteger(1)) {
    kind = combiner == Combiner::Max ? Combiner::Or
           : combiner == Combiner::Min ? Combiner::And
                                       : combiner;
  }
  return n.g.reduce(kind, x, dims, keep);
}

Value meanOf(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  return dims.empty() ? x : n.g.mean(x, dims, keep);
}
Value l1(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  return n.g.reduce(Combiner::Sum, n.g.unary<graph::AbsOp>(x), dims, keep);
}
Value sumSquare(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims,
                bool keep) {
  Value wide = n.g.widened(x);
  return n.g.cast(n.g.reduce(Combiner::Sum, n.g.mulT(wide, wide), dims, keep),
                  GraphBuilder::element(x));
}

/// Applies a float function to integers through f64.
template <typename Op>
Value throughFloat(NodeContext &n, Value x) {
  if (!x || llvm::isa<mlir::FloatType>(GraphBuilder::element(x)))
    return n.g.unary<Op>(x);
  mlir::Type element = GraphBuilder::element(x);
  return n.g.cast(n.g.unary<Op>(n.g.cast(x, n.g.b.getF64Type())), element);
}

Value l2(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  Value sum = sumSquare(n, n.g.widened(x), dims, keep);
  return n.g.cast(throughFloat<graph::SqrtOp>(n, sum),
                  GraphBuilder::element(x));
}
Value logSum(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  Value sum = n.g.reduce(Combiner::Sum, n.g.widened(x), dims, keep);
  return n.g.cast(throughFloat<graph::LogOp>(n, sum), GraphBuilder::element(x));
}

/// log(sum(exp(x))) = m + log(sum(exp(x - m))) with the maximum m, or 0 where
/// that is infinite.
Value logSumExp(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims,
                bool keep) {
  mlir::Type element = GraphBuilder::element(x);
  if (!llvm::isa<mlir::FloatType>(element))
    return n.g.cast(logSumExp(n, n.g.cast(x, n.g.b.getF64Type()), dims, keep),
                    element);
  Value top = n.g.reduce(Combiner::Max, x, dims, /*keepDims=*/true);
  if (!top)
    return {};
  Value infinite = n.g.keep(
      graph::IsInfOp::create(n.g.b, n.g.loc,
                             GraphBuilder::typeOf(top).clone(n.g.b.getI1Type()),
                             top, true, true),
      top);
  top = n.g.select(infinite, n.g.scalarLike(top, 0), top);
  Value sum = n.g.reduce(Combiner::Sum,
                         n.g.unary<graph::ExpOp>(n.g.subT(x, top)), dims, keep);
  Value shift = keep || dims.empty() ? top : n.g.squeeze(top, dims);
  return n.g.addT(n.g.unary<graph::LogOp>(sum), shift);
}

template <Combiner combiner>
LogicalResult argRow(NodeContext &n) {
  Value x = n.in(0);
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  Extents shape = n.g.extents(x);
  if (GraphBuilder::fixed(shape[*dim]) == 0)
    return n.invalid("the axis has extent 0, so there is no element to choose");
  shape.erase(shape.begin() + *dim);
  auto type = n.g.tensorType(shape, n.g.b.getI64Type());
  if (!type)
    return mlir::failure();
  Value result = n.g.keep(
      graph::ArgReduceOp::create(n.g.b, n.g.loc, type, combiner, x, *dim,
                                 n.flag("select_last_index", false)),
      shape);
  return n.set(n.flag("keepdims", true) ? n.g.unsqueeze(result, {*dim})
                                        : result);
}

template <Combiner combiner>
LogicalResult scanRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto scan = [&](int64_t dim) {
    return g.keep(graph::ScanOp::create(g.b, g.loc, x.getType(), combiner, x,
                                        dim, n.flag("exclusive", false),
                                        n.flag("reverse", false)),
                  x);
  };
  auto axis = g.integers(n.in(1));
  if (axis && axis->size() == 1) {
    auto dim = g.axis((*axis)[0], n.rank(0));
    return n.set(dim ? scan(*dim) : Value());
  }
  // An axis that only the run knows: one of a few results.
  mlir::Type i64 = g.b.getI64Type();
  int64_t rank = n.rank(0);
  Value at = g.cast(g.reshape(n.in(1), {}), i64);
  if (!at || rank == 0)
    return n.invalid("its axis must be one integer");
  auto asked = g.indices(at);
  if (!asked || !requireIndex(g, (*asked)[0], g.index(rank), "axis"))
    return mlir::failure();
  at = g.select(g.compare(graph::Predicate::LT, at, g.scalar(i64, 0)),
                g.addT(at, g.scalar(i64, static_cast<double>(rank))), at);
  Value result = scan(0);
  for (int64_t dim = 1; dim < rank; ++dim)
    result = g.select(g.compare(graph::Predicate::EQ, at,
                                g.scalar(i64, static_cast<double>(dim))),
                      scan(dim), result);
  return n.set(result);
}
} // namespace

void mlc::onnx::addReductionRows(OnnxTable &t) {
  // From 18 (Sum: 13) the axes are an input; `axes` takes either.
  t.add("ReduceSum", {1, 11, 13}, reduceRow<plain<Combiner::Sum>>);
  t.add("ReduceProd", {1, 11, 13, 18}, reduceRow<plain<Combiner::Prod>>);
  t.add("ReduceMax", {1, 11, 12, 13, 18, 20}, reduceRow<plain<Combiner::Max>>);
  t.add("ReduceMin", {1, 11, 12, 13, 18, 20}, reduceRow<plain<Combiner::Min>>);
  t.add("ReduceMean", {1, 11, 13, 18}, reduceRow<meanOf>);
  t.add("ReduceL1", {1, 11, 13, 18}, reduceRow<l1>);
  t.add("ReduceL2", {1, 11, 13, 18}, reduceRow<l2>);
  t.add("ReduceSumSquare", {1, 11, 13, 18}, reduceRow<sumSquare>);
  t.add("ReduceLogSum", {1, 11, 13, 18}, reduceRow<logSum>);
  t.add("ReduceLogSumExp", {1, 11, 13, 18}, reduceRow<logSumExp>);
  t.add("ArgMax", {1, 11, 12, 13}, argRow<Combiner::Max>);
  t.add("ArgMin", {1, 11, 12, 13}, argRow<Combiner::Min>);
  t.add("CumSum", {11, 14}, scanRow<Combiner::Sum>);
  t.add("CumProd", {26}, scanRow<Combiner::Prod>);
}
