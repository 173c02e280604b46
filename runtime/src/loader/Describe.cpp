//===- Describe.cpp - From an artifact's tables to a model ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Text.h"
#include "runtime/src/loader/Model.h"

#include <stdlib.h>
#include <string.h>

using namespace mlc::rt;

IsaList::IsaList(uint32_t mask) {
  Text out(text, sizeof(text));
  bool first = true;
  for (uint32_t i = 1; i < MLC_ISA_COUNT; ++i) {
    if (!(mask & (1u << i)))
      continue;
    out << (first ? "" : ", ") << mlc_isa_name(i);
    first = false;
  }
  if (first)
    out << "none";
}

uint32_t mlc::rt::cappedIsa(const mlc_artifact &artifact) {
  uint32_t best = artifact.best_isa ? artifact.best_isa() : MLC_ISA_V2;
  const char *cap = getenv("MLC_MAX_ISA");
  uint32_t limit = cap && *cap ? mlc_isa_from_name(cap) : MLC_ISA_ANY;
  return limit && limit < best ? limit : best;
}

static mlc_code checkTables(const mlc_artifact &artifact, const char *path,
                            mlc_status *status) {
  if (artifact.magic != MLC_ABI_MAGIC || artifact.abi >> 16 != MLC_ABI_MAJOR ||
      artifact.size < sizeof(mlc_artifact))
    return Failure(status, MLC_VERSION_MISMATCH)
           << path << ": its tables have ABI " << (artifact.abi >> 16) << "."
           << (artifact.abi & 0xffff) << " (" << artifact.size
           << " bytes), this runtime knows " << MLC_ABI_MAJOR << "."
           << MLC_ABI_MINOR << " (" << uint64_t(sizeof(mlc_artifact))
           << " bytes)";
  struct {
    const void *table;
    uint64_t rows;
    uint32_t stride, least;
    const char *name;
  } tables[] = {
      {artifact.entries, artifact.n_entries, artifact.entry_stride,
       sizeof(mlc_entry_desc), "entry"},
      {artifact.symbols, artifact.n_symbols, artifact.symbol_stride,
       sizeof(mlc_symbol_desc), "symbol"},
      {artifact.weights, artifact.n_weights, artifact.weight_stride,
       sizeof(mlc_weight_desc), "weight"},
      {artifact.states, artifact.n_states, artifact.state_stride,
       sizeof(mlc_state_desc), "state"},
      {artifact.kernels, artifact.n_kernels, artifact.kernel_stride,
       sizeof(mlc_kernel_desc), "kernel"},
      {artifact.images, artifact.n_images, artifact.image_stride,
       sizeof(mlc_device_image_desc), "device image"},
  };
  for (const auto &t : tables)
    if (t.rows && (!t.table || t.stride < t.least))
      return Failure(status, MLC_VERSION_MISMATCH)
             << path << ": rows of the " << t.name << " table have " << t.stride
             << " bytes, this runtime needs " << t.least;
  if (artifact.n_entries == 0 || artifact.value_stride < sizeof(mlc_value_desc))
    return Failure(status, MLC_VERSION_MISMATCH)
           << path << ": the artifact has no entry to run";
  return MLC_OK;
}

/// One value row for callers. The extents and symbol names stand in one block.
static bool describeValue(const mlc_model &model, const mlc_value_desc &from,
                          mlc_value_info &to) {
  to.name = from.name;
  to.kind = from.kind;
  to.dtype = from.dtype;
  to.rank = from.rank;
  to.alias = from.alias;
  to.items = from.reserved[MLC_ITEMS_IN_ARTIFACT];
  if (from.rank == 0 || !from.dims)
    return true;
  auto *extents = allocateArray<int64_t>(model.allocator, from.rank);
  auto *symbols = allocateArray<const char *>(model.allocator, from.rank);
  to.extents = extents;
  to.symbols = symbols;
  if (!extents || !symbols)
    return false;
  const mlc_artifact &artifact = *model.artifact;
  for (uint32_t d = 0; d < from.rank; ++d) {
    int64_t symbol = from.dims[d].symbol;
    extents[d] = from.dims[d].extent;
    if (extents[d] < 0 && symbol >= 0 && uint64_t(symbol) < artifact.n_symbols)
      symbols[d] =
          tableRow(artifact.symbols, artifact.symbol_stride, uint64_t(symbol))
              .name;
  }
  return true;
}

