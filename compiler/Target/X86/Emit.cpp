//===- Emit.cpp - LLVM modules to machine code ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function gets a section of its own, so that the linker can drop
// builtins that nobody calls and keep hot kernels apart.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/Emit.h"
#include "compiler/Target/X86/Translate.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;
using namespace mlc;

std::unique_ptr<TargetMachine> x86::createMachine(const IsaLevel &level) {
  initialize();
  Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    report_fatal_error(Twine("x86 back end is missing: ") + error);
  TargetOptions options;
  options.FunctionSections = true;
  options.DataSections = true;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, level.cpu, level.features, options, Reloc::PIC_, CodeModel::Small,
      CodeGenOptLevel::Default));
}

namespace {
/// Turns what the back end reports into one error text: large frames and
/// anything of error severity.
struct Reports : DiagnosticHandler {
  std::string &text;
  explicit Reports(std::string &text) : text(text) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error && info.getKind() != DK_StackSize)
      return true;
    raw_string_ostream os(text);
    if (!text.empty())
      os << "; ";
    if (info.getKind() == DK_StackSize) {
      const auto &size = cast<DiagnosticInfoStackSize>(info);
      os << "function '" << size.getFunction().getName() << "' has a frame of "
         << size.getStackSize() << " bytes, more than the "
         << size.getStackLimit()
         << " a worker's stack is sized for; its scratch belongs in the "
            "workspace";
      return true;
    }
    DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }
};
} // namespace

/// Instructions from which on a function is no kernel but a host program: a
/// call for each of thousands of layers, in one block. The scheduler's time
/// grows with the square of the block, and there is nothing to win in calls.
static constexpr unsigned kLongFunction = 20000;

Expected<SmallVector<char, 0>> x86::emit(Module &module, TargetMachine &machine,
                                         OutputKind kind) {
  std::string problems;
  module.getContext().setDiagnosticHandler(std::make_unique<Reports>(problems));
  for (Function &function : module) {
    if (function.getInstructionCount() > kLongFunction) {
      function.addFnAttr(Attribute::NoInline);
      function.addFnAttr(Attribute::OptimizeNone);
    }
    // Exported functions run on the caller's stack, not on a worker's.
    if (!function.isDeclaration() && !function.hasFnAttribute("mlc.export"))
      function.addFnAttr("warn-stack-size", std::to_string(kMaxFrameBytes));
  }
  SmallVector<char, 0> out;
  raw_svector_ostream stream(out);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  kind == OutputKind::Object
                                      ? CodeGenFileType::ObjectFile
                                      : CodeGenFileType::AssemblyFile))
    return createStringError("the x86 back end cannot write this kind of file");
  passes.run(module);
  module.getContext().setDiagnosticHandler(nullptr);
  if (!problems.empty())
    return createStringError(inconvertibleErrorCode(), "%s", problems.c_str());
  return std::move(out);
}
