//===- artifact_abi.h - What a compiled model and its host share -*- C -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binary interface between generated code and whoever runs it. Included by
// the compiler (which emits these tables), the runtime (which reads them) and
// the builtins linked into every artifact. Depends on nothing but stdint and
// stddef.
//
// Growth rule: structs are append-only; every table entry carries its size in
// the header's `*_stride` field, so an old reader steps over fields it does not
// know. An addition bumps MLC_ABI_MINOR, anything else MLC_ABI_MAJOR.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_ARTIFACT_ABI_H
#define MLC_ARTIFACT_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define MLC_STATIC_ASSERT(cond, text) static_assert(cond, text)
#else
#define MLC_STATIC_ASSERT(cond, text) _Static_assert(cond, text)
#endif

#define MLC_ABI_MAJOR 1u
#define MLC_ABI_MINOR 2u
#define MLC_ABI_VERSION ((MLC_ABI_MAJOR << 16) | MLC_ABI_MINOR)
#define MLC_ABI_MAGIC 0x31434c4du /* "MLC1" */
#define MLC_MAX_RANK 32

/* The run ended with this; 0 is success. Stable numbers. */
typedef enum mlc_code {
  MLC_OK = 0,
  MLC_INVALID_ARGUMENT = 1, /* a caller's value breaks the contract */
  MLC_SHAPE_MISMATCH = 2,   /* extents that must agree do not */
  MLC_OUT_OF_BOUNDS = 3,    /* an index outside its dimension */
  MLC_OUT_OF_MEMORY = 4,    /* allocation failed or limit reached */
  MLC_UNSUPPORTED = 5,      /* the artifact or this machine cannot */
  MLC_DATA_CORRUPTION = 6,  /* checksum or magic does not match */
  MLC_VERSION_MISMATCH = 7, /* newer major, foreign file */
  MLC_IO_ERROR = 8,         /* a file cannot be read or written */
  MLC_INVALID_RESHAPE = 9,  /* run-time shape does not fit the data */
  MLC_LOOP_LIMIT = 10,      /* a loop ran past its stated bound */
  MLC_CHECK_FAILED = 11,    /* a redundant computation disagreed */
  MLC_CUSTOM_OP_FAILED = 12,
  MLC_INTERNAL = 13
} mlc_code;

typedef enum mlc_dtype {
  MLC_DTYPE_INVALID = 0,
  MLC_BOOL = 1, /* one byte, 0 or 1 */
  MLC_I2 = 2,
  MLC_I4 = 3,
  MLC_I8 = 4,
  MLC_I16 = 5,
  MLC_I32 = 6,
  MLC_I64 = 7,
  MLC_U2 = 8,
  MLC_U4 = 9,
  MLC_U8 = 10,
  MLC_U16 = 11,
  MLC_U32 = 12,
  MLC_U64 = 13,
  MLC_F16 = 14,
  MLC_BF16 = 15,
  MLC_F32 = 16,
  MLC_F64 = 17,
  MLC_F8E4M3FN = 18,
  MLC_F8E4M3FNUZ = 19,
  MLC_F8E5M2 = 20,
  MLC_F8E5M2FNUZ = 21,
  MLC_F8E8M0 = 22,
  MLC_F4E2M1 = 23,
  MLC_C64 = 24,
  MLC_C128 = 25,
  MLC_STRING = 26
} mlc_dtype;
/* Sub-byte elements are packed little-end first, as in ONNX. A string element
   is an mlc_string; its bytes belong to whoever owns the tensor. */
typedef struct mlc_string {
  const char *data; /* UTF-8, not terminated */
  uint64_t size;
} mlc_string;

typedef enum mlc_kind {
  MLC_TENSOR = 0,
  MLC_SEQUENCE = 1,
  MLC_OPTIONAL = 2
} mlc_kind;

/* x86 code levels, each including the ones below. */
typedef enum mlc_isa {
  MLC_ISA_ANY = 0,
  MLC_ISA_V2 = 1,
  MLC_ISA_V3 = 2,
  MLC_ISA_V4 = 3,
  MLC_ISA_V4_VNNI = 4,
  MLC_ISA_V4_BF16 = 5, /* since 1.2; V4_AMX was 5 before */
  MLC_ISA_V4_AMX = 6,
  MLC_ISA_COUNT = 7
} mlc_isa;

