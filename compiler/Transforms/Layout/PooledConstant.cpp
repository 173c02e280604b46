//===- PooledConstant.cpp - Constants of the IR in the pool --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Analysis/GreatSplat.h"
#include "compiler/Constants/DenseAttr.h"

using namespace mlir;
using namespace mlc;

std::optional<Hash128> mlc::pooledConstant(Value value) {
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  if (!constant)
    return std::nullopt;
  if (auto named = dyn_cast<graph::ConstAttr>(constant.getValueAttr())) {
    Hash128 hash;
    hash.high = named.getHigh();
    hash.low = named.getLow();
    return hash;
  }
  auto dense = dyn_cast<DenseElementsAttr>(constant.getValueAttr());
  if (!dense || isGreatSplat(constant))
    return std::nullopt;
  Literal literal = literalOf(dense);
  if (literal.isNull())
    return std::nullopt;
  auto *dialect = value.getContext()->getLoadedDialect<graph::GraphDialect>();
  return dialect->getConstantPool().add(std::move(literal));
}

Value mlc::constantOf(OpBuilder &builder, Location loc, ConstantPool &pool,
                      const Hash128 &hash) {
  MLIRContext *context = builder.getContext();
  RankedTensorType type = tensorTypeOf(context, *pool.spec(hash));
  return graph::ConstantOp::create(
      builder, loc, type, graph::ConstAttr::get(context, hash.high, hash.low, type));
}

SmallVector<Value> mlc::packedConstants(OpBuilder &builder, Location loc,
                                        const Hash128 &value,
                                        ArrayRef<StringRef> recipes,
                                        ArrayRef<int64_t> ints, AddRecipe add,
                                        StringRef &why) {
  auto *dialect = builder.getContext()->getLoadedDialect<graph::GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  SmallVector<Value> made;
  for (StringRef recipe : recipes) {
    llvm::Expected<Hash128> packed = add(pool, recipe, value, ints);
    if (!packed) {
      llvm::consumeError(packed.takeError());
      why = "has weights that cannot be packed";
      return {};
    }
    made.push_back(constantOf(builder, loc, pool, *packed));
  }
  return made;
}

SmallVector<Value> mlc::packedConstants(OpBuilder &builder, Value constant,
                                        ArrayRef<StringRef> recipes,
                                        ArrayRef<int64_t> ints, AddRecipe add,
                                        StringRef &why) {
  if (std::optional<Hash128> hash = pooledConstant(constant))
    return packedConstants(builder, constant.getLoc(), *hash, recipes, ints,
                           add, why);
  why = "has weights that are no constant";
  return {};
}
