//===- Quant.cpp - Quantisation ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/Windows.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
/// Axis and block of per-axis and blocked parameters; per-tensor ones become
/// rank 0.
struct Granularity {
  int64_t axis = 0, block = 0;
};

std::optional<Granularity> granularity(NodeContext &n, Value &scale,
                                       Value &zeroPoint) {
  GraphBuilder &g = n.g;
  Granularity result;
  int64_t rank = n.rank(0), scaleRank = GraphBuilder::rank(scale);
  result.block = n.i64("block_size", 0);
  if (scaleRank == 0 ||
      (scaleRank == 1 && rank != 1 &&
       GraphBuilder::fixed(g.extent(scale, 0)) == 1) ||
      (scaleRank == 1 && rank == 1 && result.block == 0 &&
       GraphBuilder::fixed(g.extent(scale, 0)) == 1)) {
    scale = g.reshape(scale, {});
    if (zeroPoint)
      zeroPoint = g.reshape(zeroPoint, {});
    result.block = 0;
    return result;
  }
  auto axis = g.axis(n.i64("axis", 1), rank);
  if (!axis)
    return std::nullopt;
  result.axis = *axis;
  // A zero point has the shape of its scale.
  for (int64_t d = 0; zeroPoint && d < scaleRank; ++d)
    if (GraphBuilder::rank(zeroPoint) == scaleRank &&
        !requireEqual(g, g.extent(zeroPoint, d), g.extent(scale, d)))
      return std::nullopt;
  if (scaleRank == 1 && result.block == 0) {
    if (!requireEqual(g, g.extent(scale, 0), g.extent(n.in(0), *axis)))
      return std::nullopt;
    return result;
  }
  if (scaleRank != rank || result.block < 1) {
    g.fail("its scale has rank " + llvm::Twine(scaleRank) +
           ", which fits neither one per axis nor blocks of " +
           llvm::Twine(result.block));
    return std::nullopt;
  }
  auto extent = GraphBuilder::fixed(g.extent(n.in(0), *axis)),
       blocks = GraphBuilder::fixed(g.extent(scale, *axis));
  if (extent && blocks &&
      *blocks != static_cast<int64_t>(
                     llvm::divideCeil(*extent, result.block))) {
    g.fail("its scale has " + llvm::Twine(*blocks) + " blocks where " +
           llvm::Twine(llvm::divideCeil(*extent, result.block)) +
           " are needed");
    return std::nullopt;
  }
  return result;
}

Value quantize(NodeContext &n, Value x, Value scale, Value zeroPoint,
               mlir::Type to, const Granularity &at, bool saturate) {
  GraphBuilder &g = n.g;
  if (!x || !scale)
    return nullptr;
  if (!zeroPoint)
    zeroPoint = g.fill(to, g.extents(scale), 0);
  if (!zeroPoint)
    return nullptr;
  return g.keep(graph::QuantizeOp::create(
                    g.b, g.loc, GraphBuilder::typeOf(x).clone(to), x, scale,
                    zeroPoint, static_cast<uint64_t>(at.axis),
                    static_cast<uint64_t>(at.block), saturate),
                x);
}

Value dequantize(NodeContext &n, Value x, Value scale, Value zeroPoint,
                 mlir::Type to, const Granularity &at) {
  GraphBuilder &g = n.g;
  if (!x || !scale)
    return nullptr;
  if (!zeroPoint)
    zeroPoint = g.fill(GraphBuilder::element(x), g.extents(scale), 0);
  if (!zeroPoint)
    return nullptr;
  return g.keep(graph::DequantizeOp::create(
                    g.b, g.loc, GraphBuilder::typeOf(x).clone(to), x, scale,
                    zeroPoint, static_cast<uint64_t>(at.axis),
                    static_cast<uint64_t>(at.block)),
                x);
}

mlir::Type elementByAttribute(NodeContext &n, llvm::StringRef name) {
  int64_t number = n.i64(name, 0);
  return number == 0 ? mlir::Type()
                     : mlirTypeOf(n.g.b.getContext(), dtypeFromOnnx(number));
}

