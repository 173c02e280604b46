//===- memory.c - Workspace, outputs and late blocks -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds of memory: the workspace (planned before the run), outputs (the
// caller's or handed to it), and late blocks (sizes known mid-run, freed at its
// end). Late blocks form a list through a header in front of each.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

static uint64_t nowhere[8] __attribute__((aligned(64)));

void *rt_nowhere(void) { return nowhere; }

void mlc_rt_reserve_scratch(mlc_exec *exec, uint64_t bytes) {
  exec->reserved[MLC_RT_SCRATCH_BYTES] = rt_align(bytes);
}

uint64_t mlc_rt_with_scratch(uint64_t bytes, uint64_t scratch,
                             uint32_t workers) {
  if (!scratch || bytes > MLC_RT_LIMIT)
    return bytes;
  return rt_align(bytes) + workers * rt_align(scratch);
}

uint8_t *mlc_rt_workspace(mlc_exec *exec, uint64_t bytes) {
  const mlc_host *host = exec->host;
  uint64_t begin = bytes, scratch = exec->reserved[MLC_RT_SCRATCH_BYTES];
  bytes = mlc_rt_with_scratch(begin, scratch, exec->n_workers);
  if (scratch && exec->n_workers > 1 && !host->workspace &&
      (bytes > exec->workspace_bytes || (exec->flags & MLC_RT_EXEC_NO_TAIL))) {
    exec->n_workers = 1;
    bytes = mlc_rt_with_scratch(begin, scratch, 1);
  }
  if (bytes > exec->workspace_bytes) {
    void *grown = 0;
    if (host->workspace && bytes <= MLC_RT_LIMIT)
      grown = host->workspace(host->self, bytes);
    if (!grown) {
      rt_fail_clause(exec, MLC_OUT_OF_MEMORY, MLC_CLAUSE_WORKSPACE, 0, 0, 0,
                     (int64_t)exec->workspace_bytes, (int64_t)bytes);
      /* A host gives the old one up before it makes a new one. */
      if (host->workspace)
        exec->workspace = 0, exec->workspace_bytes = 0;
      return 0;
    }
    exec->workspace = grown;
    exec->workspace_bytes = bytes;
  }
  exec->planned_bytes = rt_align(bytes);
  exec->tail_used = 0;
  if (scratch)
    exec->reserved[MLC_RT_SCRATCH] =
        (uint64_t)exec->workspace + rt_align(begin);
  return exec->workspace ? exec->workspace : (uint8_t *)nowhere;
}

void *mlc_rt_output(mlc_exec *exec, uint32_t index, uint32_t dtype,
                    uint32_t rank, const int64_t *dims) {
  mlc_tensor *output = &exec->outputs[index];
  uint32_t given = output->dtype;
  output->kind = MLC_TENSOR;
  output->dtype = dtype;
  output->rank = rank;
  for (uint32_t i = 0; i < rank; ++i)
    output->dims[i] = dims[i];

  if (output->data && given != MLC_DTYPE_INVALID && given != dtype) {
    rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DTYPE, 1, index, 0,
                   given, dtype);
    return 0;
  }
  uint64_t bytes = mlc_rt_tensor_bytes(dtype, rank, dims);
  if (bytes == UINT64_MAX) {
    rt_fail_clause(exec, MLC_OUT_OF_MEMORY, MLC_CLAUSE_CAPACITY, 1, index, 0,
                   -1, (int64_t)MLC_RT_LIMIT);
    return 0;
  }
  if (bytes == 0)
    return output->data ? output->data : rt_nowhere();
  if (output->data) {
    if (output->capacity < bytes) {
      rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_CAPACITY, 1, index,
                     0, (int64_t)output->capacity, (int64_t)bytes);
      return 0;
    }
    uint32_t bits = rt_dtype_bits(dtype);
    uint64_t mask = bits <= 8 ? 0 : bits >= 64 ? 7 : bits / 8 - 1;
    if ((uint64_t)output->data & mask) {
      rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DATA, 1, index, 0,
                     (int64_t)output->data, (int64_t)mask + 1);
      return 0;
    }
    return output->data;
  }
  const mlc_host *host = exec->host;
  void *block = host->alloc ? host->alloc(host->self, bytes, MLC_RT_ALIGN) : 0;
  if (!block) {
    rt_fail_clause(exec, MLC_OUT_OF_MEMORY, MLC_CLAUSE_CAPACITY, 1, index, 0, 0,
                   (int64_t)bytes);
    return 0;
  }
  output->data = block;
  output->capacity = bytes;
  output->flags |= 1u;
  return block;
}

