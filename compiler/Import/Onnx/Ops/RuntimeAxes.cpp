//===- RuntimeAxes.cpp - Axes that only the run knows --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"
#include "compiler/Import/Common/ExtentChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;

OpFoldResult mlc::onnx::selectIndex(GraphBuilder &g, Value condition,
                                    OpFoldResult onTrue, OpFoldResult onFalse) {
  if (onTrue == onFalse)
    return onTrue;
  return arith::SelectOp::create(g.b, g.loc, condition, g.indexValue(onTrue),
                                 g.indexValue(onFalse))
      .getResult();
}

OpFoldResult mlc::onnx::pickAtRuntime(GraphBuilder &g,
                                      llvm::ArrayRef<OpFoldResult> values,
                                      OpFoldResult position) {
  if (auto known = GraphBuilder::fixed(position))
    if (*known >= 0 && *known < static_cast<int64_t>(values.size()))
      return values[*known];
  OpFoldResult result = values[0];
  for (size_t d = 1; d < values.size(); ++d)
    result = g.selectIf(position, d, values[d], result);
  return result;
}

std::optional<RuntimeAxes> RuntimeAxes::read(NodeContext &n, size_t input,
                                             int64_t rank) {
  auto list = n.g.indices(n.in(input));
  if (!list) {
    (void)n.unsupported("the number of its axes is known at run time only, so "
                        "the rank of its result is not known");
    n.g.takeReason();
    return std::nullopt;
  }
  if (static_cast<int64_t>(list->size()) > rank) {
    (void)n.invalid("it has more axes than dimensions");
    return std::nullopt;
  }
  for (OpFoldResult axis : *list)
    if (!requireIndex(n.g, axis, n.g.index(rank), "axis"))
      return std::nullopt;
  for (OpFoldResult &axis : *list)
    axis = n.g.wrapNegative(axis, n.g.index(rank));
  return RuntimeAxes(n.g, *list, rank);
}

Value RuntimeAxes::contains(int64_t d) const {
  Value result;
  for (OpFoldResult axis : axes) {
    Value hit = arith::CmpIOp::create(g->b, g->loc, arith::CmpIPredicate::eq,
                                      g->indexValue(axis),
                                      g->indexValue(g->index(d)));
    result = result ? Value(arith::OrIOp::create(g->b, g->loc, result, hit))
                    : hit;
  }
  if (!result)
    result = arith::ConstantOp::create(g->b, g->loc, g->b.getBoolAttr(false));
  return result;
}

OpFoldResult RuntimeAxes::choose(int64_t d, llvm::ArrayRef<OpFoldResult> values,
                                 OpFoldResult otherwise) const {
  OpFoldResult result = otherwise;
  for (auto [axis, value] : llvm::zip(axes, values))
    result = g->selectIf(axis, d, value, result);
  return result;
}

OpFoldResult RuntimeAxes::countBelow(int64_t d) const {
  OpFoldResult count = g->index(0);
  for (int64_t below = 0; below < d; ++below)
    count = g->add(count, selectIndex(*g, contains(below), g->index(1),
                                      g->index(0)));
  return count;
}

Extents RuntimeAxes::keptThenAxes() const {
  int64_t kept = rank - static_cast<int64_t>(axes.size());
  Extents result(kept, g->index(0));
  for (int64_t d = 0; d < rank; ++d) {
    // Dimension d, if kept, comes at place d - (axes below it).
    OpFoldResult place = selectIndex(
        *g, contains(d), g->index(-1), g->sub(g->index(d), countBelow(d)));
    for (int64_t j = 0; j < kept; ++j)
      result[j] = g->selectIf(place, j, g->index(d), result[j]);
  }
  result.append(axes.begin(), axes.end());
  return result;
}

Value mlc::onnx::transposeAtRuntime(GraphBuilder &g, Value x,
                                    llvm::ArrayRef<OpFoldResult> permutation) {
  if (!x)
    return nullptr;
  Extents from = g.extents(x), strides(from.size(), g.index(1)), shape, steps;
  for (size_t d = from.size(); d-- > 1;)
    strides[d - 1] = g.mul(strides[d], from[d]);
  for (OpFoldResult dim : permutation) {
    shape.push_back(pickAtRuntime(g, from, dim));
    steps.push_back(pickAtRuntime(g, strides, dim));
  }
  mlir::Type i64 = g.b.getI64Type();
  auto type = g.tensorType(shape, i64);
  if (!type)
    return nullptr;
  Value zero = g.scalar(i64, 0), index = zero;
  for (size_t i = 0; i < permutation.size(); ++i) {
    Value step = g.fromElements({g.toElement(steps[i], i64)}, i64,
                                /*isScalar=*/true);
    index = g.addT(g.keep(graph::IotaOp::create(g.b, g.loc, type, zero, step, i,
                                                g.dynamicExtents(shape)),
                          shape),
                   index);
  }
  return g.gather(g.reshape(x, {g.product(from)}), index, 0);
}
