//===- Contraction.cpp - Reference of contractions ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are read once into doubles (or 64-bit integers, which wrap); the
// sums of f64 run in long double.
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlc;
using namespace mlc::reference;

/// Offsets of all index combinations of some dimensions of a tensor.
static std::vector<int64_t> offsetsOf(ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> dims) {
  Shape strides = rowMajorStrides(shape), extents, chosen;
  for (int64_t d : dims) {
    extents.push_back(shape[d]);
    chosen.push_back(strides[d]);
  }
  std::vector<int64_t> offsets;
  for (IndexWalk walk(extents); walk.valid(); walk.next())
    offsets.push_back(offsetOf(*walk, chosen));
  return offsets;
}

/// Dimensions that are in neither list, in order.
static Shape freeDims(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  Shape dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      dims.push_back(d);
  return dims;
}

template <typename Sum, typename Element>
static void multiply(const std::vector<Element> &a,
                     const std::vector<Element> &b,
                     ArrayRef<std::vector<int64_t>> offsets, Literal &result,
                     void (*store)(Literal &, int64_t, Sum)) {
  const auto &batchA = offsets[0], &batchB = offsets[1], &freeA = offsets[2],
             &freeB = offsets[3], &sumA = offsets[4], &sumB = offsets[5];
  int64_t at = 0;
  for (size_t g = 0; g < batchA.size(); ++g)
    for (int64_t i : freeA)
      for (int64_t j : freeB) {
        Sum sum = 0;
        for (size_t k = 0; k < sumA.size(); ++k)
          sum += static_cast<Sum>(a[batchA[g] + i + sumA[k]]) *
                 static_cast<Sum>(b[batchB[g] + j + sumB[k]]);
        store(result, at++, sum);
      }
}

template <typename Sum>
static void storeReal(Literal &result, int64_t at, Sum sum) {
  result.setDouble(at, static_cast<double>(sum));
}
static void storeInteger(Literal &result, int64_t at, uint64_t sum) {
  result.setUInt(at, sum);
}

static Error runDotGeneral(OpCall &call) {
  auto op = mlir::cast<graph::DotGeneralOp>(call.op);
  const Literal &a = call.in(0), &b = call.in(1);
  Shape freeA = freeDims(a.rank(), op.getLhsBatch(), op.getLhsContract());
  Shape freeB = freeDims(b.rank(), op.getRhsBatch(), op.getRhsContract());
  Shape shape;
  auto check = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) -> Error {
    for (auto [l, r] : llvm::zip(lhs, rhs))
      if (a.shape()[l] != b.shape()[r])
        return makeError("extents ", a.shape()[l], " and ", b.shape()[r],
                         " differ");
    return Error::success();
  };
  if (Error error = check(op.getLhsBatch(), op.getRhsBatch()))
    return error;
  if (Error error = check(op.getLhsContract(), op.getRhsContract()))
    return error;
  for (int64_t d : op.getLhsBatch())
    shape.push_back(a.shape()[d]);
  for (int64_t d : freeA)
    shape.push_back(a.shape()[d]);
  for (int64_t d : freeB)
    shape.push_back(b.shape()[d]);
  MLC_TRY(result, call.make(call.resultType(), shape));
  std::vector<int64_t> offsets[] = {
      offsetsOf(a.shape(), op.getLhsBatch()),
      offsetsOf(b.shape(), op.getRhsBatch()),
      offsetsOf(a.shape(), freeA),
      offsetsOf(b.shape(), freeB),
      offsetsOf(a.shape(), op.getLhsContract()),
      offsetsOf(b.shape(), op.getRhsContract())};
  int64_t steps;
  if (__builtin_mul_overflow(result.count(),
                             static_cast<int64_t>(offsets[4].size()), &steps))
    return makeError("too large");
  if (Error error = call.interpreter.charge(steps, 0))
    return error;
  if (result.dtype() == MLC_F64)
    multiply<Wide, double>(doublesOf(a), doublesOf(b), offsets, result,
                           storeReal<Wide>);
  else if (isFloat(result.dtype()))
    multiply<double, double>(doublesOf(a), doublesOf(b), offsets, result,
                             storeReal<double>);
  else
    multiply<uint64_t, int64_t>(intsOf(a), intsOf(b), offsets, result,
                                storeInteger);
  call.yield(std::move(result));
  return Error::success();
}

namespace {
/// Geometry of a convolution; positions count in the dilated input.
struct Convolution {
  ArrayRef<int64_t> strides, low, lhsDilation, rhsDilation;
  Shape input, kernel, result; // spatial extents

