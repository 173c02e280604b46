//===- with_nothing.c - Reads a digit with the compiled library alone ----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compile-model digits.onnx -o digits.so --header
//   clang -I runtime/include with_nothing.c digits.so -o reader
//
//===----------------------------------------------------------------------===//

#include "digits.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  float image[64], probability[10];
  int64_t digit = -1;
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file || fread(image, sizeof(float), 64, file) != 64)
    return puts("usage: reader image.raw"), 1;
  fclose(file);

  digits_inputs inputs = {.image = image, .image_dims = {1, 1, 8, 8}};
  digits_outputs outputs = {.digit = &digit,
                            .digit_capacity = sizeof(digit),
                            .probability = probability,
                            .probability_capacity = sizeof(probability)};
  int64_t batch = 1;
  uint64_t bytes = digits_workspace_size(&batch);
  void *workspace = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
  int code = digits_run(&inputs, &outputs, workspace, NULL);
  free(workspace);
  if (code)
    return printf("the run ended with status %d\n", code), 1;
  printf("it is a %lld, with probability %.3f\n", (long long)digit,
         probability[digit]);
  return 0;
}
