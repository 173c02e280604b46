//===- custom-op.c - An op library for the seam test ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `seam.positive` keeps positive elements (its shape depends on the data),
// `seam.sum` adds up and refuses a NaN.
//
//===----------------------------------------------------------------------===//

#include "mlc/artifact_abi.h"

static int32_t positive_shape(const mlc_tensor *in, uint32_t n, mlc_tensor *out,
                              uint32_t m) {
  const float *x = (const float *)in->data;
  int64_t count = 0;
  for (int64_t i = 0; i < in->dims[0]; ++i)
    count += x[i] > 0;
  out->dtype = MLC_F32;
  out->rank = 1;
  out->dims[0] = count;
  return MLC_OK;
}

static int32_t positive(const mlc_tensor *in, uint32_t n, mlc_tensor *out,
                        uint32_t m, struct mlc_exec *exec) {
  const float *x = (const float *)in->data;
  float *y = (float *)out->data;
  int64_t count = 0;
  for (int64_t i = 0; i < in->dims[0]; ++i)
    if (x[i] > 0)
      y[count++] = x[i];
  return count == out->dims[0] ? MLC_OK : MLC_CUSTOM_OP_FAILED;
}

static int32_t sum(const mlc_tensor *in, uint32_t n, mlc_tensor *out, uint32_t m,
                   struct mlc_exec *exec) {
  const float *x = (const float *)in->data;
  float total = 0;
  for (int64_t i = 0; i < in->dims[0]; ++i)
    total += x[i];
  if (total != total)
    return MLC_CUSTOM_OP_FAILED;
  *(float *)out->data = total;
  return MLC_OK;
}

static const mlc_custom_op ops[] = {
    {"seam.positive", 0, positive, positive_shape},
#ifndef MUTANT
    {"seam.sum", 0, sum, 0},
#endif
};
static const mlc_op_library library = {MLC_ABI_MAGIC, MLC_ABI_VERSION, ops,
                                       sizeof ops / sizeof *ops};

const mlc_op_library *mlc_op_library_query(uint32_t max_abi);
const mlc_op_library *mlc_op_library_query(uint32_t max_abi) {
  return &library;
}
