//===- KernelBuilder.h - Short hand for writing kernels ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the emitters of micro-kernels share: index arithmetic that folds
// constants while it is written (so static shapes leave no arithmetic and
// "is this known?" is a question to the value itself), loops with a body given
// as a lambda, vector access with and without a mask, and the facts of the
// machine.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELBUILDER_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELBUILDER_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlc {

/// The constant behind an index value, if it is one.
std::optional<int64_t> constantOf(mlir::Value index);

class KernelBuilder {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  using Type = mlir::Type;

  KernelBuilder(mlir::OpBuilder &b, mlir::Location loc, const IsaLevel &isa)
      : b(b), loc(loc), isa(isa) {}

  mlir::OpBuilder &b;
  mlir::Location loc;
  const IsaLevel &isa;

  //===--- Index arithmetic, folded ---------------------------------------===//
  Value index(int64_t value);
  Value add(Value x, Value y);
  Value add(Value x, int64_t y) { return add(x, index(y)); }
  Value sub(Value x, Value y);
  Value mul(Value x, Value y);
  Value mul(Value x, int64_t y) { return mul(x, index(y)); }
  /// For values that are never negative: unsigned division is cheaper.
  Value div(Value x, Value y);
  Value rem(Value x, Value y);
  Value ceilDiv(Value x, Value y);
  Value min(Value x, Value y);
  Value max(Value x, Value y);
  /// x * y + z.
  Value mad(Value x, Value y, Value z) { return add(mul(x, y), z); }
  Value less(Value x, Value y);

  //===--- Control flow ---------------------------------------------------===//
  /// A loop that is known to run once (or never) leaves only its body (or
  /// nothing).
  void loop(Value lower, Value upper, Value step,
            llvm::function_ref<void(Value)> body);
  void loop(int64_t lower, Value upper, int64_t step,
            llvm::function_ref<void(Value)> body) {
    loop(index(lower), upper, index(step), body);
  }
  /// With loop-carried values.
  llvm::SmallVector<Value>
  loop(Value lower, Value upper, Value step, ValueRange init,
       llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = {});

  //===--- Vectors and memory ---------------------------------------------===//
  unsigned lanes(Type element) const {
    return isa.lanes(element.getIntOrFloatBitWidth());
  }
  mlir::VectorType vectorOf(Type element, int64_t lanes) const {
    return mlir::VectorType::get({lanes}, element);
  }
  Value zero(Type type); // of a scalar or vector
  Value load(Value memref, Value at);
  void store(Value scalar, Value memref, Value at);
  /// `lanes` consecutive elements; with `valid`, only that many are touched
  /// and the others are zero.
  Value loadVector(Value memref, Value at, int64_t lanes, Value valid = {});
  void storeVector(Value vector, Value memref, Value at, Value valid = {});
  Value broadcast(Value scalar, int64_t lanes);
  void prefetch(Value memref, Value at, bool write, unsigned locality);

  /// To the element type of an accumulator: floats widen, integers extend
  /// (`isUnsigned` or not).
  Value widen(Value x, Type element, bool isUnsigned = false);
  /// x * y + z, fused where the machine can.
  Value multiplyAdd(Value x, Value y, Value z);

  /// Zeroed or not, on the stack of this kernel, 64-byte aligned. Lands in the
  /// entry block, so it may be asked for inside a loop.
  Value scratch(Type element, int64_t elements);
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_KERNELBUILDER_H
