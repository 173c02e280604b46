//===- ObjectFile.h - Facts about an ELF object -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler wants to know of an object it has just made.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_OBJECTFILE_H
#define MLC_COMPILER_TARGET_COMMON_OBJECTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlc {

/// Names of the undefined symbols, sorted.
llvm::Expected<std::vector<std::string>>
undefinedSymbols(llvm::StringRef object);
/// Names of the defined symbols that are not local, sorted.
llvm::Expected<std::vector<std::string>> definedSymbols(llvm::StringRef object);
/// Bytes of executable sections.
llvm::Expected<uint64_t> codeBytes(llvm::StringRef object);

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_OBJECTFILE_H
