//===- MemoryTest.cpp - Allocators that fail, and the planner ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/Catch.h"
#include "test/unit/runtime/Fixture.h"

#include "runtime/src/builtins/builtins.h"

#include <chrono>
#include <cstring>
#include <random>

using namespace mlc::test;

/// Fails the n-th request (and all after it), or large ones, and counts what is
/// out.
struct Stingy {
  int64_t left = INT64_MAX;
  uint64_t largest = UINT64_MAX;
  int64_t live = 0, liveBytes = 0;

  mlc_allocator get() {
    return {this,
            [](void *self, uint64_t bytes, uint64_t alignment) -> void * {
              auto *s = static_cast<Stingy *>(self);
              if (bytes > s->largest || s->left-- <= 0)
                return nullptr;
              ++s->live;
              s->liveBytes += int64_t(bytes);
              if (alignment < 16)
                alignment = 16;
              return aligned_alloc(alignment, (bytes + alignment - 1) /
                                                  alignment * alignment);
            },
            [](void *self, void *block, uint64_t bytes) {
              auto *s = static_cast<Stingy *>(self);
              --s->live;
              s->liveBytes -= int64_t(bytes);
              free(block);
            }};
  }
};

/// Opens, creates, runs three entries; the first failure's code.
static mlc_code wholeLife(Stingy &stingy, std::string *message) {
  mlc_status status = {};
  mlc_open_options open = {};
  open.custom_ops = &twiceOp;
  open.n_custom_ops = 1;
  open.allocator = stingy.get();
  mlc_model *model = nullptr;
  mlc_context *context = nullptr;
  const auto &bytes = sealedBytes();
  mlc_code code =
      mlc_model_open_memory(bytes.data(), bytes.size(), &open, &model, &status);
  mlc_context_options options = {};
  options.allocator = stingy.get();
  options.threads = 2;
  if (!code)
    code = mlc_context_create(model, &options, &context, &status);
  std::vector<float> x(30, 1), y(30, 2);
  mlc_tensor in[] = {tensor(x, MLC_F32, {10, 3}), tensor(y, MLC_F32, {10, 3})};
  mlc_tensor flat = tensor(x, MLC_F32, {30});
  mlc_tensor out[3] = {};
  if (!code)
    code = mlc_run(context, mlc_model_entry(model, "add"), in, 2, &out[0], 1,
                   &status);
  if (!code)
    code = mlc_run(context, mlc_model_entry(model, "keep"), &flat, 1, &out[1],
                   1, &status);
  if (!code)
    code = mlc_run(context, mlc_model_entry(model, "split"), in, 1, &out[2], 1,
                   &status);
  for (mlc_tensor &t : out)
    if (context)
      mlc_tensor_release(context, &t);
  mlc_context_destroy(context);
  mlc_model_close(model);
  *message = status.message;
  return code;
}

TEST_CASE("a workspace that could not grow is not used again") {
  // Of 1,300 rows the bucket's plan does not fit under the limit, the plan of
  // the very size does: as large as the workspace was that had to go for the
  // first attempt.
  Stingy stingy;
  mlc_model *model = nullptr;
  mlc_context *context = nullptr;
  mlc_status status = {};
  const auto &bytes = sealedBytes();
  mlc_open_options open = {};
  open.custom_ops = &twiceOp;
  open.n_custom_ops = 1;
  REQUIRE(mlc_model_open_memory(bytes.data(), bytes.size(), &open, &model,
                                &status) == MLC_OK);
  mlc_context_options options = {};
  options.allocator = stingy.get();
  options.threads = 1;
  REQUIRE(mlc_context_create(model, &options, &context, &status) == MLC_OK);
  stingy.largest = 33000;
  std::vector<float> x(3 * 1300, 1), y(3 * 1300, 2);
  for (int64_t rows : {1280, 1300}) {
    mlc_tensor in[] = {tensor(x, MLC_F32, {rows, 3}),
                       tensor(y, MLC_F32, {rows, 3})};
    mlc_tensor out = {};
    CHECK(mlc_run(context, mlc_model_entry(model, "add"), in, 2, &out, 1,
                  &status) == MLC_OK);
    CHECK(static_cast<const float *>(out.data)[3 * rows - 1] == 3);
    mlc_tensor_release(context, &out);
    mlc_context_stats stats = {};
    mlc_context_get_stats(context, &stats);
    CHECK(stats.workspace_bytes == 32768);
  }
  mlc_context_destroy(context);
  mlc_model_close(model);
  CHECK(stingy.live == 0);
}

TEST_CASE("each allocation may fail: a status, and nothing is left behind") {
  std::string message;
  Stingy generous;
  CHECK(wholeLife(generous, &message) == MLC_OK);
  CHECK(generous.live == 0);
  CHECK(generous.liveBytes == 0);
  int64_t n = INT64_MAX - generous.left;
  CHECK(n > 20);
  for (int64_t i = 0; i < n; ++i) {
    Stingy stingy;
    stingy.left = i;
    mlc_code code = wholeLife(stingy, &message);
    INFO("allocation " << i << ": " << message);
    CHECK(code == MLC_OUT_OF_MEMORY);
    CHECK(!message.empty());
    CHECK(stingy.live == 0);
    CHECK(stingy.liveBytes == 0);
  }
}

struct PlanCase {
  std::vector<mlc_rt_lifetime> lifetimes;
  std::vector<uint64_t> sizes, offsets;
  int64_t total;
};

