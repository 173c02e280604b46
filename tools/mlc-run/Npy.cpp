//===- Npy.cpp - NumPy files ---------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Npy.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlc::run;

Outcome<std::vector<uint8_t>> mlc::run::readWholeFile(const std::string &path) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file)
    return fault(path + ": cannot open: " + strerror(errno));
  std::vector<uint8_t> bytes;
  uint8_t block[1 << 16];
  size_t n;
  while ((n = fread(block, 1, sizeof(block), file)) > 0)
    bytes.insert(bytes.end(), block, block + n);
  bool bad = ferror(file);
  fclose(file);
  if (bad)
    return fault(path + ": cannot read: " + strerror(errno));
  return bytes;
}

Outcome<Nothing> mlc::run::writeWholeFile(const std::string &path,
                                          const void *bytes, size_t n) {
  std::string unfinished = path + ".tmp" + std::to_string(getpid());
  FILE *file = fopen(unfinished.c_str(), "wb");
  bool fine = file && fwrite(bytes, 1, n, file) == n;
  if (file && fclose(file) != 0)
    fine = false;
  if (fine && rename(unfinished.c_str(), path.c_str()) == 0)
    return Nothing{};
  std::string reason = strerror(errno);
  unlink(unfinished.c_str());
  return fault(path + ": cannot write: " + reason);
}

/// The text between `key` and the end of its value, e.g. the quoted descr.
static std::string headerField(const std::string &header, const char *key) {
  size_t at = header.find("'" + std::string(key) + "'");
  if (at == std::string::npos)
    return "";
  at = header.find(':', at);
  if (at == std::string::npos)
    return "";
  at = header.find_first_not_of(' ', at + 1);
  if (at == std::string::npos)
    return "";
  if (header[at] == '\'') {
    size_t end = header.find('\'', at + 1);
    return end == std::string::npos ? "" : header.substr(at + 1, end - at - 1);
  }
  if (header[at] == '(') {
    size_t end = header.find(')', at);
    return end == std::string::npos ? "" : header.substr(at + 1, end - at - 1);
  }
  size_t end = header.find_first_of(",}", at);
  return end == std::string::npos ? "" : header.substr(at, end - at);
}

static uint32_t dtypeOfDescr(const std::string &descr) {
  if (descr.size() < 3 || descr[0] == '>')
    return MLC_DTYPE_INVALID;
  std::string kind = descr.substr(1);
  static const struct {
    const char *name;
    uint32_t dtype;
  } rows[] = {
      {"b1", MLC_BOOL}, {"i1", MLC_I8},    {"i2", MLC_I16}, {"i4", MLC_I32},
      {"i8", MLC_I64},  {"u1", MLC_U8},    {"u2", MLC_U16}, {"u4", MLC_U32},
      {"u8", MLC_U64},  {"f2", MLC_F16},   {"f4", MLC_F32}, {"f8", MLC_F64},
      {"c8", MLC_C64},  {"c16", MLC_C128}, {"V1", MLC_U8},  {"V2", MLC_U16},
  };
  for (const auto &row : rows)
    if (kind == row.name)
      return row.dtype;
  return MLC_DTYPE_INVALID;
}

static const char *descrOf(uint32_t dtype) {
  switch (dtype) {
  case MLC_BOOL:
    return "|b1";
  case MLC_I8:
    return "|i1";
  case MLC_I16:
    return "<i2";
  case MLC_I32:
    return "<i4";
  case MLC_I64:
    return "<i8";
  case MLC_U16:
    return "<u2";
  case MLC_U32:
    return "<u4";
  case MLC_U64:
    return "<u8";
  case MLC_F16:
    return "<f2";
  case MLC_F32:
    return "<f4";
  case MLC_F64:
    return "<f8";
  case MLC_C64:
    return "<c8";
  case MLC_C128:
    return "<c16";
  case MLC_BF16:
    return "<u2";
  default:
    return "|u1";
  }
}

/// Numbers of a shape tuple; false when one is not a plain number.
static bool parseShape(const std::string &text, std::vector<int64_t> &dims) {
  const char *at = text.c_str();
  while (*at) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    char *end = nullptr;
    errno = 0;
    int64_t extent = strtoll(at, &end, 10);
    if (end == at || errno || extent < 0)
      return false;
    dims.push_back(extent);
    at = end;
  }
  return true;
}