/* ---- Run time: what generated code sees ------------------------------- */

struct mlc_exec;

/* A tensor, or a runtime list for sequences and optionals (`data` then points
   to an mlc_list). Strides are dense row-major; `dims` has `rank` entries. */
typedef struct mlc_tensor {
  void *data;
  uint32_t dtype; /* mlc_dtype */
  uint32_t rank;
  uint32_t kind;     /* mlc_kind */
  uint32_t flags;    /* bit 0: `data` was allocated through the exec */
  uint64_t capacity; /* bytes behind `data`; for outputs checked before use */
  int64_t dims[MLC_MAX_RANK];
} mlc_tensor;

typedef struct mlc_list {
  uint64_t size;
  uint64_t capacity;
  mlc_tensor *items;
} mlc_list;

/* A kernel works on items [begin, end) of its iteration space; the cut into
   items depends on shapes only, so results never depend on who runs them.
   `args` has one 8-byte slot per argument: buffer addresses and integers. */
typedef void (*mlc_kernel_fn)(const int64_t *args, int64_t begin, int64_t end,
                              int64_t worker, struct mlc_exec *exec);
/* Number of items of a kernel for these arguments. */
typedef int64_t (*mlc_items_fn)(const int64_t *args);

/* Runs fn over items [0, n) on any number of workers; returns when all ended.
 */
typedef void (*mlc_parallel_for_fn)(void *self, mlc_kernel_fn fn,
                                    const int64_t *args, int64_t n,
                                    struct mlc_exec *exec);
typedef void *(*mlc_alloc_fn)(void *self, uint64_t bytes, uint64_t alignment);
typedef void (*mlc_free_fn)(void *self, void *ptr, uint64_t bytes);
/* phase 0: kernel begins, 1: it ended. */
typedef void (*mlc_profile_fn)(void *self, uint32_t kernel, uint32_t phase,
                               int64_t items);

/* Makes the workspace at least this large and returns it (64-byte aligned), or
   null. Old contents are lost. */
typedef void *(*mlc_workspace_fn)(void *self, uint64_t bytes);

/* A custom op, resolved by name and signature hash through the host. `shape`
   sets dtype, rank and dims of the outputs from the inputs (whose data may be
   null); `fn` finds the output buffers in place. Both return an mlc_code. */
typedef int32_t (*mlc_custom_op_fn)(const mlc_tensor *inputs, uint32_t n,
                                    mlc_tensor *outputs, uint32_t m,
                                    struct mlc_exec *exec);
typedef int32_t (*mlc_custom_shape_fn)(const mlc_tensor *inputs, uint32_t n,
                                       mlc_tensor *outputs, uint32_t m);
typedef struct mlc_custom_op {
  const char *name;
  uint64_t signature; /* 0: any */
  mlc_custom_op_fn fn;
  mlc_custom_shape_fn shape;
} mlc_custom_op;

/* An op library exports one function of this type under this name. */
typedef struct mlc_op_library {
  uint32_t magic, abi; /* MLC_ABI_MAGIC, MLC_ABI_VERSION */
  const mlc_custom_op *ops;
  uint64_t n_ops;
} mlc_op_library;
typedef const mlc_op_library *(*mlc_op_library_fn)(uint32_t max_abi);
#define MLC_OP_LIBRARY_SYMBOL "mlc_op_library_query"

/* What the host offers; every pointer may be null (single thread, no
   allocation, weights inside the artifact, ...). */
