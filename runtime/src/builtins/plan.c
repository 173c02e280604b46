//===- plan.c - Where buffers of unknown size lie ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy by size: the largest buffer first, each at the lowest place where no
// placed buffer with an overlapping lifetime lies. For one buffer that is one
// vector scan over the lifetimes of the placed ones, then a few passes over the
// overlapping ones only, each pass moving the candidate past what is in its
// way.
//
// Plans are kept by the bucket of each symbol and computed at its upper end:
// sizes are monotone, so the plan holds for everything below.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

typedef int32_t int4v __attribute__((vector_size(16), may_alias));
typedef float float4v __attribute__((vector_size(16)));

/* Scratch of a plan, carved from one block. */
typedef struct scratch {
  uint64_t *begin, *end; /* overlapping blocks of the buffer at hand */
  uint64_t *at, *past;   /* placed blocks, in order of placement */
  int32_t *first, *last; /* their lifetimes */
  uint32_t *order, *merge;
} scratch;

/* Rounded to whole vectors, so that the scan needs no tail. */
static uint64_t padded(uint32_t n) { return ((uint64_t)n + 3) & ~(uint64_t)3; }

uint64_t mlc_rt_plan_scratch(uint32_t n) {
  return padded(n) * (4 * sizeof(uint64_t) + 4 * sizeof(uint32_t)) + 16;
}

static scratch carve(void *block, uint32_t n) {
  uint64_t m = padded(n);
  scratch s;
  s.first = (int32_t *)(((uint64_t)block + 15) & ~(uint64_t)15);
  s.last = s.first + m;
  s.order = (uint32_t *)(s.last + m);
  s.merge = s.order + m;
  s.begin = (uint64_t *)(s.merge + m);
  s.end = s.begin + m;
  s.at = s.end + m;
  s.past = s.at + m;
  return s;
}

/* Largest first, equal sizes in table order: merge sort, stable. */
static uint32_t *sort_by_size(const scratch *s, const uint64_t *sizes,
                              uint32_t n) {
  uint32_t *from = s->order, *to = s->merge;
  for (uint32_t i = 0; i < n; ++i)
    from[i] = i;
  for (uint64_t width = 1; width < n; width *= 2) {
    for (uint64_t lo = 0; lo < n; lo += 2 * width) {
      uint64_t mid = lo + width < n ? lo + width : n;
      uint64_t hi = lo + 2 * width < n ? lo + 2 * width : n;
      uint64_t a = lo, b = mid;
      for (uint64_t i = lo; i < hi; ++i) {
        int take_a = b >= hi || (a < mid && sizes[from[a]] >= sizes[from[b]]);
        to[i] = take_a ? from[a++] : from[b++];
      }
    }
    uint32_t *other = from;
    from = to;
    to = other;
  }
  return from;
}

/* Collects the placed blocks that live together with [first, last]. */
static uint32_t gather(const scratch *s, uint32_t placed, int32_t first,
                       int32_t last) {
  int4v want_first = {first, first, first, first};
  int4v want_last = {last, last, last, last};
  uint32_t found = 0;
  for (uint32_t i = 0; i < placed; i += 4) {
    int4v overlap = (*(const int4v *)(s->first + i) <= want_last) &
                    (*(const int4v *)(s->last + i) >= want_first);
    int mask = __builtin_ia32_movmskps((float4v)overlap);
    for (; mask; mask &= mask - 1) {
      uint32_t j = i + (uint32_t)__builtin_ctz((unsigned)mask);
      s->begin[found] = s->at[j];
      s->end[found++] = s->past[j];
    }
  }
  return found;
}

/* Lowest offset whose `bytes` touch none of the gathered blocks. A block that
   meets the candidate also meets every place up to its own end. */
static uint64_t lowest_place(const scratch *s, uint32_t found, uint64_t bytes) {
  uint64_t candidate = 0;
  for (int moved = 1; moved;) {
    moved = 0;
    for (uint32_t i = 0; i < found; ++i) {
      if (s->begin[i] >= candidate + bytes || s->end[i] <= candidate)
        continue;
      candidate = s->end[i];
      moved = 1;
    }
  }
  return candidate;
}

