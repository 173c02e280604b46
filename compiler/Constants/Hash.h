//===- Hash.h - 128-bit content hashes --------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XXH3-128, spelled as 32 hexadecimal digits (high half first). The only file
// that includes xxHash is Hash.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_HASH_H
#define MLC_COMPILER_CONSTANTS_HASH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mlc {

struct Hash128 {
  uint64_t low = 0;
  uint64_t high = 0;

  bool operator==(const Hash128 &o) const {
    return low == o.low && high == o.high;
  }
  bool operator!=(const Hash128 &o) const { return !(*this == o); }
  bool operator<(const Hash128 &o) const {
    return high != o.high ? high < o.high : low < o.low;
  }
  /// 32 lower-case hexadecimal digits.
  std::string str() const;
  static std::optional<Hash128> parse(llvm::StringRef digits);
};

inline llvm::hash_code hash_value(const Hash128 &hash) {
  return llvm::hash_code(hash.low ^ (hash.high * 0x9e3779b97f4a7c15ull));
}

Hash128 hashBytes(llvm::ArrayRef<uint8_t> bytes);

/// Hash of a stream of pieces. Integers and strings are framed, so that
/// different sequences of pieces never collide by concatenation.
class Hasher {
public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher &) = delete;
  Hasher &operator=(const Hasher &) = delete;
  Hasher &add(uint64_t value);
  Hasher &add(llvm::StringRef text);
  Hasher &add(const Hash128 &hash);
  /// Raw bytes, preceded by their number.
  Hasher &addBytes(llvm::ArrayRef<uint8_t> bytes);
  /// Raw bytes with no frame: pieces hash like `hashBytes` of them all.
  Hasher &addRaw(llvm::ArrayRef<uint8_t> bytes);
  Hash128 finish() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlc

namespace llvm {
template <>
struct DenseMapInfo<mlc::Hash128> {
  static mlc::Hash128 getEmptyKey() { return {~0ull, ~0ull}; }
  static mlc::Hash128 getTombstoneKey() { return {~1ull, ~0ull}; }
  static unsigned getHashValue(const mlc::Hash128 &hash) {
    return static_cast<unsigned>(hash.low ^ (hash.low >> 32) ^ hash.high);
  }
  static bool isEqual(const mlc::Hash128 &a, const mlc::Hash128 &b) {
    return a == b;
  }
};
} // namespace llvm

#endif // MLC_COMPILER_CONSTANTS_HASH_H
