//===- KernelBuilder.cpp - Short hand for writing kernels -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlc;

std::optional<int64_t> mlc::constantOf(Value index) {
  return index ? getConstantIntValue(index) : std::nullopt;
}

Value KernelBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value KernelBuilder::add(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(*cx + *cy);
  if (cx && *cx == 0)
    return y;
  if (cy && *cy == 0)
    return x;
  return arith::AddIOp::create(b, loc, x, y);
}

Value KernelBuilder::sub(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(*cx - *cy);
  if (cy && *cy == 0)
    return x;
  return arith::SubIOp::create(b, loc, x, y);
}

Value KernelBuilder::mul(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(*cx * *cy);
  if ((cx && *cx == 0) || (cy && *cy == 1))
    return x;
  if ((cy && *cy == 0) || (cx && *cx == 1))
    return y;
  return arith::MulIOp::create(b, loc, x, y);
}

Value KernelBuilder::div(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(*cx / *cy);
  if (cy && *cy == 1)
    return x;
  return arith::DivUIOp::create(b, loc, x, y);
}

Value KernelBuilder::rem(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(*cx % *cy);
  if (cy && *cy == 1)
    return index(0);
  return arith::RemUIOp::create(b, loc, x, y);
}

Value KernelBuilder::ceilDiv(Value x, Value y) {
  return div(add(x, sub(y, index(1))), y);
}

Value KernelBuilder::min(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(std::min(*cx, *cy));
  return arith::MinSIOp::create(b, loc, x, y);
}

Value KernelBuilder::max(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return index(std::max(*cx, *cy));
  return arith::MaxSIOp::create(b, loc, x, y);
}

Value KernelBuilder::less(Value x, Value y) {
  auto cx = constantOf(x), cy = constantOf(y);
  if (cx && cy)
    return arith::ConstantOp::create(b, loc, b.getBoolAttr(*cx < *cy));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, y);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void KernelBuilder::loop(Value lower, Value upper, Value step,
                         llvm::function_ref<void(Value)> body) {
  auto cl = constantOf(lower), cu = constantOf(upper), cs = constantOf(step);
  if (cl && cu) {
    if (*cl >= *cu)
      return;
    if (cs && *cl + *cs >= *cu)
      return body(lower);
  }
  auto loop = scf::ForOp::create(b, loc, lower, upper, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

SmallVector<Value> KernelBuilder::loop(
    Value lower, Value upper, Value step, ValueRange init,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto cl = constantOf(lower), cu = constantOf(upper), cs = constantOf(step);
  if (cl && cu) {
    if (*cl >= *cu)
      return SmallVector<Value>(init);
    if (cs && *cl + *cs >= *cu)
      return body(lower, init);
  }
  auto loop = scf::ForOp::create(b, loc, lower, upper, step, init);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(b, loc, next);
  return SmallVector<Value>(loop.getResults());
}

void KernelBuilder::ifThen(Value condition, llvm::function_ref<void()> then,
                           llvm::function_ref<void()> otherwise) {
  if (auto known = constantOf(condition)) {
    if (*known)
      then();
    else if (otherwise)
      otherwise();
    return;
  }
  auto branch = scf::IfOp::create(b, loc, condition, bool(otherwise));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  if (otherwise) {
    b.setInsertionPointToStart(branch.elseBlock());
    otherwise();
  }
}

//===----------------------------------------------------------------------===//
// Vectors and memory
//===----------------------------------------------------------------------===//

Value KernelBuilder::zero(Type type) {
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
}

Value KernelBuilder::load(Value memref, Value at) {
  return memref::LoadOp::create(b, loc, memref, at);
}

void KernelBuilder::store(Value scalar, Value memref, Value at) {
  memref::StoreOp::create(b, loc, scalar, memref, at);
}

static Type elementOf(Value memref) {
  return cast<MemRefType>(memref.getType()).getElementType();
}

static Value maskOf(KernelBuilder &k, Value valid, int64_t lanes) {
  VectorType type = k.vectorOf(k.b.getI1Type(), lanes);
  if (auto known = constantOf(valid)) {
    SmallVector<bool> set(lanes, false);
    std::fill_n(set.begin(), std::clamp<int64_t>(*known, 0, lanes), true);
    return arith::ConstantOp::create(k.b, k.loc,
                                     DenseElementsAttr::get(type, set));
  }
  return vector::CreateMaskOp::create(k.b, k.loc, type, valid);
}

Value KernelBuilder::loadVector(Value memref, Value at, int64_t lanes,
                                Value valid) {
  VectorType type = vectorOf(elementOf(memref), lanes);
  if (!valid)
    return vector::LoadOp::create(b, loc, type, memref, at);
  Value mask = maskOf(*this, valid, lanes);
  return vector::MaskedLoadOp::create(b, loc, type, memref, at, mask,
                                      zero(type));
}

void KernelBuilder::storeVector(Value vector, Value memref, Value at,
                                Value valid) {
  if (!valid) {
    vector::StoreOp::create(b, loc, vector, memref, at);
    return;
  }
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  Value mask = maskOf(*this, valid, lanes);
  vector::MaskedStoreOp::create(b, loc, memref, at, mask, vector);
}

Value KernelBuilder::broadcast(Value scalar, int64_t lanes) {
  return vector::BroadcastOp::create(b, loc, vectorOf(scalar.getType(), lanes),
                                     scalar);
}

void KernelBuilder::prefetch(Value memref, Value at, bool write,
                             unsigned locality) {
  memref::PrefetchOp::create(b, loc, memref, at, write, locality,
                             /*isDataCache=*/true);
}

Value KernelBuilder::widen(Value x, Type element, bool isUnsigned) {
  Type from = getElementTypeOrSelf(x.getType());
  if (from == element)
    return x;
  Type to = element;
  if (auto vector = dyn_cast<VectorType>(x.getType()))
    to = vector.clone(element);
  if (mlir::isa<FloatType>(from))
    return arith::ExtFOp::create(b, loc, to, x);
  if (mlir::isa<FloatType>(element))
    return isUnsigned ? Value(arith::UIToFPOp::create(b, loc, to, x))
                      : Value(arith::SIToFPOp::create(b, loc, to, x));
  return isUnsigned ? Value(arith::ExtUIOp::create(b, loc, to, x))
                    : Value(arith::ExtSIOp::create(b, loc, to, x));
}

Value KernelBuilder::multiplyAdd(Value x, Value y, Value z) {
  if (mlir::isa<IntegerType>(getElementTypeOrSelf(x.getType())))
    return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y), z);
  if (isa.hasFma)
    return math::FmaOp::create(b, loc, x, y, z);
  return arith::AddFOp::create(b, loc, arith::MulFOp::create(b, loc, x, y), z);
}

Value KernelBuilder::scratch(Type element, int64_t elements) {
  OpBuilder::InsertionGuard guard(b);
  auto function =
      b.getInsertionBlock()->getParent()->getParentOfType<func::FuncOp>();
  if (!function)
    function = cast<func::FuncOp>(b.getInsertionBlock()->getParentOp());
  b.setInsertionPointToStart(&function.front());
  return memref::AllocaOp::create(b, loc, MemRefType::get({elements}, element),
                                  b.getI64IntegerAttr(64));
}
