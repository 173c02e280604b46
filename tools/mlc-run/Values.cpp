//===- Values.cpp - Tensors of the command line and their elements -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Values.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace mlc::run;

uint64_t Value::count() const {
  uint64_t n = 1;
  for (int64_t extent : dims)
    n *= uint64_t(extent);
  return n;
}

Outcome<uint64_t> mlc::run::bytesOf(uint32_t dtype,
                                    const std::vector<int64_t> &dims) {
  if (dims.size() > MLC_MAX_RANK)
    return fault("rank " + std::to_string(dims.size()) + " is above " +
                 std::to_string(MLC_MAX_RANK));
  uint64_t bytes = mlc_tensor_bytes(dtype, uint32_t(dims.size()), dims.data());
  if (bytes > uint64_t(1) << 40)
    return fault("a tensor of shape " + shapeText(dims) + " is too large");
  return bytes;
}

bool mlc::run::isFloat(uint32_t dtype) {
  return (dtype >= MLC_F16 && dtype <= MLC_F4E2M1) || dtype == MLC_C64 ||
         dtype == MLC_C128;
}
bool mlc::run::isInteger(uint32_t dtype) {
  return dtype >= MLC_BOOL && dtype <= MLC_U64;
}
bool mlc::run::isSigned(uint32_t dtype) {
  return dtype >= MLC_I2 && dtype <= MLC_I64;
}

/// Type of one part: complex numbers are pairs of floats.
static uint32_t partType(uint32_t dtype) {
  return dtype == MLC_C64 ? MLC_F32 : dtype == MLC_C128 ? MLC_F64 : dtype;
}

uint64_t mlc::run::parts(const Value &value) {
  bool complex = value.dtype == MLC_C64 || value.dtype == MLC_C128;
  return value.count() * (complex ? 2 : 1);
}

uint64_t mlc::run::elementBits(const Value &value, uint64_t i) {
  uint32_t bits = mlc_dtype_bits(partType(value.dtype));
  if (bits < 8) {
    uint64_t at = i * bits;
    return (value.data[at / 8] >> (at % 8)) & ((1u << bits) - 1);
  }
  uint64_t word = 0;
  memcpy(&word, value.data.data() + i * (bits / 8), bits / 8);
  return word;
}

void mlc::run::setBits(Value &value, uint64_t i, uint64_t word) {
  uint32_t bits = mlc_dtype_bits(partType(value.dtype));
  if (bits >= 8) {
    memcpy(value.data.data() + i * (bits / 8), &word, bits / 8);
    return;
  }
  uint64_t at = i * bits;
  uint8_t mask = uint8_t(((1u << bits) - 1) << (at % 8));
  value.data[at / 8] =
      uint8_t((value.data[at / 8] & ~mask) | ((word << (at % 8)) & mask));
}

namespace {
/// A float of at most 8 bits.
struct Narrow {
  int exponentBits, mantissaBits, bias;
  bool infinities;   // the top exponent means infinity and NaN
  bool unsignedZero; // FNUZ: the code of -0 is the only NaN
  bool topIsNan;     // all ones is NaN
};
} // namespace

static Narrow narrowOf(uint32_t dtype) {
  switch (dtype) {
  case MLC_F8E4M3FN:
    return {4, 3, 7, false, false, true};
  case MLC_F8E4M3FNUZ:
    return {4, 3, 8, false, true, false};
  case MLC_F8E5M2:
    return {5, 2, 15, true, false, false};
  case MLC_F8E5M2FNUZ:
    return {5, 2, 16, false, true, false};
  default: // MLC_F4E2M1
    return {2, 1, 1, false, false, false};
  }
}

static double decodeNarrow(uint32_t dtype, uint32_t bits) {
  if (dtype == MLC_F8E8M0)
    return bits == 255 ? NAN : std::ldexp(1.0, int(bits) - 127);
  Narrow f = narrowOf(dtype);
  uint32_t width = uint32_t(1 + f.exponentBits + f.mantissaBits);
  uint32_t sign = bits >> (width - 1);
  uint32_t exponent = (bits >> f.mantissaBits) & ((1u << f.exponentBits) - 1);
  uint32_t mantissa = bits & ((1u << f.mantissaBits) - 1);
  uint32_t top = (1u << f.exponentBits) - 1;
  if (f.unsignedZero && sign && !exponent && !mantissa)
    return NAN;
  if (f.infinities && exponent == top)
    return mantissa ? NAN : sign ? -INFINITY : INFINITY;
  if (f.topIsNan && exponent == top && mantissa == (1u << f.mantissaBits) - 1)
    return NAN;
  double magnitude =
      exponent ? std::ldexp((1u << f.mantissaBits) + mantissa,
                            int(exponent) - f.bias - f.mantissaBits)
               : std::ldexp(double(mantissa), 1 - f.bias - f.mantissaBits);
  return sign ? -magnitude : magnitude;
}

