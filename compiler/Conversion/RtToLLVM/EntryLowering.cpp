//===- EntryLowering.cpp - One rt entry to an LLVM function ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of mlc_entry_NAME and the lowering of steps.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/EntryLowering.h"

#include "compiler/Support/DTypeMLIR.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "runtime/include/mlc/artifact_abi.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc;

EntryLowering::EntryLowering(rt::EntryOp entry, ModuleOp host,
                             const HostTables &tables)
    : entry(entry), host(host), tables(tables), builder(entry.getContext()),
      h(host, builder), name(entry.getSymName()) {}

//===----------------------------------------------------------------------===//
// The frame
//===----------------------------------------------------------------------===//

static bool isRtType(Type type) {
  return isa<rt::BufferType, rt::ListType, rt::PlanType>(type);
}

// Builds the function around the entry's blocks: stack, input check, exit.
void EntryLowering::makeFrame() {
  Location loc = entry.getLoc();
  function = beginFunction("mlc_entry_" + name, h.i32(), {h.ptr()},
                           /*isPublic=*/true);
  Block *start = &function.getBody().front();
  exec = start->getArgument(0);

  size_t mostSlots = 1, mostTensors = 1;
  entry.walk([&](Operation *op) {
    if (auto launch = dyn_cast<rt::LaunchOp>(op))
      mostSlots = std::max(mostSlots, size_t(launch.getSlots().size()));
    FunctionType type;
    if (auto custom = dyn_cast<rt::CustomOp>(op))
      type = custom.getSignature();
    if (auto shape = dyn_cast<rt::CustomShapeOp>(op))
      type = shape.getSignature();
    if (type)
      mostTensors = std::max(mostTensors, size_t(type.getNumInputs()) +
                                              type.getNumResults());
  });
  auto stack = [&](int64_t words) -> Value {
    return LLVM::AllocaOp::create(builder, loc, h.ptr(), h.i64(),
                                  h.constant(loc, words), /*alignment=*/16);
  };
  symbols = stack(std::max<size_t>(tables.symbols.size(), 1));
  slots = stack(mostSlots);
  dims = stack(MLC_MAX_RANK);
  descriptors = stack(mostTensors * sizeof(mlc_tensor) / 8);

  // All values of this dialect are addresses.
  Type pointer = h.ptr();
  entry.walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      if (isRtType(argument.getType()))
        argument.setType(pointer);
  });
  entry.walk([&](Operation *op) {
    if (op->getDialect() != entry->getDialect())
      for (OpResult result : op->getResults())
        if (isRtType(result.getType()))
          result.setType(pointer);
  });

  Block *first = &entry.getBody().front();
  function.getBody().getBlocks().splice(function.getBody().end(),
                                        entry.getBody().getBlocks());
  exit = builder.createBlock(&function.getBody(), function.getBody().end(),
                             {h.i32()}, {loc});
  LLVM::ReturnOp::create(builder, loc, exit->getArgument(0));

  builder.setInsertionPointToEnd(start);
  Value artifact = h.load(loc, pointer, exec, offsetof(mlc_exec, artifact));
  Value self = h.load(loc, pointer, exec, offsetof(mlc_exec, entry));
  Value code = h.call(loc, "mlc_rt_check_inputs", h.i32(),
                      {artifact, self, exec, symbols});
  cf::CondBranchOp::create(builder, loc, h.isNonZero(loc, code), exit, code,
                           first, ValueRange());
}

// Leaves the function with `code` when `failed`; the insertion point moves to
// the other path.
void EntryLowering::failIf(Location loc, Value failed, Value code) {
  Block *block = builder.getInsertionBlock();
  Block *rest = block->splitBlock(builder.getInsertionPoint());
  builder.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(builder, loc, failed, exit, code, rest,
                           ValueRange());
  builder.setInsertionPointToStart(rest);
}

Value EntryLowering::errorCode(Location loc) {
  return h.load(loc, h.i32(), exec,
                offsetof(mlc_exec, error) + offsetof(mlc_error_record, code));
}

