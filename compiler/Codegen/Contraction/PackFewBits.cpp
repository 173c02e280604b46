//===- PackFewBits.cpp - Quantised constants as kernels read them ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackFewBits.h"

#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "compiler/Constants/PackingRecipes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using llvm::ArrayRef;
using llvm::divideCeil;
using llvm::Expected;
using llvm::StringRef;

int64_t mlc::middleOf(DType type) {
  return isUnsignedInt(type) ? int64_t(1) << (bitWidth(type) - 1) : 0;
}

Expected<TensorSpec> mlc::fewBitsSpec(StringRef recipe, const TensorSpec &input,
                                      ArrayRef<int64_t> ints) {
  auto fail = [&](StringRef why) {
    return makeError(recipe, " of ", input.str(), ": ", why);
  };
  if (!input.isValid())
    return fail("not a valid tensor");
  int64_t bits = isInteger(input.dtype) ? bitWidth(input.dtype) : 0;
  if ((bits != 8 && bits != 4 && bits != 2) || input.shape.size() != 2)
    return fail("needs a matrix of integers of 8, 4 or 2 bits");
  bool words = recipe == "pack_bits";
  if ((!words && recipe != "pack_zeros") || ints.size() != (words ? 2 : 1) ||
      ints[0] < 0 || ints[0] > 1)
    return fail("unknown packing");
  int64_t rows = input.shape[ints[0] ? 1 : 0];
  int64_t panels = divideCeil(input.shape[ints[0] ? 0 : 1], kPanel);
  if (words) {
    if (ints[1] < 1 || ints[1] > rows)
      return fail("has not so many rows");
    rows = divideCeil(ints[1], rowsPerElement(bits));
  }
  TensorSpec result = {words && bits != 8 ? MLC_I32 : MLC_I8,
                       {panels, rows, kPanel}};
  if (!result.isValid())
    return fail("the packed tensor would be too large");
  return result;
}

namespace {
/// Elements of a matrix as unsigned bits, read by row and column.
class BitMatrix {
public:
  BitMatrix(const Literal &literal, bool transposed)
      : bytes(literal.bytes().data()), bits(bitWidth(literal.dtype())),
        rows(literal.shape()[transposed ? 1 : 0]),
        columns(literal.shape()[transposed ? 0 : 1]),
        rowStride(transposed ? 1 : columns),
        columnStride(transposed ? rows : 1), flip(middleOf(literal.dtype())) {}

  /// The element's bits as a signed number's.
  uint32_t at(int64_t row, int64_t column) const {
    uint64_t bit = uint64_t(row * rowStride + column * columnStride) * bits;
    uint32_t value = bytes[bit / 8] >> (bit % 8);
    return (value & ((1u << bits) - 1)) ^ uint32_t(flip);
  }

private:
  const uint8_t *bytes;
  unsigned bits;

public:
  int64_t rows, columns;

private:
  int64_t rowStride, columnStride, flip;
};
} // namespace

Expected<Literal> mlc::packFewBits(StringRef recipe, const Literal &input,
                                   ArrayRef<int64_t> ints) {
  Expected<TensorSpec> spec = fewBitsSpec(recipe, input.spec(), ints);
  if (!spec)
    return spec.takeError();
  Literal result = Literal::zeros(*spec);
  Literal dense = input.expanded();
  if (result.count() == 0 || dense.count() == 0)
    return result;
  BitMatrix matrix(dense, ints[0]);
  unsigned bits = bitWidth(input.dtype());
  bool words = spec->dtype == MLC_I32;
  int64_t depth = recipe == "pack_bits" ? ints[1] : matrix.rows;
  int64_t perElement = words ? rowsPerElement(bits) : 1;
  uint8_t *to = result.mutableBytes().data();
  for (int64_t first = 0; first < matrix.columns; first += kPanel) {
    int64_t width = std::min(kPanel, matrix.columns - first);
    for (int64_t row = 0; row < depth; row += perElement)
      for (int64_t lane = 0; lane < kPanel; ++lane) {
        uint32_t element = 0;
        for (int64_t i = 0; lane < width && i < perElement && row + i < depth;
             ++i)
          element |= matrix.at(row + i, first + lane) << (i * bits);
        if (words) {
          for (unsigned byte = 0; byte < 4; ++byte)
            *to++ = static_cast<uint8_t>(element >> (8 * byte));
          continue;
        }
        // Of zero points with fewer bits the sign has to be spread.
        uint32_t sign = 1u << (bits - 1);
        *to++ = static_cast<uint8_t>((element ^ sign) - sign);
      }
  }
  return result;
}

static const StringRef kNames[] = {"pack_bits", "pack_zeros"};
static const PackingRecipes kFamily = {kNames, fewBitsSpec, packFewBits};

void mlc::registerFewBitsRecipes(ConstantPool &pool) {
  registerRecipes(pool, kFamily);
}

Expected<Hash128> mlc::addFewBits(ConstantPool &pool, StringRef recipe,
                                  const Hash128 &input,
                                  ArrayRef<int64_t> ints) {
  registerFewBitsRecipes(pool);
  return addRecipe(pool, kFamily, recipe, input, ints);
}
