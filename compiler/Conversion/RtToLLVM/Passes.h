//===- Passes.h - The host program as LLVM ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES_H
#define MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/Conversion/RtToLLVM/Passes.h.inc"

} // namespace mlc

#endif // MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES_H