// Builtins that return null have recorded why.
void EntryLowering::failIfNull(Location loc, Value pointer) {
  Value failed = h.isNull(loc, pointer);
  Block *block = builder.getInsertionBlock();
  Block *rest = block->splitBlock(builder.getInsertionPoint());
  Block *leave = builder.createBlock(exit);
  Value code = errorCode(loc);
  cf::BranchOp::create(builder, loc, exit, code);
  builder.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(builder, loc, failed, leave, ValueRange(), rest,
                           ValueRange());
  builder.setInsertionPointToStart(rest);
}

void EntryLowering::failIfCode(Location loc, Value code) {
  failIf(loc, h.isNonZero(loc, code), code);
}

void EntryLowering::fail(Location loc, Value unless, int32_t code, Value found,
                         Value bound) {
  Block *block = builder.getInsertionBlock();
  Block *rest = block->splitBlock(builder.getInsertionPoint());
  Block *leave = builder.createBlock(exit);
  Value number = h.constant32(loc, code);
  h.call(loc, "mlc_rt_fail", nullptr,
         {exec, number, h.constant(loc, tables.nodes.rowOf(loc)),
          h.constant(loc, 0), found, bound});
  cf::BranchOp::create(builder, loc, exit, number);
  builder.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(builder, loc, unless, rest, ValueRange(), leave,
                           ValueRange());
  builder.setInsertionPointToStart(rest);
}

//===----------------------------------------------------------------------===//
// Shapes and elements
//===----------------------------------------------------------------------===//

void EntryLowering::storeDims(Location loc, RankedTensorType type,
                              ValueRange extents, Value address) {
  unsigned dynamic = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = type.isDynamicDim(dim)
                       ? h.toI64(loc, extents[dynamic++])
                       : h.constant(loc, type.getDimSize(dim));
    h.store(loc, extent, address, 8 * dim);
  }
}

Value EntryLowering::tensorBytesOf(Location loc, RankedTensorType type,
                                   ValueRange extents, Value scratch) {
  if (type.hasStaticShape())
    if (std::optional<uint64_t> bytes = tensorBytes(type))
      return h.constant(loc, *bytes);
  storeDims(loc, type, extents, scratch);
  return h.call(loc, "mlc_rt_tensor_bytes", h.i64(),
                {h.constant32(loc, dtypeOf(type.getElementType())),
                 h.constant32(loc, type.getRank()), scratch});
}

Value EntryLowering::elementAddress(Location loc, Value buffer, Value index,
                                    Type stored) {
  return LLVM::GEPOp::create(builder, loc, h.ptr(), stored, buffer,
                             ArrayRef<LLVM::GEPArg>{h.toI64(loc, index)});
}

// The type that an element has in memory; null when it is no whole bytes.
static Type storedType(Type type, Builder &builder) {
  if (type.isIndex())
    return builder.getI64Type();
  if (type.isInteger(1))
    return builder.getI8Type();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
    return nullptr;
  // Unsigned integers and narrow floats are bits to LLVM.
  if (!LLVM::isCompatibleType(type))
    return builder.getIntegerType(type.getIntOrFloatBitWidth());
  return type;
}

LogicalResult EntryLowering::lowerLoad(rt::LoadOp op) {
  Location loc = op.getLoc();
  Type type = op.getType(), stored = storedType(type, builder);
  if (!stored)
    return op.emitOpError() << "cannot read one element of type " << type;
  Value value = LLVM::LoadOp::create(
      builder, loc, stored,
      elementAddress(loc, lowered(op).getBuffer(), op.getIndex(), stored));
  if (type.isIndex())
    value = h.toIndex(loc, value);
  else if (type.isInteger(1))
    value = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::ne, value,
        LLVM::ConstantOp::create(builder, loc, stored,
                                 builder.getI8IntegerAttr(0)));
  op.replaceAllUsesWith(value);
  return success();
}

