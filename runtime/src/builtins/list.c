//===- list.c - Sequences and optionals at run time ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list owns copies: the tensor it is given may lie in the arena, where the
// next step overwrites it. Everything is late memory, so a run's end frees it;
// an output list moves into one block that the caller can free in one go.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

static void copy_header(mlc_tensor *to, const mlc_tensor *from) {
  memcpy(to, from, sizeof(*to));
  to->flags = 0;
}

/* A tensor or list whose data is the list's own. */
static int32_t own_item(mlc_exec *exec, mlc_tensor *to,
                        const mlc_tensor *from) {
  if (from->kind != MLC_TENSOR) {
    mlc_list *inner = mlc_rt_list_copy(exec, from->data);
    if (!inner)
      return MLC_OUT_OF_MEMORY;
    copy_header(to, from);
    to->data = inner;
    return MLC_OK;
  }
  uint64_t bytes = mlc_rt_tensor_bytes(from->dtype, from->rank, from->dims);
  void *data = mlc_rt_late_alloc(exec, bytes, MLC_RT_ALIGN);
  if (!data)
    return MLC_OUT_OF_MEMORY;
  copy_header(to, from);
  memcpy(data, from->data, bytes);
  to->data = data;
  to->capacity = bytes;
  return MLC_OK;
}

/* What own_item made. */
static void release_item(mlc_exec *exec, const mlc_tensor *item) {
  if (item->kind != MLC_TENSOR) {
    mlc_list *inner = item->data;
    for (uint64_t i = 0; i < inner->size; ++i)
      release_item(exec, &inner->items[i]);
    mlc_rt_late_release(exec, inner->items);
  }
  mlc_rt_late_release(exec, item->data);
}

static int32_t reserve(mlc_exec *exec, mlc_list *list, uint64_t size) {
  if (size <= list->capacity)
    return MLC_OK;
  uint64_t capacity = list->capacity ? list->capacity * 2 : 4;
  if (capacity < size)
    capacity = size;
  mlc_tensor *items = mlc_rt_late_alloc(
      exec, rt_mul(capacity, sizeof(mlc_tensor)), MLC_RT_ALIGN);
  if (!items)
    return MLC_OUT_OF_MEMORY;
  memcpy(items, list->items, list->size * sizeof(mlc_tensor));
  mlc_rt_late_release(exec, list->items);
  list->items = items;
  list->capacity = capacity;
  return MLC_OK;
}

mlc_list *mlc_rt_list_new(mlc_exec *exec, int64_t capacity) {
  mlc_list *list = mlc_rt_late_alloc(exec, sizeof(mlc_list), MLC_RT_ALIGN);
  if (!list)
    return 0;
  list->size = list->capacity = 0;
  list->items = 0;
  if (capacity > 0 && reserve(exec, list, (uint64_t)capacity))
    return 0;
  return list;
}

mlc_list *mlc_rt_list_copy(mlc_exec *exec, const mlc_list *from) {
  mlc_list *list = mlc_rt_list_new(exec, (int64_t)from->size);
  for (uint64_t i = 0; list && i < from->size; ++i)
    if (mlc_rt_list_push(exec, list, &from->items[i]))
      return 0;
  return list;
}

/* From the end when negative; -1 when outside [0, limit). */
static int64_t resolve(int64_t position, int64_t size, int64_t limit) {
  if (position < 0)
    position += size;
  return position < 0 || position >= limit ? -1 : position;
}

int32_t mlc_rt_list_insert(mlc_exec *exec, mlc_list *list, int64_t position,
                           const mlc_tensor *item, int64_t node) {
  int64_t size = (int64_t)list->size;
  int64_t at = resolve(position, size, size + 1);
  if (at < 0) {
    mlc_rt_fail(exec, MLC_OUT_OF_BOUNDS, node, 0, position, size);
    return MLC_OUT_OF_BOUNDS;
  }
  mlc_tensor owned;
  int32_t code = reserve(exec, list, list->size + 1);
  if (!code)
    code = own_item(exec, &owned, item);
  if (code)
    return code;
  memmove(list->items + at + 1, list->items + at,
          (uint64_t)(size - at) * sizeof(mlc_tensor));
  memcpy(list->items + at, &owned, sizeof(owned));
  ++list->size;
  return MLC_OK;
}