int64_t mlc_rt_plan(const mlc_rt_lifetime *table, const uint64_t *sizes,
                    uint32_t n, uint64_t *offsets, void *block) {
  for (uint32_t i = 0; i < n; ++i)
    if (sizes[i] > MLC_RT_LIMIT)
      return -1;
  scratch s = carve(block, n);
  const uint32_t *order = sort_by_size(&s, sizes, n);
  /* The sort may have left the order in either array; lifetimes of places not
     yet taken must not match, since the scan reads whole vectors. */
  for (uint64_t i = 0; i < padded(n); ++i) {
    s.first[i] = INT32_MAX;
    s.last[i] = -1;
  }

  uint64_t total = 0;
  uint32_t placed = 0;
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t b = order[i];
    uint64_t bytes = rt_align(sizes[b]);
    offsets[b] = 0;
    if (bytes == 0)
      continue;
    uint32_t found =
        gather(&s, placed, (int32_t)table[b].first, (int32_t)table[b].last);
    uint64_t at = lowest_place(&s, found, bytes);
    offsets[b] = at;
    s.at[placed] = at;
    s.past[placed] = at + bytes;
    s.first[placed] = (int32_t)table[b].first;
    s.last[placed] = (int32_t)table[b].last;
    ++placed;
    if (at + bytes > total)
      total = at + bytes;
    if (total > MLC_RT_LIMIT)
      return -1;
  }
  return (int64_t)total;
}

/* Buckets above this are multiples, below it powers of two. */
#define RT_POWER_BUCKETS 1024
#define RT_BUCKET_GRAIN 256

static int64_t bucket_of(int64_t value, const mlc_symbol_desc *symbol) {
  int64_t bucket = 1;
  if (value <= RT_POWER_BUCKETS) {
    while (bucket < value)
      bucket *= 2;
  } else {
    int64_t grain = symbol->divisor > 1 ? symbol->divisor : 1;
    if (grain < RT_BUCKET_GRAIN)
      grain *= (RT_BUCKET_GRAIN + grain - 1) / grain;
    bucket = (value + grain - 1) / grain * grain;
  }
  return bucket > symbol->max ? symbol->max : bucket;
}

static void make_key(const mlc_artifact *artifact, const int64_t *symbols,
                     int exact, int64_t *key) {
  for (uint64_t i = 0; i < artifact->n_symbols; ++i)
    key[i] = exact ? symbols[i] : bucket_of(symbols[i], &artifact->symbols[i]);
}

static mlc_plan *find_plan(mlc_plan_cache *cache,
                           const mlc_rt_plan_table *table, const int64_t *key,
                           uint64_t n_symbols) {
  for (mlc_plan **link = &cache->head; *link; link = &(*link)->next) {
    mlc_plan *plan = *link;
    if (plan->table != table ||
        memcmp(plan->key, key, n_symbols * sizeof(int64_t)) != 0)
      continue;
    *link = plan->next;
    plan->next = cache->head;
    cache->head = plan;
    return plan;
  }
  return 0;
}

static void drop_oldest(mlc_exec *exec, mlc_plan_cache *cache) {
  mlc_plan **link = &cache->head;
  while ((*link)->next)
    link = &(*link)->next;
  mlc_plan *oldest = *link;
  *link = 0;
  --cache->n_plans;
  if (exec->host->free)
    exec->host->free(exec->host->self, oldest, oldest->block_bytes);
}

/* A new plan at the head of the cache; null when memory is short or the sizes
   are beyond belief. */
static mlc_plan *make_plan(mlc_exec *exec, const mlc_rt_plan_table *table,
                           const int64_t *key) {
  mlc_plan_cache *cache = exec->plan_cache;
  uint64_t n_symbols = exec->artifact->n_symbols;
  uint64_t n = table->n_buffers;
  uint64_t bytes = sizeof(mlc_plan) + 8 * (n_symbols + 2 * n);
  uint64_t scratch_bytes = mlc_rt_plan_scratch(table->n_buffers);
  const mlc_host *host = exec->host;
  mlc_plan *plan = host->alloc(host->self, bytes, 64);
  void *block = host->alloc(host->self, scratch_bytes, 64);
  int64_t arena = -1;
  if (plan && block) {
    plan->block_bytes = bytes;
    plan->table = table;
    plan->key = (int64_t *)(plan + 1);
    plan->offsets = (uint64_t *)(plan->key + n_symbols);
    plan->sizes = plan->offsets + n;
    memcpy(plan->key, key, n_symbols * sizeof(int64_t));
    table->sizes(key, plan->sizes);
    arena = mlc_rt_plan(table->lifetimes, plan->sizes, table->n_buffers,
                        plan->offsets, block);
  }
  if (block && host->free)
    host->free(host->self, block, scratch_bytes);
  if (arena < 0) {
    if (plan && host->free)
      host->free(host->self, plan, bytes);
    return 0;
  }
  plan->arena_bytes = (uint64_t)arena;
  if (cache->max_plans && cache->n_plans >= cache->max_plans)
    drop_oldest(exec, cache);
  plan->next = cache->head;
  cache->head = plan;
  ++cache->n_plans;
  return plan;
}

/* Cached, or new; `exact` keys by the very values. */
static mlc_plan *obtain_plan(mlc_exec *exec, const mlc_rt_plan_table *table,
                             const int64_t *symbols, int exact) {
  mlc_plan_cache *cache = exec->plan_cache;
  uint64_t n_symbols = exec->artifact->n_symbols;
  int64_t key[n_symbols ? n_symbols : 1];
  make_key(exec->artifact, symbols, exact, key);
  mlc_plan *plan = find_plan(cache, table, key, n_symbols);
  if (plan) {
    ++cache->hits;
    return plan;
  }
  ++cache->misses;
  return make_plan(exec, table, key);
}

