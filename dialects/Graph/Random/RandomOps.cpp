//===- RandomOps.cpp - Random ops ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Checks.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Random/RandomOps.cpp.inc"

void GraphDialect::registerRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Random/RandomOps.cpp.inc"
      >();
}

LogicalResult RandomOp::reifyResultShapes(OpBuilder &,
                                          ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(extentsFrom(tensorType(getResult()), getSizes()));
  return success();
}

LogicalResult RandomOp::verify() {
  RankedTensorType key = tensorType(getKey()), result = tensorType(getResult());
  if (failed(checkShape(*this, getKey(), {2}, "a key")) ||
      failed(checkSizes(*this, result, getSizes().size())))
    return failure();
  if (key.getElementTypeBitWidth() != 32)
    return emitOpError("needs a key of two 32-bit words, has ") << key;
  bool real = isa<FloatType>(result.getElementType());
  if ((getDistribution() == Distribution::Bits) == real)
    return emitOpError("draws ") << stringifyDistribution(getDistribution())
                                 << ", which are not elements of " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned RandomOp::getElementCost() {
  return getDistribution() == Distribution::Normal ? 120 : 70;
}

namespace {
/// Philox4x32-10 on scalars.
struct Philox {
  OpBuilder &b;
  Location loc;

  Value word(uint32_t value) {
    return arith::ConstantIntOp::create(b, loc, int64_t(int32_t(value)), 32);
  }
  /// High and low words of a 32 x 32 bit product.
  std::pair<Value, Value> multiply(uint32_t factor, Value x) {
    Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), x);
    Value by = arith::ConstantIntOp::create(b, loc, int64_t(factor), 64);
    Value product = arith::MulIOp::create(b, loc, wide, by);
    Value shift = arith::ConstantIntOp::create(b, loc, 32, 64);
    Value upper = arith::ShRUIOp::create(b, loc, product, shift);
    return {arith::TruncIOp::create(b, loc, b.getI32Type(), upper),
            arith::TruncIOp::create(b, loc, b.getI32Type(), product)};
  }
  Value mix(Value a, Value x, Value y) {
    return arith::XOrIOp::create(b, loc, arith::XOrIOp::create(b, loc, a, x),
                                 y);
  }
  std::array<Value, 4> block(std::array<Value, 4> c, Value k0, Value k1) {
    for (int round = 0; round < 10; ++round) {
      auto [high0, low0] = multiply(0xD2511F53u, c[0]);
      auto [high1, low1] = multiply(0xCD9E8D57u, c[2]);
      c = {mix(high1, c[1], k0), low1, mix(high0, c[3], k1), low0};
      k0 = arith::AddIOp::create(b, loc, k0, word(0x9E3779B9u));
      k1 = arith::AddIOp::create(b, loc, k1, word(0xBB67AE85u));
    }
    return c;
  }
};
} // namespace

/// The upper 24 bits of a word as a number of `real`, plus `add`, times 2^-24.
static Value fraction(OpBuilder &b, Location loc, Value word, Type real,
                      int add) {
  Value shift = arith::ConstantIntOp::create(b, loc, 8, 32);
  Value upper = arith::ShRUIOp::create(b, loc, word, shift);
  if (add)
    upper = arith::AddIOp::create(
        b, loc, upper, arith::ConstantIntOp::create(b, loc, add, 32));
  Value number = arith::UIToFPOp::create(b, loc, real, upper);
  return arith::MulFOp::create(b, loc, number,
                               ScalarMath{b, loc}.constant(real, 0x1p-24));
}

FailureOr<Value> RandomOp::buildElement(ElementContext &context,
                                        ArrayRef<LaneIndex> index) {
  if (llvm::any_of(index, [](const LaneIndex &i) { return i.step != 0; }))
    return failure(); // one lane at a time
  OpBuilder &b = context.builder();
  Location loc = context.loc();
  ScalarMath m{b, loc};
  Value linear = arith::ConstantIndexOp::create(b, loc, 0);
  for (auto [d, i] : llvm::enumerate(index)) {
    linear = b.createOrFold<arith::MulIOp>(loc, linear,
                                           context.extent(getResult(), d));
    linear = b.createOrFold<arith::AddIOp>(loc, linear, i.base);
  }
  auto key = [&](int64_t i) {
    return context.element(
        getKey(), {LaneIndex{arith::ConstantIndexOp::create(b, loc, i), 0}});
  };
  FailureOr<Value> k0 = key(0), k1 = key(1);
  if (failed(k0) || failed(k1))
    return failure();
  Value number = arith::IndexCastOp::create(b, loc, b.getI64Type(), linear);
  Value two = arith::ConstantIntOp::create(b, loc, 2, 64);
  Value counter = arith::ShRUIOp::create(b, loc, number, two);
  Value half = arith::ConstantIntOp::create(b, loc, 32, 64);
  auto narrow = [&](Value wide) -> Value {
    return arith::TruncIOp::create(b, loc, b.getI32Type(), wide);
  };
  Philox philox{b, loc};
  uint64_t stream = getStream();
  std::array<Value, 4> words = philox.block(
      {narrow(counter), narrow(arith::ShRUIOp::create(b, loc, counter, half)),
       philox.word(uint32_t(stream)), philox.word(uint32_t(stream >> 32))},
      *k0, *k1);
  Value lane = narrow(number);
  Value odd = m.compare(arith::CmpIPredicate::ne,
                        arith::AndIOp::create(b, loc, lane, philox.word(1)),
                        philox.word(0));
  Value upper = m.compare(arith::CmpIPredicate::ne,
                          arith::AndIOp::create(b, loc, lane, philox.word(2)),
                          philox.word(0));
  Value even = m.select(upper, words[2], words[0]);
  Value second = m.select(upper, words[3], words[1]);
  Value word = m.select(odd, second, even);
  Type element = getElementTypeOrSelf(getResult().getType());
  if (getDistribution() == Distribution::Bits)
    return m.convert(word,
                     IntegerType::get(getContext(), 32, IntegerType::Unsigned),
                     element, false);
  Type real = element.isF64() ? element : Type(b.getF32Type());
  if (getDistribution() == Distribution::Uniform)
    return m.convert(fraction(b, loc, word, real, 0), real, element, false);
  Value logarithm =
      math::LogOp::create(b, loc, fraction(b, loc, even, real, 1));
  Value radius = math::SqrtOp::create(
      b, loc, arith::MulFOp::create(b, loc, m.constant(real, -2.0), logarithm));
  Value angle =
      arith::MulFOp::create(b, loc, m.constant(real, 6.283185307179586),
                            fraction(b, loc, second, real, 0));
  Value wave = m.select(odd, math::SinOp::create(b, loc, angle),
                        math::CosOp::create(b, loc, angle));
  return m.convert(arith::MulFOp::create(b, loc, radius, wave), real, element,
                   false);
}
