//===- GpuEntries.cpp - What a GPU launches -------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around the function of one thread stands a loop that strides over the grid,
// so that any grid of 1-D blocks of whole warps does all the work. Slot order
// is as on the CPU: buffers, then extents and scalars.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Gpu/GpuKernel.h"
#include "compiler/Codegen/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_GPUENTRIESPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

static constexpr int64_t kWarp = 32;

/// Makes `thread` private and adds the entry of its name in its place.
static void addEntry(LLVM::LLVMFuncOp thread) {
  auto module = thread->getParentOfType<ModuleOp>();
  std::string name = thread.getName().str();
  bool rows = thread->hasAttr(mlc::kGpuRowsAttr);
  SmallVector<Type> slots;
  for (Attribute type : thread->getAttrOfType<ArrayAttr>(mlc::kGpuSlotsAttr))
    slots.push_back(cast<TypeAttr>(type).getValue());
  thread->removeAttr(mlc::kGpuSlotsAttr);
  thread->removeAttr(mlc::kGpuRowsAttr);
  thread.setName(name + ".thread");
  thread.setLinkage(LLVM::Linkage::Internal);
  thread.setAlwaysInline(true);

  MLIRContext *context = module.getContext();
  Location loc = thread.getLoc();
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Type ptr = LLVM::LLVMPointerType::get(context), i64 = b.getI64Type(),
       i32 = b.getI32Type();
  SmallVector<Type> parameters = slots;
  parameters.push_back(i64);
  auto entry = LLVM::LLVMFuncOp::create(
      b, loc, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  parameters));
  entry->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), b.getUnitAttr());

  Block *start = entry.addEntryBlock(b);
  Block *head =
      b.createBlock(&entry.getBody(), entry.getBody().end(), i64, loc);
  Block *body = b.createBlock(&entry.getBody());
  Block *done = b.createBlock(&entry.getBody());
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(value));
  };
  auto wide = [&](Value value) -> Value {
    return LLVM::ZExtOp::create(b, loc, i64, value);
  };
  b.setInsertionPointToStart(start);
  Value args = LLVM::AllocaOp::create(b, loc, ptr, i64, constant(slots.size()));
  for (auto [i, slot] : llvm::enumerate(slots)) {
    Value at = LLVM::GEPOp::create(b, loc, ptr, i64, args,
                                   ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(b, loc, start->getArgument(i), at);
  }
  Value tid = wide(NVVM::ThreadIdXOp::create(b, loc, i32));
  Value block = wide(NVVM::BlockDimXOp::create(b, loc, i32));
  Value blockId = wide(NVVM::BlockIdXOp::create(b, loc, i32));
  Value grid = wide(NVVM::GridDimXOp::create(b, loc, i32));
  Value first = LLVM::AddOp::create(
      b, loc, LLVM::MulOp::create(b, loc, blockId, block), tid);
  Value stride = LLVM::MulOp::create(b, loc, grid, block);
  Value worker = tid;
  if (rows) {
    worker = LLVM::AndOp::create(b, loc, tid, constant(kWarp - 1));
    first = LLVM::UDivOp::create(b, loc, first, constant(kWarp));
    stride = LLVM::UDivOp::create(b, loc, stride, constant(kWarp));
  }
  LLVM::BrOp::create(b, loc, first, head);

  b.setInsertionPointToStart(head);
  Value item = head->getArgument(0);
  Value more = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ult, item,
                                    start->getArgument(slots.size()));
  LLVM::CondBrOp::create(b, loc, more, body, done);
  b.setInsertionPointToStart(body);
  Value next = LLVM::AddOp::create(b, loc, item, constant(1));
  Value none = LLVM::ZeroOp::create(b, loc, ptr);
  LLVM::CallOp::create(b, loc, thread,
                       ValueRange{args, item, next, worker, none});
  LLVM::BrOp::create(b, loc, Value(LLVM::AddOp::create(b, loc, item, stride)),
                     head);
  b.setInsertionPointToStart(done);
  LLVM::ReturnOp::create(b, loc, ValueRange{});
}

namespace {
class GpuEntriesPass : public mlc::impl::GpuEntriesPassBase<GpuEntriesPass> {
  void runOnOperation() override {
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<LLVM::LLVMFuncOp>()))
      if (function->hasAttr(mlc::kGpuSlotsAttr))
        addEntry(function);
  }
};
} // namespace
