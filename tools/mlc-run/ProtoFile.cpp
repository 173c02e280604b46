//===- ProtoFile.cpp - ONNX tensor files ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/ProtoFile.h"

#include "tools/mlc-run/Npy.h"

#include <onnx/onnx-data.pb.h>
#include <onnx/onnx_pb.h>

#include <cstring>
#include <optional>

using namespace mlc::run;
using onnx::TensorProto;

static const struct {
  int proto;
  uint32_t dtype;
} typeRows[] = {
    {TensorProto::FLOAT, MLC_F32},
    {TensorProto::UINT8, MLC_U8},
    {TensorProto::INT8, MLC_I8},
    {TensorProto::UINT16, MLC_U16},
    {TensorProto::INT16, MLC_I16},
    {TensorProto::INT32, MLC_I32},
    {TensorProto::INT64, MLC_I64},
    {TensorProto::STRING, MLC_STRING},
    {TensorProto::BOOL, MLC_BOOL},
    {TensorProto::FLOAT16, MLC_F16},
    {TensorProto::DOUBLE, MLC_F64},
    {TensorProto::UINT32, MLC_U32},
    {TensorProto::UINT64, MLC_U64},
    {TensorProto::COMPLEX64, MLC_C64},
    {TensorProto::COMPLEX128, MLC_C128},
    {TensorProto::BFLOAT16, MLC_BF16},
    {TensorProto::FLOAT8E4M3FN, MLC_F8E4M3FN},
    {TensorProto::FLOAT8E4M3FNUZ, MLC_F8E4M3FNUZ},
    {TensorProto::FLOAT8E5M2, MLC_F8E5M2},
    {TensorProto::FLOAT8E5M2FNUZ, MLC_F8E5M2FNUZ},
    {TensorProto::UINT4, MLC_U4},
    {TensorProto::INT4, MLC_I4},
    {TensorProto::FLOAT4E2M1, MLC_F4E2M1},
    {TensorProto::FLOAT8E8M0, MLC_F8E8M0},
    {TensorProto::UINT2, MLC_U2},
    {TensorProto::INT2, MLC_I2},
};

/// Copies a repeated field of numbers, each narrowed to the tensor's element.
template <typename Field>
static bool takeNumbers(const Field &field, Value &value) {
  uint32_t bits = mlc_dtype_bits(value.dtype);
  uint64_t n = parts(value);
  // Sub-byte elements come packed, several to an int32.
  uint64_t perEntry = bits < 8 ? 8 / bits : 1;
  if (uint64_t(field.size()) != (n + perEntry - 1) / perEntry)
    return false;
  if (bits < 8) {
    for (int i = 0; i < field.size(); ++i)
      value.data[size_t(i)] = uint8_t(field.Get(i));
    return true;
  }
  for (uint64_t i = 0; i < n; ++i) {
    auto number = field.Get(int(i));
    uint64_t word = 0;
    memcpy(&word, &number, sizeof(number));
    setBits(value, i, word);
  }
  return true;
}

static bool takeData(const TensorProto &proto, Value &value) {
  switch (value.dtype) {
  case MLC_F32:
  case MLC_C64:
    return takeNumbers(proto.float_data(), value);
  case MLC_F64:
  case MLC_C128:
    return takeNumbers(proto.double_data(), value);
  case MLC_I64:
    return takeNumbers(proto.int64_data(), value);
  case MLC_U32:
  case MLC_U64:
    return takeNumbers(proto.uint64_data(), value);
  default:
    return takeNumbers(proto.int32_data(), value);
  }
}

static Outcome<Value> fromProto(const TensorProto &proto,
                                const std::string &path) {
  Value value;
  value.name = proto.name();
  for (const auto &row : typeRows)
    if (row.proto == proto.data_type())
      value.dtype = row.dtype;
  if (value.dtype == MLC_DTYPE_INVALID)
    return fault(path + ": element type " + std::to_string(proto.data_type()) +
                 " is not supported");
  if (proto.data_location() == TensorProto::EXTERNAL)
    return fault(path + ": a tensor with external data is not supported here");
  value.dims.assign(proto.dims().begin(), proto.dims().end());
  Outcome<uint64_t> bytes = bytesOf(value.dtype, value.dims);
  if (!bytes)
    return fault(path + ": " + bytes.error().text);
  if (value.dtype == MLC_STRING) {
    if (uint64_t(proto.string_data_size()) != value.count())
      return fault(path + ": " + typeText(value) + " has " +
                   std::to_string(proto.string_data_size()) + " strings");
    value.texts.assign(proto.string_data().begin(), proto.string_data().end());
    return value;
  }
  if (proto.has_raw_data()) {
    const std::string &raw = proto.raw_data();
    if (raw.size() != *bytes)
      return fault(path + ": " + typeText(value) + " needs " +
                   std::to_string(*bytes) + " bytes, the file holds " +
                   std::to_string(raw.size()));
    value.data.assign(raw.begin(), raw.end());
    return value;
  }
  // Nothing is allocated on the word of the shape alone.
  uint64_t stored =
      uint64_t(proto.float_data_size()) + uint64_t(proto.double_data_size()) +
      uint64_t(proto.int32_data_size()) + uint64_t(proto.int64_data_size()) +
      uint64_t(proto.uint64_data_size());
  if (stored < *bytes / 16)
    return fault(path + ": " + typeText(value) + " holds only " +
                 std::to_string(stored) + " elements");
  value.data.assign(*bytes, 0);
  if (!takeData(proto, value))
    return fault(path + ": " + typeText(value) +
                 " holds another number of elements than its shape says");
  return value;
}

