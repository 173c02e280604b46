//===- string.c - The four functions compilers take for granted --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with -fno-builtin, so that no loop here becomes a call of itself.
// Large blocks go by `rep movsb` (fast on every machine since 2013), small ones
// by 16-byte steps.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

typedef long long vec16 __attribute__((vector_size(16), aligned(1), may_alias));

#define RT_REP_BYTES 2048

void *memcpy(void *to, const void *from, size_t n) {
  uint8_t *d = to;
  const uint8_t *s = from;
  if (n >= RT_REP_BYTES) {
    void *out = d;
    __asm__ volatile("rep movsb" : "+D"(out), "+S"(s), "+c"(n) : : "memory");
    return to;
  }
  if (n >= 16) {
    size_t last = n - 16;
    vec16 tail = *(const vec16 *)(s + last);
    for (size_t i = 0; i < last; i += 16)
      *(vec16 *)(d + i) = *(const vec16 *)(s + i);
    *(vec16 *)(d + last) = tail;
    return to;
  }
  for (size_t i = 0; i < n; ++i)
    d[i] = s[i];
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  uint8_t *d = to;
  const uint8_t *s = from;
  if (d == s || n == 0)
    return to;
  if ((uint64_t)d - (uint64_t)s >= n) {
    /* Forward is safe: the target does not begin inside the source. */
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
      *(vec16 *)(d + i) = *(const vec16 *)(s + i);
    for (; i < n; ++i)
      d[i] = s[i];
    return to;
  }
  for (; n >= 16; n -= 16)
    *(vec16 *)(d + n - 16) = *(const vec16 *)(s + n - 16);
  while (n--)
    d[n] = s[n];
  return to;
}

void *memset(void *to, int value, size_t n) {
  uint8_t *d = to;
  if (n >= RT_REP_BYTES) {
    void *out = d;
    __asm__ volatile("rep stosb" : "+D"(out), "+c"(n) : "a"(value) : "memory");
    return to;
  }
  long long word = (long long)(0x0101010101010101ull * (uint8_t)value);
  vec16 wide = {word, word};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    *(vec16 *)(d + i) = wide;
  for (; i < n; ++i)
    d[i] = (uint8_t)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t n) {
  const uint8_t *x = a, *y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}
