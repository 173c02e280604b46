//===- KernelFunctions.cpp - The two functions of a kernel ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/KernelFunctions.h"

using namespace mlir;
using namespace mlc;

LogicalResult mlc::emitKernelFunctions(
    kernel::FuncOp kernel, const IsaLevel &level, ModuleOp module,
    llvm::function_ref<bool(KernelBuilder &, KernelSlots &)> run,
    llvm::function_ref<Value(KernelBuilder &, KernelSlots &)> items) {
  {
    KernelSlots slots(kernel, module, /*items=*/false);
    KernelBuilder k(slots.builder(), slots.loc(), level);
    if (!run(k, slots)) {
      slots.function().erase();
      return failure();
    }
    func::ReturnOp::create(slots.builder(), slots.loc());
  }
  KernelSlots slots(kernel, module, /*items=*/true);
  KernelBuilder k(slots.builder(), slots.loc(), level);
  func::ReturnOp::create(slots.builder(), slots.loc(), items(k, slots));
  return success();
}