LogicalResult EntryLowering::lowerStore(rt::StoreOp op) {
  Location loc = op.getLoc();
  Value value = op.getValue();
  Type type = value.getType(), stored = storedType(type, builder);
  if (!stored)
    return op.emitOpError() << "cannot write one element of type " << type;
  if (type.isIndex())
    value = h.toI64(loc, value);
  else if (type.isInteger(1))
    value = LLVM::ZExtOp::create(builder, loc, stored, value);
  LLVM::StoreOp::create(
      builder, loc, value,
      elementAddress(loc, lowered(op).getBuffer(), op.getIndex(), stored));
  return success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult EntryLowering::lowerLaunch(rt::LaunchOp op) {
  Location loc = op.getLoc();
  auto module = entry->getParentOfType<ModuleOp>();
  auto kernel = module.lookupSymbol<kernel::FuncOp>(op.getKernel());
  std::optional<int64_t> index = kernel ? kernel.getIndex() : std::nullopt;
  if (!index)
    return op.emitOpError()
           << "'" << op.getKernel() << "' has no row in the kernel table";
  for (auto [position, slot] : llvm::enumerate(op.getSlots())) {
    Value value = slot;
    if (!isa<LLVM::LLVMPointerType>(value.getType()))
      value = h.toI64(loc, value);
    h.store(loc, value, slots, 8 * position);
  }
  failIfCode(loc, h.call(loc, "mlc_rt_launch", h.i32(),
                         {exec, h.constant32(loc, *index), slots}));
  return success();
}

LogicalResult EntryLowering::lowerPlan(rt::PlanOp op) {
  Location loc = op.getLoc();
  Value table = LLVM::AddressOfOp::create(builder, loc, planTable);
  Value offsets =
      h.call(loc, "mlc_rt_plan_cached", h.ptr(), {exec, table, symbols});
  failIfNull(loc, offsets);
  op.replaceAllUsesWith(offsets);
  return success();
}

LogicalResult EntryLowering::lowerOp(Operation *op) {
  Location loc = op->getLoc();
  Type pointer = h.ptr();
  auto replace = [&](Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](rt::ReturnOp) {
        cf::BranchOp::create(builder, loc, exit, errorCode(loc));
        return success();
      })
      .Case([&](rt::SymbolOp symbol) -> LogicalResult {
        auto row = tables.symbolRows.find(symbol.getName());
        if (row == tables.symbolRows.end())
          return op->emitOpError()
                 << "names the unknown symbol '" << symbol.getName() << "'";
        return replace(
            h.toIndex(loc, h.load(loc, h.i64(), symbols, 8 * row->second)));
      })
      .Case<rt::InputOp, rt::ListInputOp>([&](auto input) {
        Value inputs = h.load(loc, pointer, exec, offsetof(mlc_exec, inputs));
        return replace(h.load(loc, pointer, inputs,
                              input.getIndex() * sizeof(mlc_tensor) +
                                  offsetof(mlc_tensor, data)));
      })
      .Case([&](rt::OutputOp output) {
        auto type = cast<RankedTensorType>(output.getType());
        storeDims(loc, type, output.getExtents(), dims);
        Value data = h.call(loc, "mlc_rt_output", pointer,
                            {exec, h.constant32(loc, output.getIndex()),
                             h.constant32(loc, dtypeOf(type.getElementType())),
                             h.constant32(loc, type.getRank()), dims});
        failIfNull(loc, data);
        return replace(data);
      })
      .Case([&](rt::ArenaOp arena) {
        Value base = h.call(loc, "mlc_rt_workspace", pointer,
                            {exec, h.constant(loc, arena.getBytes())});
        failIfNull(loc, base);
        return replace(base);
      })
      .Case([&](rt::SlotOp slot) {
        return replace(
            h.offset(loc, lowered(slot).getArena(), slot.getOffset()));
      })
      .Case([&](rt::OffsetOp offset) -> LogicalResult {
        Type stored = storedType(offset.getType(), builder);
        if (!stored)
          return op->emitOpError()
                 << "cannot count elements of type " << offset.getType();
        return replace(elementAddress(loc, lowered(offset).getBuffer(),
                                      offset.getElements(), stored));
      })
      .Case([&](rt::PlanOp plan) { return lowerPlan(plan); })
      .Case([&](rt::PlannedOp planned) {
        Value base = h.load(loc, pointer, exec, offsetof(mlc_exec, workspace));
        Value bytes = h.load(loc, h.i64(), lowered(planned).getPlan(),
                             8 * planned.getIndex());
        return replace(h.offset(loc, base, bytes));
      })
      .Case([&](rt::LateAllocOp late) {
        Value bytes = tensorBytesOf(loc, cast<RankedTensorType>(late.getType()),
                                    late.getExtents(), dims);
        Value block = h.call(loc, "mlc_rt_late_alloc", pointer,
                             {exec, bytes, h.constant(loc, 64)});
        failIfNull(loc, block);
        return replace(block);
      })
      .Case([&](rt::LateReleaseOp release) {
        h.call(loc, "mlc_rt_late_release", nullptr,
               {exec, lowered(release).getBuffer()});
        return success();
      })
      .Case([&](rt::WeightOp weight) -> LogicalResult {
        int64_t row = tables.weightRow(weight.getValue());
        if (row < 0)
          return op->emitOpError(
              "reads a constant that is not in 'rt.weights'");
        Value base = h.load(loc, pointer, exec, offsetof(mlc_exec, weights));
        return replace(h.offset(loc, base, tables.weights[row].offset));
      })
      .Case([&](rt::StateOp state) -> LogicalResult {
        auto row = tables.stateRows.find(state.getName());
        if (row == tables.stateRows.end())
          return op->emitOpError()
                 << "names the unknown state block '" << state.getName() << "'";
        Value states = h.load(loc, pointer, exec, offsetof(mlc_exec, states));
        return replace(h.load(loc, pointer, states, 8 * row->second));
      })
      .Case([&](rt::LaunchOp launch) { return lowerLaunch(launch); })
      .Case([&](rt::LoadOp load) { return lowerLoad(load); })
      .Case([&](rt::StoreOp store) { return lowerStore(store); })
      .Case([&](rt::CopyOp copy) {
        Value bytes = tensorBytesOf(loc, cast<RankedTensorType>(copy.getType()),
                                    copy.getExtents(), dims);
        // A caller may give one buffer as input and as output; then there is
        // nothing to do.
        Value same = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                          lowered(copy).getSource(),
                                          lowered(copy).getTarget());
        bytes = LLVM::SelectOp::create(builder, loc, same, h.constant(loc, 0),
                                       bytes);
        LLVM::MemmoveOp::create(builder, loc, lowered(copy).getTarget(),
                                lowered(copy).getSource(), bytes,
                                /*isVolatile=*/false);
        return success();
      })
      .Case([&](rt::CheckOp check) {
        fail(loc, check.getCondition(), check.getCode(), check.getValue(),
             check.getBound());
        return success();
      })
      .Case([&](rt::CustomOp custom) { return lowerCustom(custom); })
      .Case([&](rt::CustomShapeOp shape) { return lowerCustomShape(shape); })
      .Default([&](Operation *) { return lowerListOp(op); });
}

