//===- DType.cpp - Element types of tensors ---------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/DType.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlc;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

namespace {
enum class Class : uint8_t { None, Bool, Signed, Unsigned, Float, Complex };
struct Facts {
  const char *name;
  uint8_t bits;
  Class kind;
};
} // namespace

static const Facts factTable[] = {
    {"invalid", 0, Class::None},       {"bool", 8, Class::Bool},
    {"i2", 2, Class::Signed},          {"i4", 4, Class::Signed},
    {"i8", 8, Class::Signed},          {"i16", 16, Class::Signed},
    {"i32", 32, Class::Signed},        {"i64", 64, Class::Signed},
    {"u2", 2, Class::Unsigned},        {"u4", 4, Class::Unsigned},
    {"u8", 8, Class::Unsigned},        {"u16", 16, Class::Unsigned},
    {"u32", 32, Class::Unsigned},      {"u64", 64, Class::Unsigned},
    {"f16", 16, Class::Float},         {"bf16", 16, Class::Float},
    {"f32", 32, Class::Float},         {"f64", 64, Class::Float},
    {"f8E4M3FN", 8, Class::Float},     {"f8E4M3FNUZ", 8, Class::Float},
    {"f8E5M2", 8, Class::Float},       {"f8E5M2FNUZ", 8, Class::Float},
    {"f8E8M0FNU", 8, Class::Float},    {"f4E2M1FN", 4, Class::Float},
    {"c64", 64, Class::Complex},       {"c128", 128, Class::Complex},
    {"string", 0, Class::None},
};
static_assert(sizeof(factTable) / sizeof(Facts) == MLC_STRING + 1,
              "one row per element type");

static const Facts &facts(DType type) {
  return factTable[type >= 0 && type <= MLC_STRING ? type : 0];
}

llvm::StringRef mlc::dtypeName(DType type) { return facts(type).name; }

DType mlc::parseDType(llvm::StringRef name) {
  for (int i = 1; i <= MLC_STRING; ++i)
    if (name == factTable[i].name)
      return static_cast<DType>(i);
  return llvm::StringSwitch<DType>(name)
      .Case("int2", MLC_I2)
      .Case("int4", MLC_I4)
      .Case("int8", MLC_I8)
      .Case("int16", MLC_I16)
      .Case("int32", MLC_I32)
      .Case("int64", MLC_I64)
      .Cases({"uint2", "ui2"}, MLC_U2)
      .Cases({"uint4", "ui4"}, MLC_U4)
      .Cases({"uint8", "ui8"}, MLC_U8)
      .Cases({"uint16", "ui16"}, MLC_U16)
      .Cases({"uint32", "ui32"}, MLC_U32)
      .Cases({"uint64", "ui64"}, MLC_U64)
      .Case("i1", MLC_BOOL)
      .Case("float16", MLC_F16)
      .Case("bfloat16", MLC_BF16)
      .Cases({"float32", "float"}, MLC_F32)
      .Cases({"float64", "double"}, MLC_F64)
      .Cases({"float8e4m3fn", "float8_e4m3fn"}, MLC_F8E4M3FN)
      .Cases({"float8e4m3fnuz", "float8_e4m3fnuz"}, MLC_F8E4M3FNUZ)
      .Cases({"float8e5m2", "float8_e5m2"}, MLC_F8E5M2)
      .Cases({"float8e5m2fnuz", "float8_e5m2fnuz"}, MLC_F8E5M2FNUZ)
      .Cases({"float8e8m0", "float8_e8m0fnu"}, MLC_F8E8M0)
      .Cases({"float4e2m1", "float4_e2m1fn"}, MLC_F4E2M1)
      .Case("complex64", MLC_C64)
      .Case("complex128", MLC_C128)
      .Default(MLC_DTYPE_INVALID);
}

unsigned mlc::bitWidth(DType type) { return facts(type).bits; }
bool mlc::isSubByte(DType type) {
  return facts(type).bits > 0 && facts(type).bits < 8;
}
bool mlc::isFloat(DType type) { return facts(type).kind == Class::Float; }
bool mlc::isNarrowFloat(DType type) {
  return isFloat(type) && facts(type).bits < 32;
}
bool mlc::isSignedInt(DType type) { return facts(type).kind == Class::Signed; }
bool mlc::isUnsignedInt(DType type) {
  return facts(type).kind == Class::Unsigned;
}
bool mlc::isInteger(DType type) {
  return isSignedInt(type) || isUnsignedInt(type);
}
bool mlc::isComplex(DType type) { return facts(type).kind == Class::Complex; }

std::optional<uint64_t> mlc::storageBytes(DType type, int64_t count) {
  uint64_t bits = bitWidth(type), total;
  if (count < 0 || bits == 0 ||
      __builtin_mul_overflow(static_cast<uint64_t>(count), bits, &total) ||
      total > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) - 7)
    return std::nullopt;
  return (total + 7) / 8;
}

