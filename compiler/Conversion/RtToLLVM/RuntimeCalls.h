//===- RuntimeCalls.h - What host code calls --------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the functions of the builtins object on first use, and the small
// address arithmetic that host code is made of.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONVERSION_RTTOLLVM_RUNTIMECALLS_H
#define MLC_COMPILER_CONVERSION_RTTOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlc {

/// Emits LLVM dialect at the insertion point of a builder that it shares.
class HostBuilder {
public:
  HostBuilder(mlir::ModuleOp host, mlir::OpBuilder &builder)
      : host(host), builder(builder) {}

  mlir::Type ptr() const;
  mlir::Type i64() const { return builder.getI64Type(); }
  mlir::Type i32() const { return builder.getI32Type(); }

  mlir::Value constant(mlir::Location loc, int64_t value);
  mlir::Value constant32(mlir::Location loc, int64_t value);
  mlir::Value null(mlir::Location loc);
  /// `base + bytes`.
  mlir::Value offset(mlir::Location loc, mlir::Value base, int64_t bytes);
  mlir::Value offset(mlir::Location loc, mlir::Value base, mlir::Value bytes);
  mlir::Value load(mlir::Location loc, mlir::Type type, mlir::Value base,
                   int64_t bytes = 0);
  void store(mlir::Location loc, mlir::Value value, mlir::Value base,
             int64_t bytes = 0);
  /// Any scalar as i64, and back.
  mlir::Value toI64(mlir::Location loc, mlir::Value value);
  mlir::Value toIndex(mlir::Location loc, mlir::Value value);
  /// Whether a pointer is null, or an integer is not zero.
  mlir::Value isNull(mlir::Location loc, mlir::Value value);
  mlir::Value isNonZero(mlir::Location loc, mlir::Value value);

  /// Calls a builtin; `result` is null for void.
  mlir::Value call(mlir::Location loc, llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange arguments);

private:
  mlir::ModuleOp host;
  mlir::OpBuilder &builder;
};

} // namespace mlc

#endif // MLC_COMPILER_CONVERSION_RTTOLLVM_RUNTIMECALLS_H
