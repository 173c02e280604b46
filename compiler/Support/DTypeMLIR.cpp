//===- DTypeMLIR.cpp - Element types between MLC and MLIR -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/DTypeMLIR.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlc;

DType mlc::dtypeOf(mlir::Type type) {
  if (!type)
    return MLC_DTYPE_INVALID;
  if (mlir::isa<mlir::IndexType>(type))
    return MLC_I64;
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return integer.isSignless() ? MLC_BOOL : MLC_DTYPE_INVALID;
    case 2:
      return isUnsigned ? MLC_U2 : MLC_I2;
    case 4:
      return isUnsigned ? MLC_U4 : MLC_I4;
    case 8:
      return isUnsigned ? MLC_U8 : MLC_I8;
    case 16:
      return isUnsigned ? MLC_U16 : MLC_I16;
    case 32:
      return isUnsigned ? MLC_U32 : MLC_I32;
    case 64:
      return isUnsigned ? MLC_U64 : MLC_I64;
    default:
      return MLC_DTYPE_INVALID;
    }
  }
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return MLC_C64;
    return complex.getElementType().isF64() ? MLC_C128 : MLC_DTYPE_INVALID;
  }
  if (type.isF16())
    return MLC_F16;
  if (type.isBF16())
    return MLC_BF16;
  if (type.isF32())
    return MLC_F32;
  if (type.isF64())
    return MLC_F64;
  if (mlir::isa<mlir::Float8E4M3FNType>(type))
    return MLC_F8E4M3FN;
  if (mlir::isa<mlir::Float8E4M3FNUZType>(type))
    return MLC_F8E4M3FNUZ;
  if (mlir::isa<mlir::Float8E5M2Type>(type))
    return MLC_F8E5M2;
  if (mlir::isa<mlir::Float8E5M2FNUZType>(type))
    return MLC_F8E5M2FNUZ;
  if (mlir::isa<mlir::Float8E8M0FNUType>(type))
    return MLC_F8E8M0;
  if (mlir::isa<mlir::Float4E2M1FNType>(type))
    return MLC_F4E2M1;
  return MLC_DTYPE_INVALID;
}

mlir::Type mlc::mlirTypeOf(mlir::MLIRContext *context, DType type) {
  if (type == MLC_BOOL)
    return mlir::IntegerType::get(context, 1);
  if (isSignedInt(type))
    return mlir::IntegerType::get(context, bitWidth(type));
  if (isUnsignedInt(type))
    return mlir::IntegerType::get(context, bitWidth(type),
                                  mlir::IntegerType::Unsigned);
  switch (type) {
  case MLC_F16:
    return mlir::Float16Type::get(context);
  case MLC_BF16:
    return mlir::BFloat16Type::get(context);
  case MLC_F32:
    return mlir::Float32Type::get(context);
  case MLC_F64:
    return mlir::Float64Type::get(context);
  case MLC_F8E4M3FN:
    return mlir::Float8E4M3FNType::get(context);
  case MLC_F8E4M3FNUZ:
    return mlir::Float8E4M3FNUZType::get(context);
  case MLC_F8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case MLC_F8E5M2FNUZ:
    return mlir::Float8E5M2FNUZType::get(context);
  case MLC_F8E8M0:
    return mlir::Float8E8M0FNUType::get(context);
  case MLC_F4E2M1:
    return mlir::Float4E2M1FNType::get(context);
  case MLC_C64:
    return mlir::ComplexType::get(mlir::Float32Type::get(context));
  case MLC_C128:
    return mlir::ComplexType::get(mlir::Float64Type::get(context));
  default:
    return {};
  }
}
