//===- Memory.cpp - Allocation without exceptions ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Memory.h"

#include <stdlib.h>
#include <string.h>

using namespace mlc::rt;

static void *systemAlloc(void *, uint64_t bytes, uint64_t alignment) {
  if (alignment <= alignof(max_align_t))
    return malloc(bytes);
  uint64_t rounded = (bytes + alignment - 1) & ~(alignment - 1);
  if (rounded < bytes)
    return nullptr;
  return aligned_alloc(alignment, rounded);
}

static void systemFree(void *, void *block, uint64_t) { free(block); }

mlc_allocator mlc::rt::chooseAllocator(const mlc_allocator &given) {
  if (given.alloc && given.free)
    return given;
  return {nullptr, systemAlloc, systemFree};
}

char *mlc::rt::copyText(const mlc_allocator &allocator, const char *text) {
  size_t n = strlen(text) + 1;
  char *copy = allocateArray<char>(allocator, n);
  if (copy)
    memcpy(copy, text, n);
  return copy;
}

void mlc::rt::freeText(const mlc_allocator &allocator, char *text) {
  if (text)
    freeArray(allocator, text, strlen(text) + 1);
}
