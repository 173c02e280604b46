//===- Context.cpp - Making and ending a context -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Context.h"

#include "runtime/src/core/Cpu.h"
#include "runtime/src/core/Text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

using namespace mlc::rt;

static constexpr uint64_t defaultPlans = 64;
static constexpr uint32_t mostThreads = 4096;
static constexpr uint64_t hugePage = 2 << 20;

//===----------------------------------------------------------------------===//
// What the artifact calls back
//===----------------------------------------------------------------------===//

static mlc_context &self(void *pointer) {
  return *static_cast<mlc_context *>(pointer);
}

static void fill(const mlc_context &context, void *block, uint64_t bytes) {
  if (block && (context.options.flags & MLC_CONTEXT_FILL))
    memset(block, int(context.options.fill_byte), bytes);
}

static void *hostAlloc(void *pointer, uint64_t bytes, uint64_t alignment) {
  mlc_context &context = self(pointer);
  void *block =
      context.allocator.alloc(context.allocator.self, bytes, alignment);
  fill(context, block, bytes);
  // Counts what is live before this block; the artifact adds it afterwards.
  if (context.exec.late_bytes > context.latePeak)
    context.latePeak = context.exec.late_bytes;
  return block;
}

static void hostFree(void *pointer, void *block, uint64_t bytes) {
  mlc_context &context = self(pointer);
  if (context.exec.late_bytes > context.latePeak)
    context.latePeak = context.exec.late_bytes;
  context.allocator.free(context.allocator.self, block, bytes);
}

static void hostParallelFor(void *pointer, mlc_kernel_fn fn,
                            const int64_t *args, int64_t n, mlc_exec *exec) {
  self(pointer).pool.run(fn, args, n, exec);
}

static void hostProfile(void *pointer, uint32_t kernel, uint32_t phase,
                        int64_t items) {
  const mlc_context_options &options = self(pointer).options;
  options.profile(options.profile_self, kernel, phase, items);
}

static void freeWorkspace(mlc_context &context) {
  if (context.workspace)
    context.allocator.free(context.allocator.self, context.workspace,
                           context.workspaceBytes);
  context.workspace = nullptr;
  context.workspaceBytes = 0;
}

