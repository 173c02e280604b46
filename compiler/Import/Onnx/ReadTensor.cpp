//===- ReadTensor.cpp - TensorProto to dense bytes -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/ReadTensor.h"
#include "compiler/Import/Onnx/WireReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlc::onnx;
using llvm::StringRef;

/// What one pass over the message finds out before any element is decoded.
struct TensorReader::Fields {
  int64_t dataType = 0;
  bool segmented = false;
  bool raw = false;
  StringRef rawBytes;
  uint32_t typedFields = 0; // bit per field number that is present
  bool isExternal = false;
  StringRef location, offset, length;
};

bool TensorReader::fail(const Tensor &tensor, const std::string &why) {
  if (error.empty())
    error = "tensor '" + tensor.name.str() + "': " + why;
  return false;
}

bool TensorReader::scan(StringRef message, Tensor &tensor, Fields &fields) {
  WireReader r(message);
  std::vector<int64_t> dims;
  while (r.next()) {
    switch (r.field()) {
    case 1:
      r.appendIntegers(dims);
      if (dims.size() > limits.rank)
        return fail(tensor, "more than " + std::to_string(limits.rank) +
                                " dimensions");
      break;
    case 2: fields.dataType = r.integer(); break;
    case 3: fields.segmented = true; break;
    case 4: case 5: case 6: case 7: case 10: case 11:
      // An empty packed run says nothing.
      if (r.type() != WireReader::Bytes || r.field() == 6 ||
          !r.bytes().empty())
        fields.typedFields |= 1u << r.field();
      break;
    case 8: tensor.name = r.bytes(); break;
    case 9:
      fields.raw = true;
      fields.rawBytes = r.bytes();
      break;
    case 13: {
      StringRef key, value;
      WireReader entry(r.bytes());
      while (entry.next()) {
        if (entry.field() == 1)
          key = entry.bytes();
        else if (entry.field() == 2)
          value = entry.bytes();
      }
      if (entry.damaged())
        return fail(tensor, std::string("damaged external data entry: ") +
                                entry.reason());
      if (key == "location")
        fields.location = value;
      else if (key == "offset")
        fields.offset = value;
      else if (key == "length")
        fields.length = value;
      break;
    }
    case 14: fields.isExternal = r.integer() == 1; break;
    }
  }
  if (r.damaged())
    return fail(tensor, std::string("damaged: ") + r.reason());
  tensor.dims.assign(dims.begin(), dims.end());
  return true;
}

bool TensorReader::readExternal(const Fields &fields, uint64_t size,
                                Tensor &tensor) {
  uint64_t offset = 0, length = size;
  if (!fields.offset.empty() && fields.offset.getAsInteger(10, offset))
    return fail(tensor, "external data offset '" + fields.offset.str() +
                            "' is not a number");
  if (!fields.length.empty() && fields.length.getAsInteger(10, length))
    return fail(tensor, "external data length '" + fields.length.str() +
                            "' is not a number");
  if (length != size)
    return fail(tensor, "its external data have " + std::to_string(length) +
                            " bytes, its dimensions ask for " +
                            std::to_string(size));
  std::string why;
  if (!external.map(fields.location, offset, length, tensor.bytes, why))
    return fail(tensor, why);
  tensor.mapped = true;
  return true;
}

bool TensorReader::readTyped(StringRef message, uint32_t field,
                             uint64_t entries, unsigned entryBytes,
                             Tensor &tensor) {
  // Each entry takes at least one byte in the file, so this allocates at most
  // eight times what was read.
  if (entries > message.size())
    return fail(tensor, "it holds fewer elements than its dimensions ask for");
  uint64_t size = entries * entryBytes;
  char *out = static_cast<char *>(model.arena.Allocate(size, alignof(int64_t)));
  uint64_t at = 0;
  WireReader r(message);
  std::vector<int64_t> integers;
  while (r.next()) {
    if (r.field() != field)
      continue;
    if (field == 4 || field == 10) { // float_data, double_data
      uint64_t width = field == 4 ? 4 : 8;
      StringRef run = r.bytesOrScalar(width);
      if (run.size() % width != 0)
        return fail(tensor, "a packed run has a ragged end");
      if (run.size() > size - at)
        return fail(tensor, "it holds more elements than its dimensions say");
      if (!run.empty())
        std::memcpy(out + at, run.data(), run.size());
      at += run.size();
      continue;
    }
    StringRef run;
    bool packed = r.type() == WireReader::Bytes;
    if (packed)
      run = r.bytes();
    while (!packed || !run.empty()) {
      int64_t value = 0;
      if (packed ? !r.takeInteger(run, value) : (value = r.integer(), false))
        break;
      if (at == size)
        return fail(tensor, "it holds more elements than its dimensions say");
      // A narrow entry may be written sign-extended or not; nothing else fits.
      if (entryBytes < 8 && !llvm::isIntN(entryBytes * 8, value) &&
          !llvm::isUIntN(entryBytes * 8, static_cast<uint64_t>(value)))
        return fail(tensor, "the value " + std::to_string(value) +
                                " does not fit its element type");
      std::memcpy(out + at, &value, entryBytes);
      at += entryBytes;
      if (!packed)
        break;
    }
  }
  if (r.damaged())
    return fail(tensor, std::string("damaged: ") + r.reason());
  if (at != size)
    return fail(tensor, "it holds " + std::to_string(at / entryBytes) +
                            " elements where its dimensions ask for " +
                            std::to_string(entries));
  tensor.bytes = llvm::ArrayRef<char>(out, size);
  return true;
}

