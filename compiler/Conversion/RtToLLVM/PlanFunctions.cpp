//===- PlanFunctions.cpp - Sizes, workspace and shapes of an entry --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be told from the symbols alone, before a run: functions of their
// own, made from the operations that compute it.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/EntryLowering.h"

#include "runtime/src/builtins/builtins.h"

using namespace mlir;
using namespace mlc;

LLVM::LLVMFuncOp EntryLowering::beginFunction(StringRef symbol, Type result,
                                              ArrayRef<Type> arguments,
                                              bool isPublic) {
  Location loc = entry.getLoc();
  builder.setInsertionPointToEnd(host.getBody());
  Type returned =
      result ? result : LLVM::LLVMVoidType::get(builder.getContext());
  auto made = LLVM::LLVMFuncOp::create(
      builder, loc, symbol, LLVM::LLVMFunctionType::get(returned, arguments),
      isPublic ? LLVM::Linkage::External : LLVM::Linkage::Internal);
  builder.setInsertionPointToStart(made.addEntryBlock(builder));
  return made;
}

// The planner's table: lifetimes, and void mlc_sizes_NAME(symbols, sizes).
LogicalResult EntryLowering::emitSizes(rt::PlanOp plan) {
  Location loc = plan.getLoc();
  Type ptr = h.ptr(), i32 = h.i32(), i64 = h.i64();
  Block &body = plan.getSizes().front();
  auto yield = cast<rt::PlanYieldOp>(body.getTerminator());

  LLVM::LLVMFuncOp sizes =
      beginFunction("mlc_sizes_" + name, nullptr, {ptr, ptr}, false);
  Value given = sizes.getArgument(0), wanted = sizes.getArgument(1);
  Value scratch = LLVM::AllocaOp::create(builder, loc, ptr, i64,
                                         h.constant(loc, MLC_MAX_RANK), 16);
  IRMapping mapping;
  for (BlockArgument symbol : body.getArguments())
    mapping.map(symbol,
                h.toIndex(loc, h.load(loc, i64, given,
                                      8 * int64_t(symbol.getArgNumber()))));
  // Each size is stored where it is made: held to the end, the sizes of a large
  // model would be spilled to a frame of 100 KB.
  llvm::SmallDenseMap<Value, SmallVector<int64_t, 1>> places;
  for (auto [index, size] : llvm::enumerate(yield.getSizes()))
    places[size].push_back(8 * static_cast<int64_t>(index));
  auto storeSize = [&](Value size) {
    for (int64_t place : places.lookup(size))
      h.store(loc, h.toI64(loc, mapping.lookup(size)), wanted, place);
    places.erase(size);
  };
  for (BlockArgument symbol : body.getArguments())
    storeSize(symbol);
  for (Operation &op : body.without_terminator()) {
    auto bytes = dyn_cast<rt::BytesOp>(op);
    if (!bytes) {
      builder.clone(op, mapping);
      for (Value result : op.getResults())
        storeSize(result);
      continue;
    }
    SmallVector<Value> extents;
    for (Value extent : bytes.getExtents())
      extents.push_back(mapping.lookup(extent));
    mapping.map(bytes.getResult(),
                tensorBytesOf(loc, cast<RankedTensorType>(bytes.getType()),
                              extents, scratch));
    storeSize(bytes.getResult());
  }
  if (!places.empty())
    return plan.emitOpError("yields a size that is not computed in its region");
  LLVM::ReturnOp::create(builder, loc, ValueRange());

  builder.setInsertionPointToEnd(host.getBody());
  ArrayRef<int32_t> steps = plan.getLifetimes();
  auto lifetimes = LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i32, steps.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, "mlc_lifetimes_" + name,
      builder.getI32TensorAttr(steps));
  Type table = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                                {ptr, ptr, i32, i32, i64, i64});
  static_assert(sizeof(mlc_rt_plan_table) == 40, "the struct above");
  planTable = LLVM::GlobalOp::create(builder, loc, table, /*isConstant=*/true,
                                     LLVM::Linkage::Internal,
                                     "mlc_plan_" + name, Attribute());
  builder.createBlock(&planTable.getInitializerRegion());
  Value value = LLVM::ZeroOp::create(builder, loc, table);
  auto set = [&](int64_t field, Value content) {
    value = LLVM::InsertValueOp::create(builder, loc, value, content,
                                        ArrayRef<int64_t>{field});
  };
  set(0, LLVM::AddressOfOp::create(builder, loc, lifetimes));
  set(1, LLVM::AddressOfOp::create(builder, loc, sizes));
  set(2, h.constant32(loc, steps.size() / 2));
  set(3, h.constant32(loc, plan.getMonotone() ? MLC_RT_PLAN_MONOTONE : 0));
  LLVM::ReturnOp::create(builder, loc, value);
  return success();
}

