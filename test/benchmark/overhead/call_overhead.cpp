//===- call_overhead.cpp - What a load and a call cost by themselves ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// call-overhead SMALL.so LARGE.so: seconds of one call of SMALL's first entry
// (its inputs are zeros) and of opening and closing LARGE, as JSON. The least
// of many batches counts: noise only ever adds.
//
//===----------------------------------------------------------------------===//

#include "mlc/runtime.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static void need(mlc_code code, const mlc_status &status) {
  if (code == MLC_OK)
    return;
  fprintf(stderr, "call-overhead: %s\n", status.message);
  exit(1);
}

/// The least mean time of `body` over batches that take a second in all.
template <typename Body>
static double least(int batch, Body body) {
  double best = 1e9;
  for (double end = now() + 1; now() < end;) {
    double start = now();
    for (int i = 0; i < batch; ++i)
      body();
    best = std::min(best, (now() - start) / batch);
  }
  return best;
}

static mlc_tensor zeros(const mlc_value_info &info,
                        std::vector<std::vector<char>> &storage) {
  mlc_tensor tensor = {};
  tensor.dtype = info.dtype;
  tensor.rank = info.rank;
  for (uint32_t d = 0; d < info.rank; ++d)
    tensor.dims[d] = info.extents[d] < 0 ? 1 : info.extents[d];
  tensor.capacity = mlc_tensor_bytes(info.dtype, info.rank, tensor.dims);
  storage.emplace_back(tensor.capacity + 64);
  tensor.data = storage.back().data();
  return tensor;
}

static double callSeconds(const char *path) {
  mlc_status status = {};
  mlc_model *model = nullptr;
  need(mlc_model_open(path, nullptr, &model, &status), status);
  mlc_context_options options = {};
  options.size = sizeof options;
  options.threads = 1;
  mlc_context *context = nullptr;
  need(mlc_context_create(model, &options, &context, &status), status);
  const mlc_entry *entry = mlc_model_entry_at(model, 0);
  std::vector<std::vector<char>> storage;
  std::vector<mlc_tensor> inputs, outputs;
  uint32_t n = 0, m = 0;
  const mlc_value_info *in = mlc_entry_inputs(entry, &n);
  const mlc_value_info *out = mlc_entry_outputs(entry, &m);
  for (uint32_t i = 0; i < n; ++i)
    inputs.push_back(zeros(in[i], storage));
  for (uint32_t i = 0; i < m; ++i)
    outputs.push_back(zeros(out[i], storage));
  double seconds = least(1000, [&] {
    need(mlc_run(context, entry, inputs.data(), n, outputs.data(), m, &status),
         status);
  });
  mlc_context_destroy(context);
  mlc_model_close(model);
  return seconds;
}

static double loadSeconds(const char *path) {
  return least(1, [&] {
    mlc_status status = {};
    mlc_model *model = nullptr;
    need(mlc_model_open(path, nullptr, &model, &status), status);
    mlc_model_close(model);
  });
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: call-overhead SMALL.so LARGE.so\n");
    return 1;
  }
  printf("{\"c_call_us\": %.3f, \"load_ms\": %.3f}\n",
         1e6 * callSeconds(argv[1]), 1e3 * loadSeconds(argv[2]));
  return 0;
}
