//===- PackBytes.cpp - Constant bytes in the order kernels read them ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytes.h"

#include "compiler/Constants/PackingRecipes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using llvm::ArrayRef;
using llvm::divideCeil;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// A matrix of bytes read by row and column.
struct ByteMatrix {
  ByteMatrix(const Literal &literal, bool transposed)
      : bytes(reinterpret_cast<const int8_t *>(literal.bytes().data())),
        rows(literal.shape()[transposed ? 1 : 0]),
        columns(literal.shape()[transposed ? 0 : 1]),
        rowStride(transposed ? 1 : columns),
        columnStride(transposed ? rows : 1) {}
  int8_t at(int64_t row, int64_t column) const {
    return bytes[row * rowStride + column * columnStride];
  }
  const int8_t *bytes;
  int64_t rows, columns, rowStride, columnStride;
};
} // namespace

Expected<TensorSpec> mlc::packedBytesSpec(StringRef recipe,
                                          const TensorSpec &input,
                                          ArrayRef<int64_t> ints) {
  auto fail = [&](StringRef why) {
    return makeError(recipe, " of ", input.str(), ": ", why);
  };
  if (!input.isValid())
    return fail("not a valid tensor");
  TensorSpec result;
  if (recipe == "flip_sign") {
    if (input.dtype != MLC_U8 || !ints.empty())
      return fail("needs ui8 and no parameter");
    result = {MLC_I8, input.shape};
  } else if (recipe == "pack_vnni4" || recipe == "sum_vnni4" ||
             recipe == "sum_columns") {
    if (input.dtype != MLC_I8 || ints.size() != 1 || input.shape.size() != 2)
      return fail("needs a matrix of i8 and one parameter");
    int64_t depth = input.shape[ints[0] ? 1 : 0];
    int64_t panels = divideCeil(input.shape[ints[0] ? 0 : 1], kBytePanel);
    if (recipe == "sum_columns")
      result = {MLC_I32, {input.shape[ints[0] ? 0 : 1]}};
    else if (recipe == "sum_vnni4")
      result = {MLC_I32, {panels * kBytePanel}};
    else
      result = {MLC_I8,
                {panels, int64_t(divideCeil(depth, kByteGroup)), kBytePanel,
                 kByteGroup}};
  } else {
    return fail("unknown packing");
  }
  if (!result.isValid())
    return fail("the packed tensor would be too large");
  return result;
}

Expected<Literal> mlc::packBytes(StringRef recipe, const Literal &input,
                                 ArrayRef<int64_t> ints) {
  Expected<TensorSpec> spec = packedBytesSpec(recipe, input.spec(), ints);
  if (!spec)
    return spec.takeError();
  Literal result = Literal::zeros(*spec);
  Literal dense = input.expanded();
  if (result.count() == 0 || dense.count() == 0)
    return result;
  if (recipe == "flip_sign") {
    for (int64_t i = 0; i < dense.count(); ++i)
      result.mutableBytes()[i] = dense.bytes()[i] ^ 0x80;
    return result;
  }
  ByteMatrix matrix(dense, ints[0]);
  if (recipe != "pack_vnni4") {
    for (int64_t column = 0; column < matrix.columns; ++column) {
      int64_t sum = 0;
      for (int64_t row = 0; row < matrix.rows; ++row)
        sum += matrix.at(row, column);
      result.setUInt(column, static_cast<uint64_t>(sum));
    }
    return result;
  }
  uint8_t *to = result.mutableBytes().data();
  int64_t groups = divideCeil(matrix.rows, kByteGroup);
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t column = 0; column < matrix.columns; ++column) {
      int64_t at = column / kBytePanel * groups + row / kByteGroup;
      at = at * kBytePanel + column % kBytePanel;
      to[at * kByteGroup + row % kByteGroup] =
          static_cast<uint8_t>(matrix.at(row, column));
    }
  return result;
}

static const StringRef kNames[] = {"pack_vnni4", "sum_vnni4", "sum_columns",
                                   "flip_sign"};
static const PackingRecipes kFamily = {kNames, packedBytesSpec, packBytes};

void mlc::registerBytePackingRecipes(ConstantPool &pool) {
  registerRecipes(pool, kFamily);
}

Expected<Hash128> mlc::addPackedBytes(ConstantPool &pool, StringRef recipe,
                                      const Hash128 &input,
                                      ArrayRef<int64_t> ints) {
  registerBytePackingRecipes(pool);
  return addRecipe(pool, kFamily, recipe, input, ints);
}
