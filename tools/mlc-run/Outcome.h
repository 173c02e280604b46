//===- Outcome.h - A value, or why there is none ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_OUTCOME_H
#define MLC_TOOLS_MLC_RUN_OUTCOME_H

#include <optional>
#include <string>
#include <utility>

namespace mlc::run {

/// Exit codes common to all tools.
enum Exit {
  Done = 0,
  UserFault = 1,
  Unsupported = 2,
  Internal = 3,
  Differs = 4,
  RunFailed = 5
};

struct Error {
  Exit exit;
  std::string text;
};

inline Error fault(std::string text) { return {UserFault, std::move(text)}; }

/// Either a value or an error that ends the tool.
template <typename T>
class Outcome {
public:
  Outcome(T value) : value(std::move(value)) {}
  Outcome(Error error) : failure(std::move(error)) {}
  explicit operator bool() const { return value.has_value(); }
  T &operator*() { return *value; }
  T *operator->() { return &*value; }
  const Error &error() const { return failure; }

private:
  std::optional<T> value;
  Error failure = {Done, ""};
};

struct Nothing {};

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_OUTCOME_H
