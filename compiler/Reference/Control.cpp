//===- Control.cpp - Reference of control flow, calls and state -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlc;
using namespace mlc::reference;

//===----------------------------------------------------------------------===//
// Constants, state and barriers
//===----------------------------------------------------------------------===//

static Error runConstant(OpCall &call) {
  MLC_TRY(value,
          constantValue(mlir::cast<graph::ConstantOp>(call.op).getValue()));
  call.yield(std::move(value));
  return Error::success();
}

static Error runBarrier(OpCall &call) {
  call.results.push_back(call.operands[0]);
  return Error::success();
}

static Error runStateRead(OpCall &call) {
  auto op = mlir::cast<graph::StateReadOp>(call.op);
  auto it = call.interpreter.states.find(op.getState());
  if (it != call.interpreter.states.end()) {
    call.results.push_back(it->second);
    return Error::success();
  }
  auto state = mlir::SymbolTable::lookupNearestSymbolFrom<graph::StateOp>(
      op, op.getStateAttr());
  if (!state)
    return makeError("no state '", op.getState(), "'");
  if (mlir::Attribute initial = state.getInitialAttr()) {
    MLC_TRY(value, constantValue(initial));
    call.yield(std::move(value));
    return Error::success();
  }
  std::optional<TensorSpec> spec = specOf(state.getType());
  if (!spec)
    return makeError("state '", op.getState(), "' has no static shape");
  call.yield(Literal::zeros(*spec));
  return Error::success();
}

static Error runStateWrite(OpCall &call) {
  auto op = mlir::cast<graph::StateWriteOp>(call.op);
  call.interpreter.states[op.getState()] = call.operands[0];
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static Error runIf(OpCall &call) {
  auto op = mlir::cast<mlir::scf::IfOp>(call.op);
  mlir::Region &region =
      call.in(0).getBool(0) ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return Error::success();
  MLC_TRY(results, call.interpreter.runRegion(region, {}));
  call.results = std::move(results);
  return Error::success();
}

static Error runIndexSwitch(OpCall &call) {
  auto op = mlir::cast<mlir::scf::IndexSwitchOp>(call.op);
  int64_t value = call.in(0).getInt(0);
  mlir::Region *region = &op.getDefaultRegion();
  for (auto [i, known] : llvm::enumerate(op.getCases()))
    if (known == value)
      region = &op.getCaseRegions()[i];
  MLC_TRY(results, call.interpreter.runRegion(*region, {}));
  call.results = std::move(results);
  return Error::success();
}

static Error runFor(OpCall &call) {
  auto op = mlir::cast<mlir::scf::ForOp>(call.op);
  const int64_t low = call.in(0).getInt(0), high = call.in(1).getInt(0),
                step = call.in(2).getInt(0);
  if (step <= 0)
    return makeError("step ", step);
  Values state(call.operands.begin() + 3, call.operands.end());
  int64_t count = 0;
  for (int64_t i = low; i < high;) {
    if (++count > call.interpreter.iterationLimit())
      return makeError("more than ", call.interpreter.iterationLimit(),
                       " iterations");
    Values arguments;
    arguments.push_back(Literal::scalarInt(MLC_I64, i));
    arguments.append(state.begin(), state.end());
    MLC_TRY(next, call.interpreter.runRegion(op.getRegion(), arguments));
    state = std::move(next);
    if (__builtin_add_overflow(i, step, &i))
      break;
  }
  call.results = std::move(state);
  return Error::success();
}

static Error runWhile(OpCall &call) {
  auto op = mlir::cast<mlir::scf::WhileOp>(call.op);
  Values state(call.operands.begin(), call.operands.end());
  for (int64_t count = 0;; ++count) {
    if (count > call.interpreter.iterationLimit())
      return makeError("more than ", call.interpreter.iterationLimit(),
                       " iterations");
    MLC_TRY(before, call.interpreter.runRegion(op.getBefore(), state));
    bool goesOn = before[0].tensor.getBool(0);
    Values forwarded(before.begin() + 1, before.end());
    if (!goesOn) {
      call.results = std::move(forwarded);
      return Error::success();
    }
    MLC_TRY(after, call.interpreter.runRegion(op.getAfter(), forwarded));
    state = std::move(after);
  }
}

/// func.call, and kernel.call after fusion: the callee's body on the operands.
static Error runCall(OpCall &call) {
  auto callee = call.op->getAttrOfType<mlir::SymbolRefAttr>("callee");
  if (!callee)
    return makeError("a call without callee");
  auto *target = mlir::SymbolTable::lookupNearestSymbolFrom(call.op, callee);
  auto function = mlir::dyn_cast_or_null<mlir::FunctionOpInterface>(target);
  if (!function || function.isExternal())
    return makeError("no body for ", callee);
  // kernel.call has extents of its results behind the callee's arguments.
  size_t count = function.getNumArguments();
  if (call.operands.size() < count)
    return makeError("too few operands for ", callee);
  MLC_TRY(results,
          call.interpreter.call(function.getFunctionBody(),
                                call.operands.take_front(count)));
  call.results = std::move(results);
  return Error::success();
}

/// A condition of the run that the importer could not settle.
static Error runCheck(OpCall &call) {
  if (call.in(0).getBool(0))
    return Error::success();
  const int64_t value = call.in(1).getInt(0), bound = call.in(2).getInt(0);
  switch (mlir::cast<mlc::rt::CheckOp>(call.op).getCode()) {
  case MLC_INVALID_ARGUMENT:
    if (value == bound)
      return makeError("the operator does not take ", value, " here");
    return makeError("a window of ", value, " is larger than its input of ",
                     bound, " elements with pads");
  case MLC_OUT_OF_BOUNDS:
    return makeError("index ", value, " is out of bounds for an extent of ",
                     bound);
  default:
    return makeError("an extent of ", value, " does not fit one of ", bound);
  }
}

void mlc::reference::addControl(OpTable &table) {
  table["rt.check"] = runCheck;
  table[graph::ConstantOp::getOperationName()] = runConstant;
  table[graph::BarrierOp::getOperationName()] = runBarrier;
  table[graph::StateReadOp::getOperationName()] = runStateRead;
  table[graph::StateWriteOp::getOperationName()] = runStateWrite;
  table[mlir::scf::IfOp::getOperationName()] = runIf;
  table[mlir::scf::IndexSwitchOp::getOperationName()] = runIndexSwitch;
  table[mlir::scf::ForOp::getOperationName()] = runFor;
  table[mlir::scf::WhileOp::getOperationName()] = runWhile;
  table[mlir::func::CallOp::getOperationName()] = runCall;
  table["kernel.call"] = runCall;
}
