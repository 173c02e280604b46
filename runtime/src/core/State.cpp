//===- State.cpp - State blocks of a context -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Context.h"
#include "runtime/src/core/Text.h"

#include <string.h>

using namespace mlc::rt;

static const mlc_state_desc &stateRow(const mlc_context &context, uint64_t i) {
  const mlc_artifact &artifact = *context.model->artifact;
  return tableRow(artifact.states, artifact.state_stride, i);
}

static void resetState(mlc_context &context, uint64_t i) {
  const mlc_state_desc &row = stateRow(context, i);
  if (row.image < 0)
    memset(context.states[i], 0, row.bytes);
  else
    memcpy(context.states[i], context.model->weights + row.image, row.bytes);
}

mlc_code mlc::rt::createStates(mlc_context &context, mlc_status *status) {
  const mlc_artifact &artifact = *context.model->artifact;
  if (artifact.n_states == 0)
    return MLC_OK;
  context.states = allocateArray<void *>(context.allocator, artifact.n_states);
  if (!context.states)
    return Failure(status, MLC_OUT_OF_MEMORY)
           << context.model->path << ": out of memory for state blocks";
  for (uint64_t i = 0; i < artifact.n_states; ++i) {
    const mlc_state_desc &row = stateRow(context, i);
    if (row.image >= 0 &&
        (uint64_t(row.image) > artifact.weight_bytes ||
         row.bytes > artifact.weight_bytes - uint64_t(row.image)))
      return (Failure(status, MLC_DATA_CORRUPTION)
              << context.model->path << ": the initial image of state ")
                 .quote(row.name)
             << " lies outside the weights";
    context.states[i] = context.allocator.alloc(
        context.allocator.self, row.bytes ? row.bytes : 1,
        row.alignment > 64 ? row.alignment : 64);
    if (!context.states[i])
      return (Failure(status, MLC_OUT_OF_MEMORY)
              << context.model->path << ": out of memory for state ")
                 .quote(row.name)
             << " of " << row.bytes << " bytes";
    context.stateBytes += row.bytes;
    resetState(context, i);
  }
  return MLC_OK;
}

void mlc::rt::destroyStates(mlc_context &context) {
  uint64_t n = context.model->artifact->n_states;
  for (uint64_t i = 0; context.states && i < n; ++i)
    if (context.states[i]) {
      uint64_t bytes = stateRow(context, i).bytes;
      context.allocator.free(context.allocator.self, context.states[i],
                             bytes ? bytes : 1);
    }
  freeArray(context.allocator, context.states, n);
  context.states = nullptr;
}

uint64_t mlc_context_state_count(const mlc_context *context) {
  return context->model->artifact->n_states;
}

const char *mlc_context_state_name(const mlc_context *context, uint64_t i) {
  return i < mlc_context_state_count(context) ? stateRow(*context, i).name
                                              : nullptr;
}

uint64_t mlc_context_state_bytes(const mlc_context *context, uint64_t i) {
  return i < mlc_context_state_count(context) ? stateRow(*context, i).bytes : 0;
}

void mlc_context_state_reset(mlc_context *context) {
  for (uint64_t i = 0; i < mlc_context_state_count(context); ++i)
    resetState(*context, i);
}

static mlc_code checkBlock(const mlc_context *context, uint64_t i,
                           uint64_t bytes, mlc_status *status) {
  clearStatus(status);
  if (i >= mlc_context_state_count(context))
    return Failure(status, MLC_INVALID_ARGUMENT)
           << context->model->path << ": there is no state block " << i
           << "; the model has " << mlc_context_state_count(context);
  const mlc_state_desc &row = stateRow(*context, i);
  if (bytes != row.bytes)
    return (Failure(status, MLC_INVALID_ARGUMENT)
            << context->model->path << ": state ")
               .quote(row.name)
           << " has " << row.bytes << " bytes, given were " << bytes;
  return MLC_OK;
}

mlc_code mlc_context_state_save(const mlc_context *context, uint64_t i,
                                void *to, uint64_t bytes, mlc_status *status) {
  if (mlc_code code = checkBlock(context, i, bytes, status))
    return code;
  memcpy(to, context->states[i], bytes);
  return MLC_OK;
}

mlc_code mlc_context_state_load(mlc_context *context, uint64_t i,
                                const void *from, uint64_t bytes,
                                mlc_status *status) {
  if (mlc_code code = checkBlock(context, i, bytes, status))
    return code;
  memcpy(context->states[i], from, bytes);
  return MLC_OK;
}
