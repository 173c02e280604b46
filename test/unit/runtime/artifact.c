//===- artifact.c - An artifact written by hand --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler would emit, small enough to read: every entry exercises one
// side of the runtime. Built into a shared library without dependencies, then
// sealed by the tests (Seal.h).
//
//   add     f32[batch,3] twice, planned buffers, two kernels
//   lookup  f32[n], i64[m]; a kernel that checks its indices
//   scale   f32[4] by a weight, no symbols: the trivial call
//   count   adds its input to a state block and returns the sum
//   keep    the positive elements, a size known only mid-run
//   split   a sequence of the rows
//   custom  a custom op 'test.twice' with a shape rule
//   mode    the floating-point control word and worker of each item
//
//===----------------------------------------------------------------------===//

#include "runtime/src/builtins/builtins.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum { BATCH, N, M, SYMBOLS };
enum { K_ADD, K_COPY, K_LOOKUP, K_SCALE, K_MODE, KERNELS };
enum {
  NODE_ADD,
  NODE_LOOKUP,
  NODE_SCALE,
  NODE_KEEP,
  NODE_SPLIT,
  NODE_CUSTOM,
  NODES
};
enum {
  E_ADD,
  E_LOOKUP,
  E_SCALE,
  E_COUNT,
  E_KEEP,
  E_SPLIT,
  E_CUSTOM,
  E_MODE,
  ENTRIES
};

static const mlc_artifact artifact;
static const mlc_entry_desc entries[ENTRIES];

/* ---- Kernels ------------------------------------------------------------ */

static void add_rows(const int64_t *a, int64_t begin, int64_t end,
                     int64_t worker, mlc_exec *exec) {
  const float *x = (const float *)a[0], *y = (const float *)a[1];
  float *z = (float *)a[2];
  for (int64_t i = begin * 3; i < end * 3; ++i)
    z[i] = x[i] + y[i];
}
static int64_t add_rows_items(const int64_t *a) { return a[3]; }

static void copy_rows(const int64_t *a, int64_t begin, int64_t end,
                      int64_t worker, mlc_exec *exec) {
  const float *x = (const float *)a[0];
  float *z = (float *)a[2];
  for (int64_t i = begin * 3; i < end * 3; ++i)
    z[i] = x[i];
}

static void lookup(const int64_t *a, int64_t begin, int64_t end, int64_t worker,
                   mlc_exec *exec) {
  const float *data = (const float *)a[0];
  const int64_t *index = (const int64_t *)a[1];
  float *out = (float *)a[2];
  for (int64_t i = begin; i < end; ++i) {
    if (index[i] < -a[4] || index[i] >= a[4]) {
      mlc_rt_fail(exec, MLC_OUT_OF_BOUNDS, NODE_LOOKUP, i, index[i], a[4]);
      continue;
    }
    out[i] = data[index[i] < 0 ? index[i] + a[4] : index[i]];
  }
}

static void scale(const int64_t *a, int64_t begin, int64_t end, int64_t worker,
                  mlc_exec *exec) {
  const float *x = (const float *)a[0], *w = (const float *)a[1];
  float *y = (float *)a[2];
  for (int i = 0; i < 4; ++i)
    y[i] = x[i] * w[i];
}
static int64_t one_item(const int64_t *a) { return 1; }

/* Long enough per item that every worker gets some. */
static void mode(const int64_t *a, int64_t begin, int64_t end, int64_t worker,
                 mlc_exec *exec) {
  int64_t *out = (int64_t *)a[2];
  for (int64_t i = begin; i < end; ++i) {
    volatile double sink = 1;
    for (int k = 0; k < 2000; ++k)
      sink = sink * 1.0000001;
    uint32_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(word));
    out[i] = (int64_t)((uint64_t)worker << 32 | (word & 0xffc0));
  }
}

static const mlc_kernel_code code_v2[KERNELS] = {
    {add_rows, add_rows_items}, {copy_rows, add_rows_items},
    {lookup, add_rows_items},   {scale, one_item},
    {mode, add_rows_items},
};
static const mlc_kernel_code *const code[MLC_ISA_COUNT] = {0, code_v2, code_v2};

static const mlc_kernel_desc kernels[KERNELS] = {
    {"add_rows", "add_0", "elementwise", 0, 0, {0}},
    {"copy_rows", "add_0", "movement", 0, 0, {0}},
    {"lookup", "gather_3", "generic", 0, 0, {0}},
    {"scale", "mul_1", "elementwise", 4, 48, {0}},
    {"mode", "mode_0", "generic", 0, 0, {0}},
};

