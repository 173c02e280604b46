//===- Check.cpp - Checks that a release build keeps -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Check.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"

void mlc::failCheck(const char *condition, const char *message,
                    const char *file, int line) {
  llvm::report_fatal_error(llvm::sys::path::filename(file) + ":" +
                           llvm::Twine(line) + ": check failed: " + message +
                           " (" + condition + ")");
}