// How deep lists lie in lists is bounded by the parser of the messages.
static Outcome<Value> fromProto(const onnx::SequenceProto &proto,
                                const std::string &path);
static Outcome<Value> fromProto(const onnx::OptionalProto &proto,
                                const std::string &path);

/// False with the reason in `why` when an item cannot be read.
template <typename Items>
static bool addItems(const Items &items, const std::string &path, Value &value,
                     std::optional<Error> &why) {
  for (const auto &proto : items) {
    Outcome<Value> item = fromProto(proto, path);
    if (!item) {
      why = item.error();
      return false;
    }
    value.dtype = item->dtype;
    value.items.push_back(std::move(*item));
  }
  return true;
}

static Outcome<Value> fromProto(const onnx::SequenceProto &proto,
                                const std::string &path) {
  Value value;
  value.name = proto.name();
  value.kind = MLC_SEQUENCE;
  std::optional<Error> why;
  if (!addItems(proto.tensor_values(), path, value, why) ||
      !addItems(proto.sequence_values(), path, value, why) ||
      !addItems(proto.optional_values(), path, value, why))
    return *why;
  return value;
}

static Outcome<Value> fromProto(const onnx::OptionalProto &proto,
                                const std::string &path) {
  Value value;
  value.name = proto.name();
  value.kind = MLC_OPTIONAL;
  auto hold = [&](Outcome<Value> item) -> Outcome<Value> {
    if (!item)
      return item;
    value.dtype = item->dtype;
    value.items.push_back(std::move(*item));
    return std::move(value);
  };
  if (proto.has_tensor_value())
    return hold(fromProto(proto.tensor_value(), path));
  if (proto.has_sequence_value())
    return hold(fromProto(proto.sequence_value(), path));
  if (proto.has_optional_value())
    return hold(fromProto(proto.optional_value(), path));
  return value;
}

Outcome<Value> mlc::run::readProto(const std::string &path, uint32_t kind) {
  Outcome<std::vector<uint8_t>> bytes = readWholeFile(path);
  if (!bytes)
    return bytes.error();
  Error damaged = fault(path + ": not an ONNX tensor file, or damaged");
  if (bytes->size() > INT32_MAX)
    return fault(path + ": larger than an ONNX tensor file can be");
  int size = int(bytes->size());
  try {
    if (kind == MLC_SEQUENCE) {
      onnx::SequenceProto proto;
      if (!proto.ParseFromArray(bytes->data(), size))
        return damaged;
      return fromProto(proto, path);
    }
    if (kind == MLC_OPTIONAL) {
      onnx::OptionalProto proto;
      if (!proto.ParseFromArray(bytes->data(), size))
        return damaged;
      return fromProto(proto, path);
    }
    TensorProto proto;
    if (!proto.ParseFromArray(bytes->data(), size))
      return damaged;
    return fromProto(proto, path);
  } catch (const std::exception &) {
    return damaged;
  }
}

static void toProto(const Value &value, TensorProto &proto) {
  proto.set_name(value.name);
  for (const auto &row : typeRows)
    if (row.dtype == value.dtype)
      proto.set_data_type(row.proto);
  for (int64_t extent : value.dims)
    proto.add_dims(extent);
  if (value.dtype == MLC_STRING)
    for (const std::string &text : value.texts)
      proto.add_string_data(text);
  else
    proto.set_raw_data(value.data.data(), value.data.size());
}

static void toProto(const Value &value, onnx::OptionalProto &proto);

static void toProto(const Value &value, onnx::SequenceProto &proto) {
  proto.set_name(value.name);
  // An empty sequence is one of tensors: nothing tells otherwise.
  proto.set_elem_type(onnx::SequenceProto::TENSOR);
  for (const Value &item : value.items)
    if (item.kind == MLC_TENSOR) {
      toProto(item, *proto.add_tensor_values());
    } else if (item.kind == MLC_SEQUENCE) {
      proto.set_elem_type(onnx::SequenceProto::SEQUENCE);
      toProto(item, *proto.add_sequence_values());
    } else {
      proto.set_elem_type(onnx::SequenceProto::OPTIONAL);
      toProto(item, *proto.add_optional_values());
    }
}

static void toProto(const Value &value, onnx::OptionalProto &proto) {
  proto.set_name(value.name);
  proto.set_elem_type(onnx::OptionalProto::TENSOR);
  for (const Value &item : value.items)
    if (item.kind == MLC_TENSOR) {
      toProto(item, *proto.mutable_tensor_value());
    } else if (item.kind == MLC_SEQUENCE) {
      proto.set_elem_type(onnx::OptionalProto::SEQUENCE);
      toProto(item, *proto.mutable_sequence_value());
    } else {
      proto.set_elem_type(onnx::OptionalProto::OPTIONAL);
      toProto(item, *proto.mutable_optional_value());
    }
}

Outcome<Nothing> mlc::run::writeProto(const std::string &path,
                                      const Value &value) {
  std::string bytes;
  bool fine = false;
  try {
    if (value.kind == MLC_TENSOR) {
      TensorProto proto;
      toProto(value, proto);
      fine = proto.SerializeToString(&bytes);
    } else if (value.kind == MLC_SEQUENCE) {
      onnx::SequenceProto proto;
      toProto(value, proto);
      fine = proto.SerializeToString(&bytes);
    } else {
      onnx::OptionalProto proto;
      toProto(value, proto);
      fine = proto.SerializeToString(&bytes);
    }
  } catch (const std::exception &) {
    fine = false;
  }
  if (!fine)
    return Error{Internal, path + ": the tensor cannot be encoded"};
  return writeWholeFile(path, bytes.data(), bytes.size());
}