LogicalResult quantizeRow(NodeContext &n) {
  Value scale = n.in(1), zeroPoint = n.in(2);
  mlir::Type to = n.g.b.getIntegerType(8, /*isSigned=*/false);
  if (zeroPoint)
    to = GraphBuilder::element(zeroPoint);
  else if (mlir::Type named = elementByAttribute(n, "output_dtype"))
    to = named;
  auto at = granularity(n, scale, zeroPoint);
  if (!at || !scale)
    return mlir::failure();
  // The division happens in the scale's type, or in `precision`.
  Value x = n.in(0);
  mlir::Type compute = elementByAttribute(n, "precision");
  if (!compute)
    compute = GraphBuilder::element(scale);
  if (!llvm::isa<mlir::FloatType>(compute))
    return n.unsupported("scales that are not floating point");
  // f8E8M0 holds powers of two only: the quotient needs a real float.
  if (dtypeOf(compute) == MLC_F8E8M0)
    compute = GraphBuilder::element(x);
  if (!llvm::isa<mlir::FloatType>(compute))
    compute = n.g.b.getF32Type();
  x = n.g.cast(x, compute);
  scale = n.g.cast(scale, compute);
  return n.set(quantize(n, x, scale, zeroPoint, to, *at,
                        n.flag("saturate", true)));
}

LogicalResult dequantizeRow(NodeContext &n) {
  Value scale = n.in(1), zeroPoint = n.in(2);
  auto at = granularity(n, scale, zeroPoint);
  if (!at || !scale)
    return mlir::failure();
  mlir::Type to = elementByAttribute(n, "output_dtype");
  if (!to)
    to = GraphBuilder::element(scale);
  if (dtypeOf(GraphBuilder::element(scale)) == MLC_F8E8M0)
    scale = n.g.cast(scale, to);
  if (zeroPoint && GraphBuilder::element(zeroPoint) != n.element(0))
    return n.invalid("the zero point has another type than the input");
  Value result = dequantize(n, n.in(0), scale, zeroPoint,
                            GraphBuilder::element(scale), *at);
  return n.set(n.g.cast(result, to));
}

LogicalResult dynamicQuantizeRow(NodeContext &n) {
  // The range always holds 0; scale = range / 255, zero point = round(-min /
  // scale) clamped.
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  mlir::Type u8 = g.b.getIntegerType(8, false);
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(0)));
  Value zero = g.scalarLike(x, 0);
  Value low = g.binary<graph::MinOp>(
      g.reduce(graph::Combiner::Min, x, dims, false), zero);
  Value high = g.binary<graph::MaxOp>(
      g.reduce(graph::Combiner::Max, x, dims, false), zero);
  Value scale = g.divT(g.subT(high, low), g.scalarLike(x, 255));
  // An all-zero input: any scale does; 1 avoids 0 / 0.
  Value safe = g.select(g.compare(graph::Predicate::EQ, scale, zero),
                        g.scalarLike(x, 1), scale);
  Value point = g.unary<graph::RoundEvenOp>(g.divT(g.subT(zero, low), safe));
  point = g.binary<graph::MinOp>(g.binary<graph::MaxOp>(point, zero),
                                 g.scalarLike(x, 255));
  Value zeroPoint = g.cast(point, u8);
  if (mlir::failed(n.set(0, quantize(n, x, safe, zeroPoint, u8, {}, true))) ||
      mlir::failed(n.set(1, scale)) || mlir::failed(n.set(2, zeroPoint)))
    return mlir::failure();
  return mlir::success();
}

/// Integer operand minus its zero point, as i32. `channel` is the dimension of
/// a rank-1 zero point.
Value centred(NodeContext &n, Value x, Value zeroPoint, int64_t channel) {
  GraphBuilder &g = n.g;
  mlir::Type i32 = g.b.getI32Type();
  Value wide = g.cast(x, i32), zero = g.cast(zeroPoint, i32);
  if (!wide || !zero)
    return nullptr;
  if (GraphBuilder::rank(zero) == 1) {
    if (GraphBuilder::fixed(g.extent(zero, 0)) == 1) {
      zero = g.reshape(zero, {});
    } else {
      llvm::SmallVector<int64_t> dims{channel};
      zero = g.broadcastTo(zero, g.extents(wide), dims);
    }
  }
  return g.subT(wide, zero);
}

