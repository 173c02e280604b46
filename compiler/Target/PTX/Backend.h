//===- Backend.h - NVIDIA GPUs as a target -------------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images of PTX text beside the host's code, of the kernels that have a form
// for GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_PTX_BACKEND_H
#define MLC_COMPILER_TARGET_PTX_BACKEND_H

#include "compiler/Target/Common/TargetBackend.h"

namespace mlc::ptx {

class Backend : public TargetBackend {
public:
  llvm::StringRef getName() const override { return "nvptx"; }
  llvm::ArrayRef<IsaLevel> getLevels() const override;
  const IsaLevel *parseLevel(llvm::StringRef text,
                             std::string &error) const override;
  void addVariants(kernel::FuncOp kernel,
                   llvm::ArrayRef<const IsaLevel *> levels,
                   llvm::SmallVectorImpl<sched::VariantAttr> &variants,
                   std::string &why) const override;
  void registerDialects(mlir::DialectRegistry &registry) const override;
  llvm::LogicalResult emit(kernel::FuncOp kernel, const IsaLevel &level,
                           mlir::ModuleOp module) const override;
  void buildPipeline(mlir::OpPassManager &pm,
                     const IsaLevel &level) const override;
  llvm::Expected<std::vector<CompiledUnit>>
  serialise(llvm::ArrayRef<CodeUnit> units,
            const CompileSettings &settings) const override;
  llvm::StringRef getImageFormat() const override { return "ptx"; }
};

} // namespace mlc::ptx

#endif // MLC_COMPILER_TARGET_PTX_BACKEND_H