/// Large arenas begin at a huge page and ask for huge pages: a kernel that
/// streams through megabytes otherwise pays for its page walks.
static void *hostWorkspace(void *pointer, uint64_t bytes) {
  mlc_context &context = self(pointer);
  freeWorkspace(context);
  uint64_t alignment = bytes >= hugePage ? hugePage : 4096;
  uint64_t rounded = (bytes + alignment - 1) & ~(alignment - 1);
  void *block =
      context.allocator.alloc(context.allocator.self, rounded, alignment);
  if (!block)
    return nullptr;
  context.workspace = static_cast<uint8_t *>(block);
  context.workspaceBytes = rounded;
  if (alignment == hugePage)
    madvise(block, rounded, MADV_HUGEPAGE);
  fill(context, block, rounded);
  return block;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static mlc_code chooseIsa(mlc_context &context, mlc_status *status) {
  const mlc_model &model = *context.model;
  const mlc_artifact &artifact = *model.artifact;
  uint32_t best = artifact.best_isa ? artifact.best_isa() : MLC_ISA_V2;
  uint32_t wanted = context.options.isa;
  IsaList levels(model.isaMask);
  if (wanted >= MLC_ISA_COUNT)
    return Failure(status, MLC_INVALID_ARGUMENT)
           << model.path << ": no such x86-64 level: " << wanted;
  if (wanted != MLC_ISA_ANY) {
    if (wanted > best)
      return Failure(status, MLC_UNSUPPORTED)
             << model.path << ": level " << mlc_isa_name(wanted)
             << " was asked for; this processor offers " << mlc_isa_name(best);
    if (artifact.n_kernels && !(model.isaMask & (1u << wanted)))
      return Failure(status, MLC_UNSUPPORTED)
             << model.path << ": level " << mlc_isa_name(wanted)
             << " was asked for; the model has code for " << levels.text;
    context.exec.isa = wanted;
  } else {
    const char *cap = getenv("MLC_MAX_ISA");
    if (cap && *cap && !mlc_isa_from_name(cap))
      return Failure(status, MLC_INVALID_ARGUMENT)
             << "MLC_MAX_ISA is '" << cap << "'; it must be one of "
             << IsaList(~0u).text;
    uint32_t level = cappedIsa(artifact);
    while (level > 0 && !(model.isaMask & (1u << level)))
      --level;
    if (artifact.n_kernels && level == 0)
      return Failure(status, MLC_UNSUPPORTED)
             << model.path << ": the model has code for " << levels.text
             << "; MLC_MAX_ISA allows " << mlc_isa_name(cappedIsa(artifact));
    context.exec.isa = level;
  }
  bool present = model.isaMask & (1u << context.exec.isa);
  context.exec.kernels = present ? artifact.code[context.exec.isa] : nullptr;
  return MLC_OK;
}

static void fillHost(mlc_context &context) {
  mlc_host &host = context.host;
  host.size = sizeof(host);
  host.self = &context;
  host.alloc = hostAlloc;
  host.free = hostFree;
  host.parallel_for = hostParallelFor;
  host.profile = context.options.profile ? hostProfile : nullptr;
  host.weights = context.model->weights;
  host.states = context.states;
  host.isa = context.exec.isa;
  host.max_workers = context.pool.size();
  host.late_limit = context.options.late_limit;
  host.workspace = hostWorkspace;
}

static void fillExec(mlc_context &context) {
  const mlc_model &model = *context.model;
  mlc_exec &exec = context.exec;
  exec.size = sizeof(exec);
  exec.host = &context.host;
  exec.weights = model.weights;
  exec.states = context.states;
  exec.plan_cache = &context.plans;
  exec.n_workers = context.pool.size();
  exec.artifact = model.artifact;
  exec.custom_ops = model.customOps;
  bool flush = (model.artifact->flags & MLC_ARTIFACT_FLUSH_DENORMALS) != 0;
  exec.mxcsr = flush ? 0x1f80u | 0x8040u : 0x1f80u;
  context.plans.size = sizeof(context.plans);
  context.plans.max_plans =
      context.options.max_plans ? context.options.max_plans : defaultPlans;
}

static mlc_code build(mlc_context &context, mlc_status *status) {
  const char *path = context.model->path;
  if (const char *device = context.options.device;
      device && strcmp(device, "cpu") != 0)
    return Failure(status, MLC_UNSUPPORTED)
           << path << ": device '" << device
           << "' is not supported; only 'cpu' is";
  if (mlc_code code = chooseIsa(context, status))
    return code;

  uint32_t threads =
      context.options.threads ? context.options.threads : defaultThreadCount();
  if (threads > mostThreads)
    return Failure(status, MLC_INVALID_ARGUMENT)
           << path << ": " << threads << " threads asked for; at most "
           << mostThreads;
  if (!context.pool.initialize(context.allocator, threads))
    return Failure(status, MLC_OUT_OF_MEMORY)
           << path << ": out of memory for " << threads << " threads";

  const mlc_model &model = *context.model;
  for (uint64_t i = 0; i < model.artifact->n_entries; ++i)
    if (model.entries[i].desc->n_outputs > context.mostOutputs)
      context.mostOutputs = model.entries[i].desc->n_outputs;
  context.wasGiven =
      allocateArray<uint8_t>(context.allocator, context.mostOutputs);
  if (context.mostOutputs && !context.wasGiven)
    return Failure(status, MLC_OUT_OF_MEMORY) << path << ": out of memory";

  if (mlc_code code = createStates(context, status))
    return code;
  fillHost(context);
  fillExec(context);
  return MLC_OK;
}

mlc_code mlc_context_create(mlc_model *model, const mlc_context_options *given,
                            mlc_context **result, mlc_status *status) {
  clearStatus(status);
  *result = nullptr;
  mlc_context_options options = copyOptions(given);
  mlc_allocator allocator = chooseAllocator(options.allocator);
  void *block = allocator.alloc(allocator.self, sizeof(mlc_context),
                                alignof(mlc_context));
  if (!block)
    return Failure(status, MLC_OUT_OF_MEMORY)
           << model->path << ": out of memory for a context";
  auto *context = new (block) mlc_context();
  context->model = model;
  context->allocator = allocator;
  context->options = options;
  model->holds.fetch_add(1);
  if (mlc_code code = build(*context, status)) {
    mlc_context_destroy(context);
    return code;
  }
  *result = context;
  return MLC_OK;
}

void mlc_context_destroy(mlc_context *context) {
  if (!context)
    return;
  context->pool.destroy();
  while (mlc_plan *plan = context->plans.head) {
    context->plans.head = plan->next;
    context->allocator.free(context->allocator.self, plan, plan->block_bytes);
  }
  destroyStates(*context);
  freeWorkspace(*context);
  freeArray(context->allocator, context->wasGiven, context->mostOutputs);
  mlc_allocator allocator = context->allocator;
  releaseModel(context->model);
  context->~mlc_context();
  allocator.free(allocator.self, context, sizeof(mlc_context));
}

void mlc_context_get_stats(const mlc_context *context,
                           mlc_context_stats *stats) {
  mlc_context_stats full = {};
  full.size =
      stats->size && stats->size < sizeof(full) ? stats->size : sizeof(full);
  full.workspace_bytes = context->workspaceBytes;
  full.state_bytes = context->stateBytes;
  full.late_peak_bytes = context->latePeak;
  full.plans = context->plans.n_plans;
  full.plan_hits = context->plans.hits;
  full.plan_misses = context->plans.misses;
  full.runs = context->runs;
  full.threads = context->pool.size();
  full.isa = context->exec.isa;
  full.last_workers = context->pool.lastWorkers();
  memcpy(stats, &full, full.size);
}
