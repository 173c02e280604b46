//===- ConvolutionElement.cpp - One element of a convolution --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The plain sum, for every type, group and dilation: what is computed where no
// emitter for whole convolutions serves.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/ElementMath.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

using Values = FailureOr<SmallVector<Value>>;

/// An operand's element in the type that sums are formed in.
static Value inAccumulator(OpBuilder &b, Location loc, Value value,
                           Type element, Type accumulator) {
  if (value.getType() == accumulator)
    return value;
  if (isa<FloatType>(element))
    return arith::ExtFOp::create(b, loc, accumulator, value);
  auto integer = cast<IntegerType>(element);
  if (integer.isUnsigned() || integer.getWidth() == 1)
    return arith::ExtUIOp::create(b, loc, accumulator, value);
  return arith::ExtSIOp::create(b, loc, accumulator, value);
}

FailureOr<Value> ConvolutionOp::buildElement(ElementContext &context,
                                             ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // guards differ from lane to lane
  IndexMath i{context};
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  Type element = getElementTypeOrSelf(getResult().getType());
  auto real = dyn_cast<FloatType>(element);
  Type accumulator =
      real && real.getWidth() < 32 ? Type(b.getF32Type()) : signless(element);
  unsigned spatial = tensorType(getInput()).getRank() - 2;
  SmallVector<Value> extents{context.extent(getFilter(), 1)};
  for (unsigned d = 0; d < spatial; ++d)
    extents.push_back(context.extent(getFilter(), d + 2));
  // The group of the output channel decides where its input channels begin.
  Value perGroup =
      i.div(context.extent(getFilter(), 0), i.constant(getGroups()));
  Value group =
      getGroups() == 1 ? i.constant(0) : i.div(index[1].base, perGroup);
  Value firstChannel = i.mul(group, extents[0]);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(accumulator));
  Values sum = context.carryLoop(
      extents, {zero}, [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        SmallVector<LaneIndex> where{index[0],
                                     {i.add(firstChannel, ivs[0]), 0}};
        SmallVector<LaneIndex> tap{index[1], {ivs[0], 0}};
        Value inside = arith::ConstantIntOp::create(b, loc, 1, 1);
        for (unsigned d = 0; d < spatial; ++d) {
          Value first = i.mul(index[d + 2].base, i.constant(getStrides()[d]));
          Value step = i.mul(ivs[d + 1], i.constant(getRhsDilation()[d]));
          Value at = i.sub(i.add(first, step), i.constant(getLow()[d]));
          inside = i.both(inside, i.less(i.constant(-1), at));
          int64_t dilation = getLhsDilation()[d];
          if (dilation != 1) {
            // Between the elements of a spread input lie zeros.
            Value by = i.constant(dilation);
            Value hit = b.createOrFold<arith::CmpIOp>(
                loc, arith::CmpIPredicate::eq, i.rem(at, by), i.constant(0));
            inside = i.both(inside, hit);
            at = i.div(at, by);
          }
          inside =
              i.both(inside, i.less(at, context.extent(getInput(), d + 2)));
          where.push_back({at, 0});
          tap.push_back({ivs[d + 1], 0});
        }
        FailureOr<Value> next = guarded(
            context, inside,
            [&]() -> FailureOr<Value> {
              FailureOr<Value> x = context.element(getInput(), where);
              FailureOr<Value> w = context.element(getFilter(), tap);
              if (failed(x) || failed(w))
                return failure();
              Value a = inAccumulator(
                  b, loc, *x, getElementTypeOrSelf(getInput().getType()),
                  accumulator);
              Value c = inAccumulator(
                  b, loc, *w, getElementTypeOrSelf(getFilter().getType()),
                  accumulator);
              if (isa<FloatType>(accumulator))
                return Value(arith::AddFOp::create(
                    b, loc, carried[0], arith::MulFOp::create(b, loc, a, c)));
              return Value(arith::AddIOp::create(
                  b, loc, carried[0], arith::MulIOp::create(b, loc, a, c)));
            },
            [&]() -> FailureOr<Value> { return carried[0]; });
        if (failed(next))
          return failure();
        return SmallVector<Value>{*next};
      });
  if (failed(sum))
    return failure();
  Value value = sum->front();
  if (isa<FloatType>(element) && value.getType() != element)
    value = arith::TruncFOp::create(b, loc, element, value);
  return value;
}
