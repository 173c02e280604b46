//===- kv-cache.c - 200 decode steps on one cache buffer ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input and output are the same buffer. Checks the cache and the weighted sum
// after each step, that no more plans were made than there are buckets, and that
// nothing grows.
//
//===----------------------------------------------------------------------===//

#include "mlc/runtime.h"
#include <math.h>
#include <stdio.h>

#define ROWS 256
#define WIDTH 8
#define FIRST 2
#define STEPS 200

static int fail(const char *text, int step) {
  fprintf(stderr, "step %d: %s\n", step, text);
  return 1;
}

int main(int argc, char **argv) {
  mlc_model *model;
  mlc_context *context;
  mlc_status status;
  if (argc != 2 || mlc_model_open(argv[1], NULL, &model, &status) ||
      mlc_context_create(model, NULL, &context, &status))
    return fail(status.message, -1);
  const mlc_entry *entry = mlc_model_entry(model, "decode");

  static float cache[ROWS * WIDTH], want[ROWS * WIDTH];
  float key[WIDTH], decay[ROWS], read[WIDTH];
  for (int n = FIRST; n < FIRST + STEPS; ++n) {
    for (int i = 0; i < WIDTH; ++i)
      key[i] = want[(n - 1) * WIDTH + i] = sinf((float)(n * WIDTH + i));
    for (int i = 0; i < n; ++i)
      decay[i] = 0.01f * (float)(i % 7);
    mlc_tensor in[3] = {
        {.data = cache, .dtype = MLC_F32, .rank = 2, .dims = {ROWS, WIDTH}},
        {.data = key, .dtype = MLC_F32, .rank = 2, .dims = {1, WIDTH}},
        {.data = decay, .dtype = MLC_F32, .rank = 1, .dims = {n}}};
    mlc_tensor out[2] = {{.data = cache, .capacity = sizeof cache},
                         {.data = read, .capacity = sizeof read}};
    if (mlc_run(context, entry, in, 3, out, 2, &status))
      return fail(status.message, n);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += exp(decay[i]);
    for (int i = 0; i < ROWS * WIDTH; ++i)
      if (cache[i] != want[i])
        return fail("the cache is not what was put into it", n);
    for (int i = 0; i < WIDTH; ++i) {
      double expected = 0;
      for (int row = 0; row < n; ++row)
        expected += exp(decay[row]) / sum * want[row * WIDTH + i];
      if (fabs(expected - read[i]) > 1e-4)
        return fail("the weighted sum is wrong", n);
    }
  }
  mlc_context_stats stats = {.size = sizeof stats};
  mlc_context_get_stats(context, &stats);
  printf("%d plans, %d hits\n", (int)stats.plans, (int)stats.plan_hits);
  if (stats.plans > 8 || stats.plan_hits + stats.plans < STEPS)
    return fail("too many plans", STEPS);
  mlc_context_destroy(context);
  mlc_model_close(model);
  return 0;
}
