//===- error.c - The error record of a run -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Workers may fail at the same time. The record keeps the lowest (node, item),
// which makes it independent of who ran which item: items are never skipped, so
// every failing item reports.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

static void lock_record(mlc_error_record *record) {
  while (__atomic_exchange_n(&record->lock, 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&record->lock, __ATOMIC_RELAXED))
      __builtin_ia32_pause();
}

static void unlock_record(mlc_error_record *record) {
  __atomic_store_n(&record->lock, 0, __ATOMIC_RELEASE);
}

/* Unknown nodes (-1) come last, so that a known place always wins. */
static int comes_before(int64_t node, int64_t item,
                        const mlc_error_record *record) {
  if ((uint64_t)node != (uint64_t)record->node)
    return (uint64_t)node < (uint64_t)record->node;
  return item < record->item;
}

void mlc_rt_fail(mlc_exec *exec, int32_t code, int64_t node, int64_t item,
                 int64_t value, int64_t bound) {
  mlc_error_record *record = &exec->error;
  lock_record(record);
  if (record->code == MLC_OK || comes_before(node, item, record)) {
    record->node = node;
    record->item = item;
    record->value = value;
    record->bound = bound;
    record->clause = MLC_CLAUSE_NONE;
    record->index = record->dim = record->is_output = 0;
    __atomic_store_n(&record->code, (uint32_t)code, __ATOMIC_RELAXED);
  }
  unlock_record(record);
}

int32_t rt_fail_clause(mlc_exec *exec, int32_t code, uint32_t clause,
                       uint32_t is_output, uint32_t index, uint32_t dim,
                       int64_t value, int64_t bound) {
  mlc_error_record *record = &exec->error;
  lock_record(record);
  if (record->code == MLC_OK) {
    record->node = -1;
    record->item = 0;
    record->value = value;
    record->bound = bound;
    record->clause = clause;
    record->index = index;
    record->dim = dim;
    record->is_output = is_output;
    __atomic_store_n(&record->code, (uint32_t)code, __ATOMIC_RELAXED);
  }
  unlock_record(record);
  return code;
}