std::optional<int64_t> mlc::elementCount(llvm::ArrayRef<int64_t> shape) {
  // A zero extent makes the tensor empty whatever the others are, but they must
  // still be sane: strides are computed from them.
  int64_t product = 1;
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    if (extent == 0)
      empty = true;
    else if (__builtin_mul_overflow(product, extent, &product))
      return std::nullopt;
  }
  return empty ? 0 : product;
}

int64_t mlc::minInt(DType type) {
  return isSignedInt(type) ? llvm::minIntN(bitWidth(type)) : 0;
}
uint64_t mlc::maxInt(DType type) {
  if (type == MLC_BOOL)
    return 1;
  if (isSignedInt(type))
    return static_cast<uint64_t>(llvm::maxIntN(bitWidth(type)));
  return isUnsignedInt(type) ? llvm::maxUIntN(bitWidth(type)) : 0;
}

//===----------------------------------------------------------------------===//
// Float formats
//===----------------------------------------------------------------------===//

namespace {
/// What happens at the top of a narrow format.
enum class Top {
  IEEE,   // infinity and NaNs
  FN,     // no infinity, NaN is all ones
  FNUZ,   // no infinity, no negative zero, whose bits are NaN
  Finite, // neither infinity nor NaN
};
struct Format {
  int exponentBits, mantissaBits, bias;
  Top top;
};
} // namespace

static Format formatOf(DType type) {
  switch (type) {
  case MLC_F16:
    return {5, 10, 15, Top::IEEE};
  case MLC_BF16:
    return {8, 7, 127, Top::IEEE};
  case MLC_F32:
    return {8, 23, 127, Top::IEEE};
  case MLC_F64:
    return {11, 52, 1023, Top::IEEE};
  case MLC_F8E4M3FN:
    return {4, 3, 7, Top::FN};
  case MLC_F8E4M3FNUZ:
    return {4, 3, 8, Top::FNUZ};
  case MLC_F8E5M2:
    return {5, 2, 15, Top::IEEE};
  case MLC_F8E5M2FNUZ:
    return {5, 2, 16, Top::FNUZ};
  case MLC_F4E2M1:
    return {2, 1, 1, Top::Finite};
  default:
    assert(false && "not a float with a sign");
    return {};
  }
}

static uint64_t maxFiniteBits(const Format &f) {
  uint64_t all = (1ull << (f.exponentBits + f.mantissaBits)) - 1;
  switch (f.top) {
  case Top::IEEE: // the exponent of all ones is reserved
    return all - (1ull << f.mantissaBits);
  case Top::FN: // all ones is NaN
    return all - 1;
  case Top::FNUZ:
  case Top::Finite:
    return all;
  }
  return all;
}

static uint64_t doubleBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Largest integer quotient without sign, rounded to nearest even. `scaled` is
/// exact and below 2^53.
static uint64_t roundToEven(double scaled) {
  double floor = std::floor(scaled);
  uint64_t result = static_cast<uint64_t>(floor);
  double rest = scaled - floor;
  if (rest > 0.5 || (rest == 0.5 && (result & 1)))
    ++result;
  return result;
}

/// f8E8M0FNU holds powers of two 2^-127..2^127 and one NaN, no sign, no zero.
static uint64_t encodeE8M0(double value, Overflow overflow, Rounding rounding) {
  if (std::isnan(value) || value < 0 || (std::signbit(value) && value != 0))
    return 0xff;
  if (value == 0)
    return 0;
  if (std::isinf(value))
    return overflow == Overflow::Saturate ? 0xfe : 0xff;
  int exponent;
  double fraction = std::frexp(value, &exponent); // [0.5, 1)
  int power = exponent - 1;
  if (power < -127)
    return 0;
  bool up = false;
  switch (rounding) {
  case Rounding::Down:
    break;
  case Rounding::Up:
    up = fraction > 0.5;
    break;
  case Rounding::NearestEven: // the half way point 1.5 goes up
    up = fraction >= 0.75;
    break;
  }
  power += up;
  if (power > 127)
    return overflow == Overflow::Saturate ? 0xfe : 0xff;
  return static_cast<uint64_t>(power + 127);
}

