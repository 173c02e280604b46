//===- GraphBuilderMovement.cpp - Movement, reduction, contraction -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Common/GraphBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using mlir::OpFoldResult;
using mlir::RankedTensorType;
using mlir::Value;
using llvm::Twine;

bool GraphBuilder::areDims(llvm::ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallVector<bool> seen(std::max<int64_t>(rank, 0), false);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank) {
      fail("it needs dimension " + Twine(dim) + " of a tensor of rank " +
           Twine(rank));
      return false;
    }
    if (std::exchange(seen[dim], true)) {
      fail("dimension " + Twine(dim) + " is named twice");
      return false;
    }
  }
  return true;
}

Value GraphBuilder::reshape(Value x, llvm::ArrayRef<OpFoldResult> shape) {
  if (!x)
    return nullptr;
  Extents from = extents(x);
  if (llvm::equal(from, shape))
    return x;
  auto type = tensorType(shape, element(x));
  if (!type)
    return nullptr;
  if (type.hasStaticShape() && typeOf(x).hasStaticShape() &&
      type.getNumElements() != typeOf(x).getNumElements())
    return fail("a tensor of " + Twine(typeOf(x).getNumElements()) +
                " elements cannot take a shape of " +
                Twine(type.getNumElements()));
  if (const Literal *known = literal(x))
    if (type.hasStaticShape())
      return constant(known->reshaped(type.getShape()));
  return keep(graph::ReshapeOp::create(b, loc, type, x, dynamicExtents(shape)),
              shape);
}

Value GraphBuilder::transpose(Value x, llvm::ArrayRef<int64_t> permutation) {
  if (!x || !areDims(permutation, rank(x)))
    return nullptr;
  if (static_cast<int64_t>(permutation.size()) != rank(x))
    return fail("a tensor of rank " + Twine(rank(x)) +
                " is not permuted by a list of " + Twine(permutation.size()));
  bool identity = true;
  Extents shape, from = extents(x);
  for (auto [i, dim] : llvm::enumerate(permutation)) {
    identity &= static_cast<int64_t>(i) == dim;
    shape.push_back(from[dim]);
  }
  if (identity)
    return x;
  auto type = tensorType(shape, element(x));
  if (!type)
    return nullptr;
  return keep(graph::TransposeOp::create(b, loc, type, x, permutation), shape);
}

Value GraphBuilder::unsqueeze(Value x, llvm::ArrayRef<int64_t> positions) {
  if (!x || !areDims(positions, rank(x) + positions.size()))
    return nullptr;
  Extents from = extents(x), shape;
  size_t total = from.size() + positions.size(), next = 0;
  for (size_t i = 0; i < total; ++i)
    shape.push_back(llvm::is_contained(positions, static_cast<int64_t>(i))
                        ? index(1)
                        : from[next++]);
  return reshape(x, shape);
}

Value GraphBuilder::squeeze(Value x, llvm::ArrayRef<int64_t> dims) {
  if (!x || !areDims(dims, rank(x)))
    return nullptr;
  Extents from = extents(x), shape;
  for (auto [i, extent] : llvm::enumerate(from)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(i))) {
      shape.push_back(extent);
      continue;
    }
    // A dynamic extent is checked by the reshape at run time.
    auto known = fixed(extent);
    if (known && *known != 1)
      return fail("dimension " + Twine(i) + " has extent " + Twine(*known) +
                  " and cannot be dropped");
  }
  return reshape(x, shape);
}

namespace {
/// Indices as ops take them: static ones as numbers, `kDynamic` for those that
/// are values.
struct MixedIndices {
  llvm::SmallVector<int64_t> known;
  llvm::SmallVector<Value> values;
};
} // namespace

static MixedIndices splitIndices(GraphBuilder &g,
                                 llvm::ArrayRef<OpFoldResult> indices) {
  MixedIndices result;
  for (OpFoldResult index : indices) {
    auto known = GraphBuilder::fixed(index);
    result.known.push_back(known ? *known : mlir::ShapedType::kDynamic);
    if (!known)
      result.values.push_back(g.indexValue(index));
  }
  return result;
}

Value GraphBuilder::slice(Value x, llvm::ArrayRef<OpFoldResult> starts,
                          llvm::ArrayRef<OpFoldResult> sizes,
                          llvm::ArrayRef<int64_t> steps) {
  if (!x)
    return nullptr;
  bool whole = true;
  Extents from = extents(x);
  for (size_t i = 0; i < from.size(); ++i)
    whole &= fixed(starts[i]) == 0 && sizes[i] == from[i] && steps[i] == 1;
  if (whole)
    return x;
  auto type = tensorType(sizes, element(x));
  if (!type)
    return nullptr;
  MixedIndices begin = splitIndices(*this, starts);
  return keep(graph::SliceOp::create(b, loc, type, x, begin.values,
                                     dynamicExtents(sizes), begin.known, steps),
              sizes);
}

