//===- Exchange.h - How values pass between mlc-run and mlc-reference -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private file format between two programs of one build. All numbers are
// little-endian u64: how many values, then for each its kind, dtype, rank, dims
// and byte count, the bytes; a sequence or optional has its item count in place
// of rank and dims, and its items follow.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TOOLS_MLC_RUN_EXCHANGE_H
#define MLC_TOOLS_MLC_RUN_EXCHANGE_H

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace mlc::exchange {

class Writer {
public:
  void number(uint64_t n) {
    bytes.append(reinterpret_cast<const char *>(&n), sizeof(n));
  }
  void block(const void *data, uint64_t n) {
    number(n);
    if (n)
      bytes.append(static_cast<const char *>(data), n);
  }
  std::string bytes;
};

/// Reads with bounds; `good` turns false at the first read beyond the end.
class Reader {
public:
  explicit Reader(const std::vector<uint8_t> &bytes) : bytes(bytes) {}
  uint64_t number() {
    uint64_t n = 0;
    if (bytes.size() - at < sizeof(n)) {
      good = false;
      return 0;
    }
    memcpy(&n, bytes.data() + at, sizeof(n));
    at += sizeof(n);
    return n;
  }
  std::vector<uint8_t> block() {
    uint64_t n = number();
    if (!good || n > bytes.size() - at) {
      good = false;
      return {};
    }
    std::vector<uint8_t> result(bytes.begin() + std::ptrdiff_t(at),
                                bytes.begin() + std::ptrdiff_t(at + n));
    at += n;
    return result;
  }
  bool good = true;

private:
  const std::vector<uint8_t> &bytes;
  uint64_t at = 0;
};

/// No list nests deeper and no tensor has more dimensions.
constexpr uint64_t mostDims = 32;

} // namespace mlc::exchange

#endif // MLC_TOOLS_MLC_RUN_EXCHANGE_H
