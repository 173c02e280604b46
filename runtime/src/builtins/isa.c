//===- isa.c - Which code level this machine runs ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cpuid says what the processor has, xgetbv what the system saves, arch_prctl
// whether the process may use AMX tiles (without the grant the first tile
// instruction raises SIGILL). The answer is kept: cpuid traps under
// hypervisors.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

typedef struct cpuid_regs {
  uint32_t a, b, c, d;
} cpuid_regs;

static cpuid_regs cpuid(uint32_t leaf, uint32_t sub) {
  cpuid_regs r;
  __asm__ volatile("cpuid"
                   : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d)
                   : "a"(leaf), "c"(sub));
  return r;
}

static uint64_t xgetbv(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((uint64_t)high << 32) | low;
}

/* arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA), as an inline call. */
int rt_tiles_granted(void) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(158L), "D"(0x1023L), "S"(18L)
                   : "rcx", "r11", "memory");
  return result == 0;
}

#define HAS(word, mask) (((word) & (mask)) == (mask))
#define BIT(n) (1u << (n))

uint32_t rt_choose_isa(const rt_cpu_facts *cpu, int (*tiles_granted)(void)) {
  /* SSE3, SSSE3, CX16, SSE4.1, SSE4.2, POPCNT; LAHF. */
  uint32_t v2 = BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23);
  if (!HAS(cpu->one_c, v2) || !HAS(cpu->extended_c, BIT(0)))
    return MLC_ISA_ANY;

  /* FMA, MOVBE, OSXSAVE, AVX, F16C; LZCNT; BMI1, AVX2, BMI2; ymm state. */
  uint32_t v3 = BIT(12) | BIT(22) | BIT(27) | BIT(28) | BIT(29);
  if (!HAS(cpu->one_c, v3) || !HAS(cpu->extended_c, BIT(5)) ||
      !HAS(cpu->seven_b, BIT(3) | BIT(5) | BIT(8)) || !HAS(cpu->saved, 0x6u))
    return MLC_ISA_V2;

  /* AVX512 F, DQ, CD, BW, VL; opmask and zmm state. */
  uint32_t v4 = BIT(16) | BIT(17) | BIT(28) | BIT(30) | BIT(31);
  if (!HAS(cpu->seven_b, v4) || !HAS(cpu->saved, 0xe6u))
    return MLC_ISA_V3;
  if (!HAS(cpu->seven_c, BIT(11)))
    return MLC_ISA_V4;
  if (!HAS(cpu->seven_one_a, BIT(5))) /* AVX512_BF16 */
    return MLC_ISA_V4_VNNI;
  /* AMX BF16, TILE, INT8; both tile states. */
  uint32_t amx = BIT(22) | BIT(24) | BIT(25);
  if (!HAS(cpu->seven_d, amx) || !HAS(cpu->saved, 0x60000u) || !tiles_granted())
    return MLC_ISA_V4_BF16;
  return MLC_ISA_V4_AMX;
}

static uint32_t probe(void) {
  rt_cpu_facts cpu = {0, 0, 0, 0, 0, 0, 0};
  cpuid_regs one = cpuid(1, 0);
  cpu.one_c = one.c;
  if (cpuid(0x80000000u, 0).a >= 0x80000001u)
    cpu.extended_c = cpuid(0x80000001u, 0).c;
  if (cpuid(0, 0).a >= 7) {
    cpuid_regs seven = cpuid(7, 0);
    cpu.seven_b = seven.b;
    cpu.seven_c = seven.c;
    cpu.seven_d = seven.d;
    if (seven.a >= 1) /* the highest sub-leaf */
      cpu.seven_one_a = cpuid(7, 1).a;
  }
  if (HAS(one.c, BIT(27))) /* else xgetbv is no instruction */
    cpu.saved = xgetbv();
  return rt_choose_isa(&cpu, rt_tiles_granted);
}

/* 0: not asked yet, else level + 1. Racing first calls store the same value. */
static uint32_t remembered;

uint32_t mlc_rt_best_isa(void) {
  uint32_t known = __atomic_load_n(&remembered, __ATOMIC_RELAXED);
  if (!known) {
    known = probe() + 1;
    __atomic_store_n(&remembered, known, __ATOMIC_RELAXED);
  }
  return known - 1;
}

const mlc_kernel_code *mlc_rt_select(const mlc_artifact *artifact,
                                     uint32_t wanted, uint32_t *level) {
  uint32_t best = mlc_rt_best_isa();
  uint32_t rows = mlc_code_rows(artifact);
  if (wanted == MLC_ISA_ANY || wanted > best)
    wanted = best;
  if (wanted >= rows)
    wanted = rows ? rows - 1 : MLC_ISA_ANY;
  for (; wanted >= MLC_ISA_V2; --wanted) {
    if (!artifact->code[wanted])
      continue;
    *level = wanted;
    return artifact->code[wanted];
  }
  *level = MLC_ISA_ANY;
  return 0;
}
