//===- runtime.h - Loading and running compiled models ----------*- C -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface of libmlc_runtime. A model is immutable and may be shared by
// all threads; a context (arena, state blocks, worker threads, plans) belongs
// to one thread at a time. No function throws, exits or keeps global state.
// Option structs may be null or zeroed; their `size` is sizeof the struct, so
// that an older caller works with a newer library.
//
//   mlc_model *model;
//   mlc_context *context;
//   mlc_status status;
//   if (mlc_model_open("m.so", NULL, &model, &status)) puts(status.message);
//   mlc_context_create(model, NULL, &context, &status);
//   const mlc_entry *entry = mlc_model_entry(model, NULL);
//   mlc_tensor x = {.data = in, .dtype = MLC_F32, .rank = 2, .dims = {1, 4}};
//   mlc_tensor y = {0};                 // allocated by the run
//   mlc_run(context, entry, &x, 1, &y, 1, &status);
//   ... y.data, y.rank, y.dims ...
//   mlc_tensor_release(context, &y);
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_H
#define MLC_RUNTIME_H

#include "mlc/artifact_abi.h"
#include "mlc/lists.h"
#include "mlc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(MLC_RUNTIME_STATIC)
#define MLC_API
#else
#define MLC_API __attribute__((visibility("default")))
#endif

typedef struct mlc_model mlc_model;
typedef struct mlc_entry mlc_entry;
typedef struct mlc_context mlc_context;

/* ---- Names ------------------------------------------------------------- */

/* "0.1.0"; never null, static. Any thread. */
MLC_API const char *mlc_version(void);
MLC_API const char *mlc_code_name(mlc_code code);       /* "out of bounds" */
MLC_API const char *mlc_dtype_name(uint32_t dtype);     /* "f32" */
MLC_API uint32_t mlc_dtype_from_name(const char *name); /* 0: no such type */
MLC_API uint32_t mlc_dtype_bits(uint32_t dtype);
MLC_API const char *mlc_isa_name(uint32_t isa);       /* "v4+vnni" */
MLC_API uint32_t mlc_isa_from_name(const char *name); /* 0: no such level */
/* Bytes of a dense tensor, UINT64_MAX when not representable. */
MLC_API uint64_t mlc_tensor_bytes(uint32_t dtype, uint32_t rank,
                                  const int64_t *dims);

/* ---- Memory ------------------------------------------------------------ */

/* Where the runtime takes memory from. Both functions or neither; they may be
   called from the thread that uses the context only. */
typedef struct mlc_allocator {
  void *self;
  mlc_alloc_fn alloc;
  mlc_free_fn free;
} mlc_allocator;

/* ---- Models ------------------------------------------------------------ */

typedef enum mlc_open_flags {
  MLC_OPEN_VERIFY = 1 /* check the weights' hash too: reads all of them */
} mlc_open_flags;

typedef struct mlc_open_options {
  uint64_t size;
  uint64_t flags;
  const char *weights_path; /* of the side file; null: beside the library */
  const mlc_custom_op *custom_ops; /* kept by reference while the model lives */
  uint64_t n_custom_ops;
  mlc_allocator allocator;
  uint64_t reserved[4];
} mlc_open_options;

/* Checks the file (bounded parse, hash of everything but the weights, version,
   processor), then loads it. An artifact is native code: open only what you
   would run. */
MLC_API mlc_code mlc_model_open(const char *path,
                                const mlc_open_options *options,
                                mlc_model **model, mlc_status *status);
/* The same from bytes, which may be freed afterwards. */
MLC_API mlc_code mlc_model_open_memory(const void *bytes, uint64_t n,
                                       const mlc_open_options *options,
                                       mlc_model **model, mlc_status *status);
/* An artifact that is linked into this program (static-lib, obj). */
MLC_API mlc_code mlc_model_open_linked(const mlc_artifact *artifact,
                                       const mlc_open_options *options,
                                       mlc_model **model, mlc_status *status);
/* Ends the caller's hold; contexts keep the model alive until they end. */
MLC_API void mlc_model_close(mlc_model *model);

MLC_API const mlc_artifact *mlc_model_artifact(const mlc_model *model);
MLC_API const char *mlc_model_manifest(const mlc_model *model); /* JSON */
MLC_API const char *mlc_model_path(const mlc_model *model);
/* Bit i: code for level i is inside. */
MLC_API uint32_t mlc_model_isa_mask(const mlc_model *model);
/* Reads all weights and compares their hash. */
MLC_API mlc_code mlc_model_verify(const mlc_model *model, mlc_status *status);

