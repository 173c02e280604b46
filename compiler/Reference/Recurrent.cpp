//===- Recurrent.cpp - Reference of RNN, LSTM and GRU ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cells as the ONNX standard writes them. Everything runs in double; states
// are not rounded between steps, so generated code in f32 drifts from this by
// its own rounding only.
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;
using graph::Direction;
using graph::RecurrentKind;

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

namespace {
struct Activation {
  std::string name;
  double alpha = 0, beta = 0;

  double operator()(double x) const {
    if (name == "Sigmoid")
      return 1.0 / (1.0 + std::exp(-x));
    if (name == "Tanh")
      return std::tanh(x);
    if (name == "Relu")
      return std::max(x, 0.0);
    if (name == "Affine")
      return alpha * x + beta;
    if (name == "LeakyRelu")
      return x < 0 ? alpha * x : x;
    if (name == "ThresholdedRelu")
      return x > alpha ? x : 0.0;
    if (name == "ScaledTanh")
      return alpha * std::tanh(beta * x);
    if (name == "HardSigmoid")
      return std::min(1.0, std::max(0.0, alpha * x + beta));
    if (name == "Elu")
      return x < 0 ? alpha * std::expm1(x) : x;
    if (name == "Softsign")
      return x / (1.0 + std::fabs(x));
    return std::log1p(std::exp(x)); // Softplus
  }
};
} // namespace

static bool isKnown(llvm::StringRef name) {
  static const llvm::StringRef names[] = {
      "Sigmoid",    "Tanh",        "Relu", "Affine",   "LeakyRelu", "ThresholdedRelu",
      "ScaledTanh", "HardSigmoid", "Elu",  "Softsign", "Softplus"};
  return llvm::is_contained(names, name);
}

