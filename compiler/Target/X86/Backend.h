//===- Backend.h - The host processor as a target ------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x86-64: code of the entries and of every kernel, at several levels.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_BACKEND_H
#define MLC_COMPILER_TARGET_X86_BACKEND_H

#include "compiler/Target/Common/TargetBackend.h"

namespace mlc::x86 {

class Backend : public TargetBackend {
public:
  llvm::StringRef getName() const override { return "x86-64"; }
  bool isHost() const override { return true; }
  llvm::ArrayRef<IsaLevel> getLevels() const override;
  const IsaLevel *parseLevel(llvm::StringRef text,
                             std::string &error) const override;
  void addVariants(kernel::FuncOp kernel,
                   llvm::ArrayRef<const IsaLevel *> levels,
                   llvm::SmallVectorImpl<sched::VariantAttr> &variants,
                   std::string &why) const override;
  void addCandidates(kernel::FuncOp kernel, const IsaLevel &level,
                     llvm::SmallVectorImpl<Tiling> &tilings) const override;
  void registerDialects(mlir::DialectRegistry &registry) const override;
  void buildPipeline(mlir::OpPassManager &pm,
                     const IsaLevel &level) const override;
  llvm::Expected<std::vector<CompiledUnit>>
  serialise(llvm::ArrayRef<CodeUnit> units,
            const CompileSettings &settings) const override;
};

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_BACKEND_H
