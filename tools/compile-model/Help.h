//===- Help.h - The help text of compile-model ------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printed from the option table, grouped by area.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TOOLS_COMPILE_MODEL_HELP_H
#define MLC_TOOLS_COMPILE_MODEL_HELP_H

#include "llvm/Support/raw_ostream.h"

namespace mlc {
void printHelp(llvm::raw_ostream &os);
/// The options page of the docs (docs/generated/options.md).
void printOptionsPage(llvm::raw_ostream &os);
} // namespace mlc

#endif // MLC_TOOLS_COMPILE_MODEL_HELP_H
