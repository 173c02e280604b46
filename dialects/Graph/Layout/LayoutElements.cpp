//===- LayoutElements.cpp - Elements of blocked activations ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generic path of the layout phase's ops: what runs where an emitter
// declines.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/WinogradTransform.h"
#include "dialects/Graph/IR/ElementMath.h"
#include "dialects/Graph/Layout/Winograd.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc::graph;

/// Output channels of a panel of weights.
static constexpr int64_t kPanel = 32;

using Values = FailureOr<SmallVector<Value>>;

FailureOr<Value> ToBlockedOp::buildElement(ElementContext &context,
                                           ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  int64_t dim = getDim(), channels = tensorType(getInput()).getDimSize(dim);
  if (!uniform(index))
    return failure(); // channels lie whole planes apart
  Value channel =
      m.add(m.mul(index[dim].base, m.constant(getBlock())), index.back().base);
  SmallVector<LaneIndex> where(index.drop_back());
  where[dim] = {channel, 0};
  if (channels % int64_t(getBlock()) == 0)
    return context.element(getInput(), where);
  Type type = signless(getElementTypeOrSelf(getInput().getType()));
  return guarded(
      context, m.less(channel, m.constant(channels)),
      [&] { return context.element(getInput(), where); },
      [&]() -> FailureOr<Value> {
        return Value(arith::ConstantOp::create(m.builder, m.loc,
                                               m.builder.getZeroAttr(type)));
      });
}

FailureOr<Value> FromBlockedOp::buildElement(ElementContext &context,
                                             ArrayRef<LaneIndex> index) {
  IndexMath m{context};
  if (index[1].step)
    return failure(); // lanes would cross blocks
  Value block = m.constant(tensorType(getInput()).getShape().back());
  SmallVector<LaneIndex> where(index);
  where[1] = {m.div(index[1].base, block), 0};
  where.push_back({m.rem(index[1].base, block), 0});
  return context.element(getInput(), where);
}

/// The tap (row, column) of a filter that Winograd's transform has made of the
/// taps: `at` is panel, position (to be filled in), input channel, lane.
static FailureOr<Value> tapOfTransformed(ElementContext &context, Value filter,
                                         int64_t tile, Value row, Value column,
                                         SmallVector<LaneIndex> at) {
  using namespace mlc::winograd;
  IndexMath m{context};
  OpBuilder &b = m.builder;
  Value sum = arith::ConstantOp::create(b, m.loc, b.getF32FloatAttr(0.0f));
  /// What tap number `tap` takes of a position.
  auto weight = [&](Value tap, int64_t position) {
    Value chosen;
    for (int64_t t = kTaps; t-- > 0;) {
      Value number = arith::ConstantOp::create(
          b, m.loc, b.getF32FloatAttr(float(unfilter(tile, t, position))));
      chosen = !chosen
                   ? number
                   : m.select(m.less(tap, m.constant(t + 1)), number, chosen);
    }
    return chosen;
  };
  auto isUsed = [&](int64_t position) {
    for (int64_t t = 0; t < kTaps; ++t)
      if (unfilter(tile, t, position) != 0)
        return true;
    return false;
  };
  int64_t reach = reachOf(tile);
  for (int64_t i = 0; i < reach; ++i)
    for (int64_t j = 0; j < reach; ++j) {
      if (!isUsed(i) || !isUsed(j))
        continue;
      at[1] = {m.constant(i * reach + j), 0};
      FailureOr<Value> u = context.element(filter, at);
      if (failed(u))
        return failure();
      Value factor =
          arith::MulFOp::create(b, m.loc, weight(row, i), weight(column, j));
      sum = arith::AddFOp::create(b, m.loc, sum,
                                  arith::MulFOp::create(b, m.loc, factor, *u));
    }
  return sum;
}