/* ---- Weights: one f32[4] and a state image ------------------------------- */

typedef struct weight_block {
  float scale[4];
  uint8_t pad[48];
  double image[2];
  uint8_t filler[4096];
} weight_block;
__attribute__((section(".mlc.weights"), aligned(4096), used))
const weight_block weight_data = {{1, 2, 3, 4}, {0}, {100, 0}, {7}};

static const mlc_weight_desc weights[] = {{0, 16, {0, 0}}, {64, 16, {0, 0}}};

/* ---- Entries ------------------------------------------------------------ */

static const mlc_rt_lifetime lifetimes[] = {{0, 1}, {1, 2}};
static void sizes(const int64_t *s, uint64_t *bytes) {
  bytes[0] = bytes[1] = 12 * (uint64_t)s[BATCH];
}
static const mlc_rt_plan_table plan = {
    lifetimes, sizes, 2, MLC_RT_PLAN_MONOTONE, {0}};

static int32_t run_add(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_ADD], exec, s))
    return (int32_t)exec->error.code;
  const uint64_t *at = mlc_rt_plan_cached(exec, &plan, s);
  if (!at)
    return (int32_t)exec->error.code;
  int64_t dims[] = {s[BATCH], 3};
  void *out = mlc_rt_output(exec, 0, MLC_F32, 2, dims);
  if (!out)
    return (int32_t)exec->error.code;
  int64_t t0 = (int64_t)(exec->workspace + at[0]);
  int64_t t1 = (int64_t)(exec->workspace + at[1]);
  int64_t a0[] = {(int64_t)exec->inputs[0].data, (int64_t)exec->inputs[1].data,
                  t0, s[BATCH]};
  int64_t a1[] = {t0, 0, t1, s[BATCH]};
  int64_t a2[] = {t1, 0, (int64_t)out, s[BATCH]};
  if (mlc_rt_launch(exec, K_ADD, a0) || mlc_rt_launch(exec, K_COPY, a1))
    return (int32_t)exec->error.code;
  return mlc_rt_launch(exec, K_COPY, a2);
}
static uint64_t workspace_add(const int64_t *s, uint32_t workers) {
  return mlc_rt_plan_bytes(&artifact, &plan, s);
}

static int32_t run_lookup(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_LOOKUP], exec, s))
    return (int32_t)exec->error.code;
  int64_t dims[] = {s[M]};
  void *out = mlc_rt_output(exec, 0, MLC_F32, 1, dims);
  if (!out)
    return (int32_t)exec->error.code;
  int64_t a[] = {(int64_t)exec->inputs[0].data, (int64_t)exec->inputs[1].data,
                 (int64_t)out, s[M], s[N]};
  return mlc_rt_launch(exec, K_LOOKUP, a);
}

static int32_t run_scale(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_SCALE], exec, s))
    return (int32_t)exec->error.code;
  if (!mlc_rt_workspace(exec, 256))
    return (int32_t)exec->error.code;
  int64_t dims[] = {4};
  void *out = mlc_rt_output(exec, 0, MLC_F32, 1, dims);
  if (!out)
    return (int32_t)exec->error.code;
  int64_t a[] = {(int64_t)exec->inputs[0].data, (int64_t)exec->weights,
                 (int64_t)out};
  return mlc_rt_launch(exec, K_SCALE, a);
}

static int32_t run_count(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_COUNT], exec, s))
    return (int32_t)exec->error.code;
  double *out = mlc_rt_output(exec, 0, MLC_F64, 0, 0);
  if (!out)
    return (int32_t)exec->error.code;
  double *state = exec->states[0];
  state[0] += *(const double *)exec->inputs[0].data;
  *out = state[0];
  return 0;
}

static int32_t run_keep(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_KEEP], exec, s))
    return (int32_t)exec->error.code;
  const float *x = exec->inputs[0].data;
  int64_t kept = 0;
  for (int64_t i = 0; i < s[N]; ++i)
    kept += x[i] > 0;
  float *late = mlc_rt_late_alloc(exec, 4 * (uint64_t)kept, 64);
  if (!late)
    return (int32_t)exec->error.code;
  int64_t at = 0;
  for (int64_t i = 0; i < s[N]; ++i)
    if (x[i] > 0)
      late[at++] = x[i];
  float *out = mlc_rt_output(exec, 0, MLC_F32, 1, &kept);
  if (!out)
    return (int32_t)exec->error.code;
  memcpy(out, late, 4 * (uint64_t)kept);
  return 0;
}

