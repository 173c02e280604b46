//===- PackingRecipes.h - Recipes with one input ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every packing of weights is a recipe that reads one constant and some
// integers. What differs is the shape of its result and the order of the
// elements; how it gets into a pool and is checked there stands here.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_PACKINGRECIPES_H
#define MLC_COMPILER_CONSTANTS_PACKINGRECIPES_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// A family of recipes, which get their own name first.
struct PackingRecipes {
  llvm::ArrayRef<llvm::StringRef> names;
  /// The result for an input of this spec; an error when they do not fit.
  llvm::Expected<TensorSpec> (*spec)(llvm::StringRef recipe,
                                     const TensorSpec &input,
                                     llvm::ArrayRef<int64_t> ints);
  llvm::Expected<Literal> (*pack)(llvm::StringRef recipe, const Literal &input,
                                  llvm::ArrayRef<int64_t> ints);
};

/// Makes the family known to a pool.
void registerRecipes(ConstantPool &pool, const PackingRecipes &family);

/// Adds a recipe of the family (evaluated when the weights are written).
llvm::Expected<Hash128> addRecipe(ConstantPool &pool,
                                  const PackingRecipes &family,
                                  llvm::StringRef recipe, const Hash128 &input,
                                  llvm::ArrayRef<int64_t> ints);

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_PACKINGRECIPES_H
