//===- ArtifactHash.h - The hashes in the manifest note --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_LOADER_ARTIFACTHASH_H
#define MLC_RUNTIME_LOADER_ARTIFACTHASH_H

#include "runtime/src/loader/ElfNote.h"

namespace mlc::rt {

/// XXH3-128 of everything but the weights, the hash field itself read as zeros.
/// `found` must have passed findNote on these bytes.
void hashCode(const uint8_t *data, uint64_t size, const NoteLocation &found,
              uint64_t hash[2]);

/// XXH3-128 of a run of bytes.
void hashBytes(const uint8_t *data, uint64_t size, uint64_t hash[2]);

} // namespace mlc::rt

#endif // MLC_RUNTIME_LOADER_ARTIFACTHASH_H
