//===- with_runtime.cpp - The same through the C++ header ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mlc/mlc.hpp"

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  std::vector<float> image(64);
  FILE *file = argc == 3 ? fopen(argv[2], "rb") : nullptr;
  if (!file || fread(image.data(), sizeof(float), 64, file) != 64)
    return puts("usage: reader digits.so image.raw"), 1;
  fclose(file);

  mlc::Status status;
  mlc::Model model = mlc::Model::open(argv[1], status);
  mlc::Context context = model.context(status);
  std::vector<mlc::Tensor> y;
  if (context)
    y = context.run({mlc::view(image.data(), {1, 1, 8, 8})}, status);
  if (!status.ok())
    return puts(status.message()), 1;
  printf("it is a %lld\n", static_cast<long long>(*y[0].data<int64_t>()));
}
