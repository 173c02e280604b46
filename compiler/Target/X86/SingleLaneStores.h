//===- SingleLaneStores.h - Masked stores of one lane -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_X86_SINGLELANESTORES_H
#define MLC_COMPILER_TARGET_X86_SINGLELANESTORES_H

#include "llvm/IR/PassManager.h"

namespace mlc::x86 {

/// Makes each masked store with a constant mask of one lane a scalar store. It
/// is the last pass, after those that find masks to be constant.
struct SingleLaneStores : llvm::PassInfoMixin<SingleLaneStores> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
  /// Also at -O0: it is needed for right results.
  static bool isRequired() { return true; }
};

} // namespace mlc::x86

#endif // MLC_COMPILER_TARGET_X86_SINGLELANESTORES_H
