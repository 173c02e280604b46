//===- Parallel.cpp - A loop on several threads ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain threads over an atomic counter: the units are milliseconds each.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/Parallel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <atomic>
#include <thread>

unsigned mlc::availableThreads() {
  return std::max(1u, llvm::hardware_concurrency().compute_thread_count());
}

void mlc::parallelFor(size_t n, unsigned threads,
                      llvm::function_ref<void(size_t)> body) {
  if (threads == 0)
    threads = availableThreads();
  threads = std::min<size_t>(threads, n);
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < n;)
      body(i);
  };
  llvm::SmallVector<std::thread> helpers;
  for (unsigned t = 1; t < threads; ++t)
    helpers.emplace_back(work);
  work();
  for (std::thread &helper : helpers)
    helper.join();
}
