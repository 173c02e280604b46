//===- Json.h - Writes JSON ------------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_JSON_H
#define MLC_TOOLS_MLC_RUN_JSON_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace mlc::run {

/// A JSON text grown from left to right; commas come by themselves.
class Json {
public:
  Json &beginObject() { return open('{'); }
  Json &endObject() { return close('}'); }
  Json &beginArray() { return open('['); }
  Json &endArray() { return close(']'); }

  Json &key(const std::string &name) {
    separate();
    string(name);
    text += ':';
    fresh = true;
    return *this;
  }
  Json &value(const std::string &word) {
    separate();
    string(word);
    return *this;
  }
  Json &value(const char *word) { return value(std::string(word)); }
  Json &value(int64_t number) { return raw(std::to_string(number)); }
  Json &value(uint64_t number) { return raw(std::to_string(number)); }
  Json &value(uint32_t number) { return raw(std::to_string(number)); }
  Json &value(bool yes) { return raw(yes ? "true" : "false"); }
  /// JSON has no infinities: they become null.
  Json &value(double number) {
    char digits[40];
    snprintf(digits, sizeof(digits), "%.9g", number);
    return raw(std::isfinite(number) ? digits : "null");
  }
  template <typename T>
  Json &field(const std::string &name, const T &what) {
    key(name);
    return value(what);
  }

  const std::string &str() const { return text; }

private:
  Json &open(char bracket) {
    separate();
    text += bracket;
    fresh = true;
    return *this;
  }
  Json &close(char bracket) {
    text += bracket;
    fresh = false;
    return *this;
  }
  Json &raw(const std::string &word) {
    separate();
    text += word;
    return *this;
  }
  void separate() {
    if (!fresh)
      text += ',';
    fresh = false;
  }
  void string(const std::string &word) {
    text += '"';
    for (char c : word) {
      auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20) {
        char code[8];
        snprintf(code, sizeof(code), "\\u%04x", byte);
        text += code;
        continue;
      }
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += '"';
  }

  std::string text;
  bool fresh = true;
};

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_JSON_H