Value GraphBuilder::sliceDim(Value x, int64_t dim, OpFoldResult start,
                             OpFoldResult size) {
  if (!x || !areDims({dim}, rank(x)))
    return nullptr;
  Extents starts(rank(x), index(0)), sizes = extents(x);
  llvm::SmallVector<int64_t> steps(rank(x), 1);
  starts[dim] = start;
  sizes[dim] = size;
  return slice(x, starts, sizes, steps);
}

Value GraphBuilder::pad(graph::PadMode mode, Value x, Value value,
                        llvm::ArrayRef<OpFoldResult> low,
                        llvm::ArrayRef<OpFoldResult> high) {
  if (!x || !value)
    return nullptr;
  Extents from = extents(x), shape;
  bool nothing = true;
  for (size_t i = 0; i < from.size(); ++i) {
    shape.push_back(add(add(from[i], low[i]), high[i]));
    bool none = fixed(low[i]) == 0 && fixed(high[i]) == 0;
    nothing &= none;
    // Nothing can be repeated of a dimension that is empty.
    if (mode != graph::PadMode::Constant && !none &&
        !requireAtMost(*this, index(1), from[i]))
      return nullptr;
  }
  if (nothing)
    return x;
  auto type = tensorType(shape, element(x));
  if (!type)
    return nullptr;
  MixedIndices before = splitIndices(*this, low);
  return keep(graph::PadOp::create(b, loc, type, mode, x, value, before.values,
                                   dynamicExtents(shape), before.known),
              shape);
}

Value GraphBuilder::concat(llvm::ArrayRef<Value> values, int64_t dim) {
  Extents shape;
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!value)
      return nullptr;
    if (i == 0) {
      if (!areDims({dim}, rank(value)))
        return nullptr;
      shape = extents(value);
      continue;
    }
    if (!sameElementType(values[0], value))
      return nullptr;
    if (rank(value) != static_cast<int64_t>(shape.size()))
      return fail("its inputs have different ranks");
    for (int64_t d = 0, e = shape.size(); d < e; ++d) {
      OpFoldResult other = extent(value, d);
      if (d == dim) {
        shape[d] = add(shape[d], other);
        continue;
      }
      auto p = fixed(shape[d]), q = fixed(other);
      if (p && q && *p != *q)
        return fail("its inputs have extents " + Twine(*p) + " and " +
                    Twine(*q) + " in dimension " + Twine(d));
      if (!requireEqual(*this, other, shape[d]))
        return nullptr;
      if (q)
        shape[d] = other;
    }
  }
  if (values.size() == 1)
    return values[0];
  auto type = tensorType(shape, element(values[0]));
  if (!type)
    return nullptr;
  return keep(graph::ConcatOp::create(b, loc, type, values, dim), shape);
}

Value GraphBuilder::gather(Value x, Value indices, int64_t dim) {
  if (!x || !indices || !areDims({dim}, rank(x)))
    return nullptr;
  Extents from = extents(x), at = extents(indices), shape;
  shape.append(from.begin(), from.begin() + dim);
  shape.append(at.begin(), at.end());
  shape.append(from.begin() + dim + 1, from.end());
  auto type = tensorType(shape, element(x));
  if (!type)
    return nullptr;
  return keep(graph::GatherOp::create(b, loc, type, x, indices, dim), shape);
}

Value GraphBuilder::iota(mlir::Type elementType,
                         llvm::ArrayRef<OpFoldResult> shape, int64_t dim) {
  if (!areDims({dim}, shape.size()))
    return nullptr;
  auto type = tensorType(shape, elementType);
  Value zero = scalar(elementType, 0), one = scalar(elementType, 1);
  if (!type || !zero || !one)
    return nullptr;
  return keep(graph::IotaOp::create(b, loc, type, zero, one, dim,
                                    dynamicExtents(shape)),
              shape);
}

//===----------------------------------------------------------------------===//
// Reduction and contraction
//===----------------------------------------------------------------------===//