typedef struct mlc_host {
  uint64_t size; /* sizeof(mlc_host) of the caller */
  void *self;    /* handed to every callback below */
  mlc_alloc_fn alloc;
  mlc_free_fn free;
  mlc_parallel_for_fn parallel_for;
  mlc_profile_fn profile;
  const void *weights;
  void *const *states; /* one block per state-table row, or null */
  const mlc_custom_op *custom_ops;
  uint64_t n_custom_ops;
  uint32_t isa;         /* mlc_isa to use; MLC_ISA_ANY: the best one here */
  uint32_t max_workers; /* how many workers parallel_for may use; 0 means 1 */
  uint64_t late_limit;  /* most bytes of late allocations, 0: no limit */
  mlc_workspace_fn workspace; /* grows the workspace; null: it is fixed */
  /* Standalone calls only: bytes behind the workspace argument (0: exactly
     NAME_workspace_size), and where the error record goes (may be null). */
  uint64_t workspace_bytes;
  struct mlc_error_record *error;
  uint64_t reserved[1];
} mlc_host;

/* Which clause of the entry contract a call broke (error record, `clause`). */
typedef enum mlc_clause {
  MLC_CLAUSE_NONE = 0,
  MLC_CLAUSE_KIND = 1, /* tensor, sequence or optional */
  MLC_CLAUSE_DTYPE = 2,
  MLC_CLAUSE_RANK = 3,
  MLC_CLAUSE_EXTENT = 4,    /* a fixed extent differs */
  MLC_CLAUSE_SYMBOL = 5,    /* a symbol has two values */
  MLC_CLAUSE_RANGE = 6,     /* a symbol outside its declared range */
  MLC_CLAUSE_DIVISOR = 7,   /* a symbol not a multiple of its divisor */
  MLC_CLAUSE_DATA = 8,      /* null data, or a misaligned element address */
  MLC_CLAUSE_CAPACITY = 9,  /* a given buffer is too small */
  MLC_CLAUSE_WORKSPACE = 10 /* the fixed workspace is too small */
} mlc_clause;

/* First error in program order: lowest (node, item) wins, so the record is the
   same at any thread count. Guarded by `lock`. Rows of the node table ascend in
   program order. A broken contract has node -1 and says what with the fields
   after `bound`. */
typedef struct mlc_error_record {
  uint32_t lock;
  uint32_t code; /* mlc_code */
  int64_t node;  /* row of the node table, -1 unknown */
  int64_t item;
  int64_t value;   /* the offending value */
  int64_t bound;   /* what it was checked against */
  uint32_t clause; /* mlc_clause */
  uint32_t index;  /* of the input or output */
  uint32_t dim;    /* of its dimension */
  uint32_t is_output;
  uint64_t reserved[1];
} mlc_error_record;

/* In front of every late block; 64 bytes, so that the block stays aligned. The
   caller of an entry frees what is left of the list when the run ends. */
typedef struct mlc_late_block {
  struct mlc_late_block *next, *previous;
  void *base;      /* what host->alloc gave; null: lies in the workspace */
  uint64_t bytes;  /* of that allocation */
  uint64_t before; /* heap: bytes asked for; workspace: tail_used before it */
  uint64_t reserved[3];
} mlc_late_block;

/* A plan: where the buffers of an entry with dynamic shapes lie. One block from
   host->alloc of `block_bytes`, the key and the offsets behind it. */
typedef struct mlc_plan {
  struct mlc_plan *next; /* most recently used first */
  uint64_t block_bytes;
  const void *table; /* whose plan this is (an mlc_rt_plan_table) */
  uint64_t arena_bytes;
  int64_t *key; /* one bucket per symbol */
  uint64_t *offsets;
  uint64_t *sizes; /* at the upper end of the bucket */
} mlc_plan;

/* Owned by the context, filled by the artifact; the context frees the list. */
typedef struct mlc_plan_cache {
  uint64_t size; /* sizeof(mlc_plan_cache) */
  mlc_plan *head;
  uint64_t n_plans, max_plans;
  uint64_t hits, misses;
} mlc_plan_cache;

