//===- Recurrent.cpp - RNN, LSTM and GRU ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::RecurrentKind;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
struct Cell {
  RecurrentKind kind;
  int64_t gates;
  std::vector<std::string> activations; ///< of one direction, by default
};

bool knownActivation(llvm::StringRef name) {
  return llvm::is_contained({"Relu", "Tanh", "Sigmoid", "Affine", "LeakyRelu",
                             "ThresholdedRelu", "ScaledTanh", "HardSigmoid",
                             "Elu", "Softsign", "Softplus"},
                            name);
}

LogicalResult recurrent(NodeContext &n, const Cell &cell) {
  GraphBuilder &g = n.g;
  // layout 1 has the batch in front.
  int64_t layout = n.i64("layout", 0);
  if (layout != 0 && layout != 1)
    return n.invalid("layout must be 0 or 1");
  llvm::StringRef directionName = n.str("direction", "forward");
  auto direction = graph::symbolizeDirection(directionName);
  if (!direction)
    return n.invalid("direction '" + directionName + "' is not known");
  int64_t directions = *direction == graph::Direction::Bidirectional ? 2 : 1;
  for (size_t i = 0; i < 3; ++i)
    if (n.rank(i) != 3)
      return n.invalid("input, weights and recurrence must have rank 3");
  auto width = GraphBuilder::fixed(g.extent(n.in(2), 2));
  for (size_t i : {1, 2}) // weights and recurrence have a row per gate and unit
    if (auto rows = GraphBuilder::fixed(g.extent(n.in(i), 1)); rows && !width)
      width = *rows / cell.gates;
  if (!width && !n.hasAttr("hidden_size"))
    return n.unsupported("the weights have symbolic extents, and no attribute "
                         "hidden_size says how many units there are");
  int64_t hidden = n.i64("hidden_size", width.value_or(0));
  if (hidden < 1 || hidden > (int64_t(1) << 32) || (width && *width != hidden))
    return n.invalid("hidden_size does not fit the recurrence weights");

  std::vector<std::string> activations;
  if (n.hasAttr("activations"))
    activations = n.strings("activations");
  else
    for (int64_t d = 0; d < directions; ++d)
      activations.insert(activations.end(), cell.activations.begin(),
                         cell.activations.end());
  if (activations.size() != cell.activations.size() * directions)
    return n.invalid("activations has the wrong length");
  for (const std::string &name : activations)
    if (!knownActivation(name))
      return n.invalid("activation '" + name + "' is not known");
  auto parameters = [&](llvm::StringRef name) -> mlir::DenseF64ArrayAttr {
    auto given = n.floats(name);
    return given ? g.b.getDenseF64ArrayAttr(*given) : mlir::DenseF64ArrayAttr();
  };
  mlir::FloatAttr clip;
  if (n.hasAttr("clip"))
    clip = g.b.getF64FloatAttr(n.f64("clip", 0));

  Value x = n.in(0), hidden0 = n.in(5),
        cell0 = cell.kind == RecurrentKind::LSTM ? n.in(6) : Value(),
        peepholes = cell.kind == RecurrentKind::LSTM ? n.in(7) : Value();
  if (layout == 1) {
    x = g.transpose(x, {1, 0, 2});
    if (hidden0)
      hidden0 = g.transpose(hidden0, {1, 0, 2});
    if (cell0)
      cell0 = g.transpose(cell0, {1, 0, 2});
  }
  if (!x)
    return mlir::failure();
  OpFoldResult steps = g.extent(x, 0), batch = g.extent(x, 1);
  // What each operand is indexed by.
  OpFoldResult d = g.index(directions), h = g.index(hidden),
               rows = g.index(cell.gates * hidden), in = g.extent(x, 2);
  Value weights = n.in(1), recurrence = n.in(2), bias = n.in(3),
        lengths = n.in(4);
  std::pair<Value &, Extents> wanted[] = {
      {weights, {d, rows, in}},
      {recurrence, {d, rows, h}},
      {bias, {d, g.index(2 * cell.gates * hidden)}},
      {lengths, {batch}},
      {hidden0, {d, batch, h}},
      {cell0, {d, batch, h}},
      {peepholes, {d, g.index(3 * hidden)}}};
  for (auto &[operand, shape] : wanted) {
    if (!operand)
      continue;
    if (GraphBuilder::rank(operand) != static_cast<int64_t>(shape.size()))
      return n.invalid("an input has rank " +
                       llvm::Twine(GraphBuilder::rank(operand)) + " where " +
                       llvm::Twine(shape.size()) + " is needed");
    for (auto [i, extent] : llvm::enumerate(shape))
      if (!requireEqual(g, g.extent(operand, i), extent))
        return mlir::failure();
    // What is symbolic here may be known there.
    if (operand = g.reshape(operand, shape); !operand)
      return mlir::failure();
  }
  Extents all{steps, g.index(directions), batch, g.index(hidden)},
      last{g.index(directions), batch, g.index(hidden)};
  auto allType = g.tensorType(all, n.element(0)),
       lastType = g.tensorType(last, n.element(0));
  if (!allType || !lastType || g.failed())
    return mlir::failure();
  llvm::SmallVector<mlir::Attribute> names;
  for (const std::string &name : activations)
    names.push_back(g.b.getStringAttr(name));
  auto op = graph::RecurrentOp::create(
      g.b, g.loc, mlir::TypeRange{allType, lastType, lastType},
      graph::RecurrentKindAttr::get(g.b.getContext(), cell.kind),
      graph::DirectionAttr::get(g.b.getContext(), *direction), x, weights,
      recurrence, bias, lengths, hidden0, cell0, peepholes,
      g.b.getArrayAttr(names), parameters("activation_alpha"),
      parameters("activation_beta"), g.b.getI64IntegerAttr(hidden), clip,
      g.b.getBoolAttr(n.flag("linear_before_reset", false)),
      g.b.getBoolAttr(n.flag("input_forget", false)));
  if (!g.verify(op))
    return mlir::failure();
  g.setExtents(op->getResult(0), all);
  g.setExtents(op->getResult(1), last);
  g.setExtents(op->getResult(2), last);
  for (unsigned i = 0; i < 3; ++i) {
    if (!n.wants(i))
      continue;
    Value result = op->getResult(i);
    if (layout == 1)
      result = i == 0 ? g.transpose(result, {2, 0, 1, 3})
                      : g.transpose(result, {1, 0, 2});
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  }
  return mlir::success();
}
} // namespace

void mlc::onnx::addRecurrentRows(OnnxTable &t) {
  t.add("RNN", {7, 14, 22}, [](NodeContext &n) {
    return recurrent(n, {RecurrentKind::RNN, 1, {"Tanh"}});
  });
  t.add("GRU", {7, 14, 22}, [](NodeContext &n) {
    return recurrent(n, {RecurrentKind::GRU, 3, {"Sigmoid", "Tanh"}});
  });
  t.add("LSTM", {7, 14, 22}, [](NodeContext &n) {
    return recurrent(n, {RecurrentKind::LSTM, 4, {"Sigmoid", "Tanh", "Tanh"}});
  });
}