bool TensorReader::readStrings(StringRef message, uint64_t count,
                               Tensor &tensor) {
  WireReader r(message);
  while (r.next())
    if (r.field() == 6)
      tensor.strings.push_back(r.bytes());
  if (tensor.strings.size() != count)
    return fail(tensor, "it holds " + std::to_string(tensor.strings.size()) +
                            " strings where its dimensions ask for " +
                            std::to_string(count));
  return true;
}

bool TensorReader::read(StringRef message, Tensor &tensor) {
  Fields fields;
  if (!scan(message, tensor, fields))
    return false;
  tensor.dtype = dtypeFromOnnx(fields.dataType);
  if (tensor.dtype == MLC_DTYPE_INVALID)
    return fail(tensor, "unknown element type " +
                            std::to_string(fields.dataType));
  if (fields.segmented)
    return fail(tensor, "segmented tensors are not part of the standard");

  uint64_t count = 1;
  for (int64_t dim : tensor.dims) {
    if (dim < 0)
      return fail(tensor, "negative extent " + std::to_string(dim));
    bool overflow = false;
    count = llvm::SaturatingMultiply(count, static_cast<uint64_t>(dim),
                                     &overflow);
    // A later zero would hide an overflow, so each step is bounded.
    if (overflow || count > limits.tensorBytes)
      return fail(tensor, "its dimensions are beyond any memory");
  }
  unsigned bits = bitWidth(tensor.dtype);
  uint64_t size = llvm::divideCeil(count * std::max(bits, 1u), uint64_t(8));
  if (size > limits.tensorBytes)
    return fail(tensor, "its dimensions are beyond any memory");

  unsigned sources = (fields.raw && !fields.rawBytes.empty()) +
                     llvm::popcount(fields.typedFields) + fields.isExternal;
  if (sources > 1)
    return fail(tensor, "its elements are given in more than one field");
  if (tensor.dtype == MLC_STRING) {
    if (fields.raw || fields.isExternal)
      return fail(tensor, "strings cannot be raw or external data");
    return readStrings(message, count, tensor);
  }
  if (fields.isExternal)
    return readExternal(fields, size, tensor);
  if (fields.raw && fields.typedFields == 0) {
    if (fields.rawBytes.size() != size)
      return fail(tensor, "it holds " + std::to_string(fields.rawBytes.size()) +
                              " bytes where its dimensions ask for " +
                              std::to_string(size));
    tensor.bytes = llvm::ArrayRef<char>(fields.rawBytes.data(), size);
    tensor.mapped = true;
  } else {
    // Which field carries which type, and how many bytes an entry has. Packed
    // sub-byte types store one whole byte per entry.
    uint32_t field = 5;
    uint64_t entries = count;
    unsigned entryBytes = bits / 8;
    switch (tensor.dtype) {
    case MLC_F32: field = 4; break;
    case MLC_C64: field = 4; entries *= 2; entryBytes = 4; break;
    case MLC_F64: field = 10; break;
    case MLC_C128: field = 10; entries *= 2; entryBytes = 8; break;
    case MLC_I64: field = 7; break;
    case MLC_U32: case MLC_U64: field = 11; break;
    default:
      if (bits < 8)
        entries = size, entryBytes = 1;
      break;
    }
    if (fields.typedFields & ~(1u << field))
      return fail(tensor, "its elements are in the field of another type");
    if (!readTyped(message, field, entries, entryBytes, tensor))
      return false;
  }
  if (tensor.dtype == MLC_BOOL)
    for (char byte : tensor.bytes)
      if (byte & ~1)
        return fail(tensor, "a bool element is neither 0 nor 1");
  return true;
}
