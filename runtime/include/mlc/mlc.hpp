//===- mlc.hpp - Thin C++ over the C interface -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owning handles and short calls, header only. Works without exceptions: what
// can fail returns an empty object or a code, and the Status says why.
//
//   mlc::Status status;
//   mlc::Model model = mlc::Model::open("m.so", status);
//   mlc::Context context = model.context(status);
//   std::vector<mlc::Tensor> y = context.run({mlc::view(x, {1, 4})}, status);
//   if (!status.ok()) puts(status.message());
//
//===----------------------------------------------------------------------===//

#ifndef MLC_MLC_HPP
#define MLC_MLC_HPP

#include "mlc/runtime.h"

#include <initializer_list>
#include <utility>
#include <vector>

namespace mlc {

class Status {
public:
  bool ok() const { return raw.code == MLC_OK; }
  mlc_code code() const { return raw.code; }
  const char *message() const { return raw.message; }
  const char *node() const { return raw.node_name; }
  mlc_status *get() { return &raw; }

private:
  mlc_status raw = {};
};

template <typename T>
struct DtypeOf;
#define MLC_DTYPE_OF(type, value)                                              \
  template <>                                                                  \
  struct DtypeOf<type> {                                                       \
    static constexpr mlc_dtype dtype = value;                                  \
  }
MLC_DTYPE_OF(bool, MLC_BOOL);
MLC_DTYPE_OF(int8_t, MLC_I8);
MLC_DTYPE_OF(int16_t, MLC_I16);
MLC_DTYPE_OF(int32_t, MLC_I32);
MLC_DTYPE_OF(int64_t, MLC_I64);
MLC_DTYPE_OF(uint8_t, MLC_U8);
MLC_DTYPE_OF(uint16_t, MLC_U16);
MLC_DTYPE_OF(uint32_t, MLC_U32);
MLC_DTYPE_OF(uint64_t, MLC_U64);
MLC_DTYPE_OF(float, MLC_F32);
MLC_DTYPE_OF(double, MLC_F64);
#undef MLC_DTYPE_OF

/// A caller's buffer as a tensor; for inputs the data is not written.
template <typename T>
mlc_tensor view(const T *data, std::initializer_list<int64_t> dims) {
  mlc_tensor tensor = {};
  tensor.data = const_cast<T *>(data);
  tensor.dtype = DtypeOf<T>::dtype;
  uint64_t count = 1;
  for (int64_t extent : dims) {
    if (tensor.rank == MLC_MAX_RANK)
      break;
    tensor.dims[tensor.rank++] = extent;
    count *= static_cast<uint64_t>(extent);
  }
  tensor.capacity = count * sizeof(T);
  return tensor;
}

/// An output that its context's allocator holds; must not outlive the context.
class Tensor {
public:
  Tensor() = default;
  Tensor(mlc_context *context, const mlc_tensor &raw)
      : context(context), raw(raw) {}
  Tensor(Tensor &&other) noexcept
      : context(std::exchange(other.context, nullptr)),
        raw(std::exchange(other.raw, mlc_tensor{})) {}
  Tensor &operator=(Tensor &&other) noexcept {
    std::swap(context, other.context);
    std::swap(raw, other.raw);
    return *this;
  }
  ~Tensor() {
    if (context)
      mlc_tensor_release(context, &raw);
  }

  /// Null when the element type is another one.
  template <typename T>
  const T *data() const {
    return raw.dtype == DtypeOf<T>::dtype ? static_cast<const T *>(raw.data)
                                          : nullptr;
  }
  uint32_t rank() const { return raw.rank; }
  int64_t dim(uint32_t i) const { return raw.dims[i]; }
  mlc_dtype dtype() const { return static_cast<mlc_dtype>(raw.dtype); }
  const mlc_tensor &get() const { return raw; }

private:
  mlc_context *context = nullptr;
  mlc_tensor raw = {};
};

class Context {
public:
  Context() = default;
  explicit Context(mlc_context *raw, const mlc_model *model)
      : raw(raw), model(model) {}
  Context(Context &&other) noexcept
      : raw(std::exchange(other.raw, nullptr)), model(other.model) {}
  Context &operator=(Context &&other) noexcept {
    std::swap(raw, other.raw);
    std::swap(model, other.model);
    return *this;
  }
  ~Context() { mlc_context_destroy(raw); }
  explicit operator bool() const { return raw != nullptr; }
  mlc_context *get() const { return raw; }

  /// Runs an entry (null: the first) with allocated outputs; empty on failure.
  std::vector<Tensor> run(const std::vector<mlc_tensor> &inputs, Status &status,
                          const char *entryName = nullptr) {
    std::vector<Tensor> results;
    const mlc_entry *entry = mlc_model_entry(model, entryName);
    uint32_t m = 0;
    if (entry)
      mlc_entry_outputs(entry, &m);
    std::vector<mlc_tensor> outputs(m);
    mlc_code code =
        mlc_run(raw, entry, inputs.data(), static_cast<uint32_t>(inputs.size()),
                outputs.data(), m, status.get());
    for (uint32_t i = 0; code == MLC_OK && i < m; ++i)
      results.emplace_back(raw, outputs[i]);
    return results;
  }
  void resetState() { mlc_context_state_reset(raw); }

private:
  mlc_context *raw = nullptr;
  const mlc_model *model = nullptr;
};

class Model {
public:
  Model() = default;
  explicit Model(mlc_model *raw) : raw(raw) {}
  static Model open(const char *path, Status &status,
                    const mlc_open_options *options = nullptr) {
    mlc_model *raw = nullptr;
    mlc_model_open(path, options, &raw, status.get());
    return Model(raw);
  }
  Model(Model &&other) noexcept : raw(std::exchange(other.raw, nullptr)) {}
  Model &operator=(Model &&other) noexcept {
    std::swap(raw, other.raw);
    return *this;
  }
  ~Model() { mlc_model_close(raw); }
  explicit operator bool() const { return raw != nullptr; }
  mlc_model *get() const { return raw; }

  /// Empty when the model is, or on failure.
  Context context(Status &status,
                  const mlc_context_options *options = nullptr) {
    mlc_context *made = nullptr;
    if (raw)
      mlc_context_create(raw, options, &made, status.get());
    return Context(made, raw);
  }

private:
  mlc_model *raw = nullptr;
};

} // namespace mlc

#endif // MLC_MLC_HPP