/* The running call. Generated code reads these fields at fixed offsets. */
typedef struct mlc_exec {
  uint64_t size;
  const mlc_host *host;
  const uint8_t *weights;
  uint8_t *workspace;
  uint64_t workspace_bytes;
  const mlc_tensor *inputs;
  mlc_tensor *outputs;
  void *const *states;
  const struct mlc_kernel_code *kernels; /* of the chosen ISA level */
  mlc_plan_cache *plan_cache; /* of the context, null when standalone */
  uint64_t late_bytes;        /* live late allocations */
  struct mlc_late_block *late_head;
  mlc_error_record error;
  uint32_t isa;
  uint32_t n_workers;
  const struct mlc_artifact *artifact;
  const struct mlc_entry_desc *entry;
  const mlc_custom_op *const *custom_ops; /* resolved, in table order */
  uint64_t planned_bytes; /* of the workspace; the rest is the late tail */
  uint64_t tail_used;     /* of that tail, when the host has no alloc */
  uint32_t mxcsr;         /* control word of the whole run */
  uint32_t flags;
  uint64_t reserved[6];
} mlc_exec;

/* ---- Tables: what an artifact says of itself --------------------------- */

typedef struct mlc_kernel_code {
  mlc_kernel_fn run;
  mlc_items_fn items;
} mlc_kernel_code;

typedef struct mlc_kernel_desc {
  const char *name;
  const char *nodes; /* model nodes, comma separated */
  const char *kind;  /* "elementwise", "contraction", "generic", ... */
  uint64_t flops;    /* of one call; 0 where it depends on symbols */
  uint64_t bytes;    /* read and written; 0 likewise */
  uint64_t reserved[2];
} mlc_kernel_desc;

/* One dimension: extent >= 0, or a symbol (extent == -1), or unknown until the
   run ends (extent == -1 and symbol == -1). */
typedef struct mlc_dim_desc {
  int64_t extent;
  int64_t symbol;
} mlc_dim_desc;

typedef struct mlc_value_desc {
  const char *name;
  const mlc_dim_desc *dims;
  uint32_t kind;  /* mlc_kind */
  uint32_t dtype; /* of the element, for lists too */
  uint32_t rank;
  int32_t
      alias; /* outputs: index of the input whose buffer it may use, or -1 */
  uint64_t reserved[2];
} mlc_value_desc;

typedef struct mlc_symbol_desc {
  const char *name;
  int64_t min, max, divisor;
  uint64_t reserved;
} mlc_symbol_desc;

typedef struct mlc_weight_desc {
  uint64_t offset, bytes;
  uint64_t hash[2]; /* XXH3-128 of the bytes */
} mlc_weight_desc;

typedef struct mlc_state_desc {
  const char *name;
  uint64_t bytes, alignment;
  int64_t image; /* offset of the initial bytes in the weights, -1: zeros */
  uint32_t dtype, rank;
  const mlc_dim_desc *dims;
  uint64_t reserved[2];
} mlc_state_desc;

typedef struct mlc_device_image_desc {
  const char *target; /* "nvptx:sm_80" */
  const char *format; /* "ptx", "cubin" */
  const void *data;
  uint64_t bytes;
  uint64_t reserved[2];
} mlc_device_image_desc;

typedef struct mlc_entry_desc {
  const char *name;
  int32_t (*run)(mlc_exec *exec);
  /* Bytes of workspace for these symbol values (one per symbol-table row),
     late tensors apart. `run` itself asks for what it needs. */
  uint64_t (*workspace)(const int64_t *symbols, uint32_t workers);
  const mlc_value_desc *inputs;
  const mlc_value_desc *outputs;
  const uint32_t *states; /* rows of the state table it touches */
  uint32_t n_inputs, n_outputs, n_states, flags;
  /* Extents of all outputs one after another, -1 where only a run can tell;
     may be null (then nothing is known beyond the dim table). */
  int32_t (*output_shapes)(const int64_t *symbols, int64_t *dims);
  uint64_t reserved[3];
} mlc_entry_desc;

/* A custom op that the host must supply. */
typedef struct mlc_custom_import {
  const char *name;
  uint64_t signature;
} mlc_custom_import;

typedef enum mlc_artifact_flags {
  MLC_ARTIFACT_FLUSH_DENORMALS = 1 /* FTZ and DAZ are set while it runs */
} mlc_artifact_flags;

