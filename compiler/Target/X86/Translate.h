//===- Translate.h - LLVM dialect to LLVM modules ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes LLVM modules that say all the back end needs: triple, data layout, CPU,
// features and the attributes that keep generated code free of calls nobody
// asked for.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_TRANSLATE_H
#define MLC_COMPILER_TARGET_X86_TRANSLATE_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlc::x86 {

/// Makes the x86 back end known to LLVM. Any thread, any number of times.
void initialize();

struct ModuleSettings {
  const IsaLevel *level = nullptr;
  bool flushDenormals = false;
};

/// Gives a module triple, data layout and visibility, and every function it
/// defines the target's attributes.
void prepareModule(llvm::Module &module, const ModuleSettings &settings);

/// Translates an LLVM-dialect module. Diagnostics go to the MLIR context.
llvm::Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context,
          llvm::StringRef name);

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_TRANSLATE_H
