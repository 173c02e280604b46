//===- Look.cpp - Seeing through what exporters put between ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Analysis/HostExtents.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// What decides an extent, seen through pointwise ops and reductions too.
static HostExtent extentRoot(HostExtents &extents, HostExtent at) {
  for (unsigned steps = 0; steps < 64 && at.value && !at.isIndex(); ++steps) {
    Operation *op = at.value.getDefiningOp();
    if (!op)
      break;
    HostExtent next = at;
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      int64_t kept = -1;
      for (int64_t d = 0, n = 0; d < tensorType(reduce.getInput()).getRank();
           ++d)
        if (!llvm::is_contained(reduce.getDims(), d) && n++ == at.dim)
          kept = d;
      next = extents.resolve(reduce.getInput(), kept);
    } else if (op->hasTrait<OpTrait::Elementwise>() && op->getNumOperands() &&
               isa<RankedTensorType>(op->getOperand(0).getType())) {
      next = extents.resolve(op->getOperand(0), at.dim);
    } else {
      break;
    }
    if (next.value == at.value)
      break;
    at = next;
  }
  return at;
}

/// The operand that is extent `dim` of the result.
static Value dynamicSize(ReshapeOp op, int64_t dim) {
  unsigned next = 0;
  for (int64_t d = 0; d < dim; ++d)
    next += tensorType(op.getResult()).isDynamicDim(d);
  return op.getSizes()[next];
}

/// The kept dimension of each operand dimension, if the reshape only adds (or
/// drops) extents of 1 and every other extent is provably the same.
static std::optional<SmallVector<int64_t>> unitReshape(ReshapeOp op) {
  RankedTensorType from = tensorType(op.getInput()),
                   to = tensorType(op.getResult());
  if (to.getRank() < from.getRank())
    return std::nullopt;
  HostExtents extents;
  SmallVector<int64_t> dims;
  int64_t next = 0;
  for (int64_t d = 0; d < to.getRank(); ++d) {
    bool same =
        next < from.getRank() && from.getDimSize(next) == to.getDimSize(d);
    if (same && from.isDynamicDim(next) && from.getNumDynamicDims() > 1)
      same = extents.equal(
          extentRoot(extents, extents.resolve(op.getInput(), next)),
          extentRoot(extents, extents.resolve(dynamicSize(op, d))));
    // With both readings possible, keep what leaves enough for the rest.
    bool unit = to.getDimSize(d) == 1;
    bool mustKeep = to.getRank() - d == from.getRank() - next;
    if (same && (!unit || mustKeep)) {
      dims.push_back(d);
      ++next;
    } else if (!unit) {
      return std::nullopt;
    } else if (same) {
      // A 1 that may be either: the first choice is as good, for nothing moves.
      dims.push_back(d);
      ++next;
    }
  }
  if (next != from.getRank())
    return std::nullopt;
  return dims;
}

Spread mlc::lookThroughSpread(Value value) {
  Spread spread{value, llvm::to_vector(
                           llvm::seq<int64_t>(0, tensorType(value).getRank()))};
  while (true) {
    SmallVector<int64_t> inner;
    Value source;
    if (auto broadcast = spread.source.getDefiningOp<BroadcastOp>()) {
      source = broadcast.getInput();
      inner = llvm::to_vector(broadcast.getDims());
    } else if (auto reshape = spread.source.getDefiningOp<ReshapeOp>()) {
      std::optional<SmallVector<int64_t>> dims = unitReshape(reshape);
      if (!dims)
        return spread;
      source = reshape.getInput();
      inner = *dims;
    } else {
      return spread;
    }
    for (int64_t &d : inner)
      d = spread.dims[d];
    spread = {source, inner};
  }
}

std::optional<double> mlc::splatOf(Value value) {
  Value source = lookThroughSpread(value).source;
  if (auto cast = source.getDefiningOp<CastOp>())
    return splatOf(cast.getInput());
  DenseElementsAttr constant;
  if (!matchPattern(source, m_Constant(&constant)) || !constant.isSplat())
    return std::nullopt;
  if (isa<FloatType>(constant.getElementType()))
    return constant.getSplatValue<APFloat>().convertToDouble();
  if (auto integer = dyn_cast<IntegerType>(constant.getElementType())) {
    APInt bits = constant.getSplatValue<APInt>();
    return integer.isUnsigned() ? bits.roundToDouble(false)
                                : bits.roundToDouble(true);
  }
  return std::nullopt;
}

