//===- GenericKernel.h - Kernels that are one op as a whole -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some ops compute no result element on its own: scatters write where their
// indices say, sorting permutes a lane, the positions of non-zeros depend on
// all elements before. Each is a kernel of its own, written out in scalar code.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_GENERIC_GENERICKERNEL_H
#define MLC_COMPILER_CODEGEN_GENERIC_GENERICKERNEL_H

#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "compiler/Target/Common/Isa.h"

namespace mlc {

/// Emits the two functions of a kernel whose root is a scatter, sort, top_k,
/// nonzero or barrier. Fails without a diagnostic for any other root.
llvm::LogicalResult emitGenericKernel(kernel::FuncOp kernel,
                                      const IsaLevel &isa,
                                      mlir::ModuleOp module);

/// Shorthands for emitting scalar code into a kernel's function.
class GenericEmitter {
public:
  GenericEmitter(KernelSlots &slots, unsigned vectorBits)
      : slots(slots), elements(slots, vectorBits), b(slots.builder()),
        loc(slots.loc()) {}

  KernelSlots &slots;
  ElementEmitter elements;
  mlir::OpBuilder &b;
  mlir::Location loc;

  mlir::Value constant(int64_t value) { return slots.constant(value); }
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value less(mlir::Value x, mlir::Value y); // signed
  mlir::Value both(mlir::Value p, mlir::Value q);
  mlir::Value either(mlir::Value p, mlir::Value q);
  mlir::Value negate(mlir::Value p);

  /// `body` for each value in [low, high).
  void loop(mlir::Value low, mlir::Value high,
            llvm::function_ref<void(mlir::Value)> body);
  void ifThen(mlir::Value condition, llvm::function_ref<void()> body);

  /// Element `linear` of a buffer of elements of type `element`.
  mlir::Value load(mlir::Value buffer, mlir::Type element, mlir::Value linear);
  void store(mlir::Value value, mlir::Type element, mlir::Value buffer,
             mlir::Value linear) {
    elements.store(value, element, buffer, linear);
  }
  /// Element of an operand of the op, by index.
  mlir::FailureOr<mlir::Value> operand(mlir::Value tensor,
                                       llvm::ArrayRef<mlir::Value> index);
  /// An integer element as an index; unsigned ones are zero-extended.
  mlir::Value toIndex(mlir::Value integer, mlir::Type element);
  mlir::Value fromIndex(mlir::Value index, mlir::Type element);
  /// Product of a tensor's extents [from, to).
  mlir::Value extents(mlir::Value tensor, unsigned from, unsigned to);
};

/// Bodies of the functions, one pair per op; `items` returns their number.
llvm::LogicalResult emitScatter(GenericEmitter &e, mlir::Operation *op);
llvm::LogicalResult emitBarrier(GenericEmitter &e, mlir::Operation *op);
llvm::LogicalResult emitNonZero(GenericEmitter &e, mlir::Operation *op);
llvm::LogicalResult emitSort(GenericEmitter &e, mlir::Operation *op);
mlir::Value sortItems(GenericEmitter &e, mlir::Operation *op);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_GENERIC_GENERICKERNEL_H
