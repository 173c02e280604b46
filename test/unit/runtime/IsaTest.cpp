//===- IsaTest.cpp - Which code level a processor gets --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answers of cpuid are injected, so that every level is chosen on any
// machine. The question to the system is the real one, answered by a seccomp
// filter in a child: what a container does that knows nothing of AMX.
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "runtime/src/builtins/internal.h"
}
#include "runtime/include/mlc/artifact_abi.h"
#include "test/unit/Catch.h"

#include <cerrno>
#include <cstddef>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr uint32_t bit(unsigned n) { return 1u << n; }

/// A processor with everything.
rt_cpu_facts everything() {
  rt_cpu_facts cpu = {};
  cpu.one_c = cpu.extended_c = cpu.seven_b = cpu.seven_c = ~0u;
  cpu.seven_d = cpu.seven_one_a = ~0u;
  cpu.saved = ~0ull;
  return cpu;
}

int asked = 0;
int grant() { return ++asked, 1; }
int refuse() { return ++asked, 0; }

uint32_t choose(const rt_cpu_facts &cpu) { return rt_choose_isa(&cpu, grant); }

/// Answers arch_prctl(ARCH_REQ_XCOMP_PERM, ..) with `error` (0: as if granted)
/// from here on; other calls pass.
bool installFilter(uint32_t error) {
  constexpr uint32_t requestState = 0x1023;
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, requestState, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program = {sizeof(code) / sizeof(*code), code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// The level that a processor with everything gets in a child whose system
/// answers so; -1 if there are no filters here.
int levelUnderFilter(uint32_t error) {
  pid_t child = fork();
  if (child == 0) {
    if (!installFilter(error))
      _exit(255);
    rt_cpu_facts cpu = everything();
    _exit(int(rt_choose_isa(&cpu, rt_tiles_granted)));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
      WEXITSTATUS(status) == 255)
    return -1;
  return WEXITSTATUS(status);
}

} // namespace

TEST_CASE("a missing feature gives the level below", "[isa]") {
  CHECK(choose(everything()) == MLC_ISA_V4_AMX);
  CHECK(choose(rt_cpu_facts{}) == MLC_ISA_ANY);
  struct Row {
    uint32_t rt_cpu_facts::*word;
    unsigned lacks;
    uint32_t level;
  };
  const Row rows[] = {
      {&rt_cpu_facts::one_c, 20, MLC_ISA_ANY},          // SSE4.2
      {&rt_cpu_facts::extended_c, 0, MLC_ISA_ANY},      // LAHF
      {&rt_cpu_facts::one_c, 12, MLC_ISA_V2},           // FMA
      {&rt_cpu_facts::one_c, 27, MLC_ISA_V2},           // OSXSAVE
      {&rt_cpu_facts::extended_c, 5, MLC_ISA_V2},       // LZCNT
      {&rt_cpu_facts::seven_b, 5, MLC_ISA_V2},          // AVX2
      {&rt_cpu_facts::seven_b, 16, MLC_ISA_V3},         // AVX512F
      {&rt_cpu_facts::seven_b, 31, MLC_ISA_V3},         // AVX512VL
      {&rt_cpu_facts::seven_c, 11, MLC_ISA_V4},         // AVX512VNNI
      {&rt_cpu_facts::seven_one_a, 5, MLC_ISA_V4_VNNI}, // AVX512_BF16
      {&rt_cpu_facts::seven_d, 22, MLC_ISA_V4_BF16},    // AMX-BF16
      {&rt_cpu_facts::seven_d, 24, MLC_ISA_V4_BF16},    // AMX-TILE
      {&rt_cpu_facts::seven_d, 25, MLC_ISA_V4_BF16},    // AMX-INT8
  };
  for (const Row &row : rows) {
    rt_cpu_facts cpu = everything();
    cpu.*row.word &= ~bit(row.lacks);
    INFO("without bit " << row.lacks);
    CHECK(choose(cpu) == row.level);
  }
}

TEST_CASE("what the system does not save does not count", "[isa]") {
  auto saved = [](uint64_t mask) {
    rt_cpu_facts cpu = everything();
    cpu.saved = mask;
    return choose(cpu);
  };
  CHECK(saved(0x3) == MLC_ISA_V2);          // no ymm
  CHECK(saved(0x7) == MLC_ISA_V3);          // no zmm
  CHECK(saved(0xe7) == MLC_ISA_V4_BF16);    // no tiles
  CHECK(saved(0x200e7) == MLC_ISA_V4_BF16); // their shapes, not their data
  CHECK(saved(0x600e7) == MLC_ISA_V4_AMX);
}

TEST_CASE("the grant of tiles is asked for last", "[isa]") {
  rt_cpu_facts cpu = everything();
  asked = 0;
  CHECK(rt_choose_isa(&cpu, refuse) == MLC_ISA_V4_BF16);
  CHECK(asked == 1);
  cpu.seven_d &= ~bit(25);
  asked = 0;
  CHECK(rt_choose_isa(&cpu, refuse) == MLC_ISA_V4_BF16);
  CHECK(asked == 0);
}

TEST_CASE("a seccomp filter that refuses tiles costs AMX, not the program",
          "[isa]") {
  int granted = levelUnderFilter(0);
  if (granted < 0)
    return; // no filters here, nothing to refuse
  // The filter answers in the system's place: the same call, the same
  // processor, another answer.
  CHECK(granted == MLC_ISA_V4_AMX);
  CHECK(levelUnderFilter(EPERM) == MLC_ISA_V4_BF16);
  CHECK(levelUnderFilter(ENOSYS) == MLC_ISA_V4_BF16);
}

TEST_CASE("a shorter table of levels is not read past its end") {
  if (mlc_rt_best_isa() < MLC_ISA_V2)
    return;
  mlc_kernel_code v2 = {}, beyond = {};
  const mlc_kernel_code *code[MLC_ISA_COUNT] = {nullptr, &v2,     &beyond,
                                                &beyond, &beyond, &beyond};
  mlc_artifact artifact = {};
  artifact.code = code;
  artifact.n_levels = 2;
  uint32_t level = MLC_ISA_COUNT;
  CHECK(mlc_rt_select(&artifact, MLC_ISA_ANY, &level) == &v2);
  CHECK(level == MLC_ISA_V2);
  CHECK(mlc_rt_select(&artifact, MLC_ISA_V4_AMX, &level) == &v2);
  artifact.code = nullptr;
  CHECK(mlc_rt_select(&artifact, MLC_ISA_ANY, &level) == nullptr);
  CHECK(level == MLC_ISA_ANY);
}
