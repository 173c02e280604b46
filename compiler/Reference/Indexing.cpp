//===- Indexing.cpp - Reference of gathers and scatters -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlc;
using namespace mlc::reference;
using graph::ScatterKind;

/// Element `i` of the indices as a position in [0, extent); negative ones count
/// from the end.
static llvm::Expected<int64_t> position(const Literal &indices, int64_t i,
                                        int64_t extent) {
  int64_t index = indices.getInt(i);
  int64_t result = index < 0 ? index + extent : index;
  if (result < 0 || result >= extent)
    return makeError("index ", index, " is outside a dimension of ", extent);
  return result;
}

static Error runGather(OpCall &call) {
  auto op = mlir::cast<graph::GatherOp>(call.op);
  const Literal &x = call.in(0), &indices = call.in(1);
  const int64_t dim = op.getDim();
  Shape shape(x.shape().take_front(dim));
  shape.append(indices.shape().begin(), indices.shape().end());
  shape.append(x.shape().begin() + dim + 1, x.shape().end());
  MLC_TRY(result, call.make(x.dtype(), shape));
  Axis axis(x.shape(), dim);
  int64_t at = 0;
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t i = 0; i < indices.count(); ++i) {
      MLC_TRY(where, position(indices, i, axis.extent));
      for (int64_t k = 0; k < axis.inner; ++k)
        result.setFrom(at++, x, axis.at(o, where, k));
    }
  call.yield(std::move(result));
  return Error::success();
}

static Error runGatherElements(OpCall &call) {
  auto op = mlir::cast<graph::GatherElementsOp>(call.op);
  const Literal &x = call.in(0), &indices = call.in(1);
  const int64_t dim = op.getDim();
  MLC_TRY(result, call.make(x.dtype(), Shape(indices.shape())));
  Shape strides = rowMajorStrides(x.shape());
  int64_t at = 0;
  for (IndexWalk walk(indices.shape()); walk.valid(); walk.next(), ++at) {
    MLC_TRY(where, position(indices, at, x.shape()[dim]));
    int64_t from = where * strides[dim];
    for (int64_t d = 0; d < x.rank(); ++d) {
      if (d == dim)
        continue;
      if ((*walk)[d] >= x.shape()[d])
        return makeError("indices of shape ", indices.spec().str(),
                         " leave the input ", x.spec().str());
      from += (*walk)[d] * strides[d];
    }
    result.setFrom(at, x, from);
  }
  call.yield(std::move(result));
  return Error::success();
}

/// Offset in `shape` of the index tuple `tuple` (of `depth` numbers) after
/// `batch` leading dimensions.
static llvm::Expected<int64_t> tupleOffset(const Literal &indices,
                                           int64_t tuple, int64_t depth,
                                           ArrayRef<int64_t> shape,
                                           int64_t batch) {
  Shape strides = rowMajorStrides(shape);
  int64_t offset = 0;
  for (int64_t d = 0; d < depth; ++d) {
    llvm::Expected<int64_t> where =
        position(indices, tuple * depth + d, shape[batch + d]);
    if (!where)
      return where.takeError();
    offset += *where * strides[batch + d];
  }
  return offset;
}

static Error runGatherNd(OpCall &call) {
  auto op = mlir::cast<graph::GatherNdOp>(call.op);
  const Literal &x = call.in(0), &indices = call.in(1);
  const int64_t batch = op.getBatchDims(), depth = indices.shape().back();
  if (batch + depth > x.rank())
    return makeError("index tuples of ", depth, " for ", x.spec().str());
  Shape shape(indices.shape().drop_back());
  ArrayRef<int64_t> tail = x.shape().drop_front(batch + depth);
  shape.append(tail.begin(), tail.end());
  MLC_TRY(result, call.make(x.dtype(), shape));
  int64_t slice = 1, batches = 1, tuples = 1;
  for (int64_t extent : tail)
    slice *= extent;
  for (int64_t extent : x.shape().take_front(batch))
    batches *= extent;
  for (int64_t extent : indices.shape().drop_back())
    tuples *= extent;
  if (x.shape().take_front(batch) != indices.shape().take_front(batch))
    return makeError("batch dimensions of ", x.spec().str(), " and ",
                     indices.spec().str(), " differ");
  int64_t at = 0;
  for (int64_t t = 0; t < tuples; ++t) {
    MLC_TRY(offset, tupleOffset(indices, t, depth, x.shape(), batch));
    int64_t base = t / (tuples / batches) * (x.count() / batches);
    for (int64_t k = 0; k < slice; ++k)
      result.setFrom(at++, x, base + offset + k);
  }
  call.yield(std::move(result));
  return Error::success();
}

