//===- DType.h - Element types of tensors -----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `mlc::DType` is the element type of the artifact ABI, so compiler, runtime
// and artifacts never need a translation table between them. This file holds
// what can be said of an element type without MLIR; DTypeMLIR.h converts from
// and to MLIR types.
//
// `loadDouble`, `storeDouble`, ... read and write one element of a buffer in
// storage form: sub-byte elements are packed little-end first, booleans are one
// byte. They define the rounding that every other part of the compiler must
// reproduce, so they are plain scalar code with no shortcuts.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_SUPPORT_DTYPE_H
#define MLC_COMPILER_SUPPORT_DTYPE_H

#include "runtime/include/mlc/artifact_abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlc {

using DType = mlc_dtype;

/// The spelling used in messages, options and manifests: "f32", "u8", "bool",
/// "f8E4M3FN", "c64", "string", "invalid".
llvm::StringRef dtypeName(DType type);
/// Inverse of `dtypeName`; also takes NumPy's and ONNX's spellings ("float32",
/// "uint8", "bfloat16"). Returns MLC_DTYPE_INVALID for anything else.
DType parseDType(llvm::StringRef name);

/// Bits of one element in storage (a boolean has 8); 0 for strings and invalid.
unsigned bitWidth(DType type);
/// True for the integer and float types of 2 and 4 bits.
bool isSubByte(DType type);
/// Real floating point types, the narrow ones included; not complex.
bool isFloat(DType type);
/// f16, bf16 and below: computed in f32, stored narrow.
bool isNarrowFloat(DType type);
bool isSignedInt(DType type);
bool isUnsignedInt(DType type);
/// Signed or unsigned integers; a boolean is none.
bool isInteger(DType type);
bool isComplex(DType type);

/// Bytes of `count` elements in storage form, or nothing on overflow, for a
/// negative count and for types without a fixed size.
std::optional<uint64_t> storageBytes(DType type, int64_t count);
/// Product of the extents, or nothing when one is negative or it overflows.
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> shape);

/// Smallest and largest value of an integer type or boolean.
int64_t minInt(DType type);
uint64_t maxInt(DType type);
/// Largest finite value of a real float type.
double maxFinite(DType type);

/// What a float conversion does with a value beyond the largest finite one.
enum class Overflow {
  /// Infinity where the type has one, else NaN, else the largest value.
  IEEE,
  /// The largest finite value of the same sign, infinities included.
  Saturate
};
/// Rounding of a float conversion. Only f8E8M0 conversions use other than
/// nearest-even.
enum class Rounding { NearestEven, Up, Down };

/// Bits of `value` in float format `type` (at most 64 bits), rounded once.
uint64_t encodeFloat(DType type, double value, Overflow overflow = Overflow::IEEE,
                     Rounding rounding = Rounding::NearestEven);
/// The value of float bits; exact, since every format fits a double.
double decodeFloat(DType type, uint64_t bits);

/// Raw bits of element `index` (complex: not supported), zero-extended.
uint64_t loadBits(DType type, const uint8_t *data, uint64_t index);
void storeBits(DType type, uint8_t *data, uint64_t index, uint64_t bits);

/// Element as a double. Integers beyond 2^53 are rounded to nearest even;
/// complex numbers give their real part.
double loadDouble(DType type, const uint8_t *data, uint64_t index);
/// Element as an integer. Floats are truncated towards zero and saturated, NaN
/// gives 0; u64 values above INT64_MAX wrap (use `loadUInt`).
int64_t loadInt(DType type, const uint8_t *data, uint64_t index);
uint64_t loadUInt(DType type, const uint8_t *data, uint64_t index);

/// Writes an element from a double: floats rounded to nearest even from the
/// exact value (no double rounding); integers truncated towards zero and
/// saturated, NaN gives 0; booleans are `value != 0`.
void storeDouble(DType type, uint8_t *data, uint64_t index, double value,
                 Overflow overflow = Overflow::IEEE,
                 Rounding rounding = Rounding::NearestEven);
/// Writes an element from an integer: integers wrap modulo 2^bits, floats are
/// rounded once to nearest even.
void storeInt(DType type, uint8_t *data, uint64_t index, int64_t value);
void storeUInt(DType type, uint8_t *data, uint64_t index, uint64_t value);

} // namespace mlc

#endif // MLC_COMPILER_SUPPORT_DTYPE_H