/// Nearest code by search (these types have at most 256), ties to even. Only
/// codes of the number's own sign, and zero, so that -0 and +0 stay apart.
static uint32_t encodeNarrow(uint32_t dtype, double number) {
  uint32_t codes = 1u << mlc_dtype_bits(dtype), best = 0;
  double bestDistance = INFINITY;
  for (uint32_t code = 0; code < codes; ++code) {
    double value = decodeNarrow(dtype, code);
    if (std::isnan(value) && std::isnan(number))
      return code;
    if (std::isnan(value) ||
        (code && std::signbit(value) != std::signbit(number)))
      continue;
    double distance = value == number ? 0 : std::fabs(value - number);
    if (distance < bestDistance ||
        (distance == bestDistance && code % 2 == 0)) {
      bestDistance = distance;
      best = code;
    }
  }
  return best;
}

template <typename To, typename From>
static To bitCast(From from) {
  To to;
  static_assert(sizeof(to) == sizeof(from), "sizes differ");
  memcpy(&to, &from, sizeof(to));
  return to;
}

double mlc::run::elementAsDouble(const Value &value, uint64_t i) {
  uint64_t bits = elementBits(value, i);
  switch (partType(value.dtype)) {
  case MLC_F64:
    return bitCast<double>(bits);
  case MLC_F32:
    return bitCast<float>(uint32_t(bits));
  case MLC_F16:
    return double(bitCast<_Float16>(uint16_t(bits)));
  case MLC_BF16:
    return bitCast<float>(uint32_t(bits) << 16);
  case MLC_U64:
    return double(bits);
  default:
    return isInteger(value.dtype) ? double(elementAsInteger(value, i))
                                  : decodeNarrow(value.dtype, uint32_t(bits));
  }
}

int64_t mlc::run::elementAsInteger(const Value &value, uint64_t i) {
  uint64_t bits = elementBits(value, i);
  uint32_t width = mlc_dtype_bits(value.dtype);
  if (!isSigned(value.dtype) || width == 64)
    return int64_t(bits);
  return int64_t(bits << (64 - width)) >> (64 - width);
}

void mlc::run::setInteger(Value &value, uint64_t i, int64_t number) {
  if (!isInteger(value.dtype)) {
    setElement(value, i, double(number));
    return;
  }
  if (value.dtype == MLC_BOOL)
    number = number != 0;
  uint32_t width = mlc_dtype_bits(value.dtype);
  if (width < 64) {
    int64_t low = isSigned(value.dtype) ? -(int64_t(1) << (width - 1)) : 0;
    int64_t high = low + ((int64_t(1) << width) - 1);
    number = number < low ? low : number > high ? high : number;
  }
  setBits(value, i, uint64_t(number));
}

void mlc::run::setElement(Value &value, uint64_t i, double number) {
  switch (partType(value.dtype)) {
  case MLC_F64:
    setBits(value, i, bitCast<uint64_t>(number));
    return;
  case MLC_F32:
    setBits(value, i, bitCast<uint32_t>(float(number)));
    return;
  case MLC_F16:
    setBits(value, i, bitCast<uint16_t>(_Float16(number)));
    return;
  case MLC_BF16: {
    uint32_t bits = bitCast<uint32_t>(float(number));
    if (std::isnan(number))
      bits = 0x7fc00000;
    else
      bits += 0x7fff + ((bits >> 16) & 1); // to nearest, ties to even
    setBits(value, i, bits >> 16);
    return;
  }
  default:
    if (!isInteger(value.dtype))
      setBits(value, i, encodeNarrow(value.dtype, number));
    else if (number >= 9223372036854775808.0)
      setInteger(value, i, INT64_MAX);
    else if (number < -9223372036854775808.0 || std::isnan(number))
      setInteger(value, i, INT64_MIN);
    else
      setInteger(value, i, int64_t(number));
  }
}

