//===- Weights.cpp - Where the weights lie, and whether they are whole ---===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Text.h"
#include "runtime/src/loader/ArtifactHash.h"
#include "runtime/src/loader/Model.h"

#include <string.h>

using namespace mlc::rt;

/// A side file is checked by its size and by its first weights up to this many
/// bytes: enough to notice another model's file without reading gigabytes.
static constexpr uint64_t quickCheckBytes = 1 << 20;

/// "dir/of/library/name"; null when memory is short.
static char *besideLibrary(const mlc_model &model, const char *name) {
  const char *slash = strrchr(model.path, '/');
  size_t lead = slash ? size_t(slash - model.path) + 1 : 0;
  size_t n = strlen(name);
  char *joined = allocateArray<char>(model.allocator, lead + n + 1);
  if (!joined)
    return nullptr;
  memcpy(joined, model.path, lead);
  memcpy(joined + lead, name, n);
  return joined;
}

static mlc_code quickCheck(const mlc_model &model, const char *path,
                           mlc_status *status) {
  const mlc_artifact &artifact = *model.artifact;
  uint64_t budget = quickCheckBytes;
  for (uint64_t i = 0; i < artifact.n_weights; ++i) {
    const auto &row = tableRow(artifact.weights, artifact.weight_stride, i);
    if (row.bytes > budget)
      break;
    budget -= row.bytes;
    if (row.offset > artifact.weight_bytes ||
        row.bytes > artifact.weight_bytes - row.offset)
      return Failure(status, MLC_DATA_CORRUPTION)
             << model.path << ": weight " << i << " lies outside the "
             << artifact.weight_bytes << " bytes of weights";
    uint64_t hash[2];
    hashBytes(model.weights + row.offset, row.bytes, hash);
    if (hash[0] != row.hash[0] || hash[1] != row.hash[1])
      return Failure(status, MLC_DATA_CORRUPTION)
             << path << ": weight " << i << " does not match the model "
             << model.path << ": damaged, or the weights of another model";
  }
  return MLC_OK;
}

static mlc_code mapSideFile(mlc_model &model, const char *path,
                            mlc_status *status) {
  const mlc_artifact &artifact = *model.artifact;
  if (mlc_code code = model.weightFile.open(path, "weight file", status))
    return code;
  if (model.weightFile.size < artifact.weight_bytes)
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": truncated: the model " << model.path << " needs "
           << artifact.weight_bytes << " bytes of weights, the file has "
           << model.weightFile.size;
  model.weights = model.weightFile.data;
  return quickCheck(model, path, status);
}

mlc_code mlc::rt::locateWeights(mlc_model &model,
                                const mlc_open_options &options,
                                mlc_status *status) {
  const mlc_artifact &artifact = *model.artifact;
  if (options.weights_path)
    return mapSideFile(model, options.weights_path, status);
  if (artifact.weight_data || artifact.weight_bytes == 0) {
    model.weights = static_cast<const uint8_t *>(artifact.weight_data);
    return MLC_OK;
  }
  const char *name = artifact.weight_file;
  if (!name || !*name || strchr(name, '/'))
    return Failure(status, MLC_INVALID_ARGUMENT)
           << model.path << ": its " << artifact.weight_bytes
           << " bytes of weights are kept apart; give the file's path when "
           << "opening the model";
  char *path = besideLibrary(model, name);
  if (!path)
    return Failure(status, MLC_OUT_OF_MEMORY)
           << model.path << ": out of memory";
  mlc_code code = mapSideFile(model, path, status);
  freeText(model.allocator, path);
  return code;
}

mlc_code mlc::rt::verifyWeights(const mlc_model &model, mlc_status *status) {
  clearStatus(status);
  const mlc_artifact &artifact = *model.artifact;
  if (artifact.weight_bytes == 0)
    return MLC_OK;
  if (model.note.magic == MLC_ABI_MAGIC) {
    uint64_t hash[2];
    hashBytes(model.weights, artifact.weight_bytes, hash);
    if (hash[0] == model.note.weights_hash[0] &&
        hash[1] == model.note.weights_hash[1])
      return MLC_OK;
  }
  // Which one it is; without a note the rows are all there is.
  for (uint64_t i = 0; i < artifact.n_weights; ++i) {
    const auto &row = tableRow(artifact.weights, artifact.weight_stride, i);
    uint64_t hash[2] = {0, 0};
    bool inside = row.offset <= artifact.weight_bytes &&
                  row.bytes <= artifact.weight_bytes - row.offset;
    if (inside)
      hashBytes(model.weights + row.offset, row.bytes, hash);
    if (!inside || hash[0] != row.hash[0] || hash[1] != row.hash[1])
      return Failure(status, MLC_DATA_CORRUPTION)
             << model.path << ": the weights are damaged: weight " << i
             << " of " << artifact.n_weights << " (" << row.bytes
             << " bytes at " << row.offset << ") does not match its hash";
  }
  if (model.note.magic == MLC_ABI_MAGIC)
    return Failure(status, MLC_DATA_CORRUPTION)
           << model.path
           << ": the weights are damaged: their hash does not match "
           << "(between the tensors)";
  return MLC_OK;
}
