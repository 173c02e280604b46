//===- Cpu.cpp - How many threads this process may use -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Cpu.h"

#include "runtime/src/core/Text.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace mlc::rt;

/// The first bytes of a small file as text; false when it cannot be read.
static bool readSmall(const char *path, char *buffer, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t n = read(file, buffer, capacity - 1);
  close(file);
  if (n < 0)
    return false;
  buffer[n] = 0;
  return true;
}

/// "max 100000" or "150000 100000"; 0 where there is no limit.
static uint32_t processors(const char *quotaText, const char *periodText) {
  int64_t quota = strtoll(quotaText, nullptr, 10);
  int64_t period = strtoll(periodText, nullptr, 10);
  if (quota <= 0 || period <= 0)
    return 0;
  int64_t n = quota / period + (quota % period != 0);
  return n > 1 << 20 ? 1 << 20 : uint32_t(n);
}

static void keepSmaller(uint32_t &best, uint32_t found) {
  if (found && (!best || found < best))
    best = found;
}

static uint32_t quotaOfGroup(const char *root, const char *group, bool v2) {
  char path[4200], text[128], period[64];
  if (v2) {
    Text(path, sizeof(path)) << root << "/sys/fs/cgroup" << group << "/cpu.max";
    if (!readSmall(path, text, sizeof(text)))
      return 0;
    const char *space = strchr(text, ' ');
    return space ? processors(text, space + 1) : 0;
  }
  Text(path, sizeof(path)) << root << "/sys/fs/cgroup/cpu" << group
                           << "/cpu.cfs_quota_us";
  if (!readSmall(path, text, sizeof(text)))
    return 0;
  Text(path, sizeof(path)) << root << "/sys/fs/cgroup/cpu" << group
                           << "/cpu.cfs_period_us";
  if (!readSmall(path, period, sizeof(period)))
    return 0;
  return processors(text, period);
}

/// A group is held by its parents' limits as well.
static void walkUp(const char *root, char *group, bool v2, uint32_t &best) {
  for (;;) {
    keepSmaller(best, quotaOfGroup(root, group, v2));
    char *slash = strrchr(group, '/');
    if (!slash)
      return;
    *slash = 0;
  }
}

uint32_t mlc::rt::cgroupQuota(const char *root) {
  if (strcmp(root, "/") == 0)
    root = "";
  char path[4200], groups[4096];
  Text(path, sizeof(path)) << root << "/proc/self/cgroup";
  if (!readSmall(path, groups, sizeof(groups)))
    return 0;
  uint32_t best = 0;
  char *rest = nullptr;
  for (char *line = strtok_r(groups, "\n", &rest); line;
       line = strtok_r(nullptr, "\n", &rest)) {
    // hierarchy:controllers:group
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : nullptr;
    if (!group)
      continue;
    *group++ = 0;
    ++controllers;
    size_t n = strlen(group);
    if (n && group[n - 1] == '/')
      group[n - 1] = 0;
    if (*controllers == 0)
      walkUp(root, group, /*v2=*/true, best);
    else if (strcmp(controllers, "cpu") == 0 ||
             strncmp(controllers, "cpu,", 4) == 0)
      walkUp(root, group, /*v2=*/false, best);
  }
  return best;
}

static uint32_t affinityCount() {
  // The mask of a big machine does not fit the fixed set: grow until it does.
  for (int cpus = 1024; cpus <= 1 << 16; cpus *= 4) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    if (!set)
      break;
    size_t bytes = CPU_ALLOC_SIZE(cpus);
    int count =
        sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0)
      return uint32_t(count);
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? uint32_t(online) : 1;
}

uint32_t mlc::rt::defaultThreadCount() {
  uint32_t count = affinityCount();
  uint32_t quota = cgroupQuota("/");
  return quota && quota < count ? quota : count;
}
