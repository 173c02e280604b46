//===- Serialize.cpp - LLVM dialect to PTX --------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's stock pipeline: GPU code profits from what the CPU's short pipeline
// leaves out (inlining of the per-thread function, address spaces).
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/PTX/Serialize.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <mutex>

using namespace llvm;

static std::unique_ptr<TargetMachine>
createMachine(const mlc::IsaLevel &level) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, level.cpu, level.features, TargetOptions(), std::nullopt));
}

static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager sccAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               moduleAnalyses);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(module, moduleAnalyses);
}

Expected<std::string> mlc::ptx::serialize(mlir::ModuleOp source,
                                          const IsaLevel &level) {
  std::unique_ptr<TargetMachine> machine = createMachine(level);
  if (!machine)
    return createStringError("this build of LLVM has no NVPTX back end");
  LLVMContext context;
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(source, context, "mlc");
  if (!module)
    return createStringError("translation to LLVM failed for " + level.name);
  module->setSourceFileName("mlc");
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  optimize(*module, *machine);
  for (const Function &function : *module)
    if (function.isDeclaration() && !function.isIntrinsic())
      return createStringError("GPU code calls '" + function.getName() +
                               "', which no GPU has");
  SmallVector<char, 0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   CodeGenFileType::AssemblyFile))
    return createStringError("the NVPTX back end cannot write text");
  passes.run(*module);
  return std::string(text.begin(), text.end());
}
