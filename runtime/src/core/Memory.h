//===- Memory.h - Allocation without exceptions ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything the runtime owns comes from an mlc_allocator, and running out is a
// value to be tested, never an exception: no standard container is used.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_CORE_MEMORY_H
#define MLC_RUNTIME_CORE_MEMORY_H

#include "mlc/runtime.h"

#include <new>
#include <stddef.h>

namespace mlc::rt {

/// The caller's allocator when it gave one, else the C library's.
mlc_allocator chooseAllocator(const mlc_allocator &given);

/// Zeroed array of `n` elements, or null (also when n is 0). T must be fine
/// with being all zeros.
template <typename T>
T *allocateArray(const mlc_allocator &allocator, uint64_t n) {
  uint64_t bytes;
  if (n == 0 || __builtin_mul_overflow(n, uint64_t(sizeof(T)), &bytes))
    return nullptr;
  void *block =
      allocator.alloc(allocator.self, bytes, alignof(T) > 16 ? alignof(T) : 16);
  if (block)
    __builtin_memset(block, 0, bytes);
  return static_cast<T *>(block);
}

template <typename T>
void freeArray(const mlc_allocator &allocator, T *array, uint64_t n) {
  if (array)
    allocator.free(allocator.self,
                   const_cast<void *>(static_cast<const void *>(array)),
                   n * sizeof(T));
}

/// Copy of a C string, or null.
char *copyText(const mlc_allocator &allocator, const char *text);
void freeText(const mlc_allocator &allocator, char *text);

} // namespace mlc::rt

#endif // MLC_RUNTIME_CORE_MEMORY_H
