//===- Translate.cpp - LLVM dialect to LLVM modules -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of functions carry the level, so one target machine setting serves
// whatever was linked together.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/Translate.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace mlc;
using namespace mlc::x86;
using llvm::StringRef;
using mlir::ModuleOp;

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
