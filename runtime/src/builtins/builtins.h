//===- builtins.h - What generated code calls -------------------*- C -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions linked into every artifact (runtime/src/builtins/*.c, compiled
// freestanding into mlc_builtins.o, all hidden, nothing undefined). Generated
// host code calls them by these exact names and signatures; the compiler builds
// its declarations from this page.
//
// Threads: mlc_rt_fail may be called from any worker. Everything else is for
// the thread that runs the entry.
//
// An entry has this shape:
//
//   int32_t run(mlc_exec *exec) {
//     int64_t symbols[N_SYMBOLS];
//     if (mlc_rt_check_inputs(&artifact, &entries[0], exec, symbols))
//       return exec->error.code;
//     // static shapes:
//     uint8_t *arena = mlc_rt_workspace(exec, ARENA_BYTES);
//     if (!arena) return exec->error.code;
//     // or dynamic ones: addresses are exec->workspace + offsets[i]
//     const uint64_t *offsets = mlc_rt_plan_cached(exec, &plan, symbols);
//     if (!offsets) return exec->error.code;
//     void *y = mlc_rt_output(exec, 0, MLC_F32, 2, dims);
//     if (!y) return exec->error.code;
//     int64_t args[] = {...};
//     if (mlc_rt_launch(exec, 7, args)) return exec->error.code;
//     return exec->error.code;      // late blocks are freed by the caller
//   }
//
// The caller of `run` (the runtime, or mlc_rt_standalone) sets up the exec,
// selects the kernel table, guards MXCSR, and ends with
// mlc_rt_late_release_all through the host's `free`.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_BUILTINS_H
#define MLC_RUNTIME_BUILTINS_H

#include "mlc/artifact_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------ */

/* Records a failure; the record with the lowest (node, item) stays. Any thread.
 */
void mlc_rt_fail(mlc_exec *exec, int32_t code, int64_t node, int64_t item,
                 int64_t value, int64_t bound);

/* ---- Entry contract ---------------------------------------------------- */

/* Checks kind, dtype, rank, extents, symbols, data of every input of `entry`
   against its table. Fills one value per row of the symbol table; a symbol that
   no input of this entry names is set to its minimum. Returns 0 or the code;
   the record then says input, dimension, clause, the value found and the wanted
   one. On success every extent is in [0, 2^47] and every tensor's bytes too. */
int32_t mlc_rt_check_inputs(const mlc_artifact *artifact,
                            const mlc_entry_desc *entry, mlc_exec *exec,
                            int64_t *symbols);

/* Sets dtype, rank and dims of output `index` (always, also on failure) and
   returns where its data goes: the caller's buffer when one was given and it is
   large enough, else one from host->alloc (64-byte aligned). Never null for a
   tensor of no elements. Null: the error is recorded. */
void *mlc_rt_output(mlc_exec *exec, uint32_t index, uint32_t dtype,
                    uint32_t rank, const int64_t *dims);

/* Bytes of a dense tensor, UINT64_MAX when that passes 2^47. */
uint64_t mlc_rt_tensor_bytes(uint32_t dtype, uint32_t rank,
                             const int64_t *dims);

/* ---- Memory ------------------------------------------------------------ */

/* The workspace, made at least `bytes` large (kept when it is). Call once per
   run, before anything lies in it. Null: the error is recorded. */
uint8_t *mlc_rt_workspace(mlc_exec *exec, uint64_t bytes);

/* Words of mlc_exec.reserved: the address of worker 0's scratch, the others'
   behind it, and the bytes of each, a multiple of 64. */
#define MLC_RT_SCRATCH 0
#define MLC_RT_SCRATCH_BYTES 1
/* Where kernels read the first. */
#define MLC_RT_SCRATCH_OFFSET                                                  \
  (offsetof(mlc_exec, reserved) + MLC_RT_SCRATCH * sizeof(uint64_t))

/* Before the workspace is asked for: behind it, every worker shall have `bytes`
   of scratch. In a workspace of fixed size that holds
   the scratch of one worker only, the run has one worker. */
void mlc_rt_reserve_scratch(mlc_exec *exec, uint64_t bytes);
/* A workspace of `bytes` and the scratch of so many workers, for
   mlc_entry_desc.workspace; UINT64_MAX stays that. */
uint64_t mlc_rt_with_scratch(uint64_t bytes, uint64_t scratch,
                             uint32_t workers);

/* Memory whose size is known only mid-run. From host->alloc within
   host->late_limit, or without alloc from the tail of the workspace. Alignment
   is a power of two up to 4096. Lives until mlc_rt_late_release or the end of
   the run. Null: the error is recorded (with node -1; the step may refine it).
 */
void *mlc_rt_late_alloc(mlc_exec *exec, uint64_t bytes, uint64_t alignment);
/* Ends one late block early (null is allowed; the tail of a workspace takes
   back its last block only). */
void mlc_rt_late_release(mlc_exec *exec, void *block);
void mlc_rt_late_release_all(mlc_exec *exec);

/* ---- Plans for dynamic shapes ------------------------------------------ */

/* A buffer is written at step `first` and last read at step `last`. */
typedef struct mlc_rt_lifetime {
  uint32_t first, last;
} mlc_rt_lifetime;