void EntryLowering::emitWorkspace(rt::ArenaOp arena, rt::PlanOp plan) {
  Location loc = entry.getLoc();
  LLVM::LLVMFuncOp workspace = beginFunction(
      "mlc_workspace_" + name, h.i64(), {h.ptr(), h.i32()}, /*isPublic=*/true);
  Value bytes;
  if (plan)
    bytes =
        h.call(loc, "mlc_rt_plan_bytes", h.i64(),
               {h.null(loc), LLVM::AddressOfOp::create(builder, loc, planTable),
                workspace.getArgument(0)});
  else
    bytes = h.constant(loc, arena ? arena.getBytes() : 0);
  if (tables.scratchBytes)
    bytes = h.call(loc, "mlc_rt_with_scratch", h.i64(),
                   {bytes, h.constant(loc, tables.scratchBytes),
                    workspace.getArgument(1)});
  LLVM::ReturnOp::create(builder, loc, bytes);
}

// Extents of all tensor outputs; -1 where only a run can tell.
void EntryLowering::emitShapes() {
  Location loc = entry.getLoc();
  llvm::DenseMap<int64_t, rt::OutputOp> outputs;
  entry.walk([&](rt::OutputOp output) { outputs[output.getIndex()] = output; });

  LLVM::LLVMFuncOp shapes = beginFunction(
      "mlc_shapes_" + name, h.i32(), {h.ptr(), h.ptr()}, /*isPublic=*/true);
  Value given = shapes.getArgument(0), wanted = shapes.getArgument(1);
  IRMapping mapping;
  // Clones what an extent depends on; null when that is more than symbols.
  auto import = [&](auto &&self, Value value) -> Value {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    if (auto symbol = dyn_cast_or_null<rt::SymbolOp>(op)) {
      auto row = tables.symbolRows.find(symbol.getName());
      if (row == tables.symbolRows.end())
        return nullptr;
      Value loaded =
          h.toIndex(loc, h.load(loc, h.i64(), given, 8 * row->second));
      mapping.map(value, loaded);
      return loaded;
    }
    if (!op || op->getNumRegions() || !isPure(op) ||
        op->getDialect() == entry->getDialect())
      return nullptr;
    for (Value operand : op->getOperands())
      if (!self(self, operand))
        return nullptr;
    return builder.clone(*op, mapping)
        ->getResult(cast<OpResult>(value).getResultNumber());
  };

  int64_t next = 0;
  for (auto [index, type] :
       llvm::enumerate(entry.getFunctionType().getResults())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    rt::OutputOp output = outputs.lookup(index);
    unsigned dynamic = 0;
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
      Value extent;
      if (!tensor.isDynamicDim(dim))
        extent = h.constant(loc, tensor.getDimSize(dim));
      else if (Value known =
                   output ? import(import, output.getExtents()[dynamic++])
                          : Value())
        extent = h.toI64(loc, known);
      else
        extent = h.constant(loc, -1);
      h.store(loc, extent, wanted, 8 * next++);
    }
  }
  LLVM::ReturnOp::create(builder, loc, h.constant32(loc, 0));
}