int32_t mlc_rt_list_push(mlc_exec *exec, mlc_list *list,
                         const mlc_tensor *item) {
  return mlc_rt_list_insert(exec, list, (int64_t)list->size, item, -1);
}

int32_t mlc_rt_list_erase(mlc_exec *exec, mlc_list *list, int64_t position,
                          int64_t node) {
  int64_t size = (int64_t)list->size;
  int64_t at = resolve(position, size, size);
  if (at < 0) {
    mlc_rt_fail(exec, MLC_OUT_OF_BOUNDS, node, 0, position, size);
    return MLC_OUT_OF_BOUNDS;
  }
  release_item(exec, &list->items[at]);
  memmove(list->items + at, list->items + at + 1,
          (uint64_t)(size - at - 1) * sizeof(mlc_tensor));
  --list->size;
  return MLC_OK;
}

const mlc_tensor *mlc_rt_list_get(mlc_exec *exec, const mlc_list *list,
                                  int64_t position, int64_t node) {
  int64_t size = (int64_t)list->size;
  int64_t at = resolve(position, size, size);
  if (at < 0) {
    mlc_rt_fail(exec, MLC_OUT_OF_BOUNDS, node, 0, position, size);
    return 0;
  }
  return &list->items[at];
}

int64_t mlc_rt_list_size(const mlc_list *list) { return (int64_t)list->size; }

/* Where things lie in the one block of an output: a list, its items, then what
   each item holds, lists in the same order. */
static uint64_t packed_head(void) { return rt_align(sizeof(mlc_list)); }
static uint64_t packed_items(const mlc_list *list) {
  return rt_align(rt_mul(list->size, sizeof(mlc_tensor)));
}

static uint64_t packed_size(const mlc_list *list) {
  uint64_t total = packed_head() + packed_items(list);
  for (uint64_t i = 0; i < list->size; ++i) {
    const mlc_tensor *item = &list->items[i];
    total +=
        item->kind == MLC_TENSOR
            ? rt_align(mlc_rt_tensor_bytes(item->dtype, item->rank, item->dims))
            : packed_size(item->data);
  }
  return total;
}

/* Lays `list` down at `block`; the first byte behind it. */
static uint8_t *pack(uint8_t *block, const mlc_list *list) {
  mlc_list *made = (mlc_list *)block;
  made->size = made->capacity = list->size;
  made->items = (mlc_tensor *)(block + packed_head());
  uint8_t *at = block + packed_head() + packed_items(list);
  for (uint64_t i = 0; i < list->size; ++i) {
    const mlc_tensor *from = &list->items[i];
    copy_header(&made->items[i], from);
    made->items[i].data = at;
    if (from->kind != MLC_TENSOR) {
      at = pack(at, from->data);
      continue;
    }
    uint64_t bytes = mlc_rt_tensor_bytes(from->dtype, from->rank, from->dims);
    memcpy(at, from->data, bytes);
    made->items[i].capacity = bytes;
    at += rt_align(bytes);
  }
  return at;
}

int32_t mlc_rt_list_output(mlc_exec *exec, uint32_t index, uint32_t kind,
                           uint32_t dtype, const mlc_list *list) {
  uint64_t total = packed_size(list);

  mlc_tensor *output = &exec->outputs[index];
  const mlc_host *host = exec->host;
  uint8_t *block = output->data;
  if (block ? output->capacity < total : !host->alloc)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_CAPACITY, 1,
                          index, 0, (int64_t)output->capacity, (int64_t)total);
  if (!block) {
    block = host->alloc(host->self, total, MLC_RT_ALIGN);
    if (!block)
      return rt_fail_clause(exec, MLC_OUT_OF_MEMORY, MLC_CLAUSE_CAPACITY, 1,
                            index, 0, 0, (int64_t)total);
    output->capacity = total;
    output->flags |= 1u;
  }
  output->data = block;
  output->kind = kind;
  output->dtype = dtype;
  output->rank = 0;
  pack(block, list);
  return MLC_OK;
}
