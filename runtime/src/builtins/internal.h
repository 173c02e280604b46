//===- internal.h - Shared by the builtins, not by generated code ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_BUILTINS_INTERNAL_H
#define MLC_RUNTIME_BUILTINS_INTERNAL_H

#include "builtins.h"

/* Nothing larger is believed: products of two such numbers are still caught by
   the saturating multiplication, sums of many do not wrap. */
#define MLC_RT_LIMIT ((uint64_t)1 << 47)
#define MLC_RT_ALIGN ((uint64_t)64)

static inline uint64_t rt_mul(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static inline uint64_t rt_align(uint64_t bytes) {
  return (bytes + (MLC_RT_ALIGN - 1)) & ~(MLC_RT_ALIGN - 1);
}

/* Bits of one element; 0 for what is no element type. */
uint32_t rt_dtype_bits(uint32_t dtype);

/* exec->flags: late blocks have no tail to come from. */
#define MLC_RT_EXEC_NO_TAIL 1u

/* Non-null address for tensors without elements. */
void *rt_nowhere(void);

/* Records a broken clause of the entry contract and returns `code`. */
int32_t rt_fail_clause(mlc_exec *exec, int32_t code, uint32_t clause,
                       uint32_t is_output, uint32_t index, uint32_t dim,
                       int64_t value, int64_t bound);

static inline uint32_t rt_read_mxcsr(void) {
  uint32_t value;
  __asm__ volatile("stmxcsr %0" : "=m"(value));
  return value;
}

static inline void rt_write_mxcsr(uint32_t value) {
  __asm__ volatile("ldmxcsr %0" : : "m"(value));
}

/* Round to nearest, exceptions masked; with `flush` also FTZ and DAZ. */
static inline uint32_t rt_mxcsr_for(const mlc_artifact *artifact) {
  return (artifact->flags & MLC_ARTIFACT_FLUSH_DENORMALS) ? 0x1f80u | 0x8040u
                                                          : 0x1f80u;
}

/* What the choice of a code level depends on: words of cpuid leaves 1,
   0x80000001, 7 and 7.1, and what the system saves (xgetbv 0). */
typedef struct rt_cpu_facts {
  uint32_t one_c, extended_c, seven_b, seven_c, seven_d, seven_one_a;
  uint64_t saved;
} rt_cpu_facts;

/* The highest level; the grant of tiles is only asked for where it is the last
   thing missing. */
uint32_t rt_choose_isa(const rt_cpu_facts *cpu, int (*tiles_granted)(void));
/* Asks the system; once granted, for the rest of the process. */
int rt_tiles_granted(void);

#endif /* MLC_RUNTIME_BUILTINS_INTERNAL_H */
