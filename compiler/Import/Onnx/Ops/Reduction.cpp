//===- Reduction.cpp - Reductions, arg-reductions, running sums ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

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

std::optional<Axes> reducedAxes(NodeContext &n) {
  auto given = n.axes("axes", 1);
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

template <ReduceFn reduce>
LogicalResult reduceRow(NodeContext &n) {
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
  return n.g.reduce(Combiner::Sum, n.g.mulT(x, x), dims, keep);
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
  return throughFloat<graph::SqrtOp>(n, sumSquare(n, x, dims, keep));
}
Value logSum(NodeContext &n, Value x, llvm::ArrayRef<int64_t> dims, bool keep) {
  return throughFloat<graph::LogOp>(n,
                                    n.g.reduce(Combiner::Sum, x, dims, keep));
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
  auto axis = n.g.integers(n.in(1));
  if (!axis || axis->size() != 1)
    return n.unsupported("its axis is computed at run time");
  auto dim = n.g.axis((*axis)[0], n.rank(0));
  if (!dim)
    return mlir::failure();
  Value x = n.in(0);
  return n.set(n.g.keep(
      graph::ScanOp::create(n.g.b, n.g.loc, x.getType(), combiner, x, *dim,
                            n.flag("exclusive", false),
                            n.flag("reverse", false)),
      x));
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
