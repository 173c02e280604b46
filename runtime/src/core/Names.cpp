//===- Names.cpp - Names of codes, types and levels ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mlc/runtime.h"

#include <string.h>

const char *mlc_version(void) { return MLC_VERSION; }

static const char *const codeNames[] = {
    "ok",
    "invalid argument",
    "shape mismatch",
    "out of bounds",
    "out of memory",
    "unsupported",
    "data corruption",
    "version mismatch",
    "input/output error",
    "invalid reshape",
    "loop limit",
    "check failed",
    "custom op failed",
    "internal error",
};

struct DtypeRow {
  const char *name;
  uint32_t bits;
};
static const DtypeRow dtypeRows[] = {
    {"invalid", 0}, {"bool", 8},       {"i2", 2},       {"i4", 4},
    {"i8", 8},      {"i16", 16},       {"i32", 32},     {"i64", 64},
    {"u2", 2},      {"u4", 4},         {"u8", 8},       {"u16", 16},
    {"u32", 32},    {"u64", 64},       {"f16", 16},     {"bf16", 16},
    {"f32", 32},    {"f64", 64},       {"f8e4m3fn", 8}, {"f8e4m3fnuz", 8},
    {"f8e5m2", 8},  {"f8e5m2fnuz", 8}, {"f8e8m0", 8},   {"f4e2m1", 4},
    {"c64", 64},    {"c128", 128},     {"string", 128},
};

static const char *const isaNames[MLC_ISA_COUNT] = {
    "any", "v2", "v3", "v4", "v4+vnni", "v4+bf16", "v4+amx"};

template <typename T, size_t N>
static constexpr uint32_t count(const T (&)[N]) {
  return uint32_t(N);
}

const char *mlc_code_name(mlc_code code) {
  return uint32_t(code) < count(codeNames) ? codeNames[code] : "unknown code";
}

const char *mlc_dtype_name(uint32_t dtype) {
  return dtype < count(dtypeRows) ? dtypeRows[dtype].name : "unknown";
}

uint32_t mlc_dtype_from_name(const char *name) {
  for (uint32_t i = 1; i < count(dtypeRows); ++i)
    if (strcmp(dtypeRows[i].name, name) == 0)
      return i;
  return MLC_DTYPE_INVALID;
}

uint32_t mlc_dtype_bits(uint32_t dtype) {
  return dtype < count(dtypeRows) ? dtypeRows[dtype].bits : 0;
}

const char *mlc_isa_name(uint32_t isa) {
  return isa < MLC_ISA_COUNT ? isaNames[isa] : "unknown";
}

uint32_t mlc_isa_from_name(const char *name) {
  for (uint32_t i = 1; i < MLC_ISA_COUNT; ++i)
    if (strcmp(isaNames[i], name) == 0)
      return i;
  return MLC_ISA_ANY;
}

uint64_t mlc_tensor_bytes(uint32_t dtype, uint32_t rank, const int64_t *dims) {
  uint64_t bits = mlc_dtype_bits(dtype);
  if (rank > MLC_MAX_RANK)
    return UINT64_MAX;
  for (uint32_t i = 0; i < rank; ++i)
    if (dims[i] == 0)
      return 0;
  for (uint32_t i = 0; i < rank; ++i)
    if (dims[i] < 0 || __builtin_mul_overflow(bits, uint64_t(dims[i]), &bits))
      return UINT64_MAX;
  return bits / 8 + (bits % 8 != 0);
}
