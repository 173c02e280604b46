//===- PackingRecipes.cpp - Recipes with one input ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/PackingRecipes.h"

using namespace mlc;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::StringRef;

void mlc::registerRecipes(ConstantPool &pool, const PackingRecipes &family) {
  auto spec = family.spec;
  auto pack = family.pack;
  auto evaluate = [=](const Recipe &recipe,
                      ArrayRef<Literal> inputs) -> Expected<Literal> {
    if (inputs.size() != 1)
      return makeError("expects one input");
    Expected<TensorSpec> result =
        spec(recipe.name, inputs[0].spec(), recipe.ints);
    if (!result)
      return result.takeError();
    if (*result != recipe.result)
      return makeError("gives ", result->str(), ", not ", recipe.result.str());
    return pack(recipe.name, inputs[0], recipe.ints);
  };
  for (StringRef name : family.names)
    pool.registerRecipe(name, evaluate);
}

Expected<Hash128> mlc::addRecipe(ConstantPool &pool,
                                 const PackingRecipes &family, StringRef recipe,
                                 const Hash128 &input, ArrayRef<int64_t> ints) {
  const TensorSpec *spec = pool.spec(input);
  if (!spec)
    return makeError(recipe, ": the pool has no such constant");
  Expected<TensorSpec> packed = family.spec(recipe, *spec, ints);
  if (!packed)
    return packed.takeError();
  Recipe r;
  r.name = recipe.str();
  r.ints.assign(ints.begin(), ints.end());
  r.inputs = {input};
  r.result = *packed;
  return pool.addRecipe(std::move(r));
}