/* Head of a standalone workspace: the offsets, behind them the arena, where
   sizes and scratch lie as long as nothing else does. */
static uint64_t head_bytes(const mlc_rt_plan_table *table) {
  return rt_align(8 * (uint64_t)table->n_buffers);
}

static uint64_t working_bytes(const mlc_rt_plan_table *table) {
  return 8 * (uint64_t)table->n_buffers + mlc_rt_plan_scratch(table->n_buffers);
}

static const uint64_t *plan_in_workspace(mlc_exec *exec,
                                         const mlc_rt_plan_table *table,
                                         const int64_t *symbols) {
  uint64_t head = head_bytes(table);
  uint64_t working = rt_align(head + working_bytes(table));
  uint64_t *offsets = (uint64_t *)mlc_rt_workspace(exec, working);
  if (!offsets)
    return 0;
  uint64_t *sizes = (uint64_t *)((uint8_t *)offsets + head);
  table->sizes(symbols, sizes);
  int64_t arena = mlc_rt_plan(table->lifetimes, sizes, table->n_buffers,
                              offsets, sizes + table->n_buffers);
  uint64_t total = arena < 0 ? UINT64_MAX : head + (uint64_t)arena;
  if (total < working)
    total = working;
  if (exec->host->workspace &&
      mlc_rt_with_scratch(total, exec->reserved[MLC_RT_SCRATCH_BYTES],
                          exec->n_workers) > exec->workspace_bytes) {
    /* Growing would lose the offsets just made. */
    if (!mlc_rt_workspace(exec, total))
      return 0;
    return plan_in_workspace(exec, table, symbols);
  }
  if (!mlc_rt_workspace(exec, total))
    return 0;
  for (uint32_t i = 0; i < table->n_buffers; ++i)
    offsets[i] += head;
  return offsets;
}

const uint64_t *mlc_rt_plan_cached(mlc_exec *exec,
                                   const mlc_rt_plan_table *table,
                                   const int64_t *symbols) {
  if (!exec->plan_cache || !exec->host->alloc)
    return plan_in_workspace(exec, table, symbols);

  /* A bucket's upper end may be more than the machine has: then plan for the
     values themselves before giving up. */
  int monotone = (table->flags & MLC_RT_PLAN_MONOTONE) != 0;
  mlc_plan *plan = obtain_plan(exec, table, symbols, !monotone);
  if (plan && mlc_rt_workspace(exec, plan->arena_bytes))
    return plan->offsets;
  if (monotone) {
    exec->error.code = MLC_OK;
    plan = obtain_plan(exec, table, symbols, 1);
    if (plan && mlc_rt_workspace(exec, plan->arena_bytes))
      return plan->offsets;
  }
  if (!plan)
    rt_fail_clause(exec, MLC_OUT_OF_MEMORY, MLC_CLAUSE_WORKSPACE, 0, 0, 0,
                   (int64_t)exec->workspace_bytes, -1);
  return 0;
}

/* Anonymous pages straight from the system: a size query has no memory of its
   own and no host to ask. */
static void *map_pages(uint64_t bytes) {
  long result;
  register long flags __asm__("r10") = 0x22; /* MAP_PRIVATE | MAP_ANONYMOUS */
  register long file __asm__("r8") = -1;
  register long offset __asm__("r9") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(9L), "D"(0L), "S"(bytes), "d"(3L), "r"(flags),
                     "r"(file), "r"(offset)
                   : "rcx", "r11", "memory");
  return result < 0 && result > -4096 ? 0 : (void *)result;
}

static void unmap_pages(void *at, uint64_t bytes) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(11L), "D"(at), "S"(bytes)
                   : "rcx", "r11", "memory");
}

uint64_t mlc_rt_plan_bytes(const mlc_artifact *artifact,
                           const mlc_rt_plan_table *table,
                           const int64_t *symbols) {
  (void)artifact;
  uint64_t n = table->n_buffers;
  uint64_t bytes = 16 * n + mlc_rt_plan_scratch(table->n_buffers);
  uint64_t *block = map_pages(bytes);
  if (!block)
    return UINT64_MAX;
  table->sizes(symbols, block);
  int64_t arena = mlc_rt_plan(table->lifetimes, block, table->n_buffers,
                              block + n, block + 2 * n);
  unmap_pages(block, bytes);
  if (arena < 0)
    return UINT64_MAX;
  uint64_t working = rt_align(head_bytes(table) + working_bytes(table));
  uint64_t total = head_bytes(table) + (uint64_t)arena;
  return total > working ? total : working;
}
