//===- Parallel.h - A loop on several threads -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the steps that compile many independent units. The order in which items
// run is free; callers store results by index, so outputs never depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_PARALLEL_H
#define MLC_COMPILER_TARGET_COMMON_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace mlc {

/// Calls `body(i)` for i in [0, n) on at most `threads` threads (0: as many as
/// this process may use). Returns when all calls have.
void parallelFor(size_t n, unsigned threads,
                 llvm::function_ref<void(size_t)> body);

/// CPUs this process may use, at least 1.
unsigned availableThreads();

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_PARALLEL_H
