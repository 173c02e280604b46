//===- GenericKernel.cpp - Kernels that are one op as a whole -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Generic/GenericKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlc;

//===----------------------------------------------------------------------===//
// Shorthands
//===----------------------------------------------------------------------===//

Value GenericEmitter::add(Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(loc, x, y);
}
Value GenericEmitter::sub(Value x, Value y) {
  return b.createOrFold<arith::SubIOp>(loc, x, y);
}
Value GenericEmitter::mul(Value x, Value y) {
  return b.createOrFold<arith::MulIOp>(loc, x, y);
}
Value GenericEmitter::less(Value x, Value y) {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, x, y);
}
Value GenericEmitter::both(Value p, Value q) {
  return b.createOrFold<arith::AndIOp>(loc, p, q);
}
Value GenericEmitter::either(Value p, Value q) {
  return b.createOrFold<arith::OrIOp>(loc, p, q);
}
Value GenericEmitter::negate(Value p) {
  Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
  return b.createOrFold<arith::XOrIOp>(loc, p, yes);
}

void GenericEmitter::loop(Value low, Value high,
                          function_ref<void(Value)> body) {
  OpBuilder::InsertionGuard guard(b);
  auto loop = scf::ForOp::create(b, loc, low, high, constant(1));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVar());
}

void GenericEmitter::ifThen(Value condition, function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(b);
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  body();
}

Value GenericEmitter::load(Value buffer, Type element, Value linear) {
  Value raw = memref::LoadOp::create(b, loc, buffer, linear);
  if (element.isInteger(1)) {
    Value zero = arith::ConstantIntOp::create(b, loc, 0, 8);
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, raw, zero);
  }
  if (isa<FloatType>(element) && raw.getType() != element)
    return arith::BitcastOp::create(b, loc, element, raw);
  return raw;
}

FailureOr<Value> GenericEmitter::operand(Value tensor, ArrayRef<Value> index) {
  SmallVector<graph::LaneIndex> at;
  for (Value i : index)
    at.push_back({i, 0});
  return elements.element(tensor, at);
}

Value GenericEmitter::toIndex(Value integer, Type element) {
  auto type = cast<IntegerType>(element);
  if (type.isUnsigned() || type.getWidth() == 1)
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), integer);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), integer);
}

Value GenericEmitter::fromIndex(Value index, Type element) {
  return arith::IndexCastOp::create(b, loc, element, index);
}

Value GenericEmitter::extents(Value tensor, unsigned from, unsigned to) {
  Value product = constant(1);
  for (unsigned d = from; d < to; ++d)
    product = mul(product, slots.extent(tensor, d));
  return product;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// The one op of the kernel that is no constant.
static Operation *rootOf(kernel::FuncOp kernel) {
  Operation *root = nullptr;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>() ||
        !isa<graph::GraphDialect>(op.getDialect()))
      continue;
    if (root)
      return nullptr;
    root = &op;
  }
  return root;
}

/// Sub-byte elements would need a read-modify-write per element.
static bool hasPackedTensors(Operation *op) {
  auto packed = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && storageBits(tensor.getElementType()) < 8;
  };
  return llvm::any_of(op->getOperandTypes(), packed) ||
         llvm::any_of(op->getResultTypes(), packed);
}

LogicalResult mlc::emitGenericKernel(kernel::FuncOp kernel,
                                     const IsaLevel &level, ModuleOp module) {
  Operation *root = rootOf(kernel);
  if (!root || hasPackedTensors(root))
    return failure();
  bool scatters =
      isa_and_nonnull<graph::ScatterElementsOp, graph::ScatterNdOp>(root);
  bool sorts = isa<graph::SortOp, graph::TopKOp>(root);
  if (!scatters && !sorts && !isa<graph::NonZeroOp, graph::BarrierOp>(root))
    return failure();
  KernelSlots run(kernel, module, /*items=*/false);
  GenericEmitter body(run, level.vectorBits);
  LogicalResult result = scatters ? emitScatter(body, root)
                         : sorts  ? emitSort(body, root)
                         : isa<graph::BarrierOp>(root)
                             ? emitBarrier(body, root)
                             : emitNonZero(body, root);
  if (failed(result))
    return root->emitError("unsupported: no code generator takes '")
           << root->getName() << "' with these operands";
  func::ReturnOp::create(run.builder(), run.loc());
  KernelSlots items(kernel, module, /*items=*/true);
  GenericEmitter count(items, level.vectorBits);
  // What is not cut into lanes runs in order: later updates win over earlier.
  Value number = sorts ? sortItems(count, root) : items.constant(1);
  func::ReturnOp::create(items.builder(), items.loc(), number);
  return success();
}