static int32_t run_split(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_SPLIT], exec, s))
    return (int32_t)exec->error.code;
  mlc_list *list = mlc_rt_list_new(exec, 0);
  for (int64_t i = 0; list && i < s[BATCH]; ++i) {
    mlc_tensor row;
    memset(&row, 0, sizeof(row));
    row.data = (float *)exec->inputs[0].data + 3 * i;
    row.dtype = MLC_F32;
    row.rank = 1;
    row.dims[0] = 3;
    /* Last row first, then the first one away and back: all list operations. */
    if (mlc_rt_list_insert(exec, list, 0, &row, NODE_SPLIT))
      return (int32_t)exec->error.code;
  }
  if (!list)
    return (int32_t)exec->error.code;
  if (mlc_rt_list_size(list) > 1) {
    list = mlc_rt_list_copy(exec, list);
    const mlc_tensor *last =
        list ? mlc_rt_list_get(exec, list, -1, NODE_SPLIT) : 0;
    if (!last || mlc_rt_list_push(exec, list, last) ||
        mlc_rt_list_erase(exec, list, -1, NODE_SPLIT))
      return (int32_t)exec->error.code;
  }
  if (s[BATCH] == 0) /* a bad position, on purpose */
    mlc_rt_list_get(exec, list, 2, NODE_SPLIT);
  if (exec->error.code)
    return (int32_t)exec->error.code;
  return mlc_rt_list_output(exec, 0, MLC_SEQUENCE, MLC_F32, list);
}

static int32_t run_custom(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_CUSTOM], exec, s))
    return (int32_t)exec->error.code;
  mlc_tensor out;
  memset(&out, 0, sizeof(out));
  if (mlc_rt_custom_shape(exec, 0, NODE_CUSTOM, exec->inputs, 1, &out, 1))
    return (int32_t)exec->error.code;
  out.data = mlc_rt_output(exec, 0, out.dtype, out.rank, out.dims);
  if (!out.data)
    return (int32_t)exec->error.code;
  return mlc_rt_custom(exec, 0, NODE_CUSTOM, exec->inputs, 1, &out, 1);
}

static int32_t run_mode(mlc_exec *exec) {
  int64_t s[SYMBOLS];
  if (mlc_rt_check_inputs(&artifact, &entries[E_MODE], exec, s))
    return (int32_t)exec->error.code;
  void *out = mlc_rt_output(exec, 0, MLC_I64, 1, &s[N]);
  if (!out)
    return (int32_t)exec->error.code;
  int64_t a[] = {0, 0, (int64_t)out, s[N]};
  return mlc_rt_launch(exec, K_MODE, a);
}

/* ---- Tables ------------------------------------------------------------- */

static const mlc_dim_desc batch3[] = {{-1, BATCH}, {3, -1}};
static const mlc_dim_desc dim_n[] = {{-1, N}};
static const mlc_dim_desc dim_m[] = {{-1, M}};
static const mlc_dim_desc dim_4[] = {{4, -1}};
static const mlc_dim_desc unknown[] = {{-1, -1}};

#define VALUE(name, dims, dtype, rank)                                         \
  {name, dims, MLC_TENSOR, dtype, rank, -1, {0}}
static const mlc_value_desc add_in[] = {VALUE("x", batch3, MLC_F32, 2),
                                        VALUE("y", batch3, MLC_F32, 2)};
static const mlc_value_desc add_out[] = {
    {"z", batch3, MLC_TENSOR, MLC_F32, 2, 0, {0}}};
static const mlc_value_desc lookup_in[] = {VALUE("data", dim_n, MLC_F32, 1),
                                           VALUE("index", dim_m, MLC_I64, 1)};
static const mlc_value_desc lookup_out[] = {VALUE("out", dim_m, MLC_F32, 1)};
static const mlc_value_desc scale_in[] = {VALUE("x", dim_4, MLC_F32, 1)};
static const mlc_value_desc scale_out[] = {VALUE("y", dim_4, MLC_F32, 1)};
static const mlc_value_desc count_in[] = {VALUE("step", 0, MLC_F64, 0)};
static const mlc_value_desc count_out[] = {VALUE("sum", 0, MLC_F64, 0)};
static const mlc_value_desc keep_in[] = {VALUE("x", dim_n, MLC_F32, 1)};
static const mlc_value_desc keep_out[] = {VALUE("kept", unknown, MLC_F32, 1)};
static const mlc_value_desc split_in[] = {VALUE("x", batch3, MLC_F32, 2)};
static const mlc_value_desc split_out[] = {
    {"rows", 0, MLC_SEQUENCE, MLC_F32, 0, -1, {0}}};
