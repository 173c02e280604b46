//===- Emit.h - LLVM modules to machine code --------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step: a prepared LLVM module becomes an ELF object or assembly text
// in memory.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_EMIT_H
#define MLC_COMPILER_TARGET_X86_EMIT_H

#include "compiler/Target/Common/Isa.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace mlc::x86 {

/// Most stack a generated function may use, scratch and spilled registers
/// together; what needs more asks for workspace.
constexpr unsigned kMaxFrameBytes = 32 << 10;

std::unique_ptr<llvm::TargetMachine> createMachine(const IsaLevel &level);

enum class OutputKind { Object, Assembly };

/// Emits `module`. Fails, naming the function, when a frame is larger than
/// kMaxFrameBytes.
llvm::Expected<llvm::SmallVector<char, 0>>
emit(llvm::Module &module, llvm::TargetMachine &machine, OutputKind kind);

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_EMIT_H
