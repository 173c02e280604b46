//===- Shape.cpp - Shapes as values, and shapes from values ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
/// A list of integers as index values: known, tracked, or read at run time.
std::optional<Extents> listInput(NodeContext &n, size_t i) {
  auto list = n.g.indices(n.in(i));
  if (!list)
    (void)n.unsupported("the length of input " + llvm::Twine(i) +
                        " is not known, so the rank of its result is not: " +
                        n.g.takeReason());
  return list;
}

LogicalResult shapeRow(NodeContext &n) {
  int64_t rank = n.rank(0);
  auto clamp = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  int64_t start = clamp(n.i64("start", 0));
  int64_t end = std::max(start, clamp(n.i64("end", rank)));
  mlir::Type i64 = n.g.b.getI64Type();
  llvm::SmallVector<OpFoldResult> list;
  for (int64_t i = start; i < end; ++i)
    list.push_back(n.g.toElement(n.g.extent(n.in(0), i), i64));
  return n.set(n.g.fromElements(list, i64, /*isScalar=*/false));
}

LogicalResult sizeRow(NodeContext &n) {
  mlir::Type i64 = n.g.b.getI64Type();
  OpFoldResult count = n.g.product(n.g.extents(n.in(0)));
  return n.set(
      n.g.fromElements({n.g.toElement(count, i64)}, i64, /*isScalar=*/true));
}

/// What -1 stands for: the elements left over by the others. Cancels factors
/// that both sides have, so that a dynamic extent that is carried over needs no
/// arithmetic.
OpFoldResult remaining(NodeContext &n, llvm::ArrayRef<OpFoldResult> from,
                       llvm::ArrayRef<OpFoldResult> others) {
  llvm::SmallVector<OpFoldResult> top(from), bottom(others);
  for (auto it = top.begin(); it != top.end();) {
    auto same = llvm::find(bottom, *it);
    if (same != bottom.end() && GraphBuilder::fixed(*it) != 0) {
      bottom.erase(same);
      it = top.erase(it);
    } else {
      ++it;
    }
  }
  OpFoldResult p = n.g.product(top), q = n.g.product(bottom);
  if (GraphBuilder::fixed(q) == 0) {
    n.g.fail("-1 cannot be told when another extent is 0");
    return n.g.index(0);
  }
  auto a = GraphBuilder::fixed(p), b = GraphBuilder::fixed(q);
  if (a && b && *a % *b != 0)
    n.g.fail("the shape does not divide the number of elements");
  return n.g.floorDiv(p, q);
}

/// An entry that is read from a tensor at run time may itself be 0 or -1, which
/// only the run can tell; an entry computed from shapes cannot.
void resolveRuntimeEntries(NodeContext &n, llvm::ArrayRef<OpFoldResult> from,
                           Extents &shape, bool allowZero) {
  GraphBuilder &g = n.g;
  llvm::SmallVector<size_t> open;
  for (auto [i, extent] : llvm::enumerate(shape))
    if (!g.isNonNegative(extent))
      open.push_back(i);
  if (open.empty())
    return;
  if (!allowZero)
    for (size_t i : open)
      if (i < from.size())
        shape[i] = g.selectIf(shape[i], 0, from[i], shape[i]);
  // product of the others = |product with -1 counted as 1|
  Extents ones = shape;
  for (size_t i : open)
    ones[i] = g.selectIf(shape[i], -1, g.index(1), shape[i]);
  OpFoldResult rest = g.floorDiv(g.product(from),
                                 g.max(g.product(ones), g.index(1)));
  for (size_t i : open)
    shape[i] = g.selectIf(shape[i], -1, rest, shape[i]);
}

LogicalResult reshapeRow(NodeContext &n) {
  auto wanted = listInput(n, 1);
  if (!wanted)
    return mlir::failure();
  Value x = n.in(0);
  bool allowZero = n.flag("allowzero", false);
  Extents from = n.g.extents(x), shape;
  std::optional<size_t> rest;
  for (auto [i, extent] : llvm::enumerate(*wanted)) {
    auto known = GraphBuilder::fixed(extent);
    if (known == 0 && !allowZero) {
      if (i >= from.size())
        return n.invalid("extent 0 of dimension " + llvm::Twine(i) +
                         " copies one that the input does not have");
      shape.push_back(from[i]);
    } else if (known == -1) {
      if (rest)
        return n.invalid("two extents are -1");
      rest = i;
      shape.push_back(n.g.index(1));
    } else if (known && *known < 0) {
      return n.invalid("extent " + llvm::Twine(*known) + " is negative");
    } else {
      shape.push_back(extent);
    }
  }
  if (rest) {
    Extents others = shape;
    others.erase(others.begin() + *rest);
    shape[*rest] = remaining(n, from, others);
  } else {
    resolveRuntimeEntries(n, from, shape, allowZero);
  }
  if (n.g.failed())
    return mlir::failure();
  return n.set(n.g.reshape(x, shape));
}

