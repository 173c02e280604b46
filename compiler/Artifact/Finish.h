//===- Finish.h - From a linked image to a finished file --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends the weights to a linked library or object, patches the headers, the
// weight table and the note, and puts the file in its place.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_FINISH_H
#define MLC_COMPILER_ARTIFACT_FINISH_H

#include "compiler/Artifact/Weights.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlc {

/// Assembly that reserves the weights' address range, for the table module.
/// `relocatable` says whether the result is an object or a shared library.
std::string weightPlaceholder(const Manifest &manifest, bool relocatable);

struct FinishSettings {
  const Manifest *manifest = nullptr;
  const ConstantPool *pool = nullptr;
  /// Of the side file, when there is one.
  const WrittenWeights *sideWeights = nullptr;
  /// Name of the member when the file is to be a static library; "": not one.
  std::string archiveMember;
  /// Global symbols for the static library's index.
  std::vector<std::string> exports;
};

/// Completes `image` (a shared library or an object) and writes it to `path`
/// through a temporary file. Returns the size of the file.
llvm::Expected<uint64_t> finishFile(llvm::SmallVectorImpl<char> &image,
                                    const FinishSettings &settings,
                                    llvm::StringRef path);

/// Writes the side file of weights.
llvm::Expected<WrittenWeights> writeWeightSideFile(const Manifest &manifest,
                                                   const ConstantPool &pool,
                                                   llvm::StringRef path);

/// Writes bytes to `path` through a temporary file that is renamed at the end.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_FINISH_H
