//===- Translate.h - LLVM dialect to LLVM modules ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits lowered modules into one module per kernel and makes LLVM modules of
// them that say all the back end needs: triple, data layout, CPU, features and
// the attributes that keep generated code free of calls nobody asked for.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_TRANSLATE_H
#define MLC_COMPILER_TARGET_X86_TRANSLATE_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlc::x86 {

/// Makes the x86 back end and the translation interfaces known. Any thread, any
/// number of times.
void initialize();
void registerTranslations(mlir::MLIRContext &context);

/// One kernel of one level, alone in a module with all it refers to.
struct KernelModule {
  std::string name;
  mlir::ModuleOp module; // inside the module given to splitKernels
  /// The kernel asked for LLVM's loop vectoriser and unroller (unit attribute
  /// `kernel.generic` of its function).
  bool generic = false;
};

/// Appends to `target` one nested module per kernel of `module` (`<kernel>`, its
/// `<kernel>.items` and what they refer to), in order of appearance. Works on
/// functions of any dialect, so kernels can be split before they are lowered.
/// Fails with a diagnostic when one refers to a symbol that is not there.
mlir::FailureOr<std::vector<KernelModule>> splitKernels(mlir::ModuleOp module,
                                                        mlir::ModuleOp target);

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
