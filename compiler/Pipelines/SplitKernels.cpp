//===- SplitKernels.cpp - One module per kernel ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One module per kernel is what makes compilation parallel and lets equal
// kernels be found by comparing bytes.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/SplitKernels.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlc;
using llvm::StringRef;
using mlir::FailureOr;
using mlir::ModuleOp;
using mlir::Operation;

/// Adds `op` and every module-level symbol it refers to, directly or not.
static mlir::LogicalResult collect(Operation *op, mlir::SymbolTable &table,
                                   llvm::SetVector<Operation *> &needed) {
  if (!needed.insert(op))
    return mlir::success();
  auto uses = mlir::SymbolTable::getSymbolUses(op);
  if (!uses)
    return op->emitError("symbol uses of this operation cannot be determined");
  for (const mlir::SymbolTable::SymbolUse &use : *uses) {
    StringRef name = use.getSymbolRef().getRootReference();
    Operation *target = table.lookup(name);
    if (!target)
      return use.getUser()->emitError("refers to '")
             << name << "', which is not in its module";
    if (mlir::failed(collect(target, table, needed)))
      return mlir::failure();
  }
  return mlir::success();
}

FailureOr<std::vector<KernelModule>> mlc::splitKernels(ModuleOp module,
                                                       ModuleOp target) {
  mlir::SymbolTable table(module);
  std::vector<KernelModule> kernels;
  auto outer = mlir::OpBuilder::atBlockEnd(target.getBody());
  for (auto func : module.getOps<mlir::FunctionOpInterface>()) {
    StringRef name = mlir::SymbolTable::getSymbolName(func).getValue();
    if (func.isExternal() || !func.isPublic() || name.ends_with(".items"))
      continue;
    llvm::SetVector<Operation *> needed;
    if (mlir::failed(collect(func, table, needed)))
      return mlir::failure();
    if (Operation *items = table.lookup((name + ".items").str()))
      if (mlir::failed(collect(items, table, needed)))
        return mlir::failure();
    KernelModule kernel;
    kernel.name = name.str();
    kernel.generic = func->hasAttr("kernel.generic");
    if (mlir::Attribute origins = func->getAttr("kernel.origins"))
      llvm::raw_string_ostream(kernel.mark) << origins;
    kernel.module = ModuleOp::create(outer, func.getLoc());
    auto inner = mlir::OpBuilder::atBlockEnd(kernel.module.getBody());
    // Module order, so that the text does not depend on how symbols were found.
    for (Operation &op : *module.getBody())
      if (needed.contains(&op))
        inner.clone(op);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}
