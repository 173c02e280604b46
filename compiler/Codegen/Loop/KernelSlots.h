//===- KernelSlots.h - A lowered kernel's arguments by name -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lowered kernel takes one slot per buffer, per dynamic extent and per scalar
// (order: see kernel.func). This class makes the two functions of a kernel and
// answers which argument holds what.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_KERNELSLOTS_H
#define MLC_COMPILER_CODEGEN_LOOP_KERNELSLOTS_H

#include "compiler/Analysis/ExtentClasses.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlc {

/// Element type as it lies in memory: bool and narrow types are bytes, integers
/// have no sign.
mlir::Type storageType(mlir::Type element);
/// Bits of an element in memory; sub-byte elements are packed.
unsigned storageBits(mlir::Type element);

/// Wraps an address as the flat memref that a kernel's body expects.
mlir::Value memrefOf(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value address, mlir::MemRefType type);

class KernelSlots {
public:
  /// Makes `func @name(begin, end, worker, exec, slots)`, or with `items` the
  /// function `@name.items(slots) -> index`, at the end of `module`.
  KernelSlots(kernel::FuncOp kernel, mlir::ModuleOp module, bool items);

  kernel::FuncOp kernel() { return source; }
  mlir::func::FuncOp function() { return lowered; }
  mlir::OpBuilder &builder() { return body; }
  mlir::Location loc() { return source.getLoc(); }

  mlir::Value begin() { return lowered.getArgument(0); }
  mlir::Value end() { return lowered.getArgument(1); }
  mlir::Value exec() { return lowered.getArgument(3); }

  /// Buffer of a tensor argument of the kernel.
  mlir::Value buffer(mlir::BlockArgument tensor);
  mlir::Value resultBuffer(unsigned result);

  /// Extent of any tensor of the kernel as an index, computed at the entry of
  /// the function. Extents that the kernel's ops say are one number are one
  /// value, under whatever names they were given.
  mlir::Value extent(mlir::Value tensor, unsigned dim);
  /// Extent of a result of the kernel.
  mlir::Value resultExtent(unsigned result, unsigned dim);
  /// A scalar of the kernel (argument or computed from arguments and extents)
  /// as a value of the function; null if it depends on tensor elements.
  mlir::Value scalar(mlir::Value value);

  mlir::Value constant(int64_t value);

  /// A flat buffer of the worker's own, for what is too large for its stack; it
  /// lies behind the run's workspace and holds anything at first. To be asked
  /// for once.
  mlir::Value scratch(mlir::Type element, int64_t elements);

private:
  kernel::FuncOp source;
  mlir::func::FuncOp lowered;
  mlir::OpBuilder body;
  /// The last op of the entry section; scalars are inserted before it.
  mlir::Operation *entryEnd = nullptr;
  llvm::DenseMap<mlir::Value, mlir::Value> buffers, scalars;
  ExtentClasses classes;
  llvm::DenseMap<unsigned, mlir::Value> extents; // by class
  llvm::SmallVector<mlir::Value> resultBuffers;
  llvm::DenseMap<int64_t, mlir::Value> constants;
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_KERNELSLOTS_H
