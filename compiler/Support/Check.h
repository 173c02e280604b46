//===- Check.h - Checks that a release build keeps ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLC_CHECK guards what a model decides and an earlier check should have
// refused. It stays in every build; where it fails the process ends as from a
// crash, which for compile-model is the internal error with a reproducer
// (Pipelines/Reproducer.h). `assert` is for the program's own use of an
// interface; an error that a user can cause is a diagnostic, not a check.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_SUPPORT_CHECK_H
#define MLC_COMPILER_SUPPORT_CHECK_H

namespace mlc {

/// Says "FILE:LINE: check failed: MESSAGE (CONDITION)" and aborts.
[[noreturn]] void failCheck(const char *condition, const char *message,
                            const char *file, int line);

} // namespace mlc

#define MLC_CHECK(condition, message)                                          \
  do {                                                                         \
    if (!__builtin_expect(bool(condition), true))                              \
      ::mlc::failCheck(#condition, message, __FILE__, __LINE__);               \
  } while (false)

#endif // MLC_COMPILER_SUPPORT_CHECK_H