LogicalResult flattenRow(NodeContext &n) {
  int64_t rank = n.rank(0), axis = n.i64("axis", 1);
  if (axis < -rank || axis > rank)
    return n.invalid("axis " + llvm::Twine(axis) + " is outside rank " +
                     llvm::Twine(rank));
  if (axis < 0)
    axis += rank;
  Extents from = n.g.extents(n.in(0));
  llvm::ArrayRef<OpFoldResult> all(from);
  return n.set(n.g.reshape(n.in(0), {n.g.product(all.take_front(axis)),
                                     n.g.product(all.drop_front(axis))}));
}

/// Squeeze and Unsqueeze of a short list keep its elements tracked.
Value keepTracked(NodeContext &n, Value result, int64_t rank) {
  if (!result || rank > 1)
    return result;
  if (auto list = n.g.elements(n.in(0)))
    if (list->size() == 1 || n.rank(0) == rank)
      return n.g.fromElements(*list, n.element(0), rank == 0);
  return result;
}

/// Squeeze (`drop`) or Unsqueeze with axes that only the run knows. A dimension
/// of the longer shape is an axis, or comes after the axes below it.
LogicalResult reshapeAtRuntime(NodeContext &n, bool drop) {
  GraphBuilder &g = n.g;
  auto count = g.indices(n.in(1));
  if (!count)
    return n.unsupported("the number of its axes is known at run time only, so "
                         "the rank of its result is not known");
  int64_t rank = n.rank(0), axes = count->size();
  int64_t longer = drop ? rank : rank + axes;
  auto list = RuntimeAxes::read(n, 1, longer);
  if (!list)
    return mlir::failure();
  Extents from = g.extents(n.in(0)), shape;
  if (drop) {
    Extents order = list->keptThenAxes();
    for (int64_t i = 0; i < rank - axes; ++i)
      shape.push_back(pickAtRuntime(g, from, order[i]));
  } else {
    for (int64_t d = 0; d < longer; ++d) {
      OpFoldResult source = g.sub(g.index(d), list->countBelow(d));
      OpFoldResult extent =
          from.empty() ? g.index(1) : pickAtRuntime(g, from, source);
      shape.push_back(
          selectIndex(g, list->contains(d), g.index(1), extent));
    }
  }
  return n.set(g.reshape(n.in(0), shape));
}

bool axesAtRuntime(NodeContext &n) {
  return n.has(1) && !n.g.integers(n.in(1));
}

LogicalResult squeezeRow(NodeContext &n) {
  if (axesAtRuntime(n))
    return reshapeAtRuntime(n, /*drop=*/true);
  auto given = n.axes("axes", 1);
  if (!n.reason.empty())
    return mlir::failure();
  llvm::SmallVector<int64_t> dims;
  if (given) {
    auto normal = n.g.axes(*given, n.rank(0));
    if (!normal)
      return mlir::failure();
    dims = *normal;
  } else {
    for (auto [i, extent] : llvm::enumerate(n.g.extents(n.in(0)))) {
      // The rank must be known here. An extent that is not is taken to be no 1
      // (a batch, a length); the run stops with this node's name if it is.
      if (GraphBuilder::fixed(extent) == 1)
        dims.push_back(i);
      else if (!requireOther(n.g, extent, 1))
        return mlir::failure();
    }
  }
  return n.set(keepTracked(n, n.g.squeeze(n.in(0), dims),
                           n.rank(0) - static_cast<int64_t>(dims.size())));
}

LogicalResult unsqueezeRow(NodeContext &n) {
  if (axesAtRuntime(n))
    return reshapeAtRuntime(n, /*drop=*/false);
  auto given = n.axes("axes", 1);
  if (!given)
    return n.invalid("it has no axes");
  int64_t rank = n.rank(0) + given->size();
  auto normal = n.g.axes(*given, rank);
  if (!normal)
    return mlir::failure();
  return n.set(keepTracked(n, n.g.unsqueeze(n.in(0), *normal), rank));
}

LogicalResult expandRow(NodeContext &n) {
  auto wanted = listInput(n, 1);
  if (!wanted)
    return mlir::failure();
  Extents shape = n.g.extents(n.in(0));
  if (!n.g.broadcastShape(shape, *wanted))
    return mlir::failure();
  // An input that does not fit ends in the broadcast; a wanted extent that is
  // neither the result's nor 1 would not be met.
  for (auto [extent, result] :
       llvm::zip(llvm::reverse(*wanted), llvm::reverse(shape)))
    if (!GraphBuilder::fixed(extent) && extent != result)
      requireEqualOrOne(n.g, extent, result, result);
  return n.set(n.g.broadcastTo(n.in(0), shape));
}

