//===- libc_support.c - What the math functions expect of a libc ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlc_builtins.o takes scalar math from LLVM's libc. Two symbols of a hosted
// program are all it asks for; errno is written and never read.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

static int ignored_errno;
int *__errno_location(void);
int *__errno_location(void) { return &ignored_errno; }

/* Reached only through a smashed stack inside a math function. */
void __stack_chk_fail(void);
void __stack_chk_fail(void) { __builtin_trap(); }
