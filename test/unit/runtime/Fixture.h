//===- Fixture.h - A sealed artifact and small helpers ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TEST_UNIT_RUNTIME_FIXTURE_H
#define MLC_TEST_UNIT_RUNTIME_FIXTURE_H

#include "mlc/runtime.h"
#include "test/unit/runtime/Seal.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace mlc::test {

/// The bytes of the hand-written artifact with its note filled in.
const std::vector<uint8_t> &sealedBytes();

/// Writes bytes to a file of its own in a scratch folder, which goes with the
/// object.
class TempFile {
public:
  explicit TempFile(const std::vector<uint8_t> &bytes,
                    const char *name = "m.so");
  ~TempFile();
  const char *path() const { return file.c_str(); }

private:
  std::string folder, file;
};

/// An open model with one context; both must have succeeded.
struct Loaded {
  explicit Loaded(uint32_t threads = 1, uint64_t flags = 0);
  ~Loaded();
  mlc_code run(const char *entry, std::vector<mlc_tensor> inputs,
               mlc_tensor &output);
  mlc_model *model = nullptr;
  mlc_context *context = nullptr;
  mlc_status status = {};
};

/// The custom op that the artifact imports.
extern const mlc_custom_op twiceOp;

template <typename T>
mlc_tensor tensor(const std::vector<T> &data, uint32_t dtype,
                  std::initializer_list<int64_t> dims) {
  mlc_tensor t = {};
  t.data = const_cast<T *>(data.data());
  t.dtype = dtype;
  for (int64_t d : dims)
    t.dims[t.rank++] = d;
  t.capacity = data.size() * sizeof(T);
  return t;
}

} // namespace mlc::test

#endif // MLC_TEST_UNIT_RUNTIME_FIXTURE_H
