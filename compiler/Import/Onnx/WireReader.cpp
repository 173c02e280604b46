//===- WireReader.cpp - Bounded reading of protobuf bytes ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/WireReader.h"

#include "llvm/Support/Endian.h"

#include <cstring>

using namespace mlc::onnx;
using llvm::StringRef;

bool WireReader::fail(const char *why) {
  if (!damage)
    damage = why;
  rest = StringRef();
  return false;
}

bool WireReader::readVarint(StringRef &from, uint64_t &value) {
  value = 0;
  for (unsigned i = 0; i < 10; ++i) {
    if (i >= from.size())
      return fail("the data end inside a number");
    uint8_t byte = static_cast<uint8_t>(from[i]);
    // The tenth byte holds the top bit only.
    if (i == 9 && byte > 1)
      return fail("a number exceeds 64 bits");
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (!(byte & 0x80)) {
      from = from.drop_front(i + 1);
      return true;
    }
  }
  return fail("a number exceeds 64 bits");
}

bool WireReader::next() {
  if (damage || rest.empty())
    return false;
  uint64_t tag;
  if (!readVarint(rest, tag))
    return false;
  if (tag > UINT32_MAX || (tag >> 3) == 0)
    return fail("a field has an impossible number");
  number = static_cast<uint32_t>(tag >> 3);
  switch (tag & 7) {
  case Varint:
    wire = Varint;
    return readVarint(rest, scalar);
  case Fixed64:
    wire = Fixed64;
    if (rest.size() < 8)
      return fail("the data end inside a number");
    scalar = llvm::support::endian::read64le(rest.data());
    rest = rest.drop_front(8);
    return true;
  case Bytes: {
    wire = Bytes;
    uint64_t length;
    if (!readVarint(rest, length))
      return false;
    if (length > rest.size())
      return fail("a field is longer than the data left");
    payload = rest.take_front(length);
    rest = rest.drop_front(length);
    return true;
  }
  case Fixed32:
    wire = Fixed32;
    if (rest.size() < 4)
      return fail("the data end inside a number");
    scalar = llvm::support::endian::read32le(rest.data());
    rest = rest.drop_front(4);
    return true;
  default:
    return fail("a field has an impossible wire type");
  }
}

int64_t WireReader::integer() {
  if (wire != Varint)
    return fail("an integer field is not an integer"), 0;
  return static_cast<int64_t>(scalar);
}

float WireReader::float32() {
  if (wire != Fixed32)
    return fail("a float field is not a float"), 0;
  uint32_t bits = static_cast<uint32_t>(scalar);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

StringRef WireReader::bytes() {
  if (wire != Bytes)
    return fail("a string or message field has another wire type"), StringRef();
  return payload;
}

void WireReader::appendIntegers(std::vector<int64_t> &out) {
  if (wire == Varint) {
    out.push_back(static_cast<int64_t>(scalar));
    return;
  }
  StringRef run = bytes();
  uint64_t value;
  while (!run.empty() && readVarint(run, value))
    out.push_back(static_cast<int64_t>(value));
}

void WireReader::appendFloats(std::vector<float> &out) {
  if (wire == Fixed32) {
    out.push_back(float32());
    return;
  }
  StringRef run = bytes();
  if (run.size() % 4 != 0) {
    fail("a packed run of floats has a ragged end");
    return;
  }
  for (; !run.empty(); run = run.drop_front(4)) {
    uint32_t bits = llvm::support::endian::read32le(run.data());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    out.push_back(value);
  }
}

StringRef WireReader::bytesOrScalar(unsigned width) {
  if (wire == Bytes)
    return payload;
  if ((wire == Fixed32 && width == 4) || (wire == Fixed64 && width == 8))
    // Little-endian hosts only, like the rest of the compiler.
    return StringRef(reinterpret_cast<const char *>(&scalar), width);
  return fail("a number field has another wire type"), StringRef();
}

bool WireReader::takeInteger(StringRef &run, int64_t &value) {
  uint64_t bits;
  if (!readVarint(run, bits))
    return false;
  value = static_cast<int64_t>(bits);
  return true;
}
