//===- PoolTest.cpp - Workers, fork, thread counts -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Cpu.h"
#include "runtime/src/core/ThreadPool.h"
#include "test/unit/Catch.h"
#include "test/unit/runtime/Fixture.h"

#include <atomic>
#include <cstring>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlc::rt;
using namespace mlc::test;

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MLC_TSAN 1
#endif
#endif

static void countItems(const int64_t *args, int64_t begin, int64_t end,
                       int64_t worker, mlc_exec *) {
  auto *hits = reinterpret_cast<std::atomic<uint32_t> *>(args[0]);
  auto *badWorker = reinterpret_cast<std::atomic<uint32_t> *>(args[1]);
  if (worker < 0 || worker >= args[2])
    badWorker->fetch_add(1);
  for (int64_t i = begin; i < end; ++i)
    hits[i].fetch_add(1, std::memory_order_relaxed);
}

/// Every item once, whoever ran it.
static bool runsEveryItemOnce(ThreadPool &pool, int64_t n) {
  std::vector<std::atomic<uint32_t>> hits(size_t(n) + 1);
  std::atomic<uint32_t> bad{0};
  int64_t args[] = {reinterpret_cast<int64_t>(hits.data()),
                    reinterpret_cast<int64_t>(&bad), int64_t(pool.size())};
  pool.run(countItems, args, n, nullptr);
  for (int64_t i = 0; i < n; ++i)
    if (hits[size_t(i)].load() != 1)
      return false;
  return bad.load() == 0 && hits[size_t(n)].load() == 0;
}

static const mlc_allocator system_ = chooseAllocator({});

TEST_CASE("every item runs exactly once") {
  for (uint32_t workers : {1u, 2u, 5u}) {
    ThreadPool pool;
    REQUIRE(pool.initialize(system_, workers));
    for (int round = 0; round < 30; ++round)
      for (int64_t n : {0, 1, 2, 3, 7, 64, 1000})
        if (!runsEveryItemOnce(pool, n))
          FAIL_CHECK("workers " << workers << ", items " << n);
    pool.destroy();
  }
}

TEST_CASE("workers that have parked come back") {
  ThreadPool pool;
  REQUIRE(pool.initialize(system_, 3));
  for (int round = 0; round < 20; ++round) {
    CHECK(runsEveryItemOnce(pool, 100));
    usleep(round % 4 ? 300 : 5000); // beyond the spin, and well beyond
  }
  pool.destroy();
}

static void slowItem(const int64_t *, int64_t begin, int64_t end, int64_t,
                     mlc_exec *) {
  for (int64_t i = begin; i < end; ++i)
    usleep(200);
}

TEST_CASE("a job that lasts is shared") {
  ThreadPool pool;
  REQUIRE(pool.initialize(system_, 2));
  pool.run(slowItem, nullptr, 50, nullptr);
  CHECK(pool.lastWorkers() == 2);
  pool.destroy();
}

TEST_CASE("a pool that never ran ends quietly, as does one that is asleep") {
  ThreadPool idle;
  REQUIRE(idle.initialize(system_, 4));
  idle.destroy();
  ThreadPool asleep;
  REQUIRE(asleep.initialize(system_, 4));
  CHECK(runsEveryItemOnce(asleep, 50));
  usleep(2000);
  asleep.destroy();
}

#ifndef MLC_TSAN // it does not support threads in a forked child
TEST_CASE(
    "after fork the child starts its own workers and the parent keeps its") {
  ThreadPool pool;
  REQUIRE(pool.initialize(system_, 3));
  CHECK(runsEveryItemOnce(pool, 100));
  for (int round = 0; round < 3; ++round) {
    pid_t child = fork();
    if (child == 0) {
      alarm(20);
      bool fine = runsEveryItemOnce(pool, 500) && runsEveryItemOnce(pool, 500);
      pool.destroy();
      _exit(fine ? 0 : 1);
    }
    REQUIRE(child > 0);
    CHECK(runsEveryItemOnce(pool, 500));
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  pool.destroy();
}

TEST_CASE("a context runs in a forked child") {
  Loaded m(3);
  std::vector<float> x(3000, 1), y(3000, 2);
  auto works = [&] {
    mlc_tensor out = {};
    bool fine =
        m.run("add",
              {tensor(x, MLC_F32, {1000, 3}), tensor(y, MLC_F32, {1000, 3})},
              out) == MLC_OK &&
        static_cast<float *>(out.data)[2999] == 3;
    mlc_tensor_release(m.context, &out);
    return fine;
  };
  CHECK(works());
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(works() && works() ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(works());
}
#endif

/// A small tree of control groups.
struct FakeRoot {
  FakeRoot() {
    char pattern[] = "/tmp/mlc-cgroup-XXXXXX";
    REQUIRE(mkdtemp(pattern));
    path = pattern;
  }
  ~FakeRoot() {
    std::string command = "rm -r " + path;
    CHECK(system(command.c_str()) == 0);
  }
  void write(const std::string &name, const std::string &text) {
    std::string whole = path;
    for (size_t at = 0; at < name.size();) {
      size_t next = name.find('/', at + 1);
      if (next == std::string::npos)
        break;
      mkdir((path + name.substr(0, next)).c_str(), 0700);
      at = next;
    }
    std::ofstream(path + name) << text;
  }
  std::string path;
};

TEST_CASE("quotas of control groups, both versions") {
  FakeRoot root;
  CHECK(cgroupQuota(root.path.c_str()) == 0);
  root.write("/proc/self/cgroup", "0::/a/b\n");
  CHECK(cgroupQuota(root.path.c_str()) == 0);
  root.write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  CHECK(cgroupQuota(root.path.c_str()) == 0);
  root.write("/sys/fs/cgroup/a/cpu.max", "250000 100000\n");
  CHECK(cgroupQuota(root.path.c_str()) == 3);
  root.write("/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n");
  CHECK(cgroupQuota(root.path.c_str()) == 1);
  root.write("/proc/self/cgroup", "4:cpu,cpuacct:/c\n1:memory:/c\n");
  root.write("/sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "400000\n");
  root.write("/sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000\n");
  CHECK(cgroupQuota(root.path.c_str()) == 4);
  root.write("/sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "-1\n");
  CHECK(cgroupQuota(root.path.c_str()) == 0);
  CHECK(defaultThreadCount() >= 1);
}
