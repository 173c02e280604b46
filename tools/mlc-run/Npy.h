//===- Npy.h - NumPy files -------------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A type that NumPy lacks is stored as unsigned integers of its width (below a
// byte: one element per byte); reading takes such a file back when the caller
// says which type it wants.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TOOLS_MLC_RUN_NPY_H
#define MLC_TOOLS_MLC_RUN_NPY_H

#include "tools/mlc-run/Values.h"

namespace mlc::run {

/// Reads a file; `wanted` (or MLC_DTYPE_INVALID) is the type it is meant for.
Outcome<Value> readNpy(const std::string &path, uint32_t wanted);
Outcome<Nothing> writeNpy(const std::string &path, const Value &value);

Outcome<std::vector<uint8_t>> readWholeFile(const std::string &path);
/// Writes beside the target and renames, so that no half file is left.
Outcome<Nothing> writeWholeFile(const std::string &path, const void *bytes,
                                size_t n);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_NPY_H