uint64_t mlc::encodeFloat(DType type, double value, Overflow overflow,
                          Rounding rounding) {
  if (type == MLC_F8E8M0)
    return encodeE8M0(value, overflow, rounding);
  if (type == MLC_F64 && overflow == Overflow::IEEE)
    return doubleBits(value);
  const Format f = formatOf(type);
  const int width = f.exponentBits + f.mantissaBits;
  const uint64_t sign = std::signbit(value) ? 1ull << width : 0;
  const uint64_t all = (1ull << width) - 1;

  if (std::isnan(value)) {
    switch (f.top) {
    case Top::IEEE: // quiet, payload dropped
      return sign | (all - (1ull << f.mantissaBits) + 1) |
             (1ull << (f.mantissaBits - 1));
    case Top::FN:
      return sign | all;
    case Top::FNUZ:
      return 1ull << width;
    case Top::Finite: // no NaN: negative zero, as ml_dtypes has it
      return 1ull << width;
    }
  }

  const double magnitude = std::fabs(value);
  const uint64_t top = maxFiniteBits(f);
  uint64_t bits = top + 1;
  if (!std::isinf(magnitude)) {
    int exponent = 0;
    (void)std::frexp(magnitude, &exponent);
    exponent = std::max(exponent - 1, 1 - f.bias);
    if (magnitude == 0) {
      bits = 0;
    } else if (exponent <= f.bias + 1) {
      // Scaled so that the last mantissa bit has weight one; both factors of
      // the scale are powers of two, so this is exact.
      uint64_t quotient =
          roundToEven(std::ldexp(magnitude, f.mantissaBits - exponent));
      // The implicit bit adds one to the exponent field, a carry too.
      bits = (static_cast<uint64_t>(exponent + f.bias - 1) << f.mantissaBits) +
             quotient;
    }
  }
  if (bits > top) {
    if (overflow == Overflow::Saturate || f.top == Top::Finite)
      bits = top;
    else if (f.top == Top::IEEE)
      bits = top + 1;
    else
      return f.top == Top::FN ? sign | all : 1ull << width;
  }
  if (bits == 0 && f.top == Top::FNUZ)
    return 0;
  return sign | bits;
}

double mlc::decodeFloat(DType type, uint64_t bits) {
  if (type == MLC_F64) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type == MLC_F32) {
    uint32_t low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (type == MLC_F8E8M0)
    return bits == 0xff ? nan : std::ldexp(1.0, static_cast<int>(bits) - 127);
  const Format f = formatOf(type);
  const int width = f.exponentBits + f.mantissaBits;
  const bool negative = (bits >> width) & 1;
  const uint64_t rest = bits & ((1ull << width) - 1);
  if (f.top == Top::FNUZ && negative && rest == 0)
    return nan;
  if (rest > maxFiniteBits(f)) {
    if (f.top == Top::IEEE && rest == maxFiniteBits(f) + 1)
      return negative ? -std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::infinity();
    return negative ? -nan : nan;
  }
  const int field = static_cast<int>(rest >> f.mantissaBits);
  const uint64_t mantissa = rest & ((1ull << f.mantissaBits) - 1);
  double value =
      field == 0
          ? std::ldexp(static_cast<double>(mantissa),
                       1 - f.bias - f.mantissaBits)
          : std::ldexp(static_cast<double>(mantissa + (1ull << f.mantissaBits)),
                       field - f.bias - f.mantissaBits);
  return negative ? -value : value;
}