/// Defaults of the standard.
static double defaultAlpha(llvm::StringRef name) {
  return name == "LeakyRelu" ? 0.01 : name == "HardSigmoid" ? 0.2 : 1.0;
}
static double defaultBeta(llvm::StringRef name) {
  return name == "HardSigmoid" ? 0.5 : name == "ScaledTanh" ? 1.0 : 0.0;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

namespace {
/// One direction's parameters, as views into the op's operands.
struct Cell {
  RecurrentKind kind;
  int64_t gates, hidden, features, direction;
  const Literal *w, *r, *bias, *peepholes;
  std::vector<Activation> activations;
  double clip; // infinite: none
  bool linearBeforeReset, inputForget;

  double clipped(double x) const {
    return std::min(clip, std::max(-clip, x));
  }
  double weight(int64_t row, int64_t i) const {
    return w->getDouble((direction * gates * hidden + row) * features + i);
  }
  double recurrence(int64_t row, int64_t j) const {
    return r->getDouble((direction * gates * hidden + row) * hidden + j);
  }
  /// `which` 0: of the input weights, 1: of the recurrence.
  double biasOf(int64_t row, int which) const {
    return bias ? bias->getDouble(direction * 2 * gates * hidden +
                                  which * gates * hidden + row)
                : 0.0;
  }
  double peephole(int64_t gate, int64_t j) const {
    return peepholes ? peepholes->getDouble((direction * 3 + gate) * hidden + j)
                     : 0.0;
  }
  double fromInput(const std::vector<double> &x, int64_t row) const {
    double sum = biasOf(row, 0);
    for (int64_t i = 0; i < features; ++i)
      sum += weight(row, i) * x[i];
    return sum;
  }
  double fromState(const std::vector<double> &h, int64_t row) const {
    double sum = biasOf(row, 1);
    for (int64_t j = 0; j < hidden; ++j)
      sum += recurrence(row, j) * h[j];
    return sum;
  }
  void step(const std::vector<double> &x, std::vector<double> &h,
            std::vector<double> &c) const;
};
} // namespace

void Cell::step(const std::vector<double> &x, std::vector<double> &h,
                std::vector<double> &c) const {
  const std::vector<double> old = h;
  if (kind == RecurrentKind::RNN) {
    for (int64_t j = 0; j < hidden; ++j)
      h[j] = activations[0](clipped(fromInput(x, j) + fromState(old, j)));
    return;
  }
  if (kind == RecurrentKind::LSTM) { // rows i, o, f, c
    const std::vector<double> before = c;
    for (int64_t j = 0; j < hidden; ++j) {
      auto gate = [&](int64_t g) {
        return fromInput(x, g * hidden + j) + fromState(old, g * hidden + j);
      };
      double i = activations[0](clipped(gate(0) + peephole(0, j) * before[j]));
      double f = inputForget
                     ? 1.0 - i
                     : activations[0](
                           clipped(gate(2) + peephole(2, j) * before[j]));
      double candidate = activations[1](clipped(gate(3)));
      c[j] = f * before[j] + i * candidate;
      double o = activations[0](clipped(gate(1) + peephole(1, j) * c[j]));
      h[j] = o * activations[2](c[j]);
    }
    return;
  }
  // GRU, rows z, r, h
  std::vector<double> reset(hidden), scaled(hidden);
  for (int64_t j = 0; j < hidden; ++j) {
    reset[j] = activations[0](
        clipped(fromInput(x, hidden + j) + fromState(old, hidden + j)));
    scaled[j] = reset[j] * old[j];
  }
  for (int64_t j = 0; j < hidden; ++j) {
    double z =
        activations[0](clipped(fromInput(x, j) + fromState(old, j)));
    double state = linearBeforeReset
                       ? reset[j] * fromState(old, 2 * hidden + j)
                       : fromState(scaled, 2 * hidden + j);
    double candidate =
        activations[1](clipped(fromInput(x, 2 * hidden + j) + state));
    h[j] = (1.0 - z) * candidate + z * old[j];
  }
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

static Error runRecurrent(OpCall &call) {
  auto op = mlir::cast<graph::RecurrentOp>(call.op);
  unsigned next = 3;
  auto take = [&](mlir::Value operand) -> const Literal * {
    return operand ? &call.in(next++) : nullptr;
  };
  const Literal &x = call.in(0), &w = call.in(1), &r = call.in(2);
  const Literal *bias = take(op.getBias()), *lengths = take(op.getLengths()),
                *hidden0 = take(op.getInitialHidden()),
                *cell0 = take(op.getInitialCell()),
                *peepholes = take(op.getPeepholes());

  const RecurrentKind kind = op.getKind();
  const int64_t gates = kind == RecurrentKind::RNN    ? 1
                        : kind == RecurrentKind::LSTM ? 4
                                                      : 3;
  const int64_t perCell = kind == RecurrentKind::RNN    ? 1
                          : kind == RecurrentKind::LSTM ? 3
                                                        : 2;
  const int64_t directions = op.getDirection() == Direction::Bidirectional ? 2
                                                                           : 1;
  const int64_t hidden = op.getHidden();
  if (x.rank() != 3)
    return makeError("input ", x.spec().str());
  const int64_t steps = x.shape()[0], batch = x.shape()[1],
                features = x.shape()[2];
  auto wrong = [&](const Literal *value, ArrayRef<int64_t> shape) {
    return value && value->shape() != shape;
  };
  if (wrong(&w, {directions, gates * hidden, features}) ||
      wrong(&r, {directions, gates * hidden, hidden}) ||
      wrong(bias, {directions, 2 * gates * hidden}) ||
      wrong(lengths, {batch}) ||
      wrong(hidden0, {directions, batch, hidden}) ||
      wrong(cell0, {directions, batch, hidden}) ||
      wrong(peepholes, {directions, 3 * hidden}))
    return makeError("a parameter's shape does not fit");
  mlir::ArrayAttr names = op.getActivations();
  if (static_cast<int64_t>(names.size()) != directions * perCell)
    return makeError(names.size(), " activations, expected ",
                     directions * perCell);

  MLC_TRY(states, call.make(call.resultType(0),
                            Shape{steps, directions, batch, hidden}));
  MLC_TRY(lastHidden,
          call.make(call.resultType(1), Shape{directions, batch, hidden}));
  MLC_TRY(lastCell,
          call.make(call.resultType(2), Shape{directions, batch, hidden}));
  if (Error error = call.interpreter.charge(
          steps * batch * directions * gates * hidden * (features + hidden), 0))
    return error;

  for (int64_t d = 0; d < directions; ++d) {
    Cell cell{kind, gates, hidden, features, d, &w, &r, bias, peepholes, {},
              op.getClip() ? op.getClip()->convertToDouble() : HUGE_VAL,
              op.getLinearBeforeReset(), op.getInputForget()};
    for (int64_t i = d * perCell; i < (d + 1) * perCell; ++i) {
      llvm::StringRef name = mlir::cast<mlir::StringAttr>(names[i]).getValue();
      if (!isKnown(name))
        return makeError("activation '", name, "'");
      Activation activation{name.str(), defaultAlpha(name), defaultBeta(name)};
      if (auto alphas = op.getAlphas(); alphas && i < int64_t(alphas->size()))
        activation.alpha = (*alphas)[i];
      if (auto betas = op.getBetas(); betas && i < int64_t(betas->size()))
        activation.beta = (*betas)[i];
      cell.activations.push_back(std::move(activation));
    }
    const bool backward = d == 1 || op.getDirection() == Direction::Reverse;
    for (int64_t b = 0; b < batch; ++b) {
      std::vector<double> h(hidden, 0), c(hidden, 0), input(features);
      for (int64_t j = 0; j < hidden; ++j) {
        if (hidden0)
          h[j] = hidden0->getDouble((d * batch + b) * hidden + j);
        if (cell0)
          c[j] = cell0->getDouble((d * batch + b) * hidden + j);
      }
      int64_t length = lengths ? lengths->getInt(b) : steps;
      if (length < 0 || length > steps)
        return makeError("length ", length, " of a sequence of ", steps);
      for (int64_t n = 0; n < length; ++n) {
        int64_t t = backward ? length - 1 - n : n;
        for (int64_t i = 0; i < features; ++i)
          input[i] = x.getDouble((t * batch + b) * features + i);
        cell.step(input, h, c);
        for (int64_t j = 0; j < hidden; ++j)
          states.setDouble(((t * directions + d) * batch + b) * hidden + j,
                           h[j]);
      }
      for (int64_t j = 0; j < hidden; ++j) {
        lastHidden.setDouble((d * batch + b) * hidden + j, h[j]);
        lastCell.setDouble((d * batch + b) * hidden + j, c[j]);
      }
    }
  }
  call.yield(std::move(states));
  call.yield(std::move(lastHidden));
  call.yield(std::move(lastCell));
  return Error::success();
}

void mlc::reference::addRecurrent(OpTable &table) {
  table[graph::RecurrentOp::getOperationName()] = runRecurrent;
}