/// Fortran order to row-major.
static void reorder(Value &value, const uint8_t *from, uint64_t size) {
  size_t rank = value.dims.size();
  std::vector<int64_t> index(rank, 0);
  for (uint64_t i = 0; i < value.count(); ++i) {
    uint64_t source = 0, stride = 1;
    for (size_t d = 0; d < rank; ++d) {
      source += uint64_t(index[d]) * stride;
      stride *= uint64_t(value.dims[d]);
    }
    memcpy(value.data.data() + i * size, from + source * size, size);
    for (size_t d = rank; d-- > 0 && ++index[d] == value.dims[d];)
      index[d] = 0;
  }
}

/// An unsigned file meant for a type that NumPy lacks.
static Value reinterpret(Value stored, uint32_t wanted) {
  uint32_t have = mlc_dtype_bits(stored.dtype), want = mlc_dtype_bits(wanted);
  bool numpyHas =
      isInteger(wanted) ? want >= 8 : want >= 16 && wanted != MLC_BF16;
  bool raw = stored.dtype == MLC_U8 || stored.dtype == MLC_U16 ||
             stored.dtype == MLC_I8;
  if (wanted == MLC_DTYPE_INVALID || numpyHas || !raw ||
      have != (want < 8 ? 8 : want))
    return stored;
  Value value = stored;
  value.dtype = wanted;
  if (want == have)
    return value;
  value.data.assign((stored.count() * want + 7) / 8, 0);
  for (uint64_t i = 0; i < stored.count(); ++i)
    setBits(value, i, stored.data[i]);
  return value;
}

Outcome<Value> mlc::run::readNpy(const std::string &path, uint32_t wanted) {
  Outcome<std::vector<uint8_t>> bytes = readWholeFile(path);
  if (!bytes)
    return bytes.error();
  if (bytes->size() < 12 || memcmp(bytes->data(), "\x93NUMPY", 6) != 0)
    return fault(path + ": not a NumPy file");
  uint8_t major = (*bytes)[6];
  size_t lead = major == 1 ? 10 : 12;
  uint32_t headerBytes = (*bytes)[8] | uint32_t((*bytes)[9]) << 8;
  if (major > 1)
    headerBytes |= uint32_t((*bytes)[10]) << 16 | uint32_t((*bytes)[11]) << 24;
  if (headerBytes > bytes->size() - lead)
    return fault(path + ": truncated NumPy header");
  std::string header(reinterpret_cast<const char *>(bytes->data()) + lead,
                     headerBytes);

  Value value;
  std::string descr = headerField(header, "descr");
  value.dtype = dtypeOfDescr(descr);
  if (value.dtype == MLC_DTYPE_INVALID)
    return fault(path + ": element type '" + descr + "' is not supported");
  if (!parseShape(headerField(header, "shape"), value.dims))
    return fault(path + ": damaged NumPy header");
  Outcome<uint64_t> need = bytesOf(value.dtype, value.dims);
  if (!need)
    return fault(path + ": " + need.error().text);
  const uint8_t *data = bytes->data() + lead + headerBytes;
  size_t have = bytes->size() - lead - headerBytes;
  if (have != *need)
    return fault(path + ": truncated or damaged: " + typeText(value) + " has " +
                 std::to_string(*need) + " bytes, the file holds " +
                 std::to_string(have));
  value.data.assign(data, data + have);
  if (headerField(header, "fortran_order") == "True" && value.dims.size() > 1)
    reorder(value, data, mlc_dtype_bits(value.dtype) / 8);
  return reinterpret(std::move(value), wanted);
}

Outcome<Nothing> mlc::run::writeNpy(const std::string &path,
                                    const Value &value) {
  if (value.dtype == MLC_STRING)
    return Error{Unsupported, path +
                                  ": string tensors cannot be written as npy; "
                                  "use --output-format=pb"};
  std::string shape;
  for (int64_t extent : value.dims)
    shape += std::to_string(extent) + ",";
  if (value.dims.size() > 1)
    shape.pop_back();
  std::string header = std::string("{'descr': '") + descrOf(value.dtype) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The data begins at a multiple of 64.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::vector<uint8_t> file = {0x93,
                               'N',
                               'U',
                               'M',
                               'P',
                               'Y',
                               1,
                               0,
                               uint8_t(header.size()),
                               uint8_t(header.size() >> 8)};
  file.insert(file.end(), header.begin(), header.end());
  if (mlc_dtype_bits(value.dtype) >= 8)
    file.insert(file.end(), value.data.begin(), value.data.end());
  else
    for (uint64_t i = 0; i < value.count(); ++i)
      file.push_back(uint8_t(elementBits(value, i)));
  return writeWholeFile(path, file.data(), file.size());
}