bool mlc::isNear(double value, double wanted, Type element) {
  auto real = dyn_cast<FloatType>(element);
  double slack = real && real.getWidth() < 32 ? 4e-3 : 1e-5;
  return std::fabs(value - wanted) <= slack * std::max(std::fabs(wanted), 1e-3);
}

bool mlc::isSplatNear(Value value, double wanted) {
  std::optional<double> number = splatOf(value);
  return number &&
         isNear(*number, wanted, getElementTypeOrSelf(value.getType()));
}

std::optional<SpreadReduction> mlc::matchReduction(const Spread &spread,
                                                   Combiner combiner) {
  auto reduce = spread.source.getDefiningOp<ReduceOp>();
  if (!reduce || reduce.getCombiner() != combiner)
    return std::nullopt;
  // Each kept dimension must have come back to its own place.
  int64_t next = 0;
  for (int64_t d = 0; d < tensorType(reduce.getInput()).getRank(); ++d) {
    if (llvm::is_contained(reduce.getDims(), d))
      continue;
    if (spread.dims[next++] != d)
      return std::nullopt;
  }
  SmallVector<int64_t> dims(reduce.getDims());
  llvm::sort(dims);
  return SpreadReduction{reduce.getInput(), dims};
}

std::optional<SpreadReduction> mlc::matchMean(Value value) {
  Spread outer = lookThroughSpread(value);
  Value sum;
  double count = 0;
  if (auto divide = outer.source.getDefiningOp<DivOp>()) {
    std::optional<double> number = splatOf(divide.getRhs());
    if (!number)
      return std::nullopt;
    sum = divide.getLhs();
    count = *number;
  } else if (auto times = matchWithNumber<MulOp>(outer.source)) {
    sum = times->value;
    count = 1 / times->number;
  } else {
    return std::nullopt;
  }
  // The sum may have kept its dimensions as extents of 1 before the division.
  Spread inner = lookThroughSpread(sum);
  for (int64_t &d : inner.dims)
    d = outer.dims[d];
  std::optional<SpreadReduction> reduction =
      matchReduction(inner, Combiner::Sum);
  if (!reduction)
    return std::nullopt;
  double elements = 1;
  for (int64_t d : reduction->dims) {
    if (tensorType(reduction->input).isDynamicDim(d))
      return std::nullopt;
    elements *= double(tensorType(reduction->input).getDimSize(d));
  }
  if (!isNear(count, elements, getElementTypeOrSelf(value.getType())))
    return std::nullopt;
  return reduction;
}

bool Factors::take(Value value) {
  auto found = llvm::find(values, value);
  if (found == values.end())
    return false;
  values.erase(found);
  return true;
}

static void collect(Value value, Factors &factors, unsigned depth) {
  if (std::optional<double> number = splatOf(value)) {
    factors.number *= *number;
    return;
  }
  if (auto multiply = value.getDefiningOp<MulOp>(); multiply && depth) {
    collect(multiply.getLhs(), factors, depth - 1);
    collect(multiply.getRhs(), factors, depth - 1);
    return;
  }
  if (auto divide = value.getDefiningOp<DivOp>(); divide && depth)
    if (std::optional<double> number = splatOf(divide.getRhs())) {
      factors.number /= *number;
      collect(divide.getLhs(), factors, depth - 1);
      return;
    }
  if (auto power = value.getDefiningOp<PowOp>())
    if (std::optional<double> number = splatOf(power.getRhs()))
      if (*number == 2 || *number == 3) {
        factors.values.append(int(*number), power.getLhs());
        return;
      }
  factors.values.push_back(value);
}

Factors mlc::factorsOf(Value value) {
  Factors factors;
  collect(value, factors, 4);
  return factors;
}