LogicalResult constantOfShapeRow(NodeContext &n) {
  auto shape = listInput(n, 0);
  if (!shape)
    return mlir::failure();
  const Tensor *value = n.tensor("value");
  Value one = value ? n.importer.constant(*value)
                    : n.g.scalar(n.g.b.getF32Type(), 0);
  if (!one)
    return mlir::failure();
  if (GraphBuilder::typeOf(one).getNumElements() != 1)
    return n.invalid("its value must have one element");
  mlir::Type element = GraphBuilder::element(one);
  // Short lists stay tracked: they end up as shapes.
  if (shape->size() == 1)
    if (auto count = GraphBuilder::fixed((*shape)[0]))
      if (*count >= 0 && *count <= GraphBuilder::maxElements)
        if (auto known = n.g.elements(n.g.reshape(one, {})))
          return n.set(n.g.fromElements(
              llvm::SmallVector<OpFoldResult>(*count, (*known)[0]), element,
              false));
  return n.set(n.g.broadcastTo(n.g.reshape(one, {}), *shape));
}

LogicalResult rangeRow(NodeContext &n) {
  for (size_t i = 0; i < 3; ++i)
    if (n.rank(i) > 1)
      return n.invalid("its inputs must be scalars");
  mlir::Type element = n.element(0);
  Value start = n.g.reshape(n.in(0), {}), limit = n.g.reshape(n.in(1), {}),
        delta = n.g.reshape(n.in(2), {});
  if (!n.g.sameElementType(start, limit) || !n.g.sameElementType(start, delta))
    return mlir::failure();
  // max(ceil((limit - start) / delta), 0), in integers where it can be.
  OpFoldResult count;
  if (element.isSignlessInteger(64) || element.isSignlessInteger(32)) {
    auto s = n.g.indices(start), l = n.g.indices(limit), d = n.g.indices(delta);
    if (!s || !l || !d)
      return mlir::failure();
    auto step = GraphBuilder::fixed((*d)[0]);
    if (step == 0)
      return n.invalid("its step is 0");
    if (step) {
      count = *step > 0 ? n.g.ceilDiv(n.g.sub((*l)[0], (*s)[0]), (*d)[0])
                        : n.g.ceilDiv(n.g.sub((*s)[0], (*l)[0]),
                                      n.g.index(n.g.opposite(*step)));
      count = n.g.max(count, n.g.index(0));
    }
  }
  if (!count) {
    // By tensor arithmetic; f32 counts are exact far beyond any memory.
    mlir::Type f64 = n.g.b.getF64Type(), i64 = n.g.b.getI64Type();
    Value span = n.g.divT(n.g.subT(n.g.cast(limit, f64), n.g.cast(start, f64)),
                          n.g.cast(delta, f64));
    const Literal *s = n.g.literal(start), *l = n.g.literal(limit),
                  *d = n.g.literal(delta);
    if (s && l && d) {
      double steps = std::ceil((l->getDouble(0) - s->getDouble(0)) /
                               d->getDouble(0));
      if (!(steps < 1e13))
        return n.invalid("its length is beyond any memory");
      count = n.g.index(static_cast<int64_t>(std::max(0.0, steps)));
    } else {
      Value whole = n.g.cast(n.g.unary<graph::CeilOp>(span), i64);
      auto read = n.g.indices(whole);
      if (!read)
        return mlir::failure();
      count = n.g.max((*read)[0], n.g.index(0));
    }
  }
  auto type = n.g.tensorType({count}, element);
  if (!type)
    return mlir::failure();
  return n.set(n.g.keep(
      graph::IotaOp::create(n.g.b, n.g.loc, type, start, delta, 0,
                            n.g.dynamicExtents({count})),
      {count}));
}

LogicalResult eyeLikeRow(NodeContext &n) {
  if (n.rank(0) != 2)
    return n.invalid("its input must be a matrix");
  mlir::Type element = n.element(0);
  if (n.hasAttr("dtype"))
    element = mlirTypeOf(n.g.b.getContext(), dtypeFromOnnx(n.i64("dtype", 0)));
  if (!element)
    return n.unsupported("its element type is not supported");
  mlir::Type i64 = n.g.b.getI64Type();
  Extents shape = n.g.extents(n.in(0));
  Value row = n.g.iota(i64, shape, 0), column = n.g.iota(i64, shape, 1);
  Value shifted = n.g.addT(row, n.g.scalar(i64, n.i64("k", 0)));
  return n.set(
      n.g.cast(n.g.compare(graph::Predicate::EQ, shifted, column), element));
}
} // namespace

void mlc::onnx::addShapeRows(OnnxTable &t) {
  t.add("Shape", {1, 13, 15, 19, 21, 23, 24, 25}, shapeRow);
  t.add("Size", {1, 13, 19, 21, 23, 24, 25}, sizeRow);
  t.add("Reshape", {5, 13, 14, 19, 21, 23, 24, 25}, reshapeRow);
  t.add("Flatten", {1, 9, 11, 13, 21, 23, 24, 25}, flattenRow);
  t.add("Squeeze", {1, 11, 13, 21, 23, 24, 25}, squeezeRow);
  t.add("Unsqueeze", {1, 11, 13, 21, 23, 24, 25}, unsqueezeRow);
  t.add("Expand", {8, 13}, expandRow);
  t.add("ConstantOfShape", {9, 20, 21, 23, 24, 25}, constantOfShapeRow);
  t.add("Range", {11, 27}, rangeRow);
  t.add("EyeLike", {9, 22}, eyeLikeRow);
}
