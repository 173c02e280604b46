//===- launch.c - Running a kernel over its items ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's items are cut by shape only; the host decides who runs them. A
// foreign thread may come with another floating-point mode, so a parallel run
// goes through a trampoline that sets the run's MXCSR around each chunk.
//
//===----------------------------------------------------------------------===//

#include "internal.h"

/* Two slots: the kernel's code and its real arguments. */
static void run_chunk(const int64_t *slots, int64_t begin, int64_t end,
                      int64_t worker, mlc_exec *exec) {
  uint32_t saved = rt_read_mxcsr();
  if (saved != exec->mxcsr)
    rt_write_mxcsr(exec->mxcsr);
  ((mlc_kernel_fn)slots[0])((const int64_t *)slots[1], begin, end, worker,
                            exec);
  rt_write_mxcsr(saved);
}

int32_t mlc_rt_launch(mlc_exec *exec, uint32_t kernel, const int64_t *args) {
  const mlc_host *host = exec->host;
  const mlc_kernel_code *code = &exec->kernels[kernel];
  int64_t n = code->items ? code->items(args) : 1;
  if (n > 0) {
    if (host->profile)
      host->profile(host->self, kernel, 0, n);
    if (n == 1 || exec->n_workers <= 1 || !host->parallel_for) {
      code->run(args, 0, n, 0, exec);
    } else {
      int64_t slots[2] = {(int64_t)code->run, (int64_t)args};
      host->parallel_for(host->self, run_chunk, slots, n, exec);
    }
    if (host->profile)
      host->profile(host->self, kernel, 1, n);
  }
  return (int32_t)__atomic_load_n(&exec->error.code, __ATOMIC_RELAXED);
}

static int same_text(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

static const mlc_custom_op *find_op(mlc_exec *exec, uint32_t op) {
  if (exec->custom_ops)
    return exec->custom_ops[op];
  const mlc_custom_import *want = &exec->artifact->custom_ops[op];
  const mlc_host *host = exec->host;
  for (uint64_t i = 0; host->custom_ops && i < host->n_custom_ops; ++i) {
    const mlc_custom_op *have = &host->custom_ops[i];
    if (same_text(have->name, want->name) &&
        (!have->signature || have->signature == want->signature))
      return have;
  }
  return 0;
}

int32_t mlc_rt_custom_shape(mlc_exec *exec, uint32_t op, int64_t node,
                            const mlc_tensor *inputs, uint32_t n,
                            mlc_tensor *outputs, uint32_t m) {
  const mlc_custom_op *found = find_op(exec, op);
  int32_t code = !found || !found->shape ? (int32_t)MLC_UNSUPPORTED
                                         : found->shape(inputs, n, outputs, m);
  for (uint32_t i = 0; !code && i < m; ++i)
    if (outputs[i].rank > MLC_MAX_RANK ||
        mlc_rt_tensor_bytes(outputs[i].dtype, outputs[i].rank,
                            outputs[i].dims) == UINT64_MAX)
      code = MLC_CUSTOM_OP_FAILED;
  if (code)
    mlc_rt_fail(exec, code == MLC_UNSUPPORTED ? code : MLC_CUSTOM_OP_FAILED,
                node, 0, code, op);
  return code;
}

int32_t mlc_rt_custom(mlc_exec *exec, uint32_t op, int64_t node,
                      const mlc_tensor *inputs, uint32_t n, mlc_tensor *outputs,
                      uint32_t m) {
  const mlc_custom_op *found = find_op(exec, op);
  int32_t code = !found || !found->fn ? (int32_t)MLC_UNSUPPORTED
                                      : found->fn(inputs, n, outputs, m, exec);
  /* A foreign function may have changed the floating-point mode. */
  rt_write_mxcsr(exec->mxcsr);
  if (code)
    mlc_rt_fail(exec, code == MLC_UNSUPPORTED ? code : MLC_CUSTOM_OP_FAILED,
                node, 0, code, op);
  return code;
}