Value GraphBuilder::reduce(graph::Combiner combiner, Value x,
                           llvm::ArrayRef<int64_t> dims, bool keepDims) {
  if (!x)
    return nullptr;
  if (dims.empty())
    return x;
  if (!areDims(dims, rank(x)))
    return nullptr;
  Extents from = extents(x), shape;
  llvm::SmallVector<int64_t> sorted(dims);
  llvm::sort(sorted);
  for (size_t i = 0; i < from.size(); ++i)
    if (!llvm::is_contained(sorted, static_cast<int64_t>(i)))
      shape.push_back(from[i]);
  auto type = tensorType(shape, element(x));
  if (!type)
    return nullptr;
  Value result = keep(
      graph::ReduceOp::create(b, loc, type, combiner, x, sorted), shape);
  return keepDims ? unsqueeze(result, sorted) : result;
}

Value GraphBuilder::mean(Value x, llvm::ArrayRef<int64_t> dims,
                         bool keepDims) {
  Value sum = reduce(graph::Combiner::Sum, x, dims, keepDims);
  if (!sum)
    return nullptr;
  Extents counted;
  for (int64_t dim : dims)
    counted.push_back(extent(x, dim));
  OpFoldResult count = product(counted);
  if (auto known = fixed(count))
    return divT(sum, scalarLike(sum, static_cast<double>(*known)));
  mlir::Type i64 = b.getI64Type();
  Value number = fromElements({toElement(count, i64)}, i64, /*isScalar=*/true);
  return divT(sum, cast(number, element(sum)));
}

Value GraphBuilder::dot(Value x, Value y, llvm::ArrayRef<int64_t> xBatch,
                        llvm::ArrayRef<int64_t> yBatch,
                        llvm::ArrayRef<int64_t> xContract,
                        llvm::ArrayRef<int64_t> yContract,
                        mlir::Type resultElement) {
  if (!x || !y)
    return nullptr;
  if (!areDims(llvm::to_vector(llvm::concat<const int64_t>(xBatch, xContract)),
               rank(x)) ||
      !areDims(llvm::to_vector(llvm::concat<const int64_t>(yBatch, yContract)),
               rank(y)))
    return nullptr;
  Extents p = extents(x), q = extents(y), shape;
  for (auto [i, j] : llvm::zip_equal(xContract, yContract))
    if (fixed(p[i]) && fixed(q[j]) && *fixed(p[i]) != *fixed(q[j]))
      return fail("the extents that are summed over differ: " +
                  Twine(*fixed(p[i])) + " and " + Twine(*fixed(q[j])));
    else if (!requireEqual(*this, q[j], p[i]))
      return nullptr;
  for (auto [i, j] : llvm::zip_equal(xBatch, yBatch)) {
    if (!requireEqual(*this, q[j], p[i]))
      return nullptr;
    shape.push_back(fixed(p[i]) ? p[i] : fixed(q[j]) ? q[j] : p[i]);
  }
  for (int64_t i = 0, e = p.size(); i < e; ++i)
    if (!llvm::is_contained(xBatch, i) && !llvm::is_contained(xContract, i))
      shape.push_back(p[i]);
  for (int64_t i = 0, e = q.size(); i < e; ++i)
    if (!llvm::is_contained(yBatch, i) && !llvm::is_contained(yContract, i))
      shape.push_back(q[i]);
  auto type = tensorType(shape, resultElement);
  if (!type)
    return nullptr;
  return keep(graph::DotGeneralOp::create(b, loc, type, x, y, xBatch, yBatch,
                                          xContract, yContract),
              shape);
}

Value GraphBuilder::matmul(Value x, Value y, mlir::Type resultElement) {
  if (!x || !y)
    return nullptr;
  int64_t p = rank(x), q = rank(y);
  if (p == 0 || q == 0)
    return fail("a scalar has no matrix product");
  // Vectors and matrices without batch contract directly.
  if (q <= 2)
    return dot(x, y, {}, {}, {p - 1}, {0}, resultElement);
  if (p == 1) {
    // Result: batch of y, then its columns.
    Value row = matmul(unsqueeze(x, {0}), y, resultElement);
    return row ? squeeze(row, {rank(row) - 2}) : row;
  }
  // Leading dimensions broadcast to a common batch.
  Extents xs = extents(x), ys = extents(y);
  Extents batch(llvm::ArrayRef<OpFoldResult>(xs).drop_back(2));
  if (!broadcastShape(batch, llvm::ArrayRef<OpFoldResult>(ys).drop_back(2)))
    return nullptr;
  Extents xShape = batch, yShape = batch;
  xShape.append(xs.end() - 2, xs.end());
  yShape.append(ys.end() - 2, ys.end());
  x = broadcastTo(x, xShape);
  y = broadcastTo(y, yShape);
  if (!x || !y)
    return nullptr;
  int64_t rank = xShape.size();
  auto batchDims = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  return dot(x, y, batchDims, batchDims, {rank - 1}, {rank - 2},
             resultElement);
}
