//===- RuntimeCalls.cpp - What host code calls ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signatures come from the call sites; builtins.h states them. A mismatch
// of two call sites is caught by the verifier of llvm.call.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlc;

Type HostBuilder::ptr() const {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

Value HostBuilder::constant(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, i64(),
                                  builder.getI64IntegerAttr(value));
}

Value HostBuilder::constant32(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, i32(),
                                  builder.getI32IntegerAttr(value));
}

Value HostBuilder::null(Location loc) {
  return LLVM::ZeroOp::create(builder, loc, ptr());
}

Value HostBuilder::offset(Location loc, Value base, int64_t bytes) {
  if (bytes == 0)
    return base;
  return offset(loc, base, constant(loc, bytes));
}

Value HostBuilder::offset(Location loc, Value base, Value bytes) {
  return LLVM::GEPOp::create(builder, loc, ptr(), builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{bytes});
}

Value HostBuilder::load(Location loc, Type type, Value base, int64_t bytes) {
  return LLVM::LoadOp::create(builder, loc, type, offset(loc, base, bytes));
}

void HostBuilder::store(Location loc, Value value, Value base, int64_t bytes) {
  LLVM::StoreOp::create(builder, loc, value, offset(loc, base, bytes));
}

Value HostBuilder::toI64(Location loc, Value value) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, i64(), value);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, i64(), value);
  if (isa<FloatType>(type)) {
    type = builder.getIntegerType(type.getIntOrFloatBitWidth());
    value = LLVM::BitcastOp::create(builder, loc, type, value);
  }
  if (type.isInteger(64))
    return value;
  // Booleans are 0 or 1; other integers keep their value.
  if (type.isInteger(1))
    return LLVM::ZExtOp::create(builder, loc, i64(), value);
  return LLVM::SExtOp::create(builder, loc, i64(), value);
}

Value HostBuilder::toIndex(Location loc, Value value) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

Value HostBuilder::isNull(Location loc, Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, value,
                              null(loc));
}

Value HostBuilder::isNonZero(Location loc, Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                              constant32(loc, 0));
}

Value HostBuilder::call(Location loc, StringRef name, Type result,
                        ValueRange arguments) {
  if (!host.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(host.getBody());
    Type returned =
        result ? result : LLVM::LLVMVoidType::get(builder.getContext());
    LLVM::LLVMFuncOp::create(
        builder, host.getLoc(), name,
        LLVM::LLVMFunctionType::get(returned,
                                    SmallVector<Type>(arguments.getTypes())));
  }
  auto call = LLVM::CallOp::create(
      builder, loc, result ? TypeRange(result) : TypeRange(), name, arguments);
  return result ? call.getResult() : Value();
}
