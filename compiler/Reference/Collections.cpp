//===- Collections.cpp - Reference of sequences and optionals -------------===//
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

/// A position in [0, limit], negative ones from the end.
static llvm::Expected<int64_t> listPosition(const Literal &literal,
                                            int64_t size, int64_t limit) {
  if (literal.count() != 1)
    return makeError("a position has one element");
  int64_t index = literal.getInt(0);
  int64_t position = index < 0 ? index + size : index;
  if (position < 0 || position > limit)
    return makeError("position ", index, " in a sequence of ", size);
  return position;
}

static Error runSeqNew(OpCall &call) {
  call.results.push_back(Value::sequence(
      std::vector<Value>(call.operands.begin(), call.operands.end())));
  return Error::success();
}

static Error runSeqLength(OpCall &call) {
  call.yieldInt(static_cast<int64_t>(call.operands[0].items.size()));
  return Error::success();
}

static Error runSeqAt(OpCall &call) {
  const std::vector<Value> &items = call.operands[0].items;
  const int64_t size = static_cast<int64_t>(items.size());
  MLC_TRY(where, listPosition(call.in(1), size, size - 1));
  call.results.push_back(items[where]);
  return Error::success();
}

static Error runSeqInsert(OpCall &call) {
  std::vector<Value> items = call.operands[0].items;
  const int64_t size = static_cast<int64_t>(items.size());
  int64_t at = size;
  if (call.operands.size() > 2) {
    MLC_TRY(where, listPosition(call.in(2), size, size));
    at = where;
  }
  items.insert(items.begin() + at, call.operands[1]);
  call.results.push_back(Value::sequence(std::move(items)));
  return Error::success();
}

static Error runSeqErase(OpCall &call) {
  std::vector<Value> items = call.operands[0].items;
  const int64_t size = static_cast<int64_t>(items.size());
  int64_t at = size - 1;
  if (size == 0)
    return makeError("the sequence is empty");
  if (call.operands.size() > 1) {
    MLC_TRY(where, listPosition(call.in(1), size, size - 1));
    at = where;
  }
  items.erase(items.begin() + at);
  call.results.push_back(Value::sequence(std::move(items)));
  return Error::success();
}

static Error runOptNew(OpCall &call) {
  call.results.push_back(Value::optional(
      std::vector<Value>(call.operands.begin(), call.operands.end())));
  return Error::success();
}

static Error runOptHas(OpCall &call) {
  // A value that is no optional is there.
  bool has = call.operands[0].kind != Value::Kind::Optional ||
             !call.operands[0].items.empty();
  call.yield(Literal::scalarInt(MLC_BOOL, has));
  return Error::success();
}

static Error runOptGet(OpCall &call) {
  if (call.operands[0].kind != Value::Kind::Optional)
    call.results.push_back(call.operands[0]);
  else if (call.operands[0].items.empty())
    return makeError("the optional is empty");
  else
    call.results.push_back(call.operands[0].items[0]);
  return Error::success();
}

void mlc::reference::addCollections(OpTable &table) {
  table[graph::SeqNewOp::getOperationName()] = runSeqNew;
  table[graph::SeqLengthOp::getOperationName()] = runSeqLength;
  table[graph::SeqAtOp::getOperationName()] = runSeqAt;
  table[graph::SeqInsertOp::getOperationName()] = runSeqInsert;
  table[graph::SeqEraseOp::getOperationName()] = runSeqErase;
  table[graph::OptNewOp::getOperationName()] = runOptNew;
  table[graph::OptHasOp::getOperationName()] = runOptHas;
  table[graph::OptGetOp::getOperationName()] = runOptGet;
}
