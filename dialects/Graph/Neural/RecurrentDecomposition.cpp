//===- RecurrentDecomposition.cpp - Recurrences as loops -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Per direction: the input's part of all gates at all times is one product; a
// loop over time then carries the hidden state, the cell and the tensor of all
// states. Sequences of a few static steps are written out.
//
//   P = X * W^T + b                        (T x B x G*H, outside the loop)
//   for s in 0..T:  t = s, or T - 1 - s in reverse
//     gates = P[t] + h * R^T;  h, c = cell(gates, h, c)
//     a batch entry past its length keeps its state and shows zeros
//
// What belongs to a step keeps the dimension of time, 1 long: the step's part
// of P is then a slice that kernels read in place, and its state the update of
// the tensor of all states, with no reshape (a view of the host) between them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/OpBuilding.h"
#include "dialects/Graph/Neural/RecurrentActivations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

/// Steps up to this many are written out instead of looped over.
static constexpr int64_t kUnrolledSteps = 4;

namespace {
/// One direction of a recurrence.
class OneDirection {
public:
  OneDirection(RecurrentOp op, ImplicitLocOpBuilder &b, int64_t number,
               bool backward, ArrayRef<RecurrentActivation> functions)
      : op(op), b(b), number(number), backward(backward), functions(functions),
        hidden(op.getHidden()),
        element(tensorType(op.getInput()).getElementType()) {
    gates = op.getKind() == RecurrentKind::LSTM  ? 4
            : op.getKind() == RecurrentKind::GRU ? 3
                                                 : 1;
    time = extentOf(b, b.getLoc(), op.getInput(), 0);
    batch = extentOf(b, b.getLoc(), op.getInput(), 1);
  }

  struct Result {
    Value states, lastHidden, lastCell; // T x B x H, 1 x B x H, 1 x B x H
  };

  Result run();

private:
  OpFoldResult extent(int64_t n) { return b.getIndexAttr(n); }
  /// Entry `number` of a D x ... tensor, with and without its first dimension.
  Value entryOf(Value tensor);
  Value ofDirection(Value tensor);
  /// Columns `first`.. of a 1 x B x n tensor, `count` of them.
  Value columns(Value tensor, int64_t first, int64_t count);
  /// Gate `i` of the G*H columns.
  Value gate(Value tensor, int64_t i) {
    return columns(tensor, i * hidden, hidden);
  }
  /// Part `i` (of H elements) of a vector, repeated over the batch.
  Value rowPart(Value vector, int64_t i);
  Value clipped(Value x);
  /// Gate inputs are clipped; the cell state on its way out is not.
  Value activate(unsigned i, Value x) {
    return functions[i].apply(b, clipped(x));
  }
  Value zeros(ArrayRef<OpFoldResult> extents);

  /// Gates `first`.. of the input's part at time `t`, `count` of them.
  Value inputAt(Value t, int64_t first, int64_t count);
  std::pair<Value, Value> cell(Value t, Value h, Value c);
  std::pair<Value, Value> lstm(Value input, Value h, Value c);
  Value gru(Value t, Value h);
  /// h, c and all states after the step at time `t`.
  SmallVector<Value> step(Value t, ValueRange state);

  RecurrentOp op;
  ImplicitLocOpBuilder &b;
  int64_t number;
  bool backward;
  ArrayRef<RecurrentActivation> functions;
  int64_t hidden, gates;
  Type element;
  OpFoldResult time, batch;
  Value projected, recurrence, peepholes, recurrentBias, lengths;
};
} // namespace

Value OneDirection::entryOf(Value tensor) {
  SmallVector<OpFoldResult> sizes = extentsOf(b, b.getLoc(), tensor);
  SmallVector<OpFoldResult> starts(sizes.size(), extent(0));
  starts[0] = extent(number);
  sizes[0] = extent(1);
  return sliceFrom(b, tensor, starts, sizes);
}

Value OneDirection::ofDirection(Value tensor) {
  SmallVector<OpFoldResult> sizes = extentsOf(b, b.getLoc(), tensor);
  return reshapeTo(b, entryOf(tensor), ArrayRef(sizes).drop_front());
}

Value OneDirection::columns(Value tensor, int64_t first, int64_t count) {
  return sliceFrom(b, tensor, {extent(0), extent(0), extent(first)},
                   {extent(1), batch, extent(count)});
}

Value OneDirection::rowPart(Value vector, int64_t i) {
  Value part = sliceFrom(b, vector, {extent(i * hidden)}, {extent(hidden)});
  return broadcastTo(b, part, {2}, {extent(1), batch, extent(hidden)});
}

Value OneDirection::clipped(Value x) {
  if (!op.getClip())
    return x;
  double limit = op.getClip()->convertToDouble();
  Value capped = MinOp::create(b, x, constantLike(b, x, limit));
  return MaxOp::create(b, capped, constantLike(b, x, -limit));
}

