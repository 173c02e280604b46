//===- NumberKernels.cpp - Rows of the kernel and node tables -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers kernels in module order and collects the model's nodes in the order
// in which the entries reach them.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/Passes.h"

#include "compiler/Support/NodeName.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_NUMBERKERNELSPASS
#include "compiler/Transforms/Buffers/Passes.h.inc"
} // namespace mlc

using namespace mlc;

namespace {

class NumberKernelsPass
    : public mlc::impl::NumberKernelsPassBase<NumberKernelsPass> {
  void runOnOperation() override;
};

} // namespace

void NumberKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  int64_t next = 0;
  for (auto kernel : module.getOps<kernel::FuncOp>())
    kernel.setIndex(next++);

  llvm::SetVector<StringRef> names, customOps;
  DenseSet<Operation *> seen;
  auto collect = [&](Operation *op) {
    for (StringRef name : nodeNames(op->getLoc()))
      names.insert(name);
  };
  for (auto function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == function)
        return;
      if (auto custom = dyn_cast<graph::CustomOp>(op))
        customOps.insert(custom.getCallee());
      if (auto call = dyn_cast<kernel::CallOp>(op)) {
        auto kernel = symbols.lookup<kernel::FuncOp>(call.getCallee());
        if (kernel && seen.insert(kernel).second)
          kernel.getBody().walk<WalkOrder::PreOrder>(collect);
      }
      collect(op);
    });
  module->setAttr(rt::kNodesAttr,
                  Builder(module).getStrArrayAttr(names.getArrayRef()));
  if (!customOps.empty())
    module->setAttr(rt::kCustomOpsAttr,
                    Builder(module).getStrArrayAttr(customOps.getArrayRef()));
}