/// A rank-1 scale as something that broadcasts along `channel`.
Value alongChannel(NodeContext &n, Value scale, Value like, int64_t channel) {
  GraphBuilder &g = n.g;
  if (!scale || !like)
    return nullptr;
  if (GraphBuilder::rank(scale) == 1) {
    if (GraphBuilder::fixed(g.extent(scale, 0)) == 1)
      return g.reshape(scale, {});
    llvm::SmallVector<int64_t> dims{channel};
    return g.broadcastTo(scale, g.extents(like), dims);
  }
  return scale;
}

/// accumulated * (a_scale * b_scale / y_scale), rounded, shifted, saturated.
Value requantize(NodeContext &n, Value accumulated, Value aScale, Value bScale,
                 int64_t channel, Value yScale, Value yZero) {
  GraphBuilder &g = n.g;
  if (!accumulated)
    return nullptr;
  // f16 and bf16 scales are computed in f32, which is what the i32 sums need.
  mlir::Type f32 = g.b.getF32Type();
  Value real = g.cast(accumulated, f32);
  // One scale on the left goes into those of the channels before they spread.
  aScale = g.cast(aScale, f32);
  bScale = g.cast(bScale, f32);
  if (!aScale || !bScale)
    return nullptr;
  Value factor;
  if (GraphBuilder::rank(aScale) == 0 ||
      (GraphBuilder::rank(aScale) == 1 &&
       GraphBuilder::fixed(g.extent(aScale, 0)) == 1))
    factor =
        alongChannel(n, g.mulT(g.reshape(aScale, {}), bScale), real, channel);
  else
    factor = g.mulT(alongChannel(n, aScale, real, GraphBuilder::rank(real) - 2),
                    alongChannel(n, bScale, real, channel));
  Value y = g.mulT(real, factor);
  yScale = g.reshape(g.cast(yScale, f32), {});
  yZero = g.reshape(yZero, {});
  return yZero ? quantize(n, y, yScale, yZero, GraphBuilder::element(yZero), {},
                          true)
               : Value();
}

LogicalResult qLinearMatMulRow(NodeContext &n) {
  Value a = centred(n, n.in(0), n.in(2), std::max<int64_t>(n.rank(0) - 2, 0));
  Value b = centred(n, n.in(3), n.in(5), n.rank(3) - 1);
  Value product = n.g.matmul(a, b, n.g.b.getI32Type());
  if (!product)
    return mlir::failure();
  return n.set(requantize(n, product, n.in(1), n.in(4),
                          GraphBuilder::rank(product) - 1, n.in(6), n.in(7)));
}

LogicalResult qLinearConvRow(NodeContext &n) {
  // x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, B
  GraphBuilder &g = n.g;
  Value x = centred(n, n.in(0), n.in(2), 0);
  Value w = centred(n, n.in(3), n.in(5), 0);
  Value sum = convolveIntegers(n, x, w);
  if (sum && n.has(8)) {
    llvm::SmallVector<int64_t> dims{1};
    sum = g.addT(sum, g.broadcastTo(n.in(8), g.extents(sum), dims));
  }
  return n.set(requantize(n, sum, n.in(1), n.in(4), 1, n.in(6), n.in(7)));
}
} // namespace

void mlc::onnx::addQuantRows(OnnxTable &t) {
  t.add("QuantizeLinear", {10, 13, 19, 21, 23, 24, 25}, quantizeRow);
  t.add("DequantizeLinear", {10, 13, 19, 21, 23, 24, 25}, dequantizeRow);
  t.add("DynamicQuantizeLinear", {11}, dynamicQuantizeRow);
  t.add("QLinearMatMul", {10, 21}, qLinearMatMulRow);
  t.add("QLinearConv", {10}, qLinearConvRow);
}
