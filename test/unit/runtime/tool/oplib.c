//===- oplib.c - The op library of the test artifact ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mlc/artifact_abi.h"

static int32_t twice(const mlc_tensor *in, uint32_t n, mlc_tensor *out,
                     uint32_t m, struct mlc_exec *exec) {
  const float *x = (const float *)in->data;
  float *y = (float *)out->data;
  for (int64_t i = 0; i < in->dims[0]; ++i)
    y[i] = 2 * x[i];
  return MLC_OK;
}

static int32_t twice_shape(const mlc_tensor *in, uint32_t n, mlc_tensor *out,
                           uint32_t m) {
  out->dtype = in->dtype;
  out->rank = 1;
  out->dims[0] = in->dims[0];
  return MLC_OK;
}

static const mlc_custom_op ops[] = {{"test.twice", 42, twice, twice_shape}};
static const mlc_op_library library = {MLC_ABI_MAGIC, MLC_ABI_VERSION, ops, 1};

const mlc_op_library *mlc_op_library_query(uint32_t max_abi);
const mlc_op_library *mlc_op_library_query(uint32_t max_abi) {
  return &library;
}
