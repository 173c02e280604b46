//===- WireReader.h - Bounded reading of protobuf bytes --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cursor over the protobuf wire format of one message. Nothing is copied:
// length-delimited fields come out as views. Every length is checked against
// what is left before it is used, so hostile bytes can only produce an error.
//
// The importer reads model files itself instead of through generated protobuf
// classes because (a) weights then stay in the mapped file, never on the heap,
// (b) files above protobuf's 2 GiB limit load, (c) nesting is bounded by us.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_WIREREADER_H
#define MLC_COMPILER_IMPORT_ONNX_WIREREADER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace mlc::onnx {

class WireReader {
public:
  enum WireType { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

  explicit WireReader(llvm::StringRef message) : rest(message) {}

  /// Steps to the next field. False at the end of the message or on damage;
  /// `damaged()` tells which.
  bool next();
  bool damaged() const { return damage != nullptr; }
  /// Why, for the diagnostic; null when sound.
  const char *reason() const { return damage; }

  /// Of the field `next` stopped at.
  uint32_t field() const { return number; }
  WireType type() const { return wire; }

  /// The field's value. Each sets damage when the wire type does not fit.
  int64_t integer();
  float float32();
  llvm::StringRef bytes();

  /// Appends one element or a packed run of a repeated field.
  void appendIntegers(std::vector<int64_t> &out);
  void appendFloats(std::vector<float> &out);

  /// The raw little-endian bytes of a packed run, or of one unpacked element
  /// of `width` bytes (valid until the next call).
  llvm::StringRef bytesOrScalar(unsigned width);
  /// Takes one varint off the front of a packed run.
  bool takeInteger(llvm::StringRef &run, int64_t &value);

private:
  bool readVarint(llvm::StringRef &from, uint64_t &value);
  bool fail(const char *why);

  llvm::StringRef rest;
  const char *damage = nullptr;
  uint32_t number = 0;
  WireType wire = Varint;
  uint64_t scalar = 0;       // Varint, Fixed32, Fixed64
  llvm::StringRef payload;   // Bytes
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_WIREREADER_H
