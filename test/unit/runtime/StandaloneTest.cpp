//===- StandaloneTest.cpp - NAME_run without the runtime, and the memory
//functions ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/builtins/builtins.h"
#include "test/unit/Catch.h"
#include "test/unit/runtime/Fixture.h"

#include <cstring>
#include <dlfcn.h>
#include <random>

using namespace mlc::test;

using RunFn = int32_t (*)(const mlc_tensor *, mlc_tensor *, void *,
                          const mlc_host *);
using SizeFn = uint64_t (*)(int64_t);

struct Plain {
  Plain() : library(dlopen(MLC_TEST_ARTIFACT, RTLD_NOW | RTLD_LOCAL)) {
    REQUIRE(library);
  }
  ~Plain() { dlclose(library); }
  template <typename Fn>
  Fn get(const char *name) {
    return reinterpret_cast<Fn>(dlsym(library, name));
  }
  void *library;
};

TEST_CASE("an entry runs with nothing but a workspace") {
  Plain plain;
  auto run = plain.get<RunFn>("add_run");
  auto size = plain.get<SizeFn>("add_workspace_size");
  std::vector<float> x(30, 1), y(30, 2), z(30);
  mlc_tensor in[] = {tensor(x, MLC_F32, {10, 3}), tensor(y, MLC_F32, {10, 3})};
  mlc_tensor out = tensor(z, MLC_F32, {});
  uint64_t bytes = size(10);
  CHECK(bytes >= 240);
  CHECK(bytes < 4096);
  std::vector<uint8_t> guard(bytes + 192, 0xAB);
  auto *workspace =
      reinterpret_cast<uint8_t *>((uintptr_t(guard.data()) + 63) / 64 * 64);
  CHECK(run(in, &out, workspace, nullptr) == MLC_OK);
  CHECK(z[29] == 3);
  CHECK(workspace[bytes] == 0xAB);

  // A stated size is checked, the record says what is needed.
  mlc_error_record record = {};
  mlc_host host = {};
  host.size = sizeof(host);
  host.workspace_bytes = 100;
  host.error = &record;
  CHECK(run(in, &out, workspace, &host) == MLC_OUT_OF_MEMORY);
  CHECK(record.clause == MLC_CLAUSE_WORKSPACE);
  CHECK(record.bound > 100);
  // An older, shorter host is read only as far as it goes.
  host.size = offsetof(mlc_host, workspace_bytes);
  CHECK(run(in, &out, workspace, &host) == MLC_OK);
  in[1].dims[0] = 9;
  host.size = sizeof(host);
  host.workspace_bytes = bytes;
  CHECK(run(in, &out, workspace, &host) == MLC_SHAPE_MISMATCH);
  CHECK(record.clause == MLC_CLAUSE_SYMBOL);
  CHECK(record.value == 9);
  CHECK(record.bound == 10);
}

TEST_CASE(
    "late tensors come from the tail of a stated workspace, or are refused") {
  Plain plain;
  auto run = plain.get<RunFn>("keep_run");
  std::vector<float> x(32, 1), z(32);
  mlc_tensor in = tensor(x, MLC_F32, {32});
  mlc_tensor out = tensor(z, MLC_F32, {});
  alignas(64) uint8_t workspace[512];
  mlc_host host = {};
  host.size = sizeof(host);
  host.workspace_bytes = sizeof(workspace);
  CHECK(run(&in, &out, workspace, &host) == MLC_OK);
  CHECK(out.dims[0] == 32);
  host.workspace_bytes = 100;
  CHECK(run(&in, &out, workspace, &host) == MLC_OUT_OF_MEMORY);
  CHECK(run(&in, &out, workspace, nullptr) == MLC_OUT_OF_MEMORY);
}

TEST_CASE("an output without buffer or allocator is refused") {
  Plain plain;
  auto run = plain.get<RunFn>("add_run");
  std::vector<float> x(3), y(3);
  mlc_tensor in[] = {tensor(x, MLC_F32, {1, 3}), tensor(y, MLC_F32, {1, 3})};
  mlc_tensor out = {};
  alignas(64) uint8_t workspace[4096];
  CHECK(run(in, &out, workspace, nullptr) == MLC_OUT_OF_MEMORY);
  CHECK(out.dims[0] == 1);
}

TEST_CASE("the query refuses a caller that knows only older majors") {
  Plain plain;
  auto query = plain.get<mlc_query_fn>(MLC_QUERY_SYMBOL);
  CHECK(query(MLC_ABI_VERSION) != nullptr);
  CHECK(query(0xffff) == nullptr);
}

// The builtins' own memcpy and friends, under names of the test's.
extern "C" {
void *test_memcpy(void *, const void *, size_t);
void *test_memmove(void *, const void *, size_t);
void *test_memset(void *, int, size_t);
int test_memcmp(const void *, const void *, size_t);
}

TEST_CASE("memory functions agree with the C library") {
  std::mt19937 random(5);
  std::vector<uint8_t> a(9000), b, c;
  for (uint8_t &v : a)
    v = uint8_t(random());
  for (size_t n : {0, 1, 7, 15, 16, 17, 31, 32, 33, 100, 2047, 2048, 5000})
    for (size_t shift : {0, 1, 5, 16, 40}) {
      b = c = a;
      test_memcpy(b.data() + 5500 % (9000 - n), a.data() + shift,
                  n < 3000 ? n : 3000);
      memcpy(c.data() + 5500 % (9000 - n), a.data() + shift,
             n < 3000 ? n : 3000);
      CHECK(b == c);
      b = c = a;
      test_memmove(b.data() + shift, b.data() + 13, n);
      memmove(c.data() + shift, c.data() + 13, n);
      CHECK(b == c);
      test_memset(b.data() + shift, 200, n);
      memset(c.data() + shift, 200, n);
      CHECK(b == c);
      CHECK((test_memcmp(a.data(), b.data(), n) < 0) ==
            (memcmp(a.data(), b.data(), n) < 0));
    }
}
