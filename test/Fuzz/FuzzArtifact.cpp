//===- FuzzArtifact.cpp - Hostile bytes for the artifact reader -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loader does to a file before it trusts it: finding the note and
// hashing the rest. Loading itself is left out; an artifact is native code, so
// past the hash there is nothing left to defend.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/loader/ArtifactHash.h"
#include "runtime/src/loader/ElfNote.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlc_status status = {};
  mlc::rt::NoteLocation found = {};
  if (mlc::rt::findNote(data, size, "fuzz", found, &status) != MLC_OK)
    return 0;
  uint64_t hash[2];
  mlc::rt::hashCode(data, size, found, hash);
  return 0;
}