FailureOr<Value> BlockedConvolutionOp::buildElement(ElementContext &context,
                                                    ArrayRef<LaneIndex> index) {
  if (!uniform(index))
    return failure(); // lanes past the channels have no weights of their own
  IndexMath m{context};
  OpBuilder &b = m.builder;
  int64_t block = tensorType(getResult()).getShape().back();
  int64_t groups = getGroups(),
          perGroupIn = int64_t(getInputChannels()) / groups;
  int64_t perGroupOut = int64_t(getChannels()) / groups;
  unsigned spatial = spatialRank();
  bool depthwise = isDepthwise(), blockedInput = isInputBlocked();
  std::optional<int64_t> winograd = winogradTile(*this);
  bool pairs = tensorType(getFilter()).getElementType().isBF16();
  // Lanes past the channels repeat the last one.
  Value channel =
      m.add(m.mul(index[1].base, m.constant(block)), index.back().base);
  Value last = m.constant(int64_t(getChannels()) - 1);
  channel = m.select(m.less(channel, last), channel, last);
  Value group = m.div(channel, m.constant(perGroupOut));
  Value inGroup = m.rem(channel, m.constant(perGroupOut));
  int64_t panels = (perGroupOut + kPanel - 1) / kPanel;

  SmallVector<Value> extents{m.constant(perGroupIn)};
  for (int64_t k : getKernel())
    extents.push_back(m.constant(k));
  Value zero = arith::ConstantOp::create(b, m.loc, b.getF32FloatAttr(0.0f));
  Values sum = context.carryLoop(
      extents, {zero}, [&](ArrayRef<Value> ivs, ValueRange carried) -> Values {
        Value input = m.add(m.mul(group, m.constant(perGroupIn)), ivs[0]);
        SmallVector<LaneIndex> left{index[0], {input, 0}}, right;
        if (blockedInput)
          left[1] = {m.div(input, m.constant(block)), 0};
        Value inside = arith::ConstantIntOp::create(b, m.loc, 1, 1);
        SmallVector<LaneIndex> taps;
        if (spatial == 1)
          taps.push_back({m.constant(0), 0});
        for (unsigned d = 0; d < spatial; ++d) {
          Value first = m.mul(index[d + 2].base, m.constant(getStrides()[d]));
          Value tap = m.mul(ivs[d + 1], m.constant(getDilations()[d]));
          Value at = m.sub(m.add(first, tap), m.constant(getLow()[d]));
          inside = m.both(
              inside, m.both(m.less(m.constant(-1), at),
                             m.less(at, context.extent(getInput(), d + 2))));
          left.push_back({at, 0});
          taps.push_back({ivs[d + 1], 0});
        }
        if (blockedInput)
          left.push_back({m.rem(input, m.constant(block)), 0});
        if (winograd) {
          right = {{m.div(inGroup, m.constant(kPanel)), 0},
                   {},
                   {ivs[0], 0},
                   {m.rem(inGroup, m.constant(kPanel)), 0}};
        } else if (depthwise) {
          right.push_back({m.div(channel, m.constant(block)), 0});
          right.append(taps);
          right.push_back({m.rem(channel, m.constant(block)), 0});
        } else {
          right.push_back({m.add(m.mul(group, m.constant(panels)),
                                 m.div(inGroup, m.constant(kPanel))),
                           0});
          if (blockedInput)
            right.push_back({m.div(ivs[0], m.constant(block)), 0});
          right.append(taps);
          Value inBlock =
              blockedInput ? m.rem(ivs[0], m.constant(block)) : ivs[0];
          Value pair = m.constant(2);
          right.push_back({pairs ? m.div(inBlock, pair) : inBlock, 0});
          right.push_back({m.rem(inGroup, m.constant(kPanel)), 0});
          if (pairs)
            right.push_back({m.rem(inBlock, pair), 0});
        }
        FailureOr<Value> next = guarded(
            context, inside,
            [&]() -> FailureOr<Value> {
              FailureOr<Value> x = context.element(getInput(), left);
              FailureOr<Value> w =
                  winograd ? tapOfTransformed(context, getFilter(), *winograd,
                                              ivs[1], ivs[2], right)
                           : context.element(getFilter(), right);
              if (failed(x) || failed(w))
                return failure();
              if (pairs) {
                x = Value(arith::ExtFOp::create(b, m.loc, b.getF32Type(), *x));
                w = Value(arith::ExtFOp::create(b, m.loc, b.getF32Type(), *w));
              }
              Value product = arith::MulFOp::create(b, m.loc, *x, *w);
              return Value(
                  arith::AddFOp::create(b, m.loc, carried[0], product));
            },
            [&]() -> FailureOr<Value> { return carried[0]; });
        if (failed(next))
          return failure();
        return SmallVector<Value>{*next};
      });
  if (failed(sum))
    return failure();
  return sum->front();
}