static void *place_in_tail(mlc_exec *exec, uint64_t bytes, uint64_t alignment) {
  if (!exec->workspace || (exec->flags & MLC_RT_EXEC_NO_TAIL))
    return 0;
  uint64_t base = (uint64_t)exec->workspace;
  uint64_t begin = base + exec->planned_bytes + exec->tail_used;
  uint64_t at =
      (begin + sizeof(mlc_late_block) + alignment - 1) & ~(alignment - 1);
  uint64_t end = at + rt_align(bytes);
  if (end > base + exec->workspace_bytes)
    return 0;
  mlc_late_block *block = (mlc_late_block *)at - 1;
  block->base = 0;
  block->bytes = bytes;
  block->before = exec->tail_used;
  exec->tail_used = end - base - exec->planned_bytes;
  return (void *)at;
}

static void *place_in_heap(mlc_exec *exec, uint64_t bytes, uint64_t alignment) {
  const mlc_host *host = exec->host;
  uint64_t lead =
      alignment > sizeof(mlc_late_block) ? alignment : sizeof(mlc_late_block);
  uint64_t total = lead + rt_align(bytes);
  if (host->late_limit && exec->late_bytes + bytes > host->late_limit)
    return 0;
  uint8_t *base = host->alloc(host->self, total, alignment);
  if (!base)
    return 0;
  mlc_late_block *block = (mlc_late_block *)(base + lead) - 1;
  block->base = base;
  block->bytes = total;
  block->before = bytes;
  exec->late_bytes += bytes;
  return base + lead;
}

void *mlc_rt_late_alloc(mlc_exec *exec, uint64_t bytes, uint64_t alignment) {
  if (alignment < MLC_RT_ALIGN)
    alignment = MLC_RT_ALIGN;
  if (bytes == 0)
    bytes = 1;
  void *at = 0;
  if (bytes <= MLC_RT_LIMIT && alignment <= 4096)
    at = exec->host->alloc ? place_in_heap(exec, bytes, alignment)
                           : place_in_tail(exec, bytes, alignment);
  if (!at) {
    mlc_rt_fail(exec, MLC_OUT_OF_MEMORY, -1, 0,
                bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes,
                (int64_t)exec->host->late_limit);
    return 0;
  }
  mlc_late_block *block = (mlc_late_block *)at - 1;
  block->previous = 0;
  block->next = exec->late_head;
  if (block->next)
    block->next->previous = block;
  exec->late_head = block;
  return at;
}

void mlc_rt_late_release(mlc_exec *exec, void *at) {
  if (!at)
    return;
  mlc_late_block *block = (mlc_late_block *)at - 1;
  if (block->previous)
    block->previous->next = block->next;
  else
    exec->late_head = block->next;
  if (block->next)
    block->next->previous = block->previous;

  if (block->base) {
    exec->late_bytes -= block->before;
    if (exec->host->free)
      exec->host->free(exec->host->self, block->base, block->bytes);
    return;
  }
  uint64_t base = (uint64_t)exec->workspace + exec->planned_bytes;
  if ((uint64_t)at + rt_align(block->bytes) == base + exec->tail_used)
    exec->tail_used = block->before;
}

void mlc_rt_late_release_all(mlc_exec *exec) {
  while (exec->late_head)
    mlc_rt_late_release(exec, exec->late_head + 1);
  exec->tail_used = 0;
}
