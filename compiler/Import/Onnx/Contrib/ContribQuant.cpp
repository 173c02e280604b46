//===- ContribQuant.cpp - Quantised operators beyond the standard --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise ones dequantise, compute in f32 and quantise, as their texts say;
// products are the standard's integer products with a scale behind.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Contrib/Contrib.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// A zero point, or zeros of `type` where it is left out.
Value zeroOr(GraphBuilder &g, Value zero, Value scale, mlir::Type type) {
  return zero || !scale ? zero : g.fill(type, g.extents(scale), 0);
}

/// Inputs i, i + 1 and i + 2 are a tensor, its scale and its zero point.
Value real(NodeContext &n, size_t i) {
  return n.standard("DequantizeLinear", 21,
                    {n.in(i), n.in(i + 1), n.in(i + 2)});
}

/// x by the scale and zero point of inputs i and i + 1; `type` where the latter
/// is left out.
Value quantized(NodeContext &n, Value x, size_t i, mlir::Type type) {
  return n.standard("QuantizeLinear", 21,
                    {x, n.in(i), zeroOr(n.g, n.in(i + 1), n.in(i), type)});
}

template <typename Op>
LogicalResult binaryRow(NodeContext &n) {
  return n.set(
      quantized(n, n.g.binary<Op>(real(n, 0), real(n, 3)), 6, n.element(0)));
}

/// One input, then the standard's operator with the node's attributes.
LogicalResult unaryRow(NodeContext &n, llvm::StringRef op, int64_t opset) {
  Value x = real(n, 0);
  bool last = n.flag("channels_last", false);
  if (last)
    x = channelsSecond(n.g, x);
  Value y = n.standard(op, opset, {x}, n.node.attributes);
  if (y && last)
    y = channelsLast(n.g, y);
  return n.set(quantized(n, y, 3, n.element(0)));
}

LogicalResult softmaxRow(NodeContext &n) {
  int64_t opset = n.i64("opset", 13);
  Value y = n.standard("Softmax", opset < 13 ? 11 : 13, {real(n, 0)},
                       {attribute("axis", n.i64("axis", -1))});
  return n.set(quantized(n, y, 3, n.element(0)));
}

LogicalResult reduceMeanRow(NodeContext &n) {
  Value y = n.standard("ReduceMean", 13, {real(n, 0)}, n.node.attributes);
  return n.set(quantized(n, y, 3, n.element(0)));
}

LogicalResult whereRow(NodeContext &n) {
  Value y = n.standard("Where", 16, {n.in(0), real(n, 1), real(n, 4)});
  return n.set(quantized(n, y, 7, n.element(1)));
}

LogicalResult concatRow(NodeContext &n) {
  // The result's scale and zero point, then triples. Pieces are requantised
  // one by one, so nothing wide is put together.
  size_t count = n.node.inputs.size();
  if (count % 3 != 2)
    return n.invalid("its inputs must be a scale, a zero point and triples");
  llvm::SmallVector<Value> pieces;
  for (size_t i = 2; i < count; i += 3) {
    if (!n.has(i) || !n.has(i + 1))
      return n.invalid("its input " + llvm::Twine(i) + " is missing");
    pieces.push_back(quantized(n, real(n, i), 0, n.element(2)));
  }
  return n.set(
      n.standard("Concat", 13, pieces, {attribute("axis", n.i64("axis", 0))}));
}

LogicalResult convRow(NodeContext &n) {
  bool last = n.flag("channels_last", false);
  llvm::SmallVector<Value> inputs(n.ins());
  if (last)
    inputs[0] = channelsSecond(n.g, inputs[0]);
  Value y = n.standard("QLinearConv", 10, inputs, n.node.attributes);
  return n.set(y && last ? channelsLast(n.g, y) : y);
}

/// A scale of one element as a scalar; null with a reason otherwise.
Value single(NodeContext &n, Value scale, llvm::StringRef what) {
  if (!scale)
    return nullptr;
  if (GraphBuilder::rank(scale) == 0)
    return scale;
  if (GraphBuilder::rank(scale) == 1 &&
      GraphBuilder::fixed(n.g.extent(scale, 0)) == 1)
    return n.g.reshape(scale, {});
  (void)n.unsupported("more than one " + what + " is not supported");
  return nullptr;
}

/// The i32 sums in the scales' type, scaled; one of b per column.
Value scaled(NodeContext &n, Value sums, Value aScale, Value bScale) {
  GraphBuilder &g = n.g;
  Value factor = g.mulT(single(n, aScale, "scale of A"), bScale);
  if (!factor || !sums)
    return nullptr;
  if (GraphBuilder::rank(factor) == 1 &&
      GraphBuilder::fixed(g.extent(factor, 0)) == 1)
    factor = g.reshape(factor, {});
  mlir::Type f32 = g.b.getF32Type();
  Value y = g.mulT(g.cast(sums, f32), g.cast(factor, f32));
  return y && aScale ? g.cast(y, GraphBuilder::element(aScale)) : y;
}

Value plusBias(NodeContext &n, Value y, Value bias) {
  return y && bias ? n.g.addT(y, n.g.broadcastTo(bias, n.g.extents(y))) : y;
}

LogicalResult integerToFloatRow(NodeContext &n) {
  Value sums =
      n.standard("MatMulInteger", 10, {n.in(0), n.in(1), n.in(4), n.in(5)});
  return n.set(plusBias(n, scaled(n, sums, n.in(2), n.in(3)), n.in(6)));
}