Value OneDirection::zeros(ArrayRef<OpFoldResult> extents) {
  return broadcastTo(b, scalarConstant(b, element, 0.0), {}, extents);
}

/// i, o, f, c in the order of the standard; peepholes in the order i, o, f.
std::pair<Value, Value> OneDirection::lstm(Value input, Value h, Value c) {
  Value all =
      AddOp::create(b, input, dotGeneral(b, h, recurrence, {}, {}, {2}, {1}));
  auto peep = [&](Value gateInput, int64_t part, Value cellState) -> Value {
    if (!peepholes)
      return gateInput;
    return AddOp::create(b, gateInput,
                         MulOp::create(b, rowPart(peepholes, part), cellState));
  };
  Value in = activate(0, peep(gate(all, 0), 0, c));
  Value forget;
  if (op.getInputForget())
    forget = SubOp::create(b, constantLike(b, in, 1.0), in);
  else
    forget = activate(0, peep(gate(all, 2), 2, c));
  Value candidate = activate(1, gate(all, 3));
  Value cellState = AddOp::create(b, MulOp::create(b, forget, c),
                                  MulOp::create(b, in, candidate));
  Value out = activate(0, peep(gate(all, 1), 1, cellState));
  return {MulOp::create(b, out, functions[2].apply(b, cellState)), cellState};
}

/// z, r, h in the order of the standard.
Value OneDirection::gru(Value t, Value h) {
  // Each gate's part is a slice of its own: it has one reader.
  auto input = [&](int64_t i) { return inputAt(t, i, 1); };
  Value candidate, update;
  if (op.getLinearBeforeReset()) {
    // The reset gate scales the finished product, so one product serves all.
    Value all = dotGeneral(b, h, recurrence, {}, {}, {2}, {1});
    update = activate(0, AddOp::create(b, input(0), gate(all, 0)));
    Value reset = activate(0, AddOp::create(b, input(1), gate(all, 1)));
    Value linear = gate(all, 2);
    if (recurrentBias)
      linear = AddOp::create(b, linear, rowPart(recurrentBias, 2));
    candidate = AddOp::create(b, input(2), MulOp::create(b, reset, linear));
  } else {
    auto rows = [&](int64_t first, int64_t count) {
      return sliceFrom(b, recurrence, {extent(first * hidden), extent(0)},
                       {extent(count * hidden), extent(hidden)});
    };
    Value both = AddOp::create(b, inputAt(t, 0, 2),
                               dotGeneral(b, h, rows(0, 2), {}, {}, {2}, {1}));
    update = activate(0, gate(both, 0));
    Value reset = activate(0, gate(both, 1));
    Value linear =
        dotGeneral(b, MulOp::create(b, reset, h), rows(2, 1), {}, {}, {2}, {1});
    candidate = AddOp::create(b, input(2), linear);
  }
  candidate = activate(1, candidate);
  Value keep = SubOp::create(b, constantLike(b, update, 1.0), update);
  return AddOp::create(b, MulOp::create(b, keep, candidate),
                       MulOp::create(b, update, h));
}

Value OneDirection::inputAt(Value t, int64_t first, int64_t count) {
  return sliceFrom(b, projected, {t, extent(0), extent(first * hidden)},
                   {extent(1), batch, extent(count * hidden)});
}

std::pair<Value, Value> OneDirection::cell(Value t, Value h, Value c) {
  switch (op.getKind()) {
  case RecurrentKind::LSTM:
    return lstm(inputAt(t, 0, gates), h, c);
  case RecurrentKind::GRU:
    return {gru(t, h), c};
  case RecurrentKind::RNN:
    return {activate(0, AddOp::create(
                            b, inputAt(t, 0, 1),
                            dotGeneral(b, h, recurrence, {}, {}, {2}, {1}))),
            c};
  }
  llvm_unreachable("kind");
}

SmallVector<Value> OneDirection::step(Value t, ValueRange state) {
  Value h = state[0], c = state[1], states = state[2];
  auto [newHidden, newCell] = cell(t, h, c);
  Value shown = newHidden;
  if (lengths) {
    Value now = indexTensor(b, t, b.getI64Type());
    Value running = CompareOp::create(
        b, Predicate::LT, broadcastLike(b, now, {}, lengths), lengths);
    Value mask =
        broadcastTo(b, running, {1}, {extent(1), batch, extent(hidden)});
    shown =
        SelectOp::create(b, mask, newHidden, constantLike(b, newHidden, 0.0));
    newHidden = SelectOp::create(b, mask, newHidden, h);
    if (op.getKind() == RecurrentKind::LSTM)
      newCell = SelectOp::create(b, mask, newCell, c);
  }
  auto [staticStarts, starts] = splitExtents({t, extent(0), extent(0)});
  Value all = InsertSliceOp::create(b, states.getType(), shown, states, starts,
                                    staticStarts);
  return {newHidden, newCell, all};
}

