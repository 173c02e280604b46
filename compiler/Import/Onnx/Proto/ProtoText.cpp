//===- ProtoText.cpp - The standard's text format ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, which the ONNX library throws; none leaves this
// file. The parser recurses on brackets, so their depth is checked before.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Proto/ProtoText.h"

#include "onnx/defs/parser.h"

#include <exception>

using llvm::StringRef;

namespace {
constexpr size_t maxTextBytes = size_t(64) << 20;
constexpr unsigned maxBracketDepth = 256;
} // namespace

/// Iterative look at the brackets outside strings and comments.
static bool bracketsAreShallow(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\')
          ++i;
      break;
    case '#':
      while (i < text.size() && text[i] != '\n')
        ++i;
      break;
    case '(': case '{': case '[':
      if (++depth > maxBracketDepth)
        return false;
      break;
    case ')': case '}': case ']':
      depth -= depth > 0;
      break;
    }
  }
  // Types nest through words: seq(optional(...)) has brackets too.
  return true;
}

bool mlc::onnx::parseText(StringRef text, std::string &binary,
                          std::string &error) {
  if (text.size() > maxTextBytes) {
    error = "the text is longer than 64 MiB; use the binary format";
    return false;
  }
  if (text.contains('\0')) {
    error = "the text holds a NUL character";
    return false;
  }
  if (!bracketsAreShallow(text)) {
    error = "brackets nest deeper than " + std::to_string(maxBracketDepth);
    return false;
  }
  try {
    ::onnx::ModelProto model;
    std::string copy = text.str();
    auto status = ::onnx::OnnxParser::Parse(model, copy.c_str());
    if (!status.IsOK()) {
      error = "ONNX text: " + status.ErrorMessage();
      return false;
    }
    if (!model.SerializeToString(&binary)) {
      error = "ONNX text: the model cannot be serialised";
      return false;
    }
    return true;
  } catch (const std::exception &e) {
    error = std::string("ONNX text: ") + e.what();
    return false;
  }
}
