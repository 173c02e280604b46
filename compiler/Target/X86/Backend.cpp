//===- Backend.cpp - The host processor as a target -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts stand in Levels.cpp, schedules in Strategy.cpp; here is what joins them
// to LLVM.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/Backend.h"
#include "compiler/Codegen/LowerToLLVM.h"
#include "compiler/Target/X86/CompileObjects.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlc;

llvm::ArrayRef<IsaLevel> x86::Backend::getLevels() const { return isaLevels(); }

const IsaLevel *x86::Backend::parseLevel(llvm::StringRef text,
                                         std::string &error) const {
  text.consume_front("x86-64-");
  return isaLevelOfCpu(text, error);
}

void x86::Backend::registerDialects(mlir::DialectRegistry &registry) const {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

void x86::Backend::buildPipeline(mlir::OpPassManager &pm,
                                 const IsaLevel &level) const {
  KernelLoweringOptions options;
  options.hasFma = level.hasFma;
  options.hasF16C = level.hasF16C;
  options.hasScale = level.vectorBits == 512;  // vscalefps
  options.hasTables = level.vectorBits == 512; // vpermi2ps
  buildKernelToLLVMPipeline(pm, options);
}

llvm::Expected<std::vector<CompiledUnit>>
x86::Backend::serialise(llvm::ArrayRef<CodeUnit> units,
                        const CompileSettings &settings) const {
  return compileUnits(units, settings);
}
