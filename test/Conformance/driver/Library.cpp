//===- Library.cpp - A compiled library and its runs ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Library.h"
#include <cstring>
#include <deque>

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

//===----------------------------------------------------------------------===//
// Values through the C interface
//===----------------------------------------------------------------------===//

namespace {
/// Owns what mlc_tensors point to for the length of a run.
class Storage {
public:
  mlc_tensor toTensor(const Value &value);

private:
  std::deque<Literal> literals;
  std::deque<std::vector<mlc_tensor>> lists;
  std::deque<mlc_list> heads;
};
} // namespace

mlc_tensor Storage::toTensor(const Value &value) {
  mlc_tensor tensor = {};
  if (value.kind == Value::Kind::Tensor) {
    literals.push_back(value.tensor.expanded());
    llvm::ArrayRef<uint8_t> bytes = literals.back().bytes();
    tensor.data = const_cast<uint8_t *>(bytes.data());
    tensor.dtype = value.tensor.dtype();
    tensor.rank = static_cast<uint32_t>(value.tensor.rank());
    tensor.capacity = bytes.size();
    for (int64_t d = 0; d < value.tensor.rank(); ++d)
      tensor.dims[d] = value.tensor.shape()[d];
    return tensor;
  }
  std::vector<mlc_tensor> items;
  for (const Value &item : value.items)
    items.push_back(toTensor(item));
  lists.push_back(std::move(items));
  mlc_list head = {};
  head.items = lists.back().data();
  head.size = head.capacity = lists.back().size();
  heads.push_back(head);
  tensor.data = &heads.back();
  tensor.kind =
      value.kind == Value::Kind::Sequence ? MLC_SEQUENCE : MLC_OPTIONAL;
  // The element type of a list is that of its first item.
  if (!lists.back().empty())
    tensor.dtype = lists.back()[0].dtype;
  return tensor;
}

static llvm::Expected<Value> fromTensor(const mlc_tensor &tensor) {
  if (tensor.kind == MLC_TENSOR) {
    TensorSpec spec{static_cast<DType>(tensor.dtype), {}};
    if (tensor.rank > MLC_MAX_RANK)
      return makeError("rank ", tensor.rank);
    spec.shape.assign(tensor.dims, tensor.dims + tensor.rank);
    if (!spec.isValid())
      return makeError("invalid result of type ", spec.str());
    return Value(Literal::copy(
        spec, {static_cast<const uint8_t *>(tensor.data), spec.bytes()}));
  }
  std::vector<Value> items;
  auto *list = static_cast<const mlc_list *>(tensor.data);
  for (uint64_t i = 0; list && i < list->size; ++i) {
    llvm::Expected<Value> item = fromTensor(list->items[i]);
    if (!item)
      return item.takeError();
    items.push_back(std::move(*item));
  }
  return tensor.kind == MLC_SEQUENCE ? Value::sequence(std::move(items))
                                     : Value::optional(std::move(items));
}

bool mlc::conformance::sameBits(const Value &a, const Value &b) {
  if (a.kind != b.kind || a.items.size() != b.items.size())
    return false;
  if (a.kind == Value::Kind::Tensor)
    return a.tensor.spec() == b.tensor.spec() &&
           a.tensor.bytes() == b.tensor.bytes();
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!sameBits(a.items[i], b.items[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// A library
//===----------------------------------------------------------------------===//

Library::~Library() { mlc_model_close(model); }

int64_t Library::kernels() const {
  return static_cast<int64_t>(mlc_model_artifact(model)->n_kernels);
}

llvm::Error Library::open(const std::string &path) {
  mlc_status status = {};
  if (mlc_model_open(path.c_str(), nullptr, &model, &status) != MLC_OK)
    return makeError("cannot load the library: ", status.message);
  return llvm::Error::success();
}

llvm::Expected<std::vector<Value>> Library::run(const char *entryName,
                                                llvm::ArrayRef<Value> inputs,
                                                uint32_t isa, uint8_t fill) {
  const mlc_entry *entry = mlc_model_entry(model, entryName);
  if (!entry)
    return makeError("no entry '", entryName ? entryName : "", "'");
  mlc_status status = {};
  mlc_context *context = nullptr;
  mlc_context_options options = {};
  options.size = sizeof options;
  options.threads = 1;
  options.isa = isa;
  options.flags = MLC_CONTEXT_FILL;
  options.fill_byte = fill;
  if (mlc_context_create(model, &options, &context, &status) != MLC_OK)
    return makeError("no context: ", status.message);
  uint32_t nOutputs = 0;
  mlc_entry_outputs(entry, &nOutputs);
  Storage storage;
  std::vector<mlc_tensor> in, out(nOutputs, mlc_tensor{});
  for (const Value &input : inputs)
    in.push_back(storage.toTensor(input));
  mlc_code code =
      mlc_run(context, entry, in.data(), static_cast<uint32_t>(in.size()),
              out.data(), nOutputs, &status);
  std::vector<Value> results;
  llvm::Error error = llvm::Error::success();
  if (code != MLC_OK)
    error = llvm::joinErrors(std::move(error),
                             makeError("the run failed: ", status.message));
  for (mlc_tensor &tensor : out) {
    if (code != MLC_OK)
      break;
    llvm::Expected<Value> value = fromTensor(tensor);
    if (value)
      results.push_back(std::move(*value));
    else
      error = llvm::joinErrors(std::move(error), value.takeError());
    mlc_tensor_release(context, &tensor);
  }
  mlc_context_destroy(context);
  if (error)
    return error;
  return results;
}
