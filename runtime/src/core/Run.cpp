//===- Run.cpp - One call of an entry ------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Context.h"
#include "runtime/src/core/Text.h"

#include <string.h>
#include <xmmintrin.h>

using namespace mlc::rt;

static mlc_code checkCounts(const mlc_context &context, const mlc_entry *entry,
                            uint32_t n, uint32_t m, mlc_status *status) {
  const char *path = context.model->path;
  if (!entry || entry->model != context.model)
    return Failure(status, MLC_INVALID_ARGUMENT)
           << path << ": the entry is not one of this model";
  const mlc_entry_desc &desc = *entry->desc;
  if (n != desc.n_inputs)
    return (Failure(status, MLC_INVALID_ARGUMENT) << path << ": entry ")
               .quote(desc.name)
           << " takes " << desc.n_inputs << " inputs, given were " << n;
  if (m != desc.n_outputs)
    return (Failure(status, MLC_INVALID_ARGUMENT) << path << ": entry ")
               .quote(desc.name)
           << " has " << desc.n_outputs << " outputs, room was given for " << m;
  return MLC_OK;
}

struct Range {
  uintptr_t begin, end;
};

static Range rangeOf(const mlc_tensor &tensor, bool output) {
  uint64_t bytes = tensor.capacity;
  if (!output && bytes == 0 && tensor.kind == MLC_TENSOR)
    bytes = mlc_tensor_bytes(tensor.dtype, tensor.rank, tensor.dims);
  auto begin = reinterpret_cast<uintptr_t>(tensor.data);
  return {begin, begin + (bytes > UINTPTR_MAX - begin ? 0 : bytes)};
}

static bool overlap(const Range &a, const Range &b) {
  return a.begin < b.end && b.begin < a.end;
}

/// Given output buffers must not share memory with anything, except as
/// declared.
static mlc_code checkAliases(const mlc_context &context, const mlc_entry &entry,
                             const mlc_tensor *inputs,
                             const mlc_tensor *outputs, mlc_status *status) {
  const mlc_entry_desc &desc = *entry.desc;
  for (uint32_t o = 0; o < desc.n_outputs; ++o) {
    if (!outputs[o].data)
      continue;
    Range mine = rangeOf(outputs[o], true);
    for (uint32_t i = 0; i < desc.n_inputs; ++i) {
      bool declared = entry.outputs[o].alias == int32_t(i) &&
                      inputs[i].data == outputs[o].data;
      if (declared || !overlap(mine, rangeOf(inputs[i], false)))
        continue;
      return (((Failure(status, MLC_INVALID_ARGUMENT)
                << context.model->path << ": the buffer of output ")
                   .quote(entry.outputs[o].name)
               << " overlaps input ")
                  .quote(entry.inputs[i].name)
              << "; the entry declares no such alias");
    }
    for (uint32_t p = 0; p < o; ++p)
      if (outputs[p].data && overlap(mine, rangeOf(outputs[p], true)))
        return (((Failure(status, MLC_INVALID_ARGUMENT)
                  << context.model->path << ": the buffers of outputs ")
                     .quote(entry.outputs[p].name)
                 << " and ")
                    .quote(entry.outputs[o].name)
                << " overlap");
  }
  return MLC_OK;
}

static void releaseLate(mlc_context &context) {
  mlc_exec &exec = context.exec;
  if (exec.late_bytes > context.latePeak)
    context.latePeak = exec.late_bytes;
  while (mlc_late_block *block = exec.late_head) {
    exec.late_head = block->next;
    if (block->base)
      context.allocator.free(context.allocator.self, block->base, block->bytes);
  }
  exec.late_bytes = 0;
}

static void freeNewOutputs(mlc_context &context, mlc_tensor *outputs,
                           uint32_t m) {
  for (uint32_t i = 0; i < m; ++i)
    if (!context.wasGiven[i])
      mlc_tensor_release(&context, &outputs[i]);
}

mlc_code mlc_run(mlc_context *context, const mlc_entry *entry,
                 const mlc_tensor *inputs, uint32_t n, mlc_tensor *outputs,
                 uint32_t m, mlc_status *status) {
  clearStatus(status);
  if (mlc_code code = checkCounts(*context, entry, n, m, status))
    return code;
  if (mlc_code code = checkAliases(*context, *entry, inputs, outputs, status))
    return code;
  for (uint32_t i = 0; i < m; ++i)
    context->wasGiven[i] = outputs[i].data != nullptr;

  mlc_exec &exec = context->exec;
  memset(&exec.error, 0, sizeof(exec.error));
  exec.entry = entry->desc;
  exec.inputs = inputs;
  exec.outputs = outputs;
  exec.workspace = context->workspace;
  exec.workspace_bytes = context->workspaceBytes;
  exec.planned_bytes = exec.tail_used = 0;
  if (context->workspace && (context->options.flags & MLC_CONTEXT_FILL))
    memset(context->workspace, int(context->options.fill_byte),
           context->workspaceBytes);

  uint32_t saved = _mm_getcsr();
  _mm_setcsr(exec.mxcsr);
  int32_t code = entry->desc->run(&exec);
  _mm_setcsr(saved);

  releaseLate(*context);
  ++context->runs;
  if (code == MLC_OK && exec.error.code == MLC_OK)
    return MLC_OK;
  freeNewOutputs(*context, outputs, m);
  if (exec.error.code == MLC_OK)
    exec.error.code = uint32_t(code);
  return explainRun(*context, *entry, inputs, exec.error, status);
}

void mlc_tensor_release(mlc_context *context, mlc_tensor *tensor) {
  if (!(tensor->flags & 1u))
    return;
  if (tensor->data)
    context->allocator.free(context->allocator.self, tensor->data,
                            tensor->capacity);
  tensor->data = nullptr;
  tensor->capacity = 0;
  tensor->flags &= ~1u;
}
