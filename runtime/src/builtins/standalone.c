//===- standalone.c - A run without any runtime ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NAME_run does: an exec on the stack, everything optional taken from the
// caller's mlc_host, one thread unless it brings a parallel_for.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

const mlc_artifact *mlc_rt_query(const mlc_artifact *artifact,
                                 uint32_t max_abi) {
  return (max_abi >> 16) < (artifact->abi >> 16) ? 0 : artifact;
}

/* An older caller's host is shorter: what it does not have is null. */
static void copy_host(mlc_host *to, const mlc_host *from) {
  memset(to, 0, sizeof(*to));
  if (!from || from->size < sizeof(uint64_t))
    return;
  uint64_t bytes = from->size < sizeof(*to) ? from->size : sizeof(*to);
  memcpy(to, from, bytes);
}

static int32_t prepare(mlc_exec *exec) {
  const mlc_artifact *artifact = exec->artifact;
  exec->kernels = mlc_rt_select(artifact, exec->host->isa, &exec->isa);
  if (!exec->kernels && artifact->n_kernels) {
    mlc_rt_fail(exec, MLC_UNSUPPORTED, -1, 0, mlc_rt_best_isa(), MLC_ISA_V2);
    return MLC_UNSUPPORTED;
  }
  if (artifact->weight_bytes && !exec->weights)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DATA, 0,
                          UINT32_MAX, 0, 0, (int64_t)artifact->weight_bytes);
  if (exec->entry->n_states && !exec->states)
    return rt_fail_clause(exec, MLC_INVALID_ARGUMENT, MLC_CLAUSE_DATA, 0,
                          UINT32_MAX, 1, 0, (int64_t)exec->entry->n_states);
  return MLC_OK;
}

int32_t mlc_rt_standalone(const mlc_artifact *artifact, uint32_t entry,
                          const mlc_tensor *inputs, mlc_tensor *outputs,
                          void *workspace, const mlc_host *given) {
  mlc_host host;
  copy_host(&host, given);
  mlc_exec exec;
  memset(&exec, 0, sizeof(exec));
  exec.size = sizeof(exec);
  exec.host = &host;
  exec.artifact = artifact;
  exec.entry = &artifact->entries[entry];
  exec.weights = host.weights ? host.weights : artifact->weight_data;
  exec.workspace = workspace;
  exec.inputs = inputs;
  exec.outputs = outputs;
  exec.states = host.states;
  exec.n_workers =
      host.parallel_for && host.max_workers > 1 ? host.max_workers : 1;
  exec.mxcsr = rt_mxcsr_for(artifact);

  /* Without a stated size the workspace holds exactly the plan: the caller
     asked NAME_workspace_size. Late tensors then need host->alloc. */
  exec.workspace_bytes = host.workspace_bytes;
  if (workspace && !host.workspace_bytes)
    exec.workspace_bytes = MLC_RT_LIMIT;
  if (!host.workspace_bytes)
    exec.flags |= MLC_RT_EXEC_NO_TAIL;

  uint32_t saved = rt_read_mxcsr();
  rt_write_mxcsr(exec.mxcsr);
  int32_t code = prepare(&exec);
  if (!code)
    code = exec.entry->run(&exec);
  mlc_rt_late_release_all(&exec);
  rt_write_mxcsr(saved);

  if (!code)
    code = (int32_t)exec.error.code;
  if (host.error)
    *host.error = exec.error;
  return code;
}
