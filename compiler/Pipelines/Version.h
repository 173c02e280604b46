//===- Version.h - What a tool says to --version ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_VERSION_H
#define MLC_COMPILER_PIPELINES_VERSION_H

#include "llvm/Support/raw_ostream.h"

namespace mlc {

/// One line: product, artifact ABI, LLVM and ONNX.
void printVersion(llvm::raw_ostream &os);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_VERSION_H
