//===- Text.cpp - A sentence written into a fixed buffer -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Text.h"

#include <string.h>

using namespace mlc::rt;

Text::Text(char *buffer, size_t capacity) : buffer(buffer), capacity(capacity) {
  if (capacity)
    buffer[0] = 0;
}

void Text::put(const char *text, size_t n) {
  if (full || !capacity)
    return;
  size_t room = capacity - 1 - size;
  if (n > room) {
    full = true;
    n = room;
    // Not inside a character: step back over UTF-8 continuation bytes.
    while (n > 0 && (static_cast<unsigned char>(text[n]) & 0xc0) == 0x80)
      --n;
  }
  memcpy(buffer + size, text, n);
  size += n;
  buffer[size] = 0;
}

Text &Text::operator<<(const char *text) {
  put(text, strlen(text));
  return *this;
}

Text &Text::operator<<(uint64_t number) {
  char digits[24];
  char *at = digits + sizeof(digits);
  do
    *--at = char('0' + number % 10);
  while (number /= 10);
  put(at, size_t(digits + sizeof(digits) - at));
  return *this;
}

Text &Text::operator<<(int64_t number) {
  if (number < 0)
    put("-", 1);
  return *this << (number < 0 ? 0 - uint64_t(number) : uint64_t(number));
}

Text &Text::hex(uint64_t number) {
  char digits[18];
  char *at = digits + sizeof(digits);
  do
    *--at = "0123456789abcdef"[number % 16];
  while (number /= 16);
  put("0x", 2);
  put(at, size_t(digits + sizeof(digits) - at));
  return *this;
}

Text &Text::quote(const char *name) {
  put("'", 1);
  for (const char *c = name ? name : "?"; *c; ++c) {
    bool control = static_cast<unsigned char>(*c) < 0x20 || *c == 0x7f;
    put(control ? "?" : c, 1);
  }
  put("'", 1);
  return *this;
}

void mlc::rt::clearStatus(mlc_status *status) {
  if (!status)
    return;
  status->code = MLC_OK;
  status->reserved = 0;
  status->node = -1;
  status->item = status->value = status->bound = 0;
  status->node_name[0] = 0;
  status->message[0] = 0;
}

Failure::Failure(mlc_status *status, mlc_code code)
    : code(code), text(status ? status->message : unused,
                       status ? sizeof(status->message) : sizeof(unused)) {
  if (!status)
    return;
  clearStatus(status);
  status->code = code;
}
