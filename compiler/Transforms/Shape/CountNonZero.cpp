//===- CountNonZero.cpp - Count what graph.nonzero will find --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = graph.nonzero %x : tensor<?x4xf32> -> tensor<2x?xi64>
// becomes
//   %t = graph.cast (graph.compare ne %x, 0) to i64
//   %n = tensor.extract (graph.reduce sum %t)
//   %r = graph.nonzero %x size(%n) : tensor<?x4xf32> -> tensor<2x?xi64>
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Shape/Passes.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_COUNTNONZEROPASS
#include "compiler/Transforms/Shape/Passes.h.inc"
} // namespace mlc

using namespace mlc;
using namespace mlc::graph;

namespace {

class CountNonZeroPass
    : public mlc::impl::CountNonZeroPassBase<CountNonZeroPass> {
  void runOnOperation() override;
};

} // namespace

static void count(NonZeroOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value input = op.getInput();
  RankedTensorType type = tensorType(input);
  Value truth = input;
  if (!type.getElementType().isInteger(1)) {
    // A splat needs a static shape, so zero is broadcast from a scalar.
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value zero = ConstantOp::create(
        builder, loc, scalar,
        DenseElementsAttr::get(scalar,
                               builder.getZeroAttr(type.getElementType())));
    if (type.getRank() != 0) {
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(builder.createOrFold<tensor::DimOp>(loc, input, dim));
      zero = BroadcastOp::create(builder, loc, type, zero,
                                 builder.getDenseI64ArrayAttr({}), sizes);
    }
    truth = CompareOp::create(builder, loc,
                              type.cloneWith(std::nullopt, builder.getI1Type()),
                              Predicate::NE, input, zero);
  }
  Value ones = CastOp::create(
      builder, loc, type.cloneWith(std::nullopt, builder.getI64Type()), truth);
  if (type.getRank() != 0)
    ones = ReduceOp::create(
        builder, loc, RankedTensorType::get({}, builder.getI64Type()),
        Combiner::Sum, ones,
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
  Value number = tensor::ExtractOp::create(builder, loc, ones, ValueRange());
  op.getSizeMutable().assign(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number));
}

void CountNonZeroPass::runOnOperation() {
  SmallVector<NonZeroOp> ops;
  getOperation().walk([&](NonZeroOp op) {
    if (!op.getSize() && tensorType(op.getResult()).isDynamicDim(1))
      ops.push_back(op);
  });
  for (NonZeroOp op : ops)
    count(op);
}
