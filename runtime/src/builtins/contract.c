//===- contract.c - What a call must bring -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks every input against its row of the entry table and binds the symbols.
// The first broken clause ends the check; the runtime turns the record into a
// sentence that names the clause and the value found.
//
//===----------------------------------------------------------------------===//

#include "internal.h"
#include "mlc/lists.h"

static const uint8_t dtypeBits[] = {
    0,                       /* invalid */
    8,                       /* bool */
    2,  4,   8,  16, 32, 64, /* signed */
    2,  4,   8,  16, 32, 64, /* unsigned */
    16, 16,  32, 64,         /* f16 bf16 f32 f64 */
    8,  8,   8,  8,  8,  4,  /* narrow floats */
    64, 128, 128             /* c64 c128 string */
};

uint32_t rt_dtype_bits(uint32_t dtype) {
  return dtype < sizeof(dtypeBits) ? dtypeBits[dtype] : 0;
}

uint64_t mlc_rt_tensor_bytes(uint32_t dtype, uint32_t rank,
                             const int64_t *dims) {
  uint64_t bits = rt_dtype_bits(dtype);
  uint64_t count = 1;
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0)
      return UINT64_MAX;
    if (dims[i] == 0)
      return 0;
    count = rt_mul(count, (uint64_t)dims[i]);
  }
  bits = rt_mul(bits, count);
  if (bits > MLC_RT_LIMIT * 8)
    return UINT64_MAX;
  return (bits + 7) / 8;
}

/* Strides of 1, 2, 4 or 8 bytes suffice for generated code: it uses unaligned
   vector access on everything that comes from outside. */
static uint64_t alignment_mask(uint32_t dtype) {
  uint32_t bits = rt_dtype_bits(dtype);
  if (bits <= 8)
    return 0;
  return bits >= 64 ? 7 : bits / 8 - 1;
}

/* Rank, extents and data of one tensor, the table row apart. */
static int32_t check_storage(mlc_exec *exec, uint32_t index,
                             const mlc_tensor *tensor) {
  uint64_t bytes =
      mlc_rt_tensor_bytes(tensor->dtype, tensor->rank, tensor->dims);
  if (bytes == UINT64_MAX)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_CAPACITY, 0,
                          index, 0, -1, (int64_t)MLC_RT_LIMIT);
  if (bytes == 0)
    return MLC_OK;
  uint64_t address = (uint64_t)tensor->data;
  if (!address || (address & alignment_mask(tensor->dtype)))
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DATA, 0, index,
                          0, (int64_t)address,
                          (int64_t)alignment_mask(tensor->dtype) + 1);
  if (tensor->capacity && tensor->capacity < bytes)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_CAPACITY, 0,
                          index, 0, (int64_t)tensor->capacity, (int64_t)bytes);
  return MLC_OK;
}

/* `kind` and `items` are what the row says of this list: no deeper than that
   is looked, whatever the caller built. */
static int32_t check_list(mlc_exec *exec, uint32_t index,
                          const mlc_value_desc *want, uint32_t kind,
                          uint64_t items, const mlc_tensor *value) {
  const mlc_list *list = value->data;
  if (!list || (list->size && !list->items))
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DATA, 0, index,
                          0, 0, 1);
  if (kind == MLC_OPTIONAL && list->size > 1)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_CAPACITY, 0,
                          index, 0, (int64_t)list->size, 1);
  for (uint64_t i = 0; i < list->size; ++i) {
    const mlc_tensor *item = &list->items[i];
    uint32_t inner = MLC_ITEM_KIND(items);
    if (item->kind != inner)
      return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_KIND, 0,
                            index, (uint32_t)i, item->kind, inner);
    if (inner != MLC_TENSOR) {
      int32_t code =
          check_list(exec, index, want, inner, MLC_ITEMS_OF_ITEM(items), item);
      if (code)
        return code;
      continue;
    }
    if (item->dtype != want->dtype)
      return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DTYPE, 0,
                            index, (uint32_t)i, item->dtype, want->dtype);
    if (item->rank > MLC_MAX_RANK)
      return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_RANK, 0,
                            index, (uint32_t)i, item->rank, MLC_MAX_RANK);
    int32_t code = check_storage(exec, index, item);
    if (code)
      return code;
  }
  return MLC_OK;
}

static int32_t check_dim(const mlc_artifact *artifact, mlc_exec *exec,
                         uint32_t index, uint32_t dim, const mlc_dim_desc *want,
                         int64_t got, int64_t *symbols) {
  if (got < 0 || (uint64_t)got > MLC_RT_LIMIT)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_RANGE, 0,
                          index, dim, got, (int64_t)MLC_RT_LIMIT);
  if (want->extent >= 0) {
    if (got != want->extent)
      return rt_fail_clause(exec, MLC_SHAPE_MISMATCH, MLC_CLAUSE_EXTENT, 0,
                            index, dim, got, want->extent);
    return MLC_OK;
  }
  if (want->symbol < 0)
    return MLC_OK;
  int64_t *bound = &symbols[want->symbol];
  if (*bound >= 0) {
    if (*bound != got)
      return rt_fail_clause(exec, MLC_SHAPE_MISMATCH, MLC_CLAUSE_SYMBOL, 0,
                            index, dim, got, *bound);
    return MLC_OK;
  }
  const mlc_symbol_desc *symbol = &artifact->symbols[want->symbol];
  if (got < symbol->min || got > symbol->max)
    return rt_fail_clause(exec, MLC_SHAPE_MISMATCH, MLC_CLAUSE_RANGE, 0, index,
                          dim, got,
                          got < symbol->min ? symbol->min : symbol->max);
  if (symbol->divisor > 1 && got % symbol->divisor != 0)
    return rt_fail_clause(exec, MLC_SHAPE_MISMATCH, MLC_CLAUSE_DIVISOR, 0,
                          index, dim, got, symbol->divisor);
  *bound = got;
  return MLC_OK;
}

int32_t mlc_rt_check_inputs(const mlc_artifact *artifact,
                            const mlc_entry_desc *entry, mlc_exec *exec,
                            int64_t *symbols) {
  for (uint64_t i = 0; i < artifact->n_symbols; ++i)
    symbols[i] = -1;

  for (uint32_t i = 0; i < entry->n_inputs; ++i) {
    const mlc_value_desc *want = &entry->inputs[i];
    const mlc_tensor *got = &exec->inputs[i];
    if (got->kind != want->kind)
      return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_KIND, 0, i,
                            0, got->kind, want->kind);
    if (want->kind != MLC_TENSOR) {
      int32_t code = check_list(exec, i, want, want->kind,
                                want->reserved[MLC_ITEMS_IN_ARTIFACT], got);
      if (code)
        return code;
      continue;
    }
    if (got->dtype != want->dtype)
      return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DTYPE, 0, i,
                            0, got->dtype, want->dtype);
    if (got->rank != want->rank)
      return rt_fail_clause(exec, MLC_SHAPE_MISMATCH, MLC_CLAUSE_RANK, 0, i, 0,
                            got->rank, want->rank);
    for (uint32_t d = 0; d < want->rank; ++d) {
      int32_t code = check_dim(artifact, exec, i, d, &want->dims[d],
                               got->dims[d], symbols);
      if (code)
        return code;
    }
    int32_t code = check_storage(exec, i, got);
    if (code)
      return code;
  }

  for (uint64_t i = 0; i < artifact->n_symbols; ++i)
    if (symbols[i] < 0)
      symbols[i] = artifact->symbols[i].min;
  return MLC_OK;
}