LogicalResult dynamicMatMulRow(NodeContext &n) {
  auto a = n.standard("DynamicQuantizeLinear", 11, {n.in(0)}, {}, 3);
  Value sums = n.standard("MatMulInteger", 10, {a[0], n.in(1), a[2], n.in(3)});
  return n.set(plusBias(n, scaled(n, sums, a[1], n.in(2)), n.in(4)));
}

LogicalResult qGemmRow(NodeContext &n) {
  // A, scale, zero, B, scale, zero, C (i32), result's scale, zero
  GraphBuilder &g = n.g;
  if (n.rank(0) != 2 || n.rank(3) != 2)
    return n.invalid("its first two inputs must be matrices");
  Value a = n.in(0), b = n.in(3);
  if (n.flag("transA", false))
    a = g.transpose(a, {1, 0});
  if (n.flag("transB", false))
    b = g.transpose(b, {1, 0});
  Value sums = n.standard("MatMulInteger", 10, {a, b, n.in(2), n.in(5)});
  sums = plusBias(n, sums, n.in(6));
  Value aScale = n.in(1);
  double alpha = n.f64("alpha", 1);
  if (alpha != 1)
    aScale = g.mulT(aScale, g.scalarLike(aScale, alpha));
  Value y = scaled(n, sums, aScale, n.in(4));
  if (!n.has(7))
    return n.set(y);
  return n.set(quantized(n, y, 7, g.b.getIntegerType(8, false)));
}

/// D x rows x columns of quantised weights as D x columns x rows of floats; one
/// scale and zero point per D, or per D and column.
Value lstmWeights(NodeContext &n, Value q, Value scale, Value zero) {
  GraphBuilder &g = n.g;
  if (!q || !scale || !zero || GraphBuilder::rank(q) != 3)
    return g.fail("its weights must have rank 3");
  mlir::Type f32 = g.b.getF32Type();
  auto spread = [&](Value x) -> Value {
    int64_t rank = GraphBuilder::rank(x);
    if (rank != 1 && rank != 2)
      return g.fail("its scales and zero points must have rank 1 or 2");
    llvm::SmallVector<int64_t> dims{0};
    if (rank == 2)
      dims.push_back(2);
    return g.broadcastTo(g.cast(x, f32), g.extents(q), dims);
  };
  Value wide = g.subT(g.cast(q, f32), spread(zero));
  Value result = g.mulT(wide, spread(scale));
  return result ? g.transpose(result, {0, 2, 1}) : result;
}

LogicalResult dynamicLstmRow(NodeContext &n) {
  // X, W, R, B, lengths, h, c, P, then scale and zero point of W and of R. What
  // ONNX Runtime rounds again at every step, the hidden state, stays exact.
  auto quantised = n.standard("DynamicQuantizeLinear", 11, {n.in(0)}, {}, 3);
  Value x = n.standard("DequantizeLinear", 21,
                       {quantised[0], quantised[1], quantised[2]});
  Value w = lstmWeights(n, n.in(1), n.in(8), n.in(9));
  Value r = lstmWeights(n, n.in(2), n.in(10), n.in(11));
  if (!x || !w || !r)
    return mlir::failure();
  auto results = n.standard(
      "LSTM", 14, {x, w, r, n.in(3), n.in(4), n.in(5), n.in(6), n.in(7)},
      n.node.attributes, 3);
  for (auto [i, value] : llvm::enumerate(results))
    if (n.wants(i) && mlir::failed(n.set(i, value)))
      return mlir::failure();
  return mlir::success();
}

/// Without `axis` the scale is one for all.
LogicalResult linearRow(NodeContext &n, llvm::StringRef op) {
  if (!n.hasAttr("axis") && !single(n, n.in(1), "scale without an axis"))
    return mlir::failure();
  return n.set(n.standard(op, 21, n.ins(), n.node.attributes));
}
} // namespace

void mlc::onnx::addContribQuantRows(OnnxTable &t) {
  auto unary = [&](llvm::StringRef name, llvm::StringRef op, int64_t opset) {
    addContrib(t, name, {4, 5, {2}},
               [=](NodeContext &n) { return unaryRow(n, op, opset); });
  };
  unary("QLinearSigmoid", "Sigmoid", 13);
  unary("QLinearLeakyRelu", "LeakyRelu", 16);
  unary("QLinearAveragePool", "AveragePool", 11);
  unary("QLinearGlobalAveragePool", "GlobalAveragePool", 1);
  addContrib(t, "QLinearAdd", {7, 8, {2, 5}}, binaryRow<graph::AddOp>);
  addContrib(t, "QLinearMul", {7, 8, {2, 5}}, binaryRow<graph::MulOp>);
  addContrib(t, "QLinearSoftmax", {5, 5, {2}}, softmaxRow);
  addContrib(t, "QLinearReduceMean", {4, 5, {2}}, reduceMeanRow);
  addContrib(t, "QLinearWhere", {9, 9}, whereRow);
  addContrib(t, "QLinearConcat", {4, size_t(1) << 20}, concatRow);
  addContrib(t, "QLinearConv", {8, 9}, convRow);
  addContrib(t, "MatMulIntegerToFloat", {4, 7}, integerToFloatRow);
  addContrib(t, "DynamicQuantizeMatMul", {3, 5}, dynamicMatMulRow);
  addContrib(t, "QGemm", {6, 9}, qGemmRow);
  addContrib(t, "DynamicQuantizeLSTM", {12, 12, {3, 4, 5, 6, 7}},
             dynamicLstmRow);
  addContrib(t, "QuantizeLinear", {2, 3},
             [](NodeContext &n) { return linearRow(n, "QuantizeLinear"); });
  addContrib(t, "DequantizeLinear", {2, 3},
             [](NodeContext &n) { return linearRow(n, "DequantizeLinear"); });
}