typedef struct mlc_artifact {
  uint32_t magic, abi;  /* MLC_ABI_MAGIC, MLC_ABI_VERSION */
  uint64_t size;        /* sizeof(mlc_artifact) of the writer */
  const char *compiler; /* product version and build id */
  const char *options;  /* canonical option string */
  const char *manifest; /* JSON, the same facts */
  const mlc_entry_desc *entries;
  const mlc_symbol_desc *symbols;
  const mlc_weight_desc *weights;
  const mlc_state_desc *states;
  const mlc_device_image_desc *images;
  const mlc_kernel_desc *kernels;
  const char *const *nodes; /* model node names, indexed by error.node */
  const mlc_kernel_code *const *code; /* [isa] -> kernel table or null */
  const void *weight_data;            /* embedded weights, or null */
  uint64_t weight_bytes;
  const char *weight_file; /* basename of the side file, or null */
  const mlc_custom_import *custom_ops;
  uint64_t n_entries, n_symbols, n_weights, n_states, n_images, n_kernels,
      n_nodes, n_custom_ops;
  uint32_t entry_stride, value_stride, symbol_stride, weight_stride,
      state_stride, image_stride, kernel_stride, flags; /* mlc_artifact_flags */
  uint32_t (*best_isa)(void); /* best level this machine offers, 0: too old */
  uint64_t n_levels; /* rows of `code`, that of MLC_ISA_ANY too; since 1.1 */
  uint64_t reserved[7];
} mlc_artifact;

/* Rows of `code` that can be read. What was written before the number was has 0
   there and the levels of then. */
static inline uint32_t mlc_code_rows(const mlc_artifact *artifact) {
  uint64_t rows = artifact->n_levels ? artifact->n_levels : 6;
  if (!artifact->code)
    return 0;
  return rows < MLC_ISA_COUNT ? (uint32_t)rows : (uint32_t)MLC_ISA_COUNT;
}

/* The one symbol an artifact must export: returns its tables, or null when
   `max_abi` has an older major. Name: mlc_query (with --prefix also
   PREFIX_query). */
typedef const mlc_artifact *(*mlc_query_fn)(uint32_t max_abi);
#define MLC_QUERY_SYMBOL "mlc_query"

/* The ELF note (section .note.mlc, in a PT_NOTE segment) that a loader reads
   before it maps any code: owner "MLC", type 1, this descriptor. Hashes are
   XXH3-128. `code_hash` is of one stream: the bytes of the file before
   weights_offset, then those after the weights (the whole file when
   weights_bytes is 0), with the 16 bytes of this field read as zeros. Weights
   in a side file are its raw bytes from offset 0; weights_hash is of all of
   them. */
#define MLC_NOTE_OWNER "MLC"
#define MLC_NOTE_TYPE 1
typedef struct mlc_note {
  uint32_t magic, abi;
  uint64_t code_hash[2];    /* low 64 bits, high 64 bits */
  uint64_t weights_hash[2]; /* of the weights, in this file or beside it */
  uint64_t weights_offset, weights_bytes; /* in this file; 0 bytes: elsewhere */
  uint32_t isa_mask;                      /* bit i: level i is present */
  uint32_t flags;
  uint64_t file_bytes;
  uint64_t reserved[4];
} mlc_note;

MLC_STATIC_ASSERT(sizeof(void *) == 8, "64-bit only");
MLC_STATIC_ASSERT(sizeof(mlc_tensor) == 32 + 8 * MLC_MAX_RANK, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_error_record) == 64, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_kernel_code) == 16, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_note) == 104, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_late_block) == 64, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_host) == 128, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, weights) == 16, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, workspace) == 24, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, inputs) == 40, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, outputs) == 48, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, states) == 56, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, kernels) == 64, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, error) == 96, "layout");
MLC_STATIC_ASSERT(offsetof(mlc_exec, n_workers) == 164, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_exec) == 264, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_entry_desc) == 96, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_value_desc) == 48, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_state_desc) == 64, "layout");
MLC_STATIC_ASSERT(sizeof(mlc_artifact) == 304, "layout");

#ifdef __cplusplus
}
#endif
#endif /* MLC_ARTIFACT_ABI_H */