// What the workers need lies behind the buffers; where there are none
// (`alone`), nobody else asks for a workspace.
void EntryLowering::reserveScratch(bool alone) {
  Location loc = entry.getLoc();
  builder.setInsertionPointToStart(&*std::next(function.getBody().begin()));
  h.call(loc, "mlc_rt_reserve_scratch", nullptr,
         {exec, h.constant(loc, tables.scratchBytes)});
  if (!alone)
    return;
  Value base =
      h.call(loc, "mlc_rt_workspace", h.ptr(), {exec, h.constant(loc, 0)});
  failIfNull(loc, base);
}

LogicalResult EntryLowering::run() {
  rt::PlanOp plan;
  rt::ArenaOp arena;
  entry.walk([&](Operation *op) {
    if (isa<rt::PlanOp>(op))
      plan = cast<rt::PlanOp>(op);
    if (isa<rt::ArenaOp>(op))
      arena = cast<rt::ArenaOp>(op);
    if (isa<rt::AllocOp>(op))
      op->emitOpError("has no place yet: run mlc-plan-arena first");
  });
  if (plan && failed(emitSizes(plan)))
    return failure();
  emitWorkspace(arena, plan);
  emitShapes();

  makeFrame();
  SmallVector<Operation *> steps;
  for (Block &block : function.getBody())
    for (Operation &op : block)
      if (op.getDialect() == entry->getDialect())
        steps.push_back(&op);
  if (tables.scratchBytes)
    reserveScratch(!arena && !plan);
  for (Operation *op : steps) {
    builder.setInsertionPoint(op);
    if (failed(lowerOp(op)))
      return failure();
  }
  for (Operation *op : llvm::reverse(steps))
    op->erase();
  return success();
}
