//===- Movement.cpp - Reference of ops that move elements -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Recipes.h"
#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"

using namespace mlc;
using namespace mlc::reference;
using graph::PadMode;

static Error runReshape(OpCall &call) {
  const Literal &x = call.in(0);
  MLC_TRY(shape, call.resultShape(call.indices(1, call.operands.size() - 1)));
  if (elementCount(shape) != x.count())
    return makeError("cannot reshape ", x.spec().str(), " to ",
                     TensorSpec{x.dtype(), shape}.str());
  call.yield(x.reshaped(shape));
  return Error::success();
}

static Error runTranspose(OpCall &call) {
  auto op = mlir::cast<graph::TransposeOp>(call.op);
  if (Error error = call.interpreter.charge(
          call.in(0).count(), static_cast<int64_t>(call.in(0).spec().bytes())))
    return error;
  MLC_TRY(result, transposeLiteral(call.in(0), op.getPermutation()));
  call.yield(std::move(result));
  return Error::success();
}

static Error runBroadcast(OpCall &call) {
  auto op = mlir::cast<graph::BroadcastOp>(call.op);
  const Literal &x = call.in(0);
  MLC_TRY(shape, call.resultShape(call.indices(1, call.operands.size() - 1)));
  Shape strides = rowMajorStrides(x.shape()), steps(shape.size(), 0);
  for (int64_t d = 0; d < x.rank(); ++d) {
    int64_t to = op.getDims()[d], extent = x.shape()[d];
    if (extent == shape[to])
      steps[to] = strides[d];
    else if (extent != 1)
      return makeError("extent ", extent, " cannot be broadcast to ",
                       shape[to]);
  }
  if (x.isSplat() || x.count() == 1) {
    TensorSpec spec{x.dtype(), shape};
    if (!spec.isValid())
      return makeError("result of type ", spec.str(), " is not possible");
    call.yield(Literal::splat(spec, x.storage()));
    return Error::success();
  }
  MLC_TRY(result, call.make(x.dtype(), shape));
  int64_t at = 0;
  for (IndexWalk walk(shape); walk.valid(); walk.next())
    result.setFrom(at++, x, offsetOf(*walk, steps));
  call.yield(std::move(result));
  return Error::success();
}

/// A list with static entries and operands for the dynamic ones, which start at
/// operand `first`; advances `first`.
static Shape mixedList(const OpCall &call, ArrayRef<int64_t> fixed,
                       unsigned &first) {
  Shape values;
  for (int64_t value : fixed)
    values.push_back(mlir::ShapedType::isDynamic(value)
                         ? call.in(first++).getInt(0)
                         : value);
  return values;
}

static Error runSlice(OpCall &call) {
  auto op = mlir::cast<graph::SliceOp>(call.op);
  unsigned next = 1;
  Shape starts = mixedList(call, op.getStaticStarts(), next);
  MLC_TRY(shape,
          call.resultShape(call.indices(next, call.operands.size() - next)));
  if (Error error = call.interpreter.charge(
          elementCount(shape).value_or(0), elementCount(shape).value_or(0)))
    return error;
  MLC_TRY(result, sliceLiteral(call.in(0), starts, op.getSteps(), shape));
  call.yield(std::move(result));
  return Error::success();
}

static Error runInsertSlice(OpCall &call) {
  auto op = mlir::cast<graph::InsertSliceOp>(call.op);
  const Literal &update = call.in(0), &input = call.in(1);
  unsigned next = 2;
  Shape starts = mixedList(call, op.getStaticStarts(), next);
  if (update.rank() != input.rank())
    return makeError("a box of ", update.spec().str(), " in ",
                     input.spec().str());
  MLC_TRY(result, call.make(call.resultType(), Shape(input.shape())));
  for (int64_t i = 0; i < input.count(); ++i)
    result.setFrom(i, input, i);
  int64_t from = 0;
  for (IndexWalk walk(update.shape()); walk.valid(); walk.next(), ++from) {
    int64_t to = 0;
    bool inside = true; // what reaches outside is left out
    for (int64_t d = 0; d < input.rank(); ++d) {
      int64_t at = starts[d] + (*walk)[d];
      inside &= at >= 0 && at < input.shape()[d];
      to = to * input.shape()[d] + at;
    }
    if (inside)
      result.setFrom(to, update, from);
  }
  call.yield(std::move(result));
  return Error::success();
}

