//===- Text.h - A sentence written into a fixed buffer ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_CORE_TEXT_H
#define MLC_RUNTIME_CORE_TEXT_H

#include "mlc/status.h"

#include <stddef.h>

namespace mlc::rt {

/// Appends to a caller's buffer and stops, whole characters only, when it is
/// full. Always terminated.
class Text {
public:
  Text(char *buffer, size_t capacity);

  Text &operator<<(const char *text);
  Text &operator<<(int64_t number);
  Text &operator<<(uint64_t number);
  Text &operator<<(uint32_t number) { return *this << uint64_t(number); }
  Text &operator<<(int32_t number) { return *this << int64_t(number); }
  /// In single quotes; null prints as '?'. Control characters become '?'.
  Text &quote(const char *name);
  Text &hex(uint64_t number);

private:
  void put(const char *text, size_t n);
  char *buffer;
  size_t capacity, size = 0;
  bool full = false;
};

/// Clears `status` to success; null is allowed.
void clearStatus(mlc_status *status);

/// Starts a failure: sets the code and returns the message to be written. With
/// a null status the text goes to a scratch buffer of the object itself.
class Failure {
public:
  Failure(mlc_status *status, mlc_code code);
  template <typename T>
  Failure &operator<<(const T &part) {
    text << part;
    return *this;
  }
  Failure &quote(const char *name) {
    text.quote(name);
    return *this;
  }
  Failure &hex(uint64_t number) {
    text.hex(number);
    return *this;
  }
  operator mlc_code() const { return code; }
  Text &out() { return text; }

private:
  mlc_code code;
  char unused[1];
  Text text;
};

} // namespace mlc::rt

#endif // MLC_RUNTIME_CORE_TEXT_H
