//===- Translate.cpp - LLVM dialect to LLVM modules -----------------------===//
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

#include "compiler/Target/X86/Translate.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace mlc;
using namespace mlc::x86;
using llvm::StringRef;
using mlir::FailureOr;
using mlir::ModuleOp;
using mlir::Operation;

void x86::initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
  });
}

void x86::registerTranslations(mlir::MLIRContext &context) {
  mlir::registerBuiltinDialectTranslation(context);
  mlir::registerLLVMDialectTranslation(context);
}

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

FailureOr<std::vector<KernelModule>> x86::splitKernels(ModuleOp module,
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

void x86::prepareModule(llvm::Module &module, const ModuleSettings &settings) {
  const IsaLevel &level = *settings.level;
  module.setTargetTriple(llvm::Triple("x86_64-unknown-linux-gnu"));
  // What clang says for this triple; a mismatch is refused by the back end.
  module.setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-"
                       "f80:128-n8:16:32:64-S128");
  module.setPICLevel(llvm::PICLevel::BigPIC);
  module.setUwtable(llvm::UWTableKind::Async);
  for (llvm::GlobalVariable &global : module.globals()) {
    if (global.hasLocalLinkage())
      continue;
    global.setVisibility(llvm::GlobalValue::HiddenVisibility);
    global.setDSOLocal(true);
  }
  for (llvm::Function &function : module) {
    if (function.isIntrinsic())
      continue;
    // Callees are linked into the same library: no PLT, no GOT.
    if (!function.hasLocalLinkage() && !function.hasFnAttribute("mlc.export")) {
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
      function.setDSOLocal(true);
    }
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", level.cpu);
    function.addFnAttr("tune-cpu", level.cpu);
    if (!level.features.empty())
      function.addFnAttr("target-features", level.features);
    // Without it LLVM's own vectoriser stays at 256 bits on these CPUs.
    function.addFnAttr("prefer-vector-width", std::to_string(level.vectorBits));
    function.addFnAttr("min-legal-vector-width",
                       std::to_string(level.vectorBits));
    function.addFnAttr("no-builtins");
    function.setUWTableKind(llvm::UWTableKind::Async);
    if (settings.flushDenormals) {
      function.addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
    }
  }
}

llvm::Expected<std::unique_ptr<llvm::Module>>
x86::translate(ModuleOp module, llvm::LLVMContext &context, StringRef name) {
  std::unique_ptr<llvm::Module> translated =
      mlir::translateModuleToLLVMIR(module, context, name);
  if (!translated)
    return llvm::createStringError("%s: translation to LLVM failed",
                                   name.str().c_str());
  translated->setSourceFileName(name);
  return std::move(translated);
}
