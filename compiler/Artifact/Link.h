//===- Link.h - Linking inside the process ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins objects into a shared library or one relocatable object with lld, which
// is a library here: no linker needs to be installed where models are compiled.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_LINK_H
#define MLC_COMPILER_ARTIFACT_LINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlc {

/// One input of a link. The name appears in error messages only.
struct LinkInput {
  std::string name;
  llvm::StringRef bytes;
};

/// The builtins that every artifact is linked with, and the text of the ABI
/// header, both part of the compiler.
llvm::StringRef builtinsObject();
llvm::StringRef abiHeaderText();

/// A shared library that exports `exports` and needs nothing from anyone.
llvm::Expected<llvm::SmallVector<char, 0>>
linkShared(llvm::ArrayRef<LinkInput> inputs,
           llvm::ArrayRef<std::string> exports, unsigned threads);

/// One relocatable object in which only `exports` are global; what they do not
/// need is dropped.
llvm::Expected<llvm::SmallVector<char, 0>>
linkRelocatable(llvm::ArrayRef<LinkInput> inputs,
                llvm::ArrayRef<std::string> exports, unsigned threads);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_LINK_H
