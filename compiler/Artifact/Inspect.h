//===- Inspect.h - Reading an artifact without running it -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the manifest of a library, object or static library by its section.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_INSPECT_H
#define MLC_COMPILER_ARTIFACT_INSPECT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlc {

/// The manifest as JSON text. The error names the file and what is wrong.
llvm::Expected<std::string> inspectArtifact(llvm::StringRef path);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_INSPECT_H