static int64_t floorMod(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

/// Input position that stands for `position` outside [0, extent), or -1.
static int64_t padSource(PadMode mode, int64_t position, int64_t extent) {
  if (position >= 0 && position < extent)
    return position;
  if (mode == PadMode::Constant || extent == 0)
    return -1;
  if (mode == PadMode::Edge)
    return position < 0 ? 0 : extent - 1;
  if (mode == PadMode::Wrap)
    return floorMod(position, extent);
  if (extent == 1)
    return 0;
  int64_t period = 2 * (extent - 1), folded = floorMod(position, period);
  return folded < extent ? folded : period - folded;
}

static Error runPad(OpCall &call) {
  auto op = mlir::cast<graph::PadOp>(call.op);
  const Literal &x = call.in(0), &value = call.in(1);
  unsigned next = 2;
  Shape low = mixedList(call, op.getStaticLow(), next);
  MLC_TRY(shape,
          call.resultShape(call.indices(next, call.operands.size() - next)));
  MLC_TRY(result, call.make(x.dtype(), shape));
  Shape strides = rowMajorStrides(x.shape());
  int64_t at = 0;
  for (IndexWalk walk(shape); walk.valid(); walk.next(), ++at) {
    int64_t from = 0;
    for (size_t d = 0; d < shape.size() && from >= 0; ++d) {
      int64_t position =
          padSource(op.getMode(), (*walk)[d] - low[d], x.shape()[d]);
      from = position < 0 ? -1 : from + position * strides[d];
    }
    if (from >= 0)
      result.setFrom(at, x, from);
    else if (op.getMode() == PadMode::Constant)
      result.setFrom(at, value, 0);
    else
      return makeError("an empty dimension has nothing to pad with");
  }
  call.yield(std::move(result));
  return Error::success();
}

static Error runConcat(OpCall &call) {
  auto op = mlir::cast<graph::ConcatOp>(call.op);
  std::vector<Literal> inputs;
  for (const Value &operand : call.operands) {
    inputs.push_back(operand.tensor);
    if (Error error = call.interpreter.charge(
            operand.tensor.count(),
            static_cast<int64_t>(operand.tensor.spec().bytes())))
      return error;
  }
  MLC_TRY(result, concatLiterals(inputs, op.getDim()));
  call.yield(std::move(result));
  return Error::success();
}

static Error runReverse(OpCall &call) {
  auto op = mlir::cast<graph::ReverseOp>(call.op);
  const Literal &x = call.in(0);
  Shape start(x.rank(), 0), step(x.rank(), 1);
  for (int64_t d : op.getDims()) {
    start[d] = x.shape()[d] - 1;
    step[d] = -1;
  }
  if (Error error = call.interpreter.charge(
          x.count(), static_cast<int64_t>(x.spec().bytes())))
    return error;
  MLC_TRY(result, sliceLiteral(x, start, step, x.shape()));
  call.yield(std::move(result));
  return Error::success();
}

static Error runIota(OpCall &call) {
  auto op = mlir::cast<graph::IotaOp>(call.op);
  const Literal &start = call.in(0), &step = call.in(1);
  MLC_TRY(shape, call.resultShape(call.indices(2, call.operands.size() - 2)));
  MLC_TRY(result, call.make(start.dtype(), shape));
  Axis axis(shape, op.getDim());
  for (int64_t o = 0; o < axis.outer; ++o)
    for (int64_t i = 0; i < axis.extent; ++i)
      for (int64_t k = 0; k < axis.inner; ++k) {
        if (isFloat(start.dtype()))
          result.setDouble(axis.at(o, i, k),
                           start.getDouble(0) +
                               static_cast<double>(i) * step.getDouble(0));
        else
          result.setUInt(axis.at(o, i, k),
                         start.getUInt(0) +
                             static_cast<uint64_t>(i) * step.getUInt(0));
      }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addMovement(OpTable &table) {
  table[graph::ReshapeOp::getOperationName()] = runReshape;
  table[graph::TransposeOp::getOperationName()] = runTranspose;
  table[graph::BroadcastOp::getOperationName()] = runBroadcast;
  table[graph::SliceOp::getOperationName()] = runSlice;
  table[graph::InsertSliceOp::getOperationName()] = runInsertSlice;
  table[graph::PadOp::getOperationName()] = runPad;
  table[graph::ConcatOp::getOperationName()] = runConcat;
  table[graph::ReverseOp::getOperationName()] = runReverse;
  table[graph::IotaOp::getOperationName()] = runIota;
}
