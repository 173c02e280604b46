//===- BlocksElement.cpp - One element of a blockwise reduction -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

FailureOr<Value> ReduceBlocksOp::buildElement(ElementContext &context,
                                              ArrayRef<LaneIndex> index) {
  int64_t dim = getDim();
  if (index[dim].step)
    return failure(); // each lane would run over a block of its own
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  Type element = getElementTypeOrSelf(getInput().getType());
  auto real = dyn_cast<FloatType>(element);
  auto integer = dyn_cast<IntegerType>(element);
  bool isUnsigned =
      integer && (integer.isUnsigned() || integer.getWidth() == 1);
  // Narrow floats are combined in f32 and rounded once.
  bool widen = real && real.getWidth() < 32;
  Type accumulator = widen ? Type(b.getF32Type()) : signless(element);
  int64_t lanes = context.lanes();
  bool varies = !uniform(index);
  auto shaped = [&](Type type) {
    return varies ? Type(VectorType::get({lanes}, type)) : type;
  };
  auto spread = [&](Value value) -> Value {
    if (!varies || isa<VectorType>(value.getType()))
      return value;
    return vector::BroadcastOp::create(b, loc, shaped(value.getType()), value);
  };
  Value start = spread(arith::ConstantOp::create(
      b, loc, neutralElement(getCombiner(), real ? accumulator : element)));
  Value first = i.mul(index[dim].base, i.constant(getBlock()));
  Value rest = i.sub(context.extent(getInput(), dim), first);
  Value count = i.select(i.less(rest, i.constant(getBlock())), rest,
                         i.constant(getBlock()));
  FailureOr<SmallVector<Value>> total = context.carryLoop(
      {count}, {start},
      [&](ArrayRef<Value> ivs,
          ValueRange carried) -> FailureOr<SmallVector<Value>> {
        SmallVector<LaneIndex> where(index);
        where[dim] = {i.add(first, ivs[0]), 0};
        FailureOr<Value> read = context.element(getInput(), where);
        if (failed(read))
          return failure();
        Value value = spread(*read);
        if (widen)
          value = arith::ExtFOp::create(b, loc, shaped(accumulator), value);
        return SmallVector<Value>{
            m.combine(getCombiner(), carried[0], value, isUnsigned)};
      });
  if (failed(total))
    return failure();
  Value value = total->front();
  if (widen)
    value = arith::TruncFOp::create(b, loc, shaped(element), value);
  return value;
}