double mlc::maxFinite(DType type) {
  if (type == MLC_F8E8M0)
    return decodeFloat(type, 0xfe);
  return decodeFloat(type, maxFiniteBits(formatOf(type)));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static T loadRaw(const uint8_t *data, uint64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
static void storeRaw(uint8_t *data, uint64_t index, T value) {
  std::memcpy(data + index * sizeof(T), &value, sizeof(T));
}

uint64_t mlc::loadBits(DType type, const uint8_t *data, uint64_t index) {
  switch (bitWidth(type)) {
  case 2:
    return (data[index / 4] >> (index % 4 * 2)) & 3;
  case 4:
    return (data[index / 2] >> (index % 2 * 4)) & 15;
  case 8:
    return data[index];
  case 16:
    return loadRaw<uint16_t>(data, index);
  case 32:
    return loadRaw<uint32_t>(data, index);
  case 64:
    return loadRaw<uint64_t>(data, index);
  default:
    assert(false && "no single word of bits");
    return 0;
  }
}

void mlc::storeBits(DType type, uint8_t *data, uint64_t index, uint64_t bits) {
  switch (bitWidth(type)) {
  case 2: {
    unsigned shift = index % 4 * 2;
    data[index / 4] = static_cast<uint8_t>((data[index / 4] & ~(3u << shift)) |
                                           ((bits & 3) << shift));
    return;
  }
  case 4: {
    unsigned shift = index % 2 * 4;
    data[index / 2] = static_cast<uint8_t>((data[index / 2] & ~(15u << shift)) |
                                           ((bits & 15) << shift));
    return;
  }
  case 8:
    data[index] = static_cast<uint8_t>(bits);
    return;
  case 16:
    return storeRaw(data, index, static_cast<uint16_t>(bits));
  case 32:
    return storeRaw(data, index, static_cast<uint32_t>(bits));
  case 64:
    return storeRaw(data, index, bits);
  default:
    assert(false && "no single word of bits");
  }
}

static int64_t saturateToInt(double value, int64_t low, uint64_t high) {
  if (std::isnan(value))
    return 0;
  value = std::trunc(value);
  // Comparisons against the doubles at or beyond the limits: every integer
  // type's `high + 1` and `low` are powers of two, so they are exact.
  if (value <= static_cast<double>(low))
    return low;
  if (value >= static_cast<double>(high))
    return static_cast<int64_t>(high);
  return value < 0 ? static_cast<int64_t>(value)
                   : static_cast<int64_t>(static_cast<uint64_t>(value));
}

double mlc::loadDouble(DType type, const uint8_t *data, uint64_t index) {
  switch (type) {
  case MLC_F32:
    return loadRaw<float>(data, index);
  case MLC_F64:
    return loadRaw<double>(data, index);
  case MLC_C64:
    return loadRaw<float>(data, 2 * index);
  case MLC_C128:
    return loadRaw<double>(data, 2 * index);
  default:
    if (isFloat(type))
      return decodeFloat(type, loadBits(type, data, index));
    if (isUnsignedInt(type))
      return static_cast<double>(loadUInt(type, data, index));
    return static_cast<double>(loadInt(type, data, index));
  }
}

int64_t mlc::loadInt(DType type, const uint8_t *data, uint64_t index) {
  if (type == MLC_BOOL)
    return data[index] != 0;
  if (isSignedInt(type))
    return llvm::SignExtend64(loadBits(type, data, index), bitWidth(type));
  if (isUnsignedInt(type))
    return static_cast<int64_t>(loadBits(type, data, index));
  return saturateToInt(loadDouble(type, data, index),
                       std::numeric_limits<int64_t>::min(),
                       std::numeric_limits<int64_t>::max());
}

uint64_t mlc::loadUInt(DType type, const uint8_t *data, uint64_t index) {
  if (isFloat(type) || isComplex(type))
    return static_cast<uint64_t>(
        saturateToInt(loadDouble(type, data, index), 0,
                      std::numeric_limits<uint64_t>::max()));
  return static_cast<uint64_t>(loadInt(type, data, index));
}

void mlc::storeDouble(DType type, uint8_t *data, uint64_t index, double value,
                      Overflow overflow, Rounding rounding) {
  switch (type) {
  case MLC_F32:
    if (overflow == Overflow::IEEE)
      return storeRaw(data, index, static_cast<float>(value));
    break;
  case MLC_F64:
    if (overflow == Overflow::IEEE)
      return storeRaw(data, index, value);
    break;
  case MLC_BOOL:
    data[index] = value != 0; // NaN is not zero
    return;
  case MLC_C64:
    storeRaw(data, 2 * index, static_cast<float>(value));
    return storeRaw(data, 2 * index + 1, 0.0f);
  case MLC_C128:
    storeRaw(data, 2 * index, value);
    return storeRaw(data, 2 * index + 1, 0.0);
  default:
    break;
  }
  if (isFloat(type))
    return storeBits(type, data, index,
                     encodeFloat(type, value, overflow, rounding));
  storeBits(type, data, index,
            static_cast<uint64_t>(
                saturateToInt(value, minInt(type), maxInt(type))));
}

/// An integer as a double from which one further rounding to a float of at most
/// 24 mantissa bits equals rounding the integer itself: bits below the double's
/// mantissa are folded into its last bit ("round to odd").
static double roundToOdd(uint64_t magnitude) {
  if (magnitude >> 53) {
    unsigned drop = 11 - llvm::countl_zero(magnitude);
    uint64_t mask = (1ull << drop) - 1;
    if (magnitude & mask)
      magnitude = (magnitude & ~mask) | (1ull << drop);
  }
  return static_cast<double>(magnitude);
}

static void storeMagnitude(DType type, uint8_t *data, uint64_t index,
                           bool negative, uint64_t magnitude) {
  double value = type == MLC_F64 || type == MLC_C128
                     ? static_cast<double>(magnitude)
                     : roundToOdd(magnitude);
  storeDouble(type, data, index, negative ? -value : value);
}

void mlc::storeInt(DType type, uint8_t *data, uint64_t index, int64_t value) {
  if (type == MLC_BOOL)
    data[index] = value != 0;
  else if (isInteger(type))
    storeBits(type, data, index, static_cast<uint64_t>(value));
  else
    storeMagnitude(type, data, index, value < 0,
                   value < 0 ? 0 - static_cast<uint64_t>(value)
                             : static_cast<uint64_t>(value));
}

void mlc::storeUInt(DType type, uint8_t *data, uint64_t index, uint64_t value) {
  if (type == MLC_BOOL)
    data[index] = value != 0;
  else if (isInteger(type))
    storeBits(type, data, index, value);
  else
    storeMagnitude(type, data, index, false, value);
}
