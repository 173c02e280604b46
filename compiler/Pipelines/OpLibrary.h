//===- OpLibrary.h - The names of custom operators --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op library is native code that the user asks to load (--op-library). The
// compiler wants its names only; shapes and results come from it at run time.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_OPLIBRARY_H
#define MLC_COMPILER_PIPELINES_OPLIBRARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlc {

/// Operators that the library offers, as "domain.Op".
llvm::Expected<std::vector<std::string>> opLibraryNames(llvm::StringRef path);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_OPLIBRARY_H
