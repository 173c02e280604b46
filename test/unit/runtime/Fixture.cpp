//===- Fixture.cpp - A sealed artifact and small helpers -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/runtime/Fixture.h"

#include "test/unit/Catch.h"

#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace mlc::test;

static int32_t twice(const mlc_tensor *in, uint32_t, mlc_tensor *out, uint32_t,
                     mlc_exec *) {
  auto *x = static_cast<const float *>(in->data);
  auto *y = static_cast<float *>(out->data);
  for (int64_t i = 0; i < in->dims[0]; ++i) {
    if (x[i] < 0)
      return MLC_INVALID_ARGUMENT;
    y[i] = 2 * x[i];
  }
  return MLC_OK;
}

static int32_t twiceShape(const mlc_tensor *in, uint32_t, mlc_tensor *out,
                          uint32_t) {
  out->dtype = in->dtype;
  out->rank = 1;
  out->dims[0] = in->dims[0];
  return MLC_OK;
}

const mlc_custom_op mlc::test::twiceOp = {"test.twice", 42, twice, twiceShape};

static std::vector<uint8_t> readFile(const char *path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::vector<uint8_t> &mlc::test::sealedBytes() {
  static const std::vector<uint8_t> bytes = [] {
    std::vector<uint8_t> made = readFile(MLC_TEST_ARTIFACT);
    REQUIRE(made.size() > 4096);
    seal(made);
    return made;
  }();
  return bytes;
}

TempFile::TempFile(const std::vector<uint8_t> &bytes, const char *name) {
  char pattern[] = "/tmp/mlc-test-XXXXXX";
  REQUIRE(mkdtemp(pattern));
  folder = pattern;
  file = folder + "/" + name;
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char *>(bytes.data()),
            std::streamsize(bytes.size()));
}

TempFile::~TempFile() {
  unlink(file.c_str());
  rmdir(folder.c_str());
}

Loaded::Loaded(uint32_t threads, uint64_t flags) {
  mlc_open_options open = {};
  open.size = sizeof(open);
  open.custom_ops = &twiceOp;
  open.n_custom_ops = 1;
  const std::vector<uint8_t> &bytes = sealedBytes();
  mlc_model_open_memory(bytes.data(), bytes.size(), &open, &model, &status);
  INFO(status.message);
  REQUIRE(model);
  mlc_context_options options = {};
  options.size = sizeof(options);
  options.threads = threads;
  options.flags = flags;
  options.fill_byte = 0xCB;
  mlc_context_create(model, &options, &context, &status);
  REQUIRE(context);
}

Loaded::~Loaded() {
  // In the wrong order on purpose: the context holds the model.
  mlc_model_close(model);
  mlc_context_destroy(context);
}

mlc_code Loaded::run(const char *entry, std::vector<mlc_tensor> inputs,
                     mlc_tensor &output) {
  return mlc_run(context, mlc_model_entry(model, entry), inputs.data(),
                 uint32_t(inputs.size()), &output, 1, &status);
}
