//===- Recipes.h - Movement recipes of the constant pool --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recipes every pool knows, and how their `ints` are laid out (R = rank):
//
//   transpose  permutation[R]: result dimension i is input dimension p[i]
//   cast       saturate (0 or 1: what float to integer and to floats of 8 bits
//              and fewer does out of range); dtype and shape from the result
//   reshape    none
//   pad        low[R], high[R] (non-negative), bits of the pad element
//   slice      start[R], step[R] (any sign but 0); extents from the result
//   concat     axis; any number of inputs
//   along      operation (AlongAxis), axis; inputs: data of floats, and a
//   vector
//              of the axis's extent whose element i meets the data at index i
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_RECIPES_H
#define MLC_COMPILER_CONSTANTS_RECIPES_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

void registerMovementRecipes(ConstantPool &pool);

/// The functions behind the recipes, for use on values.
llvm::Expected<Literal> transposeLiteral(const Literal &input,
                                         llvm::ArrayRef<int64_t> permutation);
llvm::Expected<Literal> castLiteral(const Literal &input, DType dtype,
                                    bool saturate);
llvm::Expected<Literal> padLiteral(const Literal &input,
                                   llvm::ArrayRef<int64_t> low,
                                   llvm::ArrayRef<int64_t> high,
                                   uint64_t padBits);
llvm::Expected<Literal> sliceLiteral(const Literal &input,
                                     llvm::ArrayRef<int64_t> start,
                                     llvm::ArrayRef<int64_t> step,
                                     llvm::ArrayRef<int64_t> extents);
llvm::Expected<Literal> concatLiterals(llvm::ArrayRef<Literal> inputs,
                                       int64_t axis);

/// What `along` does: data[..., i, ...] op vector[i], rounded once.
enum class AlongAxis : int64_t { Add, Sub, Mul, Div };
llvm::Expected<Literal> alongAxis(const Literal &data, const Literal &vector,
                                  AlongAxis operation, int64_t axis);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_RECIPES_H