/// Bits of a float as an integer that grows with the value; -0 and +0 are one.
static int64_t ordered(uint64_t bits, uint32_t width) {
  uint64_t sign = uint64_t(1) << (width - 1);
  auto magnitude = int64_t(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

uint64_t mlc::run::ulpDistance(const Value &a, const Value &b, uint64_t i) {
  uint32_t width = mlc_dtype_bits(partType(a.dtype));
  int64_t x, y;
  if (isInteger(a.dtype)) {
    x = elementAsInteger(a, i);
    y = elementAsInteger(b, i);
  } else {
    bool xNan = std::isnan(elementAsDouble(a, i));
    bool yNan = std::isnan(elementAsDouble(b, i));
    if (xNan || yNan)
      return xNan == yNan ? 0 : UINT64_MAX;
    x = ordered(elementBits(a, i), width);
    y = ordered(elementBits(b, i), width);
  }
  return x > y ? uint64_t(x) - uint64_t(y) : uint64_t(y) - uint64_t(x);
}

std::string mlc::run::shapeText(const std::vector<int64_t> &dims) {
  std::string text;
  for (int64_t extent : dims)
    text += (text.empty() ? "" : ",") + std::to_string(extent);
  return "[" + text + "]";
}

std::string mlc::run::typeText(const Value &value) {
  return mlc_dtype_name(value.dtype) + shapeText(value.dims);
}

std::string mlc::run::elementText(const Value &value, uint64_t i) {
  char text[64];
  if (value.dtype == MLC_STRING)
    return i < value.texts.size() ? "\"" + value.texts[i] + "\"" : "?";
  if (value.dtype == MLC_U64)
    snprintf(text, sizeof(text), "%" PRIu64, elementBits(value, i));
  else if (isInteger(value.dtype))
    snprintf(text, sizeof(text), "%" PRId64, elementAsInteger(value, i));
  else
    snprintf(text, sizeof(text), value.dtype == MLC_F64 ? "%.12g" : "%.6g",
             elementAsDouble(value, i));
  return text;
}

mlc_tensor mlc::run::viewOf(const Value &value, ViewStorage &storage) {
  mlc_tensor tensor = {};
  tensor.kind = value.kind;
  tensor.dtype = value.dtype;
  tensor.rank = uint32_t(value.dims.size());
  for (size_t i = 0; i < value.dims.size() && i < MLC_MAX_RANK; ++i)
    tensor.dims[i] = value.dims[i];
  if (value.kind != MLC_TENSOR) {
    std::vector<mlc_tensor> items;
    for (const Value &item : value.items)
      items.push_back(viewOf(item, storage));
    storage.tensors.push_back(std::move(items));
    auto &kept = storage.tensors.back();
    storage.lists.push_back({mlc_list{kept.size(), kept.size(), kept.data()}});
    tensor.data = storage.lists.back().data();
    return tensor;
  }
  if (value.dtype == MLC_STRING) {
    std::vector<mlc_string> strings;
    for (const std::string &text : value.texts)
      strings.push_back({text.data(), text.size()});
    storage.strings.push_back(std::move(strings));
    tensor.data = storage.strings.back().data();
    tensor.capacity = storage.strings.back().size() * sizeof(mlc_string);
    return tensor;
  }
  tensor.data = const_cast<uint8_t *>(value.data.data());
  tensor.capacity = value.data.size();
  return tensor;
}

Value mlc::run::copyOf(const mlc_tensor &tensor, const std::string &name) {
  Value value;
  value.name = name;
  value.kind = tensor.kind;
  value.dtype = tensor.dtype;
  if (tensor.kind != MLC_TENSOR) {
    auto *list = static_cast<const mlc_list *>(tensor.data);
    for (uint64_t i = 0; list && i < list->size; ++i)
      value.items.push_back(
          copyOf(list->items[i], name + "_" + std::to_string(i)));
    return value;
  }
  value.dims.assign(tensor.dims, tensor.dims + tensor.rank);
  uint64_t bytes = mlc_tensor_bytes(tensor.dtype, tensor.rank, tensor.dims);
  if (tensor.dtype == MLC_STRING) {
    auto *strings = static_cast<const mlc_string *>(tensor.data);
    for (uint64_t i = 0; i < bytes / sizeof(mlc_string); ++i)
      value.texts.emplace_back(strings[i].data, strings[i].size);
    return value;
  }
  auto *data = static_cast<const uint8_t *>(tensor.data);
  if (bytes)
    value.data.assign(data, data + bytes);
  return value;
}