static bool describeValues(const mlc_model &model, const mlc_value_desc *table,
                           uint32_t n, mlc_value_info *&infos) {
  infos = allocateArray<mlc_value_info>(model.allocator, n);
  if (n && !infos)
    return false;
  for (uint32_t i = 0; i < n; ++i)
    if (!describeValue(model, tableRow(table, model.artifact->value_stride, i),
                       infos[i]))
      return false;
  return true;
}

static void forgetValues(const mlc_model &model, mlc_value_info *infos,
                         uint32_t n) {
  for (uint32_t i = 0; infos && i < n; ++i) {
    freeArray(model.allocator, infos[i].extents, infos[i].rank);
    freeArray(model.allocator, infos[i].symbols, infos[i].rank);
  }
  freeArray(model.allocator, infos, n);
}

static mlc_code resolveCustomOps(mlc_model &model,
                                 const mlc_open_options &options,
                                 mlc_status *status) {
  const mlc_artifact &artifact = *model.artifact;
  if (artifact.n_custom_ops == 0)
    return MLC_OK;
  model.customOps = allocateArray<const mlc_custom_op *>(model.allocator,
                                                         artifact.n_custom_ops);
  if (!model.customOps)
    return Failure(status, MLC_OUT_OF_MEMORY)
           << model.path << ": out of memory";
  for (uint64_t i = 0; i < artifact.n_custom_ops; ++i) {
    const mlc_custom_import &want = artifact.custom_ops[i];
    bool sameName = false;
    for (uint64_t j = 0; j < options.n_custom_ops && !model.customOps[i]; ++j) {
      const mlc_custom_op &have = options.custom_ops[j];
      if (!have.name || strcmp(have.name, want.name) != 0)
        continue;
      sameName = true;
      if (!have.signature || have.signature == want.signature)
        model.customOps[i] = &have;
    }
    if (model.customOps[i])
      continue;
    Failure failure(status, MLC_UNSUPPORTED);
    failure << model.path << ": needs the custom op ";
    failure.quote(want.name);
    return failure << (sameName ? ": the one given has another signature"
                                : ", which no given op library has");
  }
  return MLC_OK;
}

mlc_code mlc::rt::describeModel(mlc_model &model,
                                const mlc_open_options &options,
                                mlc_status *status) {
  const mlc_artifact &artifact = *model.artifact;
  if (mlc_code code = checkTables(artifact, model.path, status))
    return code;

  // The table of an artifact from before a level was added is shorter.
  bool noted = model.note.magic == MLC_ABI_MAGIC;
  for (uint32_t i = 1, rows = mlc_code_rows(&artifact); i < rows; ++i)
    if ((!noted || (model.note.isa_mask & (1u << i))) && artifact.code[i])
      model.isaMask |= 1u << i;
  uint32_t best = artifact.best_isa ? artifact.best_isa() : MLC_ISA_V2;
  uint32_t runnable = model.isaMask & ((2u << best) - 1);
  if (artifact.n_kernels && !runnable) {
    IsaList levels(model.isaMask);
    return Failure(status, MLC_UNSUPPORTED)
           << model.path << ": has code for x86-64 levels " << levels.text
           << "; this processor offers "
           << (best ? mlc_isa_name(best) : "less than v2");
  }

  model.entries = allocateArray<mlc_entry>(model.allocator, artifact.n_entries);
  if (!model.entries)
    return Failure(status, MLC_OUT_OF_MEMORY)
           << model.path << ": out of memory";
  for (uint64_t i = 0; i < artifact.n_entries; ++i) {
    mlc_entry &entry = model.entries[i];
    entry.model = &model;
    entry.index = i;
    entry.desc = &tableRow(artifact.entries, artifact.entry_stride, i);
    if (!describeValues(model, entry.desc->inputs, entry.desc->n_inputs,
                        entry.inputs) ||
        !describeValues(model, entry.desc->outputs, entry.desc->n_outputs,
                        entry.outputs))
      return Failure(status, MLC_OUT_OF_MEMORY)
             << model.path << ": out of memory";
  }
  if (mlc_code code = resolveCustomOps(model, options, status))
    return code;
  return locateWeights(model, options, status);
}

void mlc::rt::forgetDescription(mlc_model &model) {
  if (!model.artifact)
    return;
  for (uint64_t i = 0; model.entries && i < model.artifact->n_entries; ++i) {
    mlc_entry &entry = model.entries[i];
    if (!entry.desc)
      continue;
    forgetValues(model, entry.inputs, entry.desc->n_inputs);
    forgetValues(model, entry.outputs, entry.desc->n_outputs);
  }
  freeArray(model.allocator, model.entries, model.artifact->n_entries);
  freeArray(model.allocator, model.customOps, model.artifact->n_custom_ops);
  model.weightFile.close();
}
