//===- Backend.cpp - NVIDIA GPUs as a target ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/PTX/Backend.h"
#include "compiler/Codegen/Gpu/GpuKernel.h"
#include "compiler/Codegen/LowerToLLVM.h"
#include "compiler/Codegen/Passes.h"
#include "compiler/Target/PTX/Serialize.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlc;
using llvm::StringRef;

void ptx::Backend::registerDialects(mlir::DialectRegistry &registry) const {
  registry.insert<mlir::NVVM::NVVMDialect>();
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
}

llvm::LogicalResult ptx::Backend::emit(kernel::FuncOp kernel, const IsaLevel &,
                                       mlir::ModuleOp module) const {
  std::string why;
  std::optional<GpuShape> shape = gpuShapeOf(kernel, why);
  if (!shape)
    return kernel.emitError("has no form for GPUs: ") << why;
  return emitGpuKernel(kernel, *shape, module);
}

void ptx::Backend::buildPipeline(mlir::OpPassManager &pm,
                                 const IsaLevel &level) const {
  KernelLoweringOptions options;
  options.hasFma = level.hasFma;
  options.hasF16C = level.hasF16C;
  buildKernelToLLVMPipeline(pm, options);
  pm.addPass(createGpuEntriesPass());
}

llvm::Expected<std::vector<CompiledUnit>>
ptx::Backend::serialise(llvm::ArrayRef<CodeUnit> units,
                        const CompileSettings &) const {
  std::vector<CompiledUnit> compiled;
  for (const CodeUnit &unit : units) {
    auto text = serialize(unit.module, *unit.level);
    if (!text)
      return text.takeError();
    CompiledUnit result;
    result.bytes.assign(text->begin(), text->end());
    result.sameAs = compiled.size();
    result.codeBytes = text->size();
    compiled.push_back(std::move(result));
  }
  return std::move(compiled);
}
