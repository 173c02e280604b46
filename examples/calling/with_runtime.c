//===- with_runtime.c - Reads a digit through libmlc_runtime -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   clang -I runtime/include with_runtime.c -L build/lib -lmlc_runtime -o
//   reader reader digits.so image.raw        (64 floats)
//
//===----------------------------------------------------------------------===//

#include "mlc/runtime.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void fail(const char *text) {
  fprintf(stderr, "%s\n", text);
  exit(1);
}

int main(int argc, char **argv) {
  float image[64];
  FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
  if (!file || fread(image, sizeof(float), 64, file) != 64)
    fail("usage: reader digits.so image.raw");
  fclose(file);

  mlc_status status;
  mlc_model *model;
  mlc_context *context;
  if (mlc_model_open(argv[1], NULL, &model, &status) ||
      mlc_context_create(model, NULL, &context, &status))
    fail(status.message);
  const mlc_entry *entry = mlc_model_entry(model, NULL); /* the first one */

  uint32_t n, m;
  const mlc_value_info *in = mlc_entry_inputs(entry, &n);
  const mlc_value_info *out = mlc_entry_outputs(entry, &m);
  printf("%s: %u input (%s: %s), %u outputs (%s, %s)\n", mlc_entry_name(entry),
         n, in[0].name, mlc_dtype_name(in[0].dtype), m, out[0].name,
         out[1].name);

  mlc_tensor x = {
      .data = image, .dtype = MLC_F32, .rank = 4, .dims = {1, 1, 8, 8}};
  mlc_tensor y[2] = {{0}}; /* no buffers: the run allocates them */
  if (mlc_run(context, entry, &x, 1, y, 2, &status))
    fail(status.message);
  printf("it is a %lld\n", (long long)*(const int64_t *)y[0].data);

  /* What a wrong call says. */
  x.dims[3] = 7;
  mlc_tensor unused[2] = {{0}};
  if (mlc_run(context, entry, &x, 1, unused, 2, &status))
    printf("%s\n", status.message);

  for (int i = 0; i < 2; ++i)
    mlc_tensor_release(context, &y[i]);
  mlc_context_destroy(context);
  mlc_model_close(model);
  return 0;
}