OneDirection::Result OneDirection::run() {
  Value weights = ofDirection(op.getWeights());
  recurrence = ofDirection(op.getRecurrence());
  projected = dotGeneral(b, op.getInput(), weights, {}, {}, {2}, {1});
  if (op.getBias()) {
    Value both = ofDirection(op.getBias());
    int64_t n = gates * hidden;
    Value ofInput = sliceFrom(b, both, {extent(0)}, {extent(n)});
    recurrentBias = sliceFrom(b, both, {extent(n)}, {extent(n)});
    Value sum = AddOp::create(b, ofInput, recurrentBias);
    if (op.getKind() == RecurrentKind::GRU && op.getLinearBeforeReset()) {
      // The candidate's recurrent bias goes under the reset gate instead.
      Value gated = sliceFrom(b, sum, {extent(0)}, {extent(2 * hidden)});
      Value rest =
          sliceFrom(b, ofInput, {extent(2 * hidden)}, {extent(hidden)});
      sum = ConcatOp::create(b, tensorType(sum), ValueRange{gated, rest}, 0);
    }
    projected =
        AddOp::create(b, projected, broadcastLike(b, sum, {2}, projected));
  }
  if (op.getPeepholes())
    peepholes = ofDirection(op.getPeepholes());
  if (op.getLengths())
    lengths = castTo(b, op.getLengths(), b.getI64Type());
  SmallVector<OpFoldResult> stateExtents{extent(1), batch, extent(hidden)};
  Value h = op.getInitialHidden() ? entryOf(op.getInitialHidden())
                                  : zeros(stateExtents);
  Value c =
      op.getInitialCell() ? entryOf(op.getInitialCell()) : zeros(stateExtents);
  // Every step must give back the types it took.
  RankedTensorType stateType = tensorType(h);
  c = retype(b, c, stateType);
  Value states = zeros({time, batch, extent(hidden)});
  std::optional<int64_t> steps = getConstantIntValue(time);
  if (steps && *steps <= kUnrolledSteps) {
    SmallVector<Value> state{h, c, states};
    for (int64_t s = 0; s < *steps; ++s) {
      Value t =
          arith::ConstantIndexOp::create(b, backward ? *steps - 1 - s : s);
      state = step(t, state);
    }
    return {state[2], state[0], state[1]};
  }
  Value zero = arith::ConstantIndexOp::create(b, 0),
        one = arith::ConstantIndexOp::create(b, 1);
  Value count = getValueOrCreateConstantIndexOp(b, b.getLoc(), time);
  auto loop = scf::ForOp::create(b, zero, count, one, ValueRange{h, c, states});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value t = loop.getInductionVar();
    if (backward)
      t = arith::SubIOp::create(b, arith::SubIOp::create(b, count, one), t);
    SmallVector<Value> next = step(t, loop.getRegionIterArgs());
    for (auto [value, carried] : llvm::zip(next, loop.getRegionIterArgs()))
      value = retype(b, value, carried.getType());
    scf::YieldOp::create(b, next);
  }
  return {loop.getResult(2), loop.getResult(0), loop.getResult(1)};
}

FailureOr<SmallVector<Value>> RecurrentOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  FailureOr<SmallVector<RecurrentActivation>> functions = recurrentActivations(
      *this, getActivations(), getAlphas().value_or(ArrayRef<double>()),
      getBetas().value_or(ArrayRef<double>()));
  if (failed(functions))
    return failure();
  bool both = getDirection() == Direction::Bidirectional;
  size_t perDirection = functions->size() / (both ? 2 : 1);
  SmallVector<Value> states, hidden, cells;
  for (int64_t d = 0; d < (both ? 2 : 1); ++d) {
    bool backward = both ? d == 1 : getDirection() == Direction::Reverse;
    OneDirection::Result result =
        OneDirection(*this, b, d, backward,
                     ArrayRef(*functions).slice(d * perDirection, perDirection))
            .run();
    // The states get the direction as a dimension of their own; what is left
    // of the others' time is theirs.
    SmallVector<OpFoldResult> extents = extentsOf(b, getLoc(), result.states);
    extents.insert(extents.begin() + 1, b.getIndexAttr(1));
    states.push_back(reshapeTo(b, result.states, extents));
    hidden.push_back(result.lastHidden);
    cells.push_back(result.lastCell);
  }
  auto join = [&](ArrayRef<Value> parts, int64_t dim, Value like) -> Value {
    Value joined = parts[0];
    if (parts.size() > 1)
      joined = b.createOrFold<ConcatOp>(ValueRange(parts), dim);
    return retype(b, joined, like.getType());
  };
  return SmallVector<Value>{join(states, 1, getStates()),
                            join(hidden, 0, getLastHidden()),
                            join(cells, 0, getLastCell())};
}