  /// Offset of the input element under tap `k` of output `o`, or -1.
  int64_t offset(ArrayRef<int64_t> o, ArrayRef<int64_t> k,
                 ArrayRef<int64_t> inputStrides) const {
    int64_t offset = 0;
    for (size_t d = 0; d < o.size(); ++d) {
      int64_t p = o[d] * strides[d] - low[d] + k[d] * rhsDilation[d];
      if (p < 0 || p % lhsDilation[d] != 0 || p / lhsDilation[d] >= input[d])
        return -1;
      offset += p / lhsDilation[d] * inputStrides[d];
    }
    return offset;
  }
};
} // namespace

template <typename Sum, typename Element>
static void convolve(const Convolution &geometry,
                     const std::vector<Element> &x,
                     const std::vector<Element> &w, int64_t batch,
                     int64_t channels, int64_t filters, int64_t groups,
                     Literal &result, void (*store)(Literal &, int64_t, Sum)) {
  const Shape inputStrides = rowMajorStrides(geometry.input);
  int64_t plane = 1, taps = 1;
  for (int64_t extent : geometry.input)
    plane *= extent;
  for (int64_t extent : geometry.kernel)
    taps *= extent;
  const int64_t perGroup = channels / groups;
  // Input offset of each tap at each output position.
  std::vector<int64_t> offsets;
  for (IndexWalk o(geometry.result); o.valid(); o.next())
    for (IndexWalk k(geometry.kernel); k.valid(); k.next())
      offsets.push_back(geometry.offset(*o, *k, inputStrides));
  const int64_t positions = taps ? offsets.size() / taps : 0;
  int64_t at = 0;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t f = 0; f < filters; ++f) {
      const int64_t group = f / (filters / groups);
      for (int64_t p = 0; p < positions; ++p) {
        Sum sum = 0;
        for (int64_t c = 0; c < perGroup; ++c) {
          const Element *image =
              x.data() + (n * channels + group * perGroup + c) * plane;
          const Element *filter = w.data() + (f * perGroup + c) * taps;
          for (int64_t k = 0; k < taps; ++k)
            if (int64_t offset = offsets[p * taps + k]; offset >= 0)
              sum += static_cast<Sum>(image[offset]) *
                     static_cast<Sum>(filter[k]);
        }
        store(result, at++, sum);
      }
    }
}

static Error runConvolution(OpCall &call) {
  auto op = mlir::cast<graph::ConvolutionOp>(call.op);
  const Literal &x = call.in(0), &w = call.in(1);
  Convolution geometry;
  geometry.strides = op.getStrides();
  geometry.low = op.getLow();
  geometry.lhsDilation = op.getLhsDilation();
  geometry.rhsDilation = op.getRhsDilation();
  geometry.input = Shape(x.shape().drop_front(2));
  geometry.kernel = Shape(w.shape().drop_front(2));
  const int64_t groups = op.getGroups();
  const int64_t batch = x.shape()[0], channels = x.shape()[1],
                filters = w.shape()[0];
  if (channels != w.shape()[1] * groups || filters % groups != 0)
    return makeError("input ", x.spec().str(), " and filter ", w.spec().str(),
                     " do not fit with ", groups, " groups");
  Shape shape{batch, filters};
  for (size_t d = 0; d < geometry.input.size(); ++d) {
    int64_t dilated = geometry.input[d] == 0
                          ? 0
                          : (geometry.input[d] - 1) * geometry.lhsDilation[d] + 1;
    int64_t span = (geometry.kernel[d] - 1) * geometry.rhsDilation[d] + 1;
    int64_t room = dilated + geometry.low[d] + op.getHigh()[d] - span;
    geometry.result.push_back(room < 0 ? 0 : room / geometry.strides[d] + 1);
    shape.push_back(geometry.result.back());
  }
  MLC_TRY(result, call.make(call.resultType(), shape));
  int64_t steps;
  if (__builtin_mul_overflow(result.count(), w.count() / std::max<int64_t>(filters, 1),
                             &steps))
    return makeError("too large");
  if (Error error = call.interpreter.charge(steps, 0))
    return error;
  if (result.dtype() == MLC_F64)
    convolve<Wide, double>(geometry, doublesOf(x), doublesOf(w), batch,
                           channels, filters, groups, result, storeReal<Wide>);
  else if (isFloat(result.dtype()))
    convolve<double, double>(geometry, doublesOf(x), doublesOf(w), batch,
                             channels, filters, groups, result,
                             storeReal<double>);
  else
    convolve<uint64_t, int64_t>(geometry, intsOf(x), intsOf(w), batch, channels,
                                filters, groups, result, storeInteger);
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addContraction(OpTable &table) {
  table[graph::DotGeneralOp::getOperationName()] = runDotGeneral;
  table[graph::ConvolutionOp::getOperationName()] = runConvolution;
}
