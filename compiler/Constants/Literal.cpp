//===- Literal.cpp - A tensor value in memory -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Literal.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <cstring>

using namespace mlc;

//===----------------------------------------------------------------------===//
// TensorSpec
//===----------------------------------------------------------------------===//

int64_t TensorSpec::count() const {
  std::optional<int64_t> elements = elementCount(shape);
  assert(elements && "invalid shape");
  return elements.value_or(0);
}

uint64_t TensorSpec::bytes() const {
  std::optional<uint64_t> size = storageBytes(dtype, count());
  assert(size && "invalid size");
  return size.value_or(0);
}

bool TensorSpec::isValid() const {
  if (shape.size() > MLC_MAX_RANK)
    return false;
  std::optional<int64_t> elements = elementCount(shape);
  return elements && storageBytes(dtype, *elements).has_value();
}

std::string TensorSpec::str() const {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + dtypeName(dtype).str();
}

llvm::SmallVector<int64_t>
mlc::rowMajorStrides(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
  return strides;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static std::shared_ptr<const void> ownMemory(void *bytes) {
  if (!bytes)
    llvm::report_bad_alloc_error("a constant does not fit into memory");
  return std::shared_ptr<const void>(
      bytes, [](const void *p) { std::free(const_cast<void *>(p)); });
}

Literal Literal::uninitialized(TensorSpec spec) {
  Literal result;
  result.elements = spec.count();
  result.size = spec.bytes();
  // At least one byte, so that an empty literal has an address.
  result.owner = ownMemory(std::malloc(result.size + 1));
  result.data = static_cast<const uint8_t *>(result.owner.get());
  result.writable = true;
  result.tensorSpec = std::move(spec);
  return result;
}

Literal Literal::zeros(TensorSpec spec) {
  Literal result;
  result.elements = spec.count();
  result.size = spec.bytes();
  result.owner = ownMemory(std::calloc(result.size + 1, 1));
  result.data = static_cast<const uint8_t *>(result.owner.get());
  result.writable = true;
  result.tensorSpec = std::move(spec);
  return result;
}

Literal Literal::copy(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes) {
  Literal result = uninitialized(std::move(spec));
  assert(bytes.size() == result.size && "size differs from the spec's");
  if (!bytes.empty())
    std::memcpy(const_cast<uint8_t *>(result.data), bytes.data(), bytes.size());
  return result;
}

Literal Literal::view(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes,
                      std::shared_ptr<const void> owner) {
  Literal result;
  result.elements = spec.count();
  result.size = spec.bytes();
  assert(bytes.size() == result.size && "size differs from the spec's");
  result.data = bytes.data();
  result.owner = std::move(owner);
  result.tensorSpec = std::move(spec);
  return result;
}

Literal Literal::splat(TensorSpec spec, llvm::ArrayRef<uint8_t> element) {
  Literal result = copy({spec.dtype, {}}, element);
  // Unused bits of a sub-byte element do not count.
  if (isSubByte(spec.dtype))
    *const_cast<uint8_t *>(result.data) &=
        static_cast<uint8_t>((1u << bitWidth(spec.dtype)) - 1);
  result.elements = spec.count();
  result.tensorSpec = std::move(spec);
  result.splatted = true;
  return result;
}

Literal Literal::splatDouble(TensorSpec spec, double value) {
  uint8_t element[16] = {};
  storeDouble(spec.dtype, element, 0, value);
  uint64_t bytes = TensorSpec{spec.dtype, {}}.bytes();
  return splat(std::move(spec), {element, bytes});
}

Literal Literal::splatInt(TensorSpec spec, int64_t value) {
  uint8_t element[16] = {};
  storeInt(spec.dtype, element, 0, value);
  uint64_t bytes = TensorSpec{spec.dtype, {}}.bytes();
  return splat(std::move(spec), {element, bytes});
}

Literal Literal::scalarInt(DType dtype, int64_t value) {
  Literal result = zeros({dtype, {}});
  result.setInt(0, value);
  return result;
}

Literal Literal::scalarDouble(DType dtype, double value) {
  Literal result = zeros({dtype, {}});
  result.setDouble(0, value);
  return result;
}

Literal Literal::vectorInt(DType dtype, llvm::ArrayRef<int64_t> values) {
  Literal result = zeros({dtype, {static_cast<int64_t>(values.size())}});
  for (size_t i = 0; i < values.size(); ++i)
    result.setInt(static_cast<int64_t>(i), values[i]);
  return result;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

llvm::MutableArrayRef<uint8_t> Literal::mutableBytes() {
  if (splatted)
    *this = expanded();
  if (!writable || owner.use_count() != 1)
    *this = copy(tensorSpec, {data, size});
  return {const_cast<uint8_t *>(data), size};
}

void Literal::copyTo(llvm::MutableArrayRef<uint8_t> destination) const {
  assert(destination.size() == tensorSpec.bytes() && "wrong size");
  if (destination.empty())
    return;
  if (!splatted) {
    std::memcpy(destination.data(), data, size);
    return;
  }
  uint8_t element[16] = {};
  std::memcpy(element, data, size);
  if (isSubByte(dtype()))
    for (unsigned shift = bitWidth(dtype()); shift < 8; shift *= 2)
      element[0] = static_cast<uint8_t>(element[0] | element[0] << shift);
  if (size == 1)
    std::memset(destination.data(), element[0], destination.size());
  else
    for (uint64_t at = 0; at < destination.size(); at += size)
      std::memcpy(destination.data() + at, element, size);
  // Bits past the last element stay zero.
  uint64_t used = static_cast<uint64_t>(elements) % 8 * bitWidth(dtype()) % 8;
  if (isSubByte(dtype()) && used)
    destination.back() &= static_cast<uint8_t>((1u << used) - 1);
}

Literal Literal::expanded() const {
  if (!splatted)
    return *this;
  Literal result = uninitialized(tensorSpec);
  copyTo({const_cast<uint8_t *>(result.data), result.size});
  return result;
}

Literal Literal::compressed() const {
  if (splatted || elements < 2)
    return *this;
  if (isSubByte(dtype())) {
    uint64_t first = getBits(0);
    for (int64_t i = 1; i < elements; ++i)
      if (getBits(i) != first)
        return *this;
    uint8_t element = static_cast<uint8_t>(first);
    return splat(tensorSpec, {&element, 1});
  }
  uint64_t width = bitWidth(dtype()) / 8;
  if (std::memcmp(data, data + width, size - width) != 0)
    return *this;
  return splat(tensorSpec, {data, width});
}

Literal Literal::reshaped(llvm::ArrayRef<int64_t> shape) const {
  Literal result = *this;
  result.tensorSpec.shape.assign(shape.begin(), shape.end());
  assert(result.tensorSpec.count() == elements && "element count differs");
  return result;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::complex<double> Literal::getComplex(int64_t i) const {
  if (dtype() == MLC_C64)
    return {loadDouble(MLC_F32, data, 2 * at(i)),
            loadDouble(MLC_F32, data, 2 * at(i) + 1)};
  if (dtype() == MLC_C128)
    return {loadDouble(MLC_F64, data, 2 * at(i)),
            loadDouble(MLC_F64, data, 2 * at(i) + 1)};
  return {getDouble(i), 0.0};
}

void Literal::setComplex(int64_t i, std::complex<double> value) {
  if (!isComplex(dtype()))
    return setDouble(i, value.real());
  DType part = dtype() == MLC_C64 ? MLC_F32 : MLC_F64;
  uint8_t *bytes = mutableData();
  storeDouble(part, bytes, 2 * i, value.real());
  storeDouble(part, bytes, 2 * i + 1, value.imag());
}

void Literal::setFrom(int64_t i, const Literal &source, int64_t from) {
  assert(source.dtype() == dtype() && "element types differ");
  if (dtype() == MLC_C128)
    return setComplex(i, source.getComplex(from));
  setBits(i, source.getBits(from));
}

llvm::SmallVector<int64_t> Literal::getInts() const {
  llvm::SmallVector<int64_t> values;
  values.reserve(elements);
  for (int64_t i = 0; i < elements; ++i)
    values.push_back(getInt(i));
  return values;
}
