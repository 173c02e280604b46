//===- GpuKernel.cpp - Kernels for GPUs -----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same element emitter as on the CPU, asked for single lanes: neighbouring
// threads take neighbouring elements, so accesses coalesce. A row is read by
// its warp with a stride of 32 and combined by butterfly shuffles, in one fixed
// order.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Gpu/GpuKernel.h"
#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static constexpr int64_t kWarp = 32;

static bool isReduction(Operation &op) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  return structured && structured.getReductionCombiner();
}

std::optional<GpuShape> mlc::gpuShapeOf(kernel::FuncOp kernel,
                                        std::string &why) {
  for (Type type : kernel.getResultTypes())
    if (storageBits(cast<RankedTensorType>(type).getElementType()) < 8) {
      why = "its results are packed below a byte";
      return std::nullopt;
    }
  SmallVector<Operation *> reductions;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isa<ElementOpInterface>(op) && isa<GraphDialect>(op.getDialect()) &&
        !isa<ConstantOp>(op)) {
      why = ("'" + op.getName().getStringRef() +
             "' is not computed element by element")
                .str();
      return std::nullopt;
    }
    if (isReduction(op))
      reductions.push_back(&op);
  }
  if (reductions.empty())
    return GpuShape::Elements;
  auto reduce = dyn_cast<ReduceOp>(reductions.front());
  if (reductions.size() > 1 || !reduce) {
    why = "it holds a reduction other than one of rows";
    return std::nullopt;
  }
  auto structured = cast<StructuredOpInterface>(reduce.getOperation());
  RankedTensorType from = tensorType(reduce->getOperand(0));
  RankedTensorType to = tensorType(reduce->getResult(0));
  AffineMap map = structured.getOperandMap(0);
  AffineExpr lastIndex =
      map.getNumResults() ? map.getResults().back() : nullptr;
  auto last = dyn_cast_if_present<AffineDimExpr>(lastIndex);
  bool rows =
      from.getElementType().isF32() &&
      structured.getLoopIteratorTypes().size() == size_t(to.getRank()) + 1 &&
      last && int64_t(last.getPosition()) == to.getRank();
  for (Type type : kernel.getResultTypes())
    rows &= cast<RankedTensorType>(type).getRank() == to.getRank();
  if (!rows) {
    why =
        "its reduction is not of f32 along the last dimension to the shape of "
        "the results";
    return std::nullopt;
  }
  return GpuShape::Rows;
}

/// Indices of element number `linear` in the space of result 0.
static SmallVector<LaneIndex> delinearize(KernelSlots &slots, Value linear,
                                          unsigned rank) {
  OpBuilder &b = slots.builder();
  SmallVector<LaneIndex> index(rank);
  for (unsigned d = rank; d-- > 0;) {
    if (d == 0) {
      index[d] = {linear, 0};
      break;
    }
    Value extent = slots.resultExtent(0, d);
    index[d] = {arith::RemUIOp::create(b, slots.loc(), linear, extent), 0};
    linear = arith::DivUIOp::create(b, slots.loc(), linear, extent);
  }
  return index;
}

/// The value of the reduction at `index`, in every lane of the warp.
static FailureOr<Value> reduceByWarp(ReduceOp op, KernelSlots &slots,
                                     ElementEmitter &emitter,
                                     ArrayRef<LaneIndex> index) {
  OpBuilder &b = slots.builder();
  Location loc = slots.loc();
  auto structured = cast<StructuredOpInterface>(op.getOperation());
  Combiner combiner = *structured.getReductionCombiner();
  Value input = op->getOperand(0);
  Type element = tensorType(op->getResult(0)).getElementType();
  AffineMap map = structured.getOperandMap(0);
  Value initial =
      arith::ConstantOp::create(b, loc, neutralElement(combiner, element));
  Value lane = slots.function().getArgument(2);
  Value columns = slots.extent(input, tensorType(input).getRank() - 1);
  auto loop =
      scf::ForOp::create(b, loc, lane, columns, slots.constant(kWarp), initial);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<LaneIndex> loops(index);
    loops.push_back({loop.getInductionVar(), 0});
    SmallVector<LaneIndex> where;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        return op.emitError("reads its operand at an index that is no loop");
      where.push_back(loops[dim.getPosition()]);
    }
    FailureOr<Value> term = emitter.element(input, where);
    if (failed(term))
      return failure();
    FailureOr<Value> body = structured.buildScalarBody(b, loc, *term);
    if (failed(body))
      return failure();
    Value next = ScalarMath{b, loc}.combine(
        combiner, loop.getRegionIterArgs().front(), *body, false);
    scf::YieldOp::create(b, loc, next);
  }
  Value sum = loop.getResult(0);
  auto i32 = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
  };
  for (int64_t distance = kWarp / 2; distance; distance /= 2) {
    Value other =
        NVVM::ShflOp::create(b, loc, element, i32(-1), sum, i32(distance),
                             i32(kWarp - 1), NVVM::ShflKind::bfly, UnitAttr());
    sum = ScalarMath{b, loc}.combine(combiner, sum, other, false);
  }
  return sum;
}

LogicalResult mlc::emitGpuKernel(kernel::FuncOp kernel, GpuShape shape,
                                 ModuleOp module) {
  KernelSlots slots(kernel, module, /*items=*/false);
  ElementEmitter emitter(slots, /*vectorBits=*/32);
  OpBuilder &b = slots.builder();
  Location loc = slots.loc();
  auto space = cast<RankedTensorType>(kernel.getResultTypes().front());
  SmallVector<LaneIndex> index =
      delinearize(slots, slots.begin(), space.getRank());
  std::optional<OpBuilder::InsertionGuard> guard;
  emitter.setLanes(1);
  if (shape == GpuShape::Rows) {
    for (Operation &op : kernel.getBody().front().without_terminator())
      if (isReduction(op)) {
        FailureOr<Value> value =
            reduceByWarp(cast<ReduceOp>(op), slots, emitter, index);
        if (failed(value))
          return failure();
        emitter.define(op.getResult(0), index, *value);
      }
    // Every lane has the row's value; the first one stores.
    Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        slots.function().getArgument(2),
                                        slots.constant(0));
    auto branch = scf::IfOp::create(b, loc, first, /*withElseRegion=*/false);
    guard.emplace(b);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  for (auto [i, returned] : llvm::enumerate(kernel.getReturned())) {
    FailureOr<Value> value = emitter.element(returned, index);
    if (failed(value))
      return failure();
    emitter.store(*value, tensorType(returned).getElementType(),
                  slots.resultBuffer(i), slots.begin());
  }
  guard.reset();
  func::ReturnOp::create(b, loc);
  // Types of the slots, which the lowered function no longer has.
  SmallVector<Attribute> types;
  for (Type type : slots.function().getArgumentTypes().drop_front(4))
    types.push_back(TypeAttr::get(
        isa<MemRefType>(type)
            ? Type(LLVM::LLVMPointerType::get(module.getContext()))
            : Type(b.getI64Type())));
  slots.function()->setAttr(kGpuSlotsAttr, b.getArrayAttr(types));
  if (shape == GpuShape::Rows)
    slots.function()->setAttr(kGpuRowsAttr, b.getUnitAttr());
  return success();
}
