//===- Literal.h - A tensor value in memory ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Literal is an element type, a static shape and its bytes in storage form.
// The bytes are owned, or a view of something kept alive by a shared owner (a
// mapped model file). Copies share the bytes; the first write of a sharer makes
// a private copy, so literals are values that are cheap to pass around. A splat
// keeps one element only.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_LITERAL_H
#define MLC_COMPILER_CONSTANTS_LITERAL_H

#include "compiler/Support/DType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <complex>
#include <memory>
#include <string>

namespace mlc {

/// Element type and static shape of a tensor.
struct TensorSpec {
  DType dtype = MLC_DTYPE_INVALID;
  llvm::SmallVector<int64_t> shape;

  /// Number of elements. Requires a valid spec.
  int64_t count() const;
  /// Bytes in storage form. Requires a valid spec.
  uint64_t bytes() const;
  /// Extents are non-negative, the rank is within the ABI's limit and the size
  /// in bytes does not overflow an int64. Check this on anything read from a
  /// file before use.
  bool isValid() const;
  /// "2x3xf32".
  std::string str() const;

  bool operator==(const TensorSpec &other) const {
    return dtype == other.dtype && shape == other.shape;
  }
  bool operator!=(const TensorSpec &other) const { return !(*this == other); }
};

/// Reports an error of plain libraries: `makeError("reshape: ", n, ...)`.
template <typename... Parts>
llvm::Error makeError(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (void)std::initializer_list<int>{((os << parts), 0)...};
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 os.str().c_str());
}

class Literal {
public:
  Literal() = default;

  /// Dense, all bytes zero.
  static Literal zeros(TensorSpec spec);
  /// Dense, contents undefined until written.
  static Literal uninitialized(TensorSpec spec);
  /// Dense copy of `bytes`, which must have the spec's size.
  static Literal copy(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes);
  /// Dense view of `bytes`, kept alive by `owner`.
  static Literal view(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes,
                      std::shared_ptr<const void> owner);
  /// Every element has the value of `element` (one element in storage form; for
  /// sub-byte types its low bits).
  static Literal splat(TensorSpec spec, llvm::ArrayRef<uint8_t> element);
  static Literal splatDouble(TensorSpec spec, double value);
  static Literal splatInt(TensorSpec spec, int64_t value);

  /// Rank-0 and rank-1 helpers.
  static Literal scalarInt(DType dtype, int64_t value);
  static Literal scalarDouble(DType dtype, double value);
  static Literal vectorInt(DType dtype, llvm::ArrayRef<int64_t> values);

  const TensorSpec &spec() const { return tensorSpec; }
  DType dtype() const { return tensorSpec.dtype; }
  llvm::ArrayRef<int64_t> shape() const { return tensorSpec.shape; }
  int64_t rank() const { return tensorSpec.shape.size(); }
  int64_t count() const { return elements; }
  bool isNull() const { return tensorSpec.dtype == MLC_DTYPE_INVALID; }
  bool isSplat() const { return splatted; }
  /// The bytes belong to someone else (a mapped file).
  bool isView() const { return !writable; }

  /// Bytes in storage form; of one element for a splat.
  llvm::ArrayRef<uint8_t> storage() const { return {data, size}; }
  /// Bytes of a dense literal.
  llvm::ArrayRef<uint8_t> bytes() const {
    assert(!splatted && "a splat has no dense bytes; expand it first");
    return {data, size};
  }
  /// Bytes for writing: makes a private dense copy if they are shared, a view
  /// or a splat.
  llvm::MutableArrayRef<uint8_t> mutableBytes();
  /// The same value with dense bytes.
  Literal expanded() const;
  /// A splat if all elements have equal bits and there are at least two, else
  /// the literal itself.
  Literal compressed() const;
  /// Writes the dense bytes to `destination`, which must have their size.
  void copyTo(llvm::MutableArrayRef<uint8_t> destination) const;
  /// The same elements in another shape with the same count.
  Literal reshaped(llvm::ArrayRef<int64_t> shape) const;

  /// Elements by linear index; see DType.h for conversions.
  double getDouble(int64_t i) const { return loadDouble(dtype(), data, at(i)); }
  int64_t getInt(int64_t i) const { return loadInt(dtype(), data, at(i)); }
  uint64_t getUInt(int64_t i) const { return loadUInt(dtype(), data, at(i)); }
  bool getBool(int64_t i) const { return getDouble(i) != 0; }
  uint64_t getBits(int64_t i) const { return loadBits(dtype(), data, at(i)); }
  std::complex<double> getComplex(int64_t i) const;
  /// Elements as integers; for shapes, axes and the like.
  llvm::SmallVector<int64_t> getInts() const;

  void setDouble(int64_t i, double value) {
    storeDouble(dtype(), mutableData(), i, value);
  }
  void setInt(int64_t i, int64_t value) {
    storeInt(dtype(), mutableData(), i, value);
  }
  void setUInt(int64_t i, uint64_t value) {
    storeUInt(dtype(), mutableData(), i, value);
  }
  void setBits(int64_t i, uint64_t bits) {
    storeBits(dtype(), mutableData(), i, bits);
  }
  void setComplex(int64_t i, std::complex<double> value);
  /// Copies element `from` of `source`, which has the same element type.
  void setFrom(int64_t i, const Literal &source, int64_t from);

private:
  uint64_t at(int64_t i) const {
    assert(i >= 0 && i < elements && "element index out of range");
    return splatted ? 0 : static_cast<uint64_t>(i);
  }
  uint8_t *mutableData() {
    if (writable && owner.use_count() == 1)
      return const_cast<uint8_t *>(data);
    return mutableBytes().data();
  }

  TensorSpec tensorSpec;
  std::shared_ptr<const void> owner;
  const uint8_t *data = nullptr;
  uint64_t size = 0;
  int64_t elements = 0;
  bool splatted = false;
  /// The bytes belong to literals only, so a single holder may write them.
  bool writable = false;
};

/// Row-major strides in elements.
llvm::SmallVector<int64_t> rowMajorStrides(llvm::ArrayRef<int64_t> shape);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_LITERAL_H
