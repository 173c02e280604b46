//===- ArtifactHash.cpp - The hashes in the manifest note ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/loader/ArtifactHash.h"

#define XXH_INLINE_ALL
#define XXH_NO_STDLIB
#include <xxhash.h>

#include <stddef.h>

using namespace mlc::rt;

/// Feeds [begin, end) of the file, with the hash field blanked out.
static void feed(XXH3_state_t &state, const uint8_t *data, uint64_t begin,
                 uint64_t end, uint64_t field) {
  static const uint8_t zeros[16] = {};
  uint64_t past = field + sizeof(zeros);
  if (field < begin || past > end) {
    XXH3_128bits_update(&state, data + begin, end - begin);
    return;
  }
  XXH3_128bits_update(&state, data + begin, field - begin);
  XXH3_128bits_update(&state, zeros, sizeof(zeros));
  XXH3_128bits_update(&state, data + past, end - past);
}

void mlc::rt::hashCode(const uint8_t *data, uint64_t size,
                       const NoteLocation &found, uint64_t hash[2]) {
  uint64_t field = found.fileOffset + offsetof(mlc_note, code_hash);
  uint64_t cut = found.note.weights_bytes ? found.note.weights_offset : size;
  uint64_t resume =
      found.note.weights_bytes ? cut + found.note.weights_bytes : size;
  XXH3_state_t state;
  XXH3_INITSTATE(&state);
  XXH3_128bits_reset(&state);
  feed(state, data, 0, cut, field);
  feed(state, data, resume, size, field);
  XXH128_hash_t digest = XXH3_128bits_digest(&state);
  hash[0] = digest.low64;
  hash[1] = digest.high64;
}

void mlc::rt::hashBytes(const uint8_t *data, uint64_t size, uint64_t hash[2]) {
  XXH128_hash_t digest = XXH3_128bits(data, size);
  hash[0] = digest.low64;
  hash[1] = digest.high64;
}
