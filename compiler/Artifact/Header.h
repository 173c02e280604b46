//===- Header.h - The C header of a compiled model --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text of LIB.h: the ABI, the structs of each entry and the functions that run
// it with no runtime. It includes nothing but stdint.h and stddef.h.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_HEADER_H
#define MLC_COMPILER_ARTIFACT_HEADER_H

#include "compiler/Artifact/Manifest.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlc {

/// `name` is the stem of the functions, a C identifier; `prefix` that of the
/// query function, "" for plain mlc_query.
std::string headerText(const Manifest &manifest, llvm::StringRef name,
                       llvm::StringRef prefix);

/// The nearest C identifier ("conv1.bias" -> "conv1_bias").
std::string cIdentifier(llvm::StringRef name);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_HEADER_H
