//===- CompileObjects.h - All objects of an artifact ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the host program and every kernel of every level on several threads.
// The result is the same, byte for byte, for any number of threads: units are
// independent, each has an LLVMContext of its own and results are stored by
// index.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_COMPILEOBJECTS_H
#define MLC_COMPILER_TARGET_X86_COMPILEOBJECTS_H

#include "compiler/Target/Common/CodeUnit.h"
#include "llvm/Support/Error.h"

namespace mlc::x86 {

/// Compiles all units; the first failing one (by index) gives the error.
llvm::Expected<std::vector<CompiledUnit>>
compileUnits(llvm::ArrayRef<CodeUnit> units, const CompileSettings &settings);

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_COMPILEOBJECTS_H
