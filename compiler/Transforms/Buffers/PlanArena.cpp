//===- PlanArena.cpp - Find a place in the workspace for every buffer -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static sizes are placed here and now. With one dynamic size among them the
// whole entry is planned by the artifact for each range of symbol values: the
// pass then writes the lifetime table and clones what computes the sizes.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/Passes.h"

#include "compiler/Analysis/Lifetime/Lifetime.h"
#include "compiler/Constants/DenseAttr.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_PLANARENAPASS
#include "compiler/Transforms/Buffers/Passes.h.inc"
} // namespace mlc

using namespace mlc;

namespace {

class PlanArenaPass : public mlc::impl::PlanArenaPassBase<PlanArenaPass> {
  void runOnOperation() override;
  LogicalResult placeStatically(ArrayRef<BufferLifetime> buffers);
  LogicalResult planAtRunTime(ArrayRef<BufferLifetime> buffers);
};

} // namespace

LogicalResult PlanArenaPass::placeStatically(ArrayRef<BufferLifetime> buffers) {
  SmallVector<Lifetime> lifetimes;
  SmallVector<uint64_t> sizes;
  for (const BufferLifetime &buffer : buffers) {
    rt::AllocOp alloc = buffer.alloc;
    std::optional<TensorSpec> spec = specOf(alloc.getType());
    std::optional<uint64_t> bytes;
    if (spec)
      if (std::optional<int64_t> count = elementCount(spec->shape))
        bytes = storageBytes(spec->dtype, *count);
    if (!bytes)
      return alloc.emitOpError()
             << "cannot place " << alloc.getType() << ": it is too large";
    lifetimes.push_back(buffer.lifetime);
    sizes.push_back(*bytes);
    bufferBytes += *bytes;
  }
  ArenaPlan plan = planArena(lifetimes, sizes);
  arenaBytes += plan.bytes;

  rt::EntryOp entry = getOperation();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
  Value arena = rt::ArenaOp::create(builder, entry.getLoc(), plan.bytes);
  for (auto [buffer, offset] : llvm::zip_equal(buffers, plan.offsets)) {
    rt::AllocOp alloc = buffer.alloc;
    builder.setInsertionPoint(alloc);
    Value slot = rt::SlotOp::create(builder, alloc.getLoc(), arena, offset);
    alloc.replaceAllUsesWith(slot);
    alloc.erase();
  }
  return success();
}

namespace {

/// Whether what is computed from symbols, op by op, grows with all of them. A
/// difference may be negative: it grows, but its product with another one falls
/// where both are. The bytes of a tensor are a product as well, but with a
/// negative extent its allocation fails.
class Growth {
public:
  /// To be called for every op of a plan's block in order.
  void add(Operation *op);
  bool isMonotone() const { return monotone; }

private:
  bool isNatural(Value value) const {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return !constant.isNegative();
    return isa<BlockArgument>(value) || natural.contains(value);
  }
  bool staysNatural(Operation *op) const;
  bool grows(Operation *op) const;

  llvm::DenseSet<Value> natural; // at least 0 whatever the symbols are
  bool monotone = true;
};

} // namespace

void Growth::add(Operation *op) {
  monotone &= grows(op);
  if (staysNatural(op))
    natural.insert(op->getResult(0));
}

bool Growth::staysNatural(Operation *op) const {
  auto isNatural = [&](Value value) { return this->isNatural(value); };
  if (isa<rt::BytesOp>(op))
    return true;
  if (isa<arith::MaxSIOp>(op))
    return llvm::any_of(op->getOperands(), isNatural);
  return isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp, arith::IndexCastOp, arith::DivSIOp, arith::DivUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op) &&
         llvm::all_of(op->getOperands(), isNatural);
}

