//===- Recipes.cpp - Movement recipes of the constant pool ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two walks serve all recipes: a strided gather of a block into a dense result,
// and a copy of a dense block into a strided window. Element sizes that are
// whole bytes move by memcpy, sub-byte ones by bits.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Recipes.h"
#include <cstring>
#include <limits>

using namespace mlc;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Moves element `from` of `source` to element `to` of `data`.
static void moveElement(DType dtype, uint8_t *data, int64_t to,
                        const uint8_t *source, int64_t from) {
  if (isSubByte(dtype))
    return storeBits(dtype, data, to, loadBits(dtype, source, from));
  uint64_t width = bitWidth(dtype) / 8;
  std::memcpy(data + to * width, source + from * width, width);
}

/// For every index of `extents`, in row-major order: data[to + i·toStrides] =
/// source[from + i·fromStrides]. Rows that are contiguous on both sides move at
/// once.
static void moveBlock(DType dtype, ArrayRef<int64_t> extents, uint8_t *data,
                      int64_t to, ArrayRef<int64_t> toStrides,
                      const uint8_t *source, int64_t from,
                      ArrayRef<int64_t> fromStrides) {
  for (int64_t extent : extents)
    if (extent == 0)
      return;
  const size_t rank = extents.size();
  if (rank == 0)
    return moveElement(dtype, data, to, source, from);
  const int64_t row = extents.back();
  const bool contiguous = !isSubByte(dtype) && toStrides.back() == 1 &&
                          fromStrides.back() == 1;
  const uint64_t width = bitWidth(dtype) / 8;
  SmallVector<int64_t> index(rank, 0);
  while (true) {
    if (contiguous)
      std::memcpy(data + to * width, source + from * width, row * width);
    else
      for (int64_t i = 0; i < row; ++i)
        moveElement(dtype, data, to + i * toStrides.back(), source,
                    from + i * fromStrides.back());
    size_t d = rank - 1;
    while (d > 0) {
      --d;
      to += toStrides[d];
      from += fromStrides[d];
      if (++index[d] < extents[d])
        break;
      to -= extents[d] * toStrides[d];
      from -= extents[d] * fromStrides[d];
      index[d] = 0;
      if (d == 0)
        return;
    }
    if (rank == 1)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Functions on values
//===----------------------------------------------------------------------===//

Expected<Literal> mlc::transposeLiteral(const Literal &input,
                                        ArrayRef<int64_t> permutation) {
  const size_t rank = input.shape().size();
  if (permutation.size() != rank)
    return makeError("transpose: ", permutation.size(),
                     " dimensions permuted of rank ", rank);
  SmallVector<bool> seen(rank, false);
  for (int64_t d : permutation) {
    if (d < 0 || d >= static_cast<int64_t>(rank) || seen[d])
      return makeError("transpose: not a permutation");
    seen[d] = true;
  }
  TensorSpec spec{input.dtype(), {}};
  SmallVector<int64_t> strides = rowMajorStrides(input.shape()), fromStrides;
  for (int64_t d : permutation) {
    spec.shape.push_back(input.shape()[d]);
    fromStrides.push_back(strides[d]);
  }
  if (input.isSplat())
    return Literal::splat(spec, input.storage());
  Literal result = Literal::zeros(spec);
  moveBlock(input.dtype(), spec.shape, result.mutableBytes().data(), 0,
            rowMajorStrides(spec.shape), input.bytes().data(), 0, fromStrides);
  return result;
}

Expected<Literal> mlc::castLiteral(const Literal &input, DType dtype,
                                   bool saturate) {
  if (bitWidth(dtype) == 0 || bitWidth(input.dtype()) == 0)
    return makeError("cast: no fixed-size element type");
  if (isComplex(input.dtype()) && !isComplex(dtype))
    return makeError("cast: complex to real");
  TensorSpec spec{dtype, SmallVector<int64_t>(input.shape())};
  if (input.dtype() == dtype)
    return input;
  // Wider floats overflow to infinity whatever was asked for, as in ONNX.
  const Overflow overflow = saturate && bitWidth(dtype) <= 8
                                ? Overflow::Saturate
                                : Overflow::IEEE;
  // Scales are rounded up, which is the default of the standard's Cast.
  const Rounding rounding =
      dtype == MLC_F8E8M0 ? Rounding::Up : Rounding::NearestEven;
  auto convert = [&](Literal &result, int64_t count) {
    uint8_t *data = result.mutableBytes().data();
    for (int64_t i = 0; i < count; ++i) {
      if (isComplex(dtype) && isComplex(input.dtype()))
        result.setComplex(i, input.getComplex(i));
      else if (isUnsignedInt(input.dtype()))
        storeUInt(dtype, data, i, input.getUInt(i));
      else if (isSignedInt(input.dtype()) || input.dtype() == MLC_BOOL)
        storeInt(dtype, data, i, input.getInt(i));
      else if (isInteger(dtype) && !saturate)
        storeInt(dtype, data, i, input.getInt(i)); // wraps
      else
        storeDouble(dtype, data, i, input.getDouble(i), overflow, rounding);
    }
  };
  if (input.isSplat()) {
    Literal one = Literal::zeros({dtype, {}});
    convert(one, 1);
    return Literal::splat(spec, one.storage());
  }
  Literal result = Literal::zeros(spec);
  convert(result, input.count());
  return result;
}

Expected<Literal> mlc::padLiteral(const Literal &input, ArrayRef<int64_t> low,
                                  ArrayRef<int64_t> high, uint64_t padBits) {
  const size_t rank = input.shape().size();
  if (low.size() != rank || high.size() != rank)
    return makeError("pad: amounts for ", low.size(), " and ", high.size(),
                     " dimensions of rank ", rank);
  if (input.dtype() == MLC_C128)
    return makeError("pad: c128 is not supported");
  TensorSpec spec{input.dtype(), {}};
  SmallVector<int64_t> strides;
  for (size_t d = 0; d < rank; ++d) {
    int64_t extent;
    if (low[d] < 0 || high[d] < 0 ||
        __builtin_add_overflow(input.shape()[d], low[d], &extent) ||
        __builtin_add_overflow(extent, high[d], &extent))
      return makeError("pad: bad amounts for dimension ", d);
    spec.shape.push_back(extent);
  }
  if (!spec.isValid())
    return makeError("pad: the result is too large");
  Literal one = Literal::zeros({input.dtype(), {}});
  one.setBits(0, padBits);
  Literal result = Literal::splat(spec, one.storage()).expanded();
  strides = rowMajorStrides(spec.shape);
  int64_t to = 0;
  for (size_t d = 0; d < rank; ++d)
    to += low[d] * strides[d];
  SmallVector<int64_t> fromStrides = rowMajorStrides(input.shape());
  if (input.isSplat())
    fromStrides.assign(rank, 0);
  moveBlock(input.dtype(), input.shape(), result.mutableBytes().data(), to,
            strides, input.storage().data(), 0, fromStrides);
  return result;
}

Expected<Literal> mlc::sliceLiteral(const Literal &input,
                                    ArrayRef<int64_t> start,
                                    ArrayRef<int64_t> step,
                                    ArrayRef<int64_t> extents) {
  const size_t rank = input.shape().size();
  if (start.size() != rank || step.size() != rank || extents.size() != rank)
    return makeError("slice: parameters do not fit rank ", rank);
  TensorSpec spec{input.dtype(), SmallVector<int64_t>(extents)};
  if (!spec.isValid())
    return makeError("slice: bad result shape");
  SmallVector<int64_t> strides = rowMajorStrides(input.shape()), fromStrides;
  int64_t from = 0;
  for (size_t d = 0; d < rank; ++d) {
    int64_t last;
    if (extents[d] > 0 &&
        (step[d] == 0 || __builtin_mul_overflow(extents[d] - 1, step[d], &last) ||
         __builtin_add_overflow(last, start[d], &last) || start[d] < 0 ||
         start[d] >= input.shape()[d] || last < 0 || last >= input.shape()[d]))
      return makeError("slice: dimension ", d, " leaves its extent of ",
                       input.shape()[d]);
    // Within bounds, so the products fit; an empty result reads nothing.
    bool empty = spec.count() == 0;
    from += empty ? 0 : start[d] * strides[d];
    fromStrides.push_back(empty || extents[d] == 1 ? 0 : step[d] * strides[d]);
  }
  if (input.isSplat())
    return Literal::splat(spec, input.storage());
  Literal result = Literal::zeros(spec);
  moveBlock(input.dtype(), spec.shape, result.mutableBytes().data(), 0,
            rowMajorStrides(spec.shape), input.bytes().data(), from,
            fromStrides);
  return result;
}

Expected<Literal> mlc::concatLiterals(ArrayRef<Literal> inputs, int64_t axis) {
  if (inputs.empty())
    return makeError("concat: no inputs");
  TensorSpec spec = inputs[0].spec();
  const int64_t rank = inputs[0].rank();
  if (axis < 0 || axis >= rank)
    return makeError("concat: axis ", axis, " of rank ", rank);
  spec.shape[axis] = 0;
  for (const Literal &input : inputs) {
    if (input.dtype() != spec.dtype || input.rank() != rank)
      return makeError("concat: ", input.spec().str(), " beside ",
                       inputs[0].spec().str());
    for (int64_t d = 0; d < rank; ++d)
      if (d != axis && input.shape()[d] != spec.shape[d])
        return makeError("concat: ", input.spec().str(), " beside ",
                         inputs[0].spec().str());
    if (__builtin_add_overflow(spec.shape[axis], input.shape()[axis],
                               &spec.shape[axis]))
      return makeError("concat: the result is too large");
  }
  if (!spec.isValid())
    return makeError("concat: the result is too large");
  Literal result = Literal::zeros(spec);
  SmallVector<int64_t> strides = rowMajorStrides(spec.shape);
  int64_t to = 0;
  for (const Literal &input : inputs) {
    SmallVector<int64_t> fromStrides = rowMajorStrides(input.shape());
    if (input.isSplat())
      fromStrides.assign(rank, 0);
    moveBlock(spec.dtype, input.shape(), result.mutableBytes().data(), to,
              strides, input.storage().data(), 0, fromStrides);
    to += input.shape()[axis] * strides[axis];
  }
  return result;
}

Expected<Literal> mlc::alongAxis(const Literal &data, const Literal &vector,
                                 AlongAxis operation, int64_t axis) {
  const DType dtype = data.dtype();
  // Twice the precision and two bits more make a second rounding harmless; of
  // f64 there is only one.
  if (dtype != MLC_F16 && dtype != MLC_BF16 && dtype != MLC_F32 &&
      dtype != MLC_F64)
    return makeError("along: elements of ", dtypeName(dtype));
  if (axis < 0 || axis >= data.rank())
    return makeError("along: axis ", axis, " of rank ", data.rank());
  if (vector.dtype() != dtype || vector.rank() != 1 ||
      vector.count() != data.shape()[axis])
    return makeError("along: ", vector.spec().str(), " beside axis ", axis,
                     " of ", data.spec().str());
  int64_t inner = 1;
  for (int64_t extent : data.shape().drop_front(axis + 1))
    inner *= extent;
  Literal result = Literal::zeros(data.spec());
  // One pass: `i` is the index along the axis, `k` counts to the next one.
  int64_t i = 0, k = 0;
  for (int64_t at = 0, count = data.count(); at < count; ++at) {
    const double x = data.getDouble(at), y = vector.getDouble(i);
    switch (operation) {
    case AlongAxis::Add:
      result.setDouble(at, x + y);
      break;
    case AlongAxis::Sub:
      result.setDouble(at, x - y);
      break;
    case AlongAxis::Mul:
      result.setDouble(at, x * y);
      break;
    case AlongAxis::Div:
      result.setDouble(at, x / y);
      break;
    }
    if (++k == inner) {
      k = 0;
      i = i + 1 == vector.count() ? 0 : i + 1;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

/// Checks the number of inputs and parameters; `perRank` parameters for each
/// dimension of the input and `fixed` more.
static llvm::Error checkShape(const Recipe &recipe, ArrayRef<Literal> inputs,
                              size_t perRank, size_t fixed) {
  if (inputs.size() != 1)
    return makeError("expects one input, got ", inputs.size());
  size_t want = perRank * inputs[0].shape().size() + fixed;
  if (recipe.ints.size() != want)
    return makeError("expects ", want, " parameters, got ",
                     recipe.ints.size());
  return llvm::Error::success();
}

static Expected<Literal> runTranspose(const Recipe &recipe,
                                      ArrayRef<Literal> inputs) {
  if (llvm::Error error = checkShape(recipe, inputs, 1, 0))
    return error;
  return transposeLiteral(inputs[0], recipe.ints);
}

static Expected<Literal> runCast(const Recipe &recipe,
                                 ArrayRef<Literal> inputs) {
  if (llvm::Error error = checkShape(recipe, inputs, 0, 1))
    return error;
  return castLiteral(inputs[0], recipe.result.dtype, recipe.ints[0] != 0);
}

static Expected<Literal> runReshape(const Recipe &recipe,
                                    ArrayRef<Literal> inputs) {
  if (llvm::Error error = checkShape(recipe, inputs, 0, 0))
    return error;
  if (inputs[0].count() != recipe.result.count())
    return makeError("element counts differ");
  return inputs[0].reshaped(recipe.result.shape);
}

static Expected<Literal> runPad(const Recipe &recipe,
                                ArrayRef<Literal> inputs) {
  if (llvm::Error error = checkShape(recipe, inputs, 2, 1))
    return error;
  ArrayRef<int64_t> ints = recipe.ints;
  size_t rank = inputs[0].shape().size();
  return padLiteral(inputs[0], ints.take_front(rank), ints.slice(rank, rank),
                    static_cast<uint64_t>(ints.back()));
}

static Expected<Literal> runSlice(const Recipe &recipe,
                                  ArrayRef<Literal> inputs) {
  if (llvm::Error error = checkShape(recipe, inputs, 2, 0))
    return error;
  ArrayRef<int64_t> ints = recipe.ints;
  size_t rank = inputs[0].shape().size();
  return sliceLiteral(inputs[0], ints.take_front(rank), ints.drop_front(rank),
                      recipe.result.shape);
}

static Expected<Literal> runConcat(const Recipe &recipe,
                                   ArrayRef<Literal> inputs) {
  if (recipe.ints.size() != 1)
    return makeError("expects one parameter");
  return concatLiterals(inputs, recipe.ints[0]);
}

static Expected<Literal> runAlong(const Recipe &recipe,
                                  ArrayRef<Literal> inputs) {
  if (inputs.size() != 2 || recipe.ints.size() != 2)
    return makeError("expects two inputs and two parameters");
  if (recipe.ints[0] < 0 ||
      recipe.ints[0] > static_cast<int64_t>(AlongAxis::Div))
    return makeError("operation ", recipe.ints[0], " is not known");
  return alongAxis(inputs[0], inputs[1], static_cast<AlongAxis>(recipe.ints[0]),
                   recipe.ints[1]);
}

void mlc::registerMovementRecipes(ConstantPool &pool) {
  pool.registerRecipe("transpose", runTranspose);
  pool.registerRecipe("cast", runCast);
  pool.registerRecipe("reshape", runReshape);
  pool.registerRecipe("pad", runPad);
  pool.registerRecipe("slice", runSlice);
  pool.registerRecipe("concat", runConcat);
  pool.registerRecipe("along", runAlong);
}