typedef struct mlc_rt_plan_table {
  const mlc_rt_lifetime *lifetimes;
  /* Bytes of every buffer for these symbol values; must saturate, not wrap. */
  void (*sizes)(const int64_t *symbols, uint64_t *sizes);
  uint32_t n_buffers;
  uint32_t flags; /* MLC_RT_PLAN_* */
  uint64_t reserved[2];
} mlc_rt_plan_table;
/* Sizes never shrink when a symbol grows, so one plan serves a whole bucket;
   without this flag the exact values are the key. */
#define MLC_RT_PLAN_MONOTONE 1u

/* Offsets (64-byte aligned) for n buffers such that no two with overlapping
   lifetimes share a byte; largest first, each at the lowest free place. Returns
   the total bytes, or -1 when they pass 2^47. `scratch` holds
   mlc_rt_plan_scratch(n) bytes, 8-byte aligned. */
int64_t mlc_rt_plan(const mlc_rt_lifetime *table, const uint64_t *sizes,
                    uint32_t n, uint64_t *offsets, void *scratch);
uint64_t mlc_rt_plan_scratch(uint32_t n);

/* The offsets for these symbol values, from the context's plan cache, made when
   missing; the workspace is made large enough. The key is each symbol's bucket:
   the next power of two, above 1024 the next multiple of its divisor (or of the
   smallest multiple of that which is at least 256), at most its maximum.
   Standalone the plan is made anew in the head of the workspace. Null: the
   error is recorded. */
const uint64_t *mlc_rt_plan_cached(mlc_exec *exec,
                                   const mlc_rt_plan_table *table,
                                   const int64_t *symbols);
/* The workspace that mlc_rt_plan_cached needs: for mlc_entry_desc.workspace.
   UINT64_MAX when it cannot be had. */
uint64_t mlc_rt_plan_bytes(const mlc_artifact *artifact,
                           const mlc_rt_plan_table *table,
                           const int64_t *symbols);

/* ---- Launches ---------------------------------------------------------- */

/* Runs kernel `kernel` of the chosen ISA level over all its items, on the
   host's parallel_for when there is more than one item and worker, else here.
   A null items function means one item. Returns exec->error.code. */
int32_t mlc_rt_launch(mlc_exec *exec, uint32_t kernel, const int64_t *args);

/* Calls custom op `op` (row of the artifact's import table); `shape` first when
   the outputs' dims are not known. Failure is recorded with `node`. */
int32_t mlc_rt_custom_shape(mlc_exec *exec, uint32_t op, int64_t node,
                            const mlc_tensor *inputs, uint32_t n,
                            mlc_tensor *outputs, uint32_t m);
int32_t mlc_rt_custom(mlc_exec *exec, uint32_t op, int64_t node,
                      const mlc_tensor *inputs, uint32_t n, mlc_tensor *outputs,
                      uint32_t m);

/* ---- Sequences and optionals ------------------------------------------- */

/* Lists live in late memory and own copies of what is put in: `item` is read
   once. Positions count from the end when negative. A bad position is recorded
   as MLC_OUT_OF_BOUNDS with `node`. Null or non-zero: the error is recorded. */
mlc_list *mlc_rt_list_new(mlc_exec *exec, int64_t capacity);
mlc_list *mlc_rt_list_copy(mlc_exec *exec, const mlc_list *list);
int32_t mlc_rt_list_push(mlc_exec *exec, mlc_list *list,
                         const mlc_tensor *item);
int32_t mlc_rt_list_insert(mlc_exec *exec, mlc_list *list, int64_t position,
                           const mlc_tensor *item, int64_t node);
int32_t mlc_rt_list_erase(mlc_exec *exec, mlc_list *list, int64_t position,
                          int64_t node);
const mlc_tensor *mlc_rt_list_get(mlc_exec *exec, const mlc_list *list,
                                  int64_t position, int64_t node);
int64_t mlc_rt_list_size(const mlc_list *list);
/* Makes `list` output `index` (kind sequence or optional): one block from
   host->alloc holds the list, its items and their data. */
int32_t mlc_rt_list_output(mlc_exec *exec, uint32_t index, uint32_t kind,
                           uint32_t dtype, const mlc_list *list);

/* ---- Choosing code, running alone --------------------------------------- */

/* Best level of this machine, AMX only when the kernel grants its state; 0:
   below x86-64-v2. Asked once, then remembered. */
uint32_t mlc_rt_best_isa(void);

/* The kernel table for `wanted` (MLC_ISA_ANY: the best here): that level's, or
   when the artifact lacks it the next lower one. Stores the level found. Null:
   none fits. */
const mlc_kernel_code *mlc_rt_select(const mlc_artifact *artifact,
                                     uint32_t wanted, uint32_t *level);

/* NAME_run: runs entry number `entry` with no runtime. `host` may be null.
   Returns the code; host->error gets the record. */
int32_t mlc_rt_standalone(const mlc_artifact *artifact, uint32_t entry,
                          const mlc_tensor *inputs, mlc_tensor *outputs,
                          void *workspace, const mlc_host *host);

/* mlc_query: the tables when the caller knows this major, else null. */
const mlc_artifact *mlc_rt_query(const mlc_artifact *artifact,
                                 uint32_t max_abi);

/* ---- What compilers call behind one's back ------------------------------ */

#ifndef __cplusplus /* there the C library's own header declares them */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

#ifdef __cplusplus
}
#endif
#endif /* MLC_RUNTIME_BUILTINS_H */
