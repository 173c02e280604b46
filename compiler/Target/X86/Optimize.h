//===- Optimize.h - The short pass pipeline ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runs on an LLVM module between the emitters and the back end. Stock O3
// is not used: the vector-level emitters have already decided unrolling and
// vectorisation, so its loop passes cost three times the time and buy nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_OPTIMIZE_H
#define MLC_COMPILER_TARGET_X86_OPTIMIZE_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlc::x86 {

/// Runs the pipeline. `generic` adds LLVM's vectorisers and unroller, for
/// kernels that were written as scalar loops.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool generic);

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_OPTIMIZE_H