static PlanCase planRandom(uint32_t n, uint32_t seed, uint32_t longest) {
  std::mt19937 random(seed);
  PlanCase c;
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t first = random() % (n ? n : 1);
    c.lifetimes.push_back({first, first + uint32_t(random() % longest)});
    c.sizes.push_back(random() % 5 ? random() % 100000 : 0);
  }
  c.offsets.resize(n);
  std::vector<uint8_t> scratch(mlc_rt_plan_scratch(n) + 8);
  c.total = mlc_rt_plan(c.lifetimes.data(), c.sizes.data(), n, c.offsets.data(),
                        scratch.data() + 8 - uintptr_t(scratch.data()) % 8);
  return c;
}

/// Most bytes alive at one step: no plan can be smaller.
static uint64_t lowerBound(const PlanCase &c) {
  uint64_t best = 0;
  for (const mlc_rt_lifetime &at : c.lifetimes) {
    uint64_t sum = 0;
    for (size_t i = 0; i < c.sizes.size(); ++i)
      if (c.lifetimes[i].first <= at.first && c.lifetimes[i].last >= at.first)
        sum += (c.sizes[i] + 63) / 64 * 64;
    if (sum > best)
      best = sum;
  }
  return best;
}

TEST_CASE("plans never overlap and stay close to what is alive at once") {
  for (uint32_t n : {0u, 1u, 2u, 3u, 5u, 17u, 100u, 333u})
    for (uint32_t seed = 0; seed < 6; ++seed) {
      PlanCase c = planRandom(n, seed, seed % 2 ? 4 : 40);
      uint64_t top = 0;
      for (uint32_t i = 0; i < n; ++i) {
        CHECK(c.offsets[i] % 64 == 0);
        if (c.sizes[i] && c.offsets[i] + c.sizes[i] > top)
          top = c.offsets[i] + c.sizes[i];
        for (uint32_t j = 0; j < i; ++j) {
          bool together = c.lifetimes[i].first <= c.lifetimes[j].last &&
                          c.lifetimes[j].first <= c.lifetimes[i].last;
          bool apart = c.offsets[i] + c.sizes[i] <= c.offsets[j] ||
                       c.offsets[j] + c.sizes[j] <= c.offsets[i];
          if (together && !apart && c.sizes[i] && c.sizes[j])
            FAIL_CHECK("buffers " << i << " and " << j << " of " << n);
        }
      }
      CHECK(c.total >= int64_t(top));
      CHECK(double(c.total) <= 1.5 * double(lowerBound(c)) + 1);
    }
}

TEST_CASE("sizes beyond belief are refused") {
  mlc_rt_lifetime life[] = {{0, 9}, {0, 9}};
  uint64_t sizes[] = {UINT64_MAX, 1}, offsets[2], scratch[64];
  CHECK(mlc_rt_plan(life, sizes, 2, offsets, scratch) == -1);
  sizes[0] = sizes[1] = uint64_t(1) << 47;
  CHECK(mlc_rt_plan(life, sizes, 2, offsets, scratch) == -1);
}

TEST_CASE("planning a thousand buffers", "[timing]") {
  PlanCase c = planRandom(1000, 3, 20);
  std::vector<uint64_t> scratch(mlc_rt_plan_scratch(1000) / 8 + 1);
  double best = 1e9;
  for (int i = 0; i < 20; ++i) {
    auto begin = std::chrono::steady_clock::now();
    mlc_rt_plan(c.lifetimes.data(), c.sizes.data(), 1000, c.offsets.data(),
                scratch.data());
    double us = std::chrono::duration<double, std::micro>(
                    std::chrono::steady_clock::now() - begin)
                    .count();
    best = us < best ? us : best;
  }
  WARN("1000 buffers planned in " << best << " us");
  CHECK(best < 2000); // the bar is 200 on an idle machine, optimised
}

TEST_CASE("every worker has scratch behind the workspace") {
  alignas(64) static uint8_t memory[1024];
  static uint64_t asked;
  asked = 0;
  mlc_host host = {};
  host.workspace = [](void *, uint64_t bytes) -> void * {
    asked = bytes;
    return bytes <= sizeof(memory) ? memory : nullptr;
  };
  mlc_exec exec = {};
  exec.host = &host;
  exec.n_workers = 3;
  auto scratch = [&] { return exec.reserved[MLC_RT_SCRATCH]; };
  // None: as large as asked for, and no address.
  CHECK(mlc_rt_workspace(&exec, 100) == memory);
  CHECK(asked == 100);
  CHECK(scratch() == 0);

  exec.workspace_bytes = 0;
  mlc_rt_reserve_scratch(&exec, 100);
  CHECK(exec.reserved[MLC_RT_SCRATCH_BYTES] == 128);
  CHECK(mlc_rt_workspace(&exec, 100) == memory);
  CHECK(asked == 128 + 3 * 128);
  CHECK(asked == mlc_rt_with_scratch(100, 100, 3));
  CHECK(scratch() == uint64_t(memory) + 128);
  CHECK(exec.planned_bytes == 128 + 3 * 128);
  CHECK(exec.n_workers == 3);
  CHECK(mlc_rt_workspace(&exec, sizeof(memory) - 64) == nullptr);
  CHECK(mlc_rt_with_scratch(UINT64_MAX, 100, 3) == UINT64_MAX);

  // A fixed workspace: with the scratch of all, of one worker, of none.
  host.workspace = nullptr;
  exec.workspace = memory;
  exec.workspace_bytes = 512;
  exec.error = {};
  CHECK(mlc_rt_workspace(&exec, 128) == memory);
  CHECK(exec.n_workers == 3);
  exec.workspace_bytes = 511;
  CHECK(mlc_rt_workspace(&exec, 128) == memory);
  CHECK(exec.n_workers == 1);
  CHECK(scratch() == uint64_t(memory) + 128);
  exec.workspace_bytes = 255;
  CHECK(mlc_rt_workspace(&exec, 128) == nullptr);
  CHECK(exec.error.code == MLC_OUT_OF_MEMORY);
}
