//===- Cpu.h - How many threads this process may use -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_CORE_CPU_H
#define MLC_RUNTIME_CORE_CPU_H

#include <stdint.h>

namespace mlc::rt {

/// Processors in the affinity mask, at most what the cgroup's quota pays for
/// (rounded up), at least one.
uint32_t defaultThreadCount();

/// Smallest quota of cgroup v2 or v1 above this process in processors, rounded
/// up; 0: none. `root` is "/" outside tests.
uint32_t cgroupQuota(const char *root);

} // namespace mlc::rt

#endif // MLC_RUNTIME_CORE_CPU_H