/// result[to] = result[to] (kind) updates[from].
static void scatter(ScatterKind kind, Literal &result, int64_t to,
                    const Literal &updates, int64_t from) {
  if (kind == ScatterKind::Replace)
    return result.setFrom(to, updates, from);
  const DType dtype = result.dtype();
  if (isFloat(dtype)) {
    double a = result.getDouble(to), b = updates.getDouble(from);
    result.setDouble(to, kind == ScatterKind::Add   ? a + b
                         : kind == ScatterKind::Mul ? a * b
                         : kind == ScatterKind::Max ? maximum(a, b)
                                                    : minimum(a, b));
    return;
  }
  uint64_t a = result.getUInt(to), b = updates.getUInt(from);
  bool less = isSignedInt(dtype)
                  ? static_cast<int64_t>(a) < static_cast<int64_t>(b)
                  : a < b;
  result.setUInt(to, kind == ScatterKind::Add   ? a + b
                     : kind == ScatterKind::Mul ? a * b
                     : kind == ScatterKind::Max ? (less ? b : a)
                                                : (less ? a : b));
}

/// The input as the start of a scatter's result.
static llvm::Expected<Literal> copyInput(OpCall &call) {
  const Literal &x = call.in(0);
  if (Error error = call.interpreter.charge(
          x.count(), static_cast<int64_t>(x.spec().bytes())))
    return error;
  Literal result = x.expanded();
  (void)result.mutableBytes(); // a copy of its own
  return result;
}

static Error runScatterElements(OpCall &call) {
  auto op = mlir::cast<graph::ScatterElementsOp>(call.op);
  const Literal &indices = call.in(1), &updates = call.in(2);
  const int64_t dim = op.getDim();
  if (indices.shape() != updates.shape())
    return makeError("indices ", indices.spec().str(), " and updates ",
                     updates.spec().str(), " differ in shape");
  MLC_TRY(result, copyInput(call));
  Shape strides = rowMajorStrides(result.shape());
  int64_t at = 0;
  for (IndexWalk walk(indices.shape()); walk.valid(); walk.next(), ++at) {
    MLC_TRY(where, position(indices, at, result.shape()[dim]));
    int64_t to = where * strides[dim];
    for (int64_t d = 0; d < result.rank(); ++d) {
      if (d == dim)
        continue;
      if ((*walk)[d] >= result.shape()[d])
        return makeError("indices of shape ", indices.spec().str(),
                         " leave the input ", result.spec().str());
      to += (*walk)[d] * strides[d];
    }
    scatter(op.getKind(), result, to, updates, at);
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runScatterNd(OpCall &call) {
  auto op = mlir::cast<graph::ScatterNdOp>(call.op);
  const Literal &indices = call.in(1), &updates = call.in(2);
  MLC_TRY(result, copyInput(call));
  const int64_t depth = indices.shape().back();
  if (depth > result.rank())
    return makeError("index tuples of ", depth, " for ", result.spec().str());
  Shape want(indices.shape().drop_back());
  ArrayRef<int64_t> tail = result.shape().drop_front(depth);
  want.append(tail.begin(), tail.end());
  if (updates.shape() != ArrayRef<int64_t>(want))
    return makeError("updates ", updates.spec().str(), ", expected ",
                     TensorSpec{result.dtype(), want}.str());
  int64_t slice = 1, tuples = 1;
  for (int64_t extent : tail)
    slice *= extent;
  for (int64_t extent : indices.shape().drop_back())
    tuples *= extent;
  for (int64_t t = 0; t < tuples; ++t) {
    MLC_TRY(offset, tupleOffset(indices, t, depth, result.shape(), 0));
    for (int64_t k = 0; k < slice; ++k)
      scatter(op.getKind(), result, offset + k, updates, t * slice + k);
  }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addIndexing(OpTable &table) {
  table[graph::GatherOp::getOperationName()] = runGather;
  table[graph::GatherElementsOp::getOperationName()] = runGatherElements;
  table[graph::GatherNdOp::getOperationName()] = runGatherNd;
  table[graph::ScatterElementsOp::getOperationName()] = runScatterElements;
  table[graph::ScatterNdOp::getOperationName()] = runScatterNd;
}
