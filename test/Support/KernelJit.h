//===- KernelJit.h - Compile one kernel and call it -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes functions of the lowest IR level through the real lowering and object
// phase and loads the object into this process. For tests and benchmarks of the
// emitters; models go through the artifact instead.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_SUPPORT_KERNELJIT_H
#define MLC_TEST_SUPPORT_KERNELJIT_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/include/mlc/artifact_abi.h"
#include <functional>
#include <memory>
#include <string>

namespace mlc::test {

/// Whether this machine can run code of the level.
bool machineHas(const IsaLevel &level);

class JitKernel {
public:
  JitKernel();
  JitKernel(JitKernel &&);
  JitKernel &operator=(JitKernel &&);
  ~JitKernel();

  explicit operator bool() const { return run != nullptr; }
  /// All items on this thread, or cut into `pieces` calls in reverse order:
  /// results may not depend on that.
  void operator()(llvm::ArrayRef<int64_t> args, int64_t pieces = 1) const;

  mlc_kernel_fn run = nullptr;
  mlc_items_fn items = nullptr;
  double mlirSeconds = 0, llvmSeconds = 0;
  size_t objectBytes = 0;

  struct Storage;
  std::unique_ptr<Storage> storage;
};

/// `build` fills the module with `func.func @k` and `@k.items` (the latter may
/// be missing). Errors go to stderr and give an empty kernel. With
/// `dump` the assembly is written to that file.
JitKernel compileKernel(const IsaLevel &level,
                        std::function<void(mlir::OpBuilder &)> build,
                        bool generic = false, std::string dump = "");

/// `func.func @k(begin, end, worker, exec, slots...)` with `body(begin, end,
/// slots)`, and `@k.items(slots...)` with what `items(slots)` returns.
void buildKernelFunctions(
    mlir::OpBuilder &b, llvm::ArrayRef<mlir::Type> slots,
    llvm::function_ref<void(mlir::Value, mlir::Value, mlir::ValueRange)> body,
    llvm::function_ref<mlir::Value(mlir::ValueRange)> items);

/// memref<?xT>.
mlir::Type flatBuffer(mlir::Type element);

/// Time this thread has run: does not count what the machine gave to others.
double threadSeconds();

/// Best rate of f32 multiply-adds on this machine with vectors of the level, in
/// flop/s: what a kernel is measured against. Takes about `seconds`.
double peakFlops(const IsaLevel &level, double seconds = 1e-3);

/// The same from text, for tests of passes.
JitKernel compileKernelText(const IsaLevel &level, llvm::StringRef text);

} // namespace mlc::test

#endif // MLC_TEST_SUPPORT_KERNELJIT_H
