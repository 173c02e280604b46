//===- sparse-weights.c - A run with weights that the caller mapped -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the weight file and hands it to the generated function through mlc_host.
//
//===----------------------------------------------------------------------===//

#include "sparse.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define LAYERS 48
#define WIDTH 4096

int main(int argc, char **argv) {
  struct stat status;
  int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0 || fstat(file, &status))
    return 2;
  printf("%lld bytes of weights\n", (long long)status.st_size);
  char *weights = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, file, 0);
  if (weights == MAP_FAILED)
    return 2;
#ifdef MUTANT
  weights = mmap(NULL, status.st_size, PROT_READ, /* zeros */
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
#endif
  static float x[WIDTH], y[WIDTH];
  x[0] = 2;
  mlc_host host = {.size = sizeof host, .weights = weights};
  sparse_inputs in = {.x = x};
  sparse_outputs out = {.y = y};
  void *workspace = aligned_alloc(64, 1 << 20);
  int code = sparse_run(&in, &out, workspace, &host);
  int wrong = 0;
  for (int i = 0; i < WIDTH; ++i)
    wrong += y[i] != (i == 0 ? 2 : i == LAYERS - 1 ? 2 * LAYERS : 0);
  printf("status %d, %d wrong\n", code, wrong);
  return code != 0 || wrong != 0;
}
