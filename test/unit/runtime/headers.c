//===- headers.c - The public headers are C11 ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mlc/artifact_abi.h"
#include "mlc/runtime.h"
#include "mlc/status.h"
#include "runtime/src/builtins/builtins.h"

int mlc_test_headers_are_c(void);
int mlc_test_headers_are_c(void) {
  mlc_tensor y = {0};
  mlc_status status;
  mlc_model *model = NULL;
  return mlc_model_open("/nonexistent/m.so", NULL, &model, &status) ==
             MLC_IO_ERROR &&
         y.rank == 0;
}
