//===- ElementMath.cpp - What bodies of elements are written with ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlc::graph;

FailureOr<SmallVector<Value>> mlc::graph::guardedValues(
    ElementContext &context, Value condition,
    function_ref<FailureOr<SmallVector<Value>>()> inside,
    function_ref<FailureOr<SmallVector<Value>>()> otherwise) {
  OpBuilder &builder = context.builder();
  Location loc = context.loc();
  // The result types are known only when a branch is emitted, and the emitter
  // looks from the insertion point outwards for what it has already computed:
  // so the branches stand in an operation of their own from the start.
  auto probe = scf::IfOp::create(builder, loc, TypeRange{}, condition,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto branch = [&](Block &block,
                    function_ref<FailureOr<SmallVector<Value>>()> emit) {
    OpBuilder::InsertionGuard guard(builder);
    if (!block.empty())
      block.back().erase();
    builder.setInsertionPointToStart(&block);
    FailureOr<SmallVector<Value>> values = emit();
    if (succeeded(values)) {
      builder.setInsertionPointToEnd(&block);
      scf::YieldOp::create(builder, loc, *values);
    }
    return values;
  };
  FailureOr<SmallVector<Value>> a =
      branch(probe.getThenRegion().front(), inside);
  if (failed(a))
    return failure();
  FailureOr<SmallVector<Value>> b =
      branch(probe.getElseRegion().front(), otherwise);
  if (failed(b) || ValueRange(*a).getTypes() != ValueRange(*b).getTypes())
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(probe);
  auto op =
      scf::IfOp::create(builder, loc, ValueRange(*a).getTypes(), condition,
                        /*addThenBlock=*/false, /*addElseBlock=*/false);
  op.getThenRegion().takeBody(probe.getThenRegion());
  op.getElseRegion().takeBody(probe.getElseRegion());
  probe.erase();
  return SmallVector<Value>(op.getResults());
}

FailureOr<Value>
mlc::graph::guarded(ElementContext &context, Value condition,
                    function_ref<FailureOr<Value>()> inside,
                    function_ref<FailureOr<Value>()> otherwise) {
  auto one = [](function_ref<FailureOr<Value>()> emit)
      -> FailureOr<SmallVector<Value>> {
    FailureOr<Value> value = emit();
    if (failed(value))
      return failure();
    return SmallVector<Value>{*value};
  };
  FailureOr<SmallVector<Value>> values = guardedValues(
      context, condition, [&] { return one(inside); },
      [&] { return one(otherwise); });
  if (failed(values))
    return failure();
  return values->front();
}
