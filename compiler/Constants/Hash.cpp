//===- Hash.cpp - 128-bit content hashes ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace mlc;

std::string Hash128::str() const {
  static const char digits[] = "0123456789abcdef";
  std::string text(32, '0');
  for (int i = 0; i < 16; ++i) {
    text[i] = digits[(high >> (60 - 4 * i)) & 15];
    text[16 + i] = digits[(low >> (60 - 4 * i)) & 15];
  }
  return text;
}

std::optional<Hash128> Hash128::parse(llvm::StringRef digits) {
  Hash128 hash;
  if (digits.size() != 32)
    return std::nullopt;
  // Upper-case digits would give two spellings of one name: refused.
  for (char c : digits)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
      return std::nullopt;
  if (digits.take_front(16).getAsInteger(16, hash.high) ||
      digits.drop_front(16).getAsInteger(16, hash.low))
    return std::nullopt;
  return hash;
}

/// The two highest values are keys that hash tables reserve.
static Hash128 fromXXH(XXH128_hash_t hash) {
  if (hash.high64 == ~0ull && hash.low64 >= ~1ull)
    hash.high64 = 0;
  return {hash.low64, hash.high64};
}

Hash128 mlc::hashBytes(llvm::ArrayRef<uint8_t> bytes) {
  return fromXXH(XXH3_128bits(bytes.data(), bytes.size()));
}

struct Hasher::State {
  XXH3_state_t xxh;
};

Hasher::Hasher() : state(std::make_unique<State>()) {
  XXH3_128bits_reset(&state->xxh);
}
Hasher::~Hasher() = default;

Hasher &Hasher::add(uint64_t value) {
  XXH3_128bits_update(&state->xxh, &value, sizeof value);
  return *this;
}
Hasher &Hasher::add(llvm::StringRef text) {
  return addBytes({reinterpret_cast<const uint8_t *>(text.data()),
                   text.size()});
}
Hasher &Hasher::add(const Hash128 &hash) { return add(hash.low).add(hash.high); }
Hasher &Hasher::addBytes(llvm::ArrayRef<uint8_t> bytes) {
  add(static_cast<uint64_t>(bytes.size()));
  XXH3_128bits_update(&state->xxh, bytes.data(), bytes.size());
  return *this;
}
Hasher &Hasher::addRaw(llvm::ArrayRef<uint8_t> bytes) {
  XXH3_128bits_update(&state->xxh, bytes.data(), bytes.size());
  return *this;
}
Hash128 Hasher::finish() const {
  return fromXXH(XXH3_128bits_digest(&state->xxh));
}
