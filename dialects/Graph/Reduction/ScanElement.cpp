//===- ScanElement.cpp - One element of a running combination -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Element by element a scan combines its whole prefix again: quadratic along
// the dimension. That is right for everything and quick for the short ones that
// models have; an emitter for whole rows goes before it where there is one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

FailureOr<Value> ScanOp::buildElement(ElementContext &context,
                                      ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // prefixes differ in length from lane to lane
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  int64_t dim = getDim();
  Type element = getElementTypeOrSelf(getInput().getType());
  auto real = dyn_cast<FloatType>(element);
  auto integer = dyn_cast<IntegerType>(element);
  bool isUnsigned =
      integer && (integer.isUnsigned() || integer.getWidth() == 1);
  // Narrow floats are combined in f32 and rounded once.
  bool widen = real && real.getWidth() < 32;
  Type accumulator = widen ? Type(b.getF32Type()) : signless(element);
  TypedAttr neutral =
      neutralElement(getCombiner(), real ? accumulator : element);
  Value start = arith::ConstantOp::create(b, loc, neutral);
  // Forward: elements 0..i; in reverse: i..n-1, from the end.
  Value extent = context.extent(getInput(), dim), one = i.constant(1);
  Value last = i.sub(extent, one);
  Value count = getReverse() ? i.sub(extent, index[dim].base)
                             : i.add(index[dim].base, one);
  if (getExclusive())
    count = i.sub(count, one);
  FailureOr<SmallVector<Value>> total = context.carryLoop(
      {count}, {start},
      [&](ArrayRef<Value> ivs,
          ValueRange carried) -> FailureOr<SmallVector<Value>> {
        SmallVector<LaneIndex> where(index);
        where[dim] = {getReverse() ? i.sub(last, ivs[0]) : ivs[0], 0};
        FailureOr<Value> read = context.element(getInput(), where);
        if (failed(read))
          return failure();
        Value value =
            widen ? Value(arith::ExtFOp::create(b, loc, accumulator, *read))
                  : *read;
        return SmallVector<Value>{
            m.combine(getCombiner(), carried[0], value, isUnsigned)};
      });
  if (failed(total))
    return failure();
  Value value = total->front();
  if (widen)
    value = arith::TruncFOp::create(b, loc, element, value);
  return value;
}
