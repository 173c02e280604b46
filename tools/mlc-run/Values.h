//===- Values.h - Tensors of the command line and their elements -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_VALUES_H
#define MLC_TOOLS_MLC_RUN_VALUES_H

#include "mlc/runtime.h"
#include "tools/mlc-run/Outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlc::run {

/// A tensor with its bytes, or a sequence or optional of such.
struct Value {
  std::string name;
  uint32_t kind = MLC_TENSOR;
  uint32_t dtype = MLC_DTYPE_INVALID;
  std::vector<int64_t> dims;
  std::vector<uint8_t> data;      // dense; sub-byte elements packed
  std::vector<std::string> texts; // elements of a string tensor
  std::vector<Value> items;       // of a sequence or optional

  uint64_t count() const;
};

/// The bytes that a tensor of this type and shape needs; refuses what cannot be
/// held.
Outcome<uint64_t> bytesOf(uint32_t dtype, const std::vector<int64_t> &dims);

bool isFloat(uint32_t dtype);
bool isInteger(uint32_t dtype); // bool included
bool isSigned(uint32_t dtype);

/// Element i as a number; of a complex tensor the real (even i) and imaginary
/// (odd i) parts, so `parts` elements in all.
double elementAsDouble(const Value &value, uint64_t i);
int64_t elementAsInteger(const Value &value, uint64_t i);
uint64_t elementBits(const Value &value, uint64_t i);
uint64_t parts(const Value &value);

/// Rounded to the nearest value of the type; integers are clamped.
void setElement(Value &value, uint64_t i, double number);
void setInteger(Value &value, uint64_t i, int64_t number);
void setBits(Value &value, uint64_t i, uint64_t bits);

/// Numbers in between the two in their type's order; UINT64_MAX when one is
/// NaN.
uint64_t ulpDistance(const Value &a, const Value &b, uint64_t i);

/// "2x3" and "f32[2,3]".
std::string shapeText(const std::vector<int64_t> &dims);
std::string typeText(const Value &value);
std::string elementText(const Value &value, uint64_t i);

/// A view of the value for the runtime. String tensors and lists keep their
/// parts in `storage`, which must outlive the view.
struct ViewStorage {
  std::vector<std::vector<mlc_string>> strings;
  std::vector<std::vector<mlc_tensor>> tensors;
  std::vector<std::vector<mlc_list>> lists;
};
mlc_tensor viewOf(const Value &value, ViewStorage &storage);

/// Copy of what a run returned.
Value copyOf(const mlc_tensor &tensor, const std::string &name);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_VALUES_H