static const mlc_value_desc mode_out[] = {VALUE("who", dim_n, MLC_I64, 1)};

static const uint32_t count_states[] = {0};
#define ENTRY(name, n, m)                                                      \
  {#name, run_##name, 0, name##_in, name##_out, 0, n, m, 0, 0, 0, {0}}
static const mlc_entry_desc entries[ENTRIES] = {
    {"add", run_add, workspace_add, add_in, add_out, 0, 2, 1, 0, 0, 0, {0}},
    ENTRY(lookup, 2, 1),
    ENTRY(scale, 1, 1),
    {"count",
     run_count,
     0,
     count_in,
     count_out,
     count_states,
     1,
     1,
     1,
     0,
     0,
     {0}},
    ENTRY(keep, 1, 1),
    ENTRY(split, 1, 1),
    {"custom", run_custom, 0, keep_in, keep_out, 0, 1, 1, 0, 0, 0, {0}},
    {"mode", run_mode, 0, keep_in, mode_out, 0, 1, 1, 0, 0, 0, {0}},
};

static const mlc_symbol_desc symbols[SYMBOLS] = {
    {"batch", 0, 100000, 1, 0}, {"n", 1, 1 << 30, 1, 0}, {"m", 0, 4096, 2, 0}};
static const mlc_state_desc states[] = {
    {"total", 16, 64, 64, MLC_F64, 1, dim_4, {0}}};
static const char *const nodes[NODES] = {"add_0",  "gather_3", "mul_1",
                                         "keep_2", "split_4",  "twice_5"};
static const mlc_custom_import imports[] = {{"test.twice", 42}};

static const mlc_artifact artifact = {
    .magic = MLC_ABI_MAGIC,
    .abi = MLC_ABI_VERSION,
    .size = sizeof(mlc_artifact),
    .compiler = "by hand",
    .options = "",
    .manifest = "{\"entries\":[]}",
    .entries = entries,
    .symbols = symbols,
    .weights = weights,
    .states = states,
    .kernels = kernels,
    .nodes = nodes,
    .code = code,
    .weight_data = &weight_data,
    .weight_bytes = sizeof(weight_data),
    .custom_ops = imports,
    .n_entries = ENTRIES,
    .n_symbols = SYMBOLS,
    .n_weights = COUNT(weights),
    .n_states = COUNT(states),
    .n_kernels = KERNELS,
    .n_nodes = NODES,
    .n_custom_ops = COUNT(imports),
    .entry_stride = sizeof(mlc_entry_desc),
    .value_stride = sizeof(mlc_value_desc),
    .symbol_stride = sizeof(mlc_symbol_desc),
    .weight_stride = sizeof(mlc_weight_desc),
    .state_stride = sizeof(mlc_state_desc),
    .image_stride = sizeof(mlc_device_image_desc),
    .kernel_stride = sizeof(mlc_kernel_desc),
    .best_isa = mlc_rt_best_isa,
    .n_levels = COUNT(code),
};

__attribute__((visibility("default"))) const mlc_artifact *
mlc_query(uint32_t max_abi) {
  return mlc_rt_query(&artifact, max_abi);
}

/* What --header declares for entry `add`. */
__attribute__((visibility("default"))) int32_t add_run(const mlc_tensor *inputs,
                                                       mlc_tensor *outputs,
                                                       void *workspace,
                                                       const mlc_host *host) {
  return mlc_rt_standalone(&artifact, E_ADD, inputs, outputs, workspace, host);
}
__attribute__((visibility("default"))) int32_t
keep_run(const mlc_tensor *inputs, mlc_tensor *outputs, void *workspace,
         const mlc_host *host) {
  return mlc_rt_standalone(&artifact, E_KEEP, inputs, outputs, workspace, host);
}
__attribute__((visibility("default"))) uint64_t
add_workspace_size(int64_t batch) {
  int64_t s[SYMBOLS] = {batch, 1, 0};
  return workspace_add(s, 1);
}

/* Filled in by Seal.h. */
__attribute__((section(".note.mlc"), aligned(4), used)) static const struct {
  uint32_t namesz, descsz, type;
  char name[4];
  uint32_t desc[sizeof(mlc_note) / 4];
} note = {4, sizeof(mlc_note), MLC_NOTE_TYPE, MLC_NOTE_OWNER, {MLC_ABI_MAGIC}};