bool Growth::grows(Operation *op) const {
  if (isa<rt::BytesOp, arith::ConstantOp, arith::AddIOp, arith::MaxSIOp,
          arith::MinSIOp, arith::IndexCastOp>(op))
    return true;
  if (isa<arith::MaxUIOp, arith::MinUIOp>(op))
    return isNatural(op->getOperand(0)) && isNatural(op->getOperand(1));
  if (isa<arith::MulIOp>(op)) {
    Value x = op->getOperand(0), y = op->getOperand(1);
    bool xConstant = matchPattern(x, m_Constant()),
         yConstant = matchPattern(y, m_Constant());
    return (isNatural(x) || yConstant) && (isNatural(y) || xConstant) &&
           (isNatural(x) || isNatural(y));
  }
  // x - c and x / c for a constant c.
  if (isa<arith::SubIOp>(op))
    return matchPattern(op->getOperand(1), m_Constant());
  APInt divisor;
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::CeilDivUIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
      !divisor.isStrictlyPositive())
    return false;
  return !isa<arith::DivUIOp, arith::CeilDivUIOp>(op) ||
         isNatural(op->getOperand(0));
}

LogicalResult PlanArenaPass::planAtRunTime(ArrayRef<BufferLifetime> buffers) {
  rt::EntryOp entry = getOperation();
  Location loc = entry.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());

  SmallVector<int32_t> lifetimes;
  for (const BufferLifetime &buffer : buffers) {
    lifetimes.push_back(buffer.lifetime.first);
    lifetimes.push_back(buffer.lifetime.last);
  }
  auto plan = rt::PlanOp::create(builder, loc, lifetimes, /*monotone=*/false);
  Block &block = plan.getSizes().emplaceBlock();
  llvm::StringMap<Value> symbols;
  auto module = entry->getParentOfType<ModuleOp>();
  for (auto symbol : module.getOps<graph::SymbolOp>())
    symbols[symbol.getSymName()] =
        block.addArgument(builder.getIndexType(), symbol.getLoc());

  OpBuilder inside = OpBuilder::atBlockBegin(&block);
  IRMapping mapping;
  Growth growth;
  // Clones what a size depends on; its leaves are symbols and constants.
  auto import = [&](auto &&self, Value value, rt::AllocOp alloc) -> Value {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    if (auto symbol = dyn_cast_or_null<rt::SymbolOp>(op)) {
      Value argument = symbols.lookup(symbol.getName());
      if (!argument)
        alloc.emitOpError()
            << "depends on the unknown symbol '" << symbol.getName() << "'";
      else
        mapping.map(value, argument);
      return argument;
    }
    if (!op || op->getNumRegions() || !isMemoryEffectFree(op)) {
      alloc.emitOpError("depends on more than symbols and constants");
      return nullptr;
    }
    for (Value operand : op->getOperands())
      if (!self(self, operand, alloc))
        return nullptr;
    Operation *made = inside.clone(*op, mapping);
    growth.add(made);
    return made->getResult(0);
  };

  SmallVector<Value> sizes;
  for (const BufferLifetime &buffer : buffers) {
    rt::AllocOp alloc = buffer.alloc;
    SmallVector<Value> extents;
    for (Value extent : alloc.getExtents()) {
      Value inner = import(import, extent, alloc);
      if (!inner)
        return failure();
      extents.push_back(inner);
    }
    sizes.push_back(rt::BytesOp::create(inside, alloc.getLoc(), extents,
                                        alloc.getTypeAttr()));
  }
  rt::PlanYieldOp::create(inside, loc, sizes);
  plan.setMonotone(growth.isMonotone());

  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    rt::AllocOp alloc = buffer.alloc;
    builder.setInsertionPoint(alloc);
    Value place = rt::PlannedOp::create(builder, alloc.getLoc(), plan, index);
    alloc.replaceAllUsesWith(place);
    alloc.erase();
  }
  return success();
}

void PlanArenaPass::runOnOperation() {
  FailureOr<SmallVector<BufferLifetime>> buffers =
      computeLifetimes(getOperation());
  if (failed(buffers))
    return signalPassFailure();
  if (buffers->empty())
    return;
  bool isStatic = llvm::all_of(*buffers, [](const BufferLifetime &buffer) {
    rt::AllocOp alloc = buffer.alloc;
    return alloc.getExtents().empty();
  });
  if (failed(isStatic ? placeStatically(*buffers) : planAtRunTime(*buffers)))
    signalPassFailure();
}