/* ---- Entries ----------------------------------------------------------- */

MLC_API uint64_t mlc_model_entry_count(const mlc_model *model);
MLC_API const mlc_entry *mlc_model_entry_at(const mlc_model *model, uint64_t i);
/* By name; null names the only (else the first) entry. Null: no such entry. */
MLC_API const mlc_entry *mlc_model_entry(const mlc_model *model,
                                         const char *name);

typedef struct mlc_value_info {
  const char *name;
  uint32_t kind, dtype, rank;
  int32_t alias;          /* outputs: the input whose buffer it may be, or -1 */
  const int64_t *extents; /* -1: dynamic */
  const char *const *symbols; /* name of the symbol, or null, per dimension */
  uint64_t items; /* of a list: the kinds of what it holds, MLC_ITEM_KIND */
} mlc_value_info;

MLC_API const char *mlc_entry_name(const mlc_entry *entry);
MLC_API const mlc_value_info *mlc_entry_inputs(const mlc_entry *entry,
                                               uint32_t *n);
MLC_API const mlc_value_info *mlc_entry_outputs(const mlc_entry *entry,
                                                uint32_t *n);

/* ---- Contexts ---------------------------------------------------------- */

typedef enum mlc_context_flags {
  /* Before each run fill the workspace and every block given out with
     `fill_byte`: finds reads of what was never written. */
  MLC_CONTEXT_FILL = 1
} mlc_context_flags;

typedef struct mlc_context_options {
  uint64_t size;
  mlc_allocator allocator;
  uint32_t threads; /* 0: what affinity and the cgroup's quota allow */
  uint32_t isa;     /* mlc_isa; 0: the best here, capped by MLC_MAX_ISA */
  uint64_t flags;
  uint64_t late_limit;    /* bytes, 0: none */
  uint64_t max_plans;     /* 0: 64 */
  mlc_profile_fn profile; /* called on the running thread around each kernel */
  void *profile_self;
  const char *device; /* null or "cpu" */
  uint32_t fill_byte;
  uint32_t reserved32;
  uint64_t reserved[4];
} mlc_context_options;

MLC_API mlc_code mlc_context_create(mlc_model *model,
                                    const mlc_context_options *options,
                                    mlc_context **context, mlc_status *status);
MLC_API void mlc_context_destroy(mlc_context *context);

/* Runs `entry`. Inputs need element alignment only. An output with data is
   written in place when its capacity suffices (else the run fails and its dims
   say what is needed); one without is allocated and then has flags bit 0. Dims
   are always set. When the run fails, what it allocated is freed again. An
   output may share its memory with an input only as the entry's alias says. */
MLC_API mlc_code mlc_run(mlc_context *context, const mlc_entry *entry,
                         const mlc_tensor *inputs, uint32_t n_inputs,
                         mlc_tensor *outputs, uint32_t n_outputs,
                         mlc_status *status);

/* Frees what a run of this context allocated for an output. */
MLC_API void mlc_tensor_release(mlc_context *context, mlc_tensor *tensor);

typedef struct mlc_context_stats {
  uint64_t size;
  uint64_t workspace_bytes;
  uint64_t state_bytes;
  uint64_t late_peak_bytes; /* largest late use of any run */
  uint64_t plans, plan_hits, plan_misses;
  uint64_t runs;
  uint32_t threads, isa;
  uint32_t last_workers; /* who took items in the latest parallel launch */
  uint32_t reserved32;
} mlc_context_stats;

/* `stats->size` says how much of the struct the caller knows. */
MLC_API void mlc_context_get_stats(const mlc_context *context,
                                   mlc_context_stats *stats);

/* ---- State ------------------------------------------------------------- */

/* Rows of the artifact's state table. */
MLC_API uint64_t mlc_context_state_count(const mlc_context *context);
MLC_API const char *mlc_context_state_name(const mlc_context *context,
                                           uint64_t i);
MLC_API uint64_t mlc_context_state_bytes(const mlc_context *context,
                                         uint64_t i);
/* All blocks back to their initial images. */
MLC_API void mlc_context_state_reset(mlc_context *context);
/* `bytes` must be the block's size. */
MLC_API mlc_code mlc_context_state_save(const mlc_context *context, uint64_t i,
                                        void *to, uint64_t bytes,
                                        mlc_status *status);
MLC_API mlc_code mlc_context_state_load(mlc_context *context, uint64_t i,
                                        const void *from, uint64_t bytes,
                                        mlc_status *status);

#ifdef __cplusplus
}
#endif
#endif /* MLC_RUNTIME_H */
