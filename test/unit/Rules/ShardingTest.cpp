//===- ShardingTest.cpp - Shards recombined equal the whole --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every factor of a rule in turn is cut into two (or as many as divide it):
// operands are cut along it, the op runs per part, results are joined along it
// or, for a reduction factor, added.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Recipes.h"
#include "test/unit/Rules/RuleTest.h"

using namespace rules;
using mlc::Literal;
using mlc::graph::ShardingRule;

/// Part `part` of `parts` along the dimensions that have the factor.
static Literal cut(const Literal &x, llvm::ArrayRef<int64_t> factors,
                   int64_t factor, int64_t part, int64_t parts) {
  llvm::SmallVector<int64_t> start(x.rank(), 0), step(x.rank(), 1),
      extents(x.shape());
  for (auto [d, f] : llvm::enumerate(factors))
    if (f == factor) {
      REQUIRE(extents[d] % parts == 0);
      extents[d] /= parts;
      start[d] = part * extents[d];
    }
  auto slice = mlc::sliceLiteral(x, start, step, extents);
  REQUIRE(bool(slice));
  return *slice;
}

static void checkSharding(const std::string &text, int64_t wantedFactors) {
  Program p(text);
  INFO(text);
  mlc::graph::ShardingRuleOpInterface op;
  p.main().walk([&](mlc::graph::ShardingRuleOpInterface found) { op = found; });
  REQUIRE(op);
  auto found = op.getShardingRule();
  REQUIRE(mlir::succeeded(found));
  ShardingRule rule = *found;
  REQUIRE(rule.operands.size() == op->getNumOperands());
  REQUIRE(rule.results.size() == op->getNumResults());
  CHECK(int64_t(rule.factorSizes.size()) == wantedFactors);
  std::vector<Literal> x = randomInputs(p.main(), 17, -1, 1);
  Literal whole = p.run(p.main(), x)[0];

  for (int64_t factor = 0; factor < int64_t(rule.factorSizes.size());
       ++factor) {
    int64_t parts =
        rule.factorSizes[factor] % 2 == 0 ? 2 : rule.factorSizes[factor];
    if (parts == 1)
      continue;
    bool sums = llvm::is_contained(rule.reductionFactors, factor);
    INFO("factor " << factor << " in " << parts << " parts");
    std::vector<Literal> pieces;
    for (int64_t part = 0; part < parts; ++part) {
      std::vector<Literal> inputs;
      llvm::SmallVector<mlir::Type> types;
      for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
        unsigned argument =
            mlir::cast<mlir::BlockArgument>(operand).getArgNumber();
        inputs.push_back(
            cut(x[argument], rule.operands[i], factor, part, parts));
        types.push_back(mlc::tensorTypeOf(&p.context, inputs.back().spec()));
      }
      auto type =
          mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
      llvm::SmallVector<int64_t> shape(type.getShape());
      for (auto [d, f] : llvm::enumerate(rule.results[0]))
        if (f == factor)
          shape[d] /= parts;
      mlir::OpBuilder builder(&p.context);
      builder.setInsertionPointToEnd(p.module->getBody());
      auto function = mlir::func::FuncOp::create(
          builder, op.getLoc(),
          "shard" + std::to_string(factor) + "_" + std::to_string(part),
          builder.getFunctionType(types, {type.clone(shape)}));
      mlir::Block *body = function.addEntryBlock();
      builder.setInsertionPointToStart(body);
      mlir::Operation *copy = builder.clone(*op.getOperation());
      copy->setOperands(body->getArguments());
      copy->getResult(0).setType(type.clone(shape));
      mlir::func::ReturnOp::create(builder, op.getLoc(), copy->getResults());
      pieces.push_back(p.run(function, inputs)[0]);
    }
    REQUIRE(p.verify());
    Literal joined;
    if (sums) {
      CHECK(llvm::none_of(rule.results[0],
                          [&](int64_t f) { return f == factor; }));
      joined = Literal::zeros(whole.spec());
      for (const Literal &piece : pieces)
        for (int64_t i = 0; i < joined.count(); ++i)
          joined.setDouble(i, joined.getDouble(i) + piece.getDouble(i));
    } else {
      auto dim = llvm::find(rule.results[0], factor) - rule.results[0].begin();
      REQUIRE(dim < whole.rank());
      auto together = mlc::concatLiterals(pieces, dim);
      REQUIRE(bool(together));
      joined = *together;
    }
    CHECK(distance(whole, joined) <= 1e-12);
  }
}

TEST_CASE("products cut along batch, free and contracted dimensions") {
  checkSharding(R"(
    func.func @main(%a: tensor<4x6x8xf64>, %b: tensor<8x4x10xf64>) -> tensor<4x6x10xf64> {
      %r = graph.dot_general %a, %b batch = [0] x [1] contract = [2] x [0]
        : tensor<4x6x8xf64>, tensor<8x4x10xf64> -> tensor<4x6x10xf64>
      return %r : tensor<4x6x10xf64>
    })",
                4);
}

TEST_CASE("convolutions cut along batch and channels") {
  checkSharding(R"(
    func.func @main(%x: tensor<2x4x6x6xf64>, %w: tensor<8x4x3x3xf64>) -> tensor<2x8x6x6xf64> {
      %r = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
        lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
        : tensor<2x4x6x6xf64>, tensor<8x4x3x3xf64> -> tensor<2x8x6x6xf64>
      return %r : tensor<2x8x6x6xf64>
    })",
                3);
  checkSharding(R"(
    func.func @main(%x: tensor<2x4x6xf64>, %w: tensor<8x4x1xf64>) -> tensor<2x8x6xf64> {
      %r = graph.convolution %x, %w strides = [1] low = [0] high = [0]
        lhs_dilation = [1] rhs_dilation = [1] groups = 1
        : tensor<2x4x6xf64>, tensor<8x4x1xf64> -> tensor<2x8x6xf64>
      return %r : tensor<2x8x6xf64>
    })",
                4);
  checkSharding(R"(
    func.func @main(%x: tensor<2x4x6xf64>, %w: tensor<8x2x3xf64>) -> tensor<2x8x4xf64> {
      %r = graph.convolution %x, %w strides = [1] low = [0] high = [0]
        lhs_dilation = [1] rhs_dilation = [1] groups = 2
        : tensor<2x4x6xf64>, tensor<8x2x3xf64> -> tensor<2x8x4xf64>
      return %r : tensor<2x8x4xf64>
    })",
                1);
}

/// Reshapes run with other extents only if their types change too, which the
/// test does: both sides of a shared factor shrink alike.
TEST_CASE("reshapes cut along dimensions kept, merged and split") {
  auto reshape = [](const std::string &from, const std::string &to,
                    int64_t factors) {
    checkSharding("func.func @main(%x: " + from + ") -> " + to +
                      " {\n  %r = graph.reshape %x : " + from + " to " + to +
                      "\n  return %r : " + to + "\n}\n",
                  factors);
  };
  reshape("tensor<4x6xf64>", "tensor<24xf64>", 1);
  reshape("tensor<24x5xf64>", "tensor<4x6x5xf64>", 2);
  reshape("tensor<8x6xf64>", "tensor<4x12xf64>", 1);
  reshape("tensor<1x4x6xf64>", "tensor<4x1x6x1xf64>", 2);
  reshape("tensor<3x4xf64>", "tensor<4x3xf64>", 0);
}

TEST_CASE("transposes, reductions and elementwise ops follow their maps") {
  checkSharding(R"(
    func.func @main(%x: tensor<2x4x6xf64>) -> tensor<6x2x4xf64> {
      %r = graph.transpose %x [2, 0, 1] : tensor<2x4x6xf64> -> tensor<6x2x4xf64>
      return %r : tensor<6x2x4xf64>
    })",
                3);
  checkSharding(R"(
    func.func @main(%x: tensor<2x4x6xf64>) -> tensor<4xf64> {
      %r = graph.reduce sum %x dims = [0, 2] : tensor<2x4x6xf64> -> tensor<4xf64>
      return %r : tensor<4xf64>
    })",
                3);
  checkSharding(R"(
    func.func @main(%a: tensor<2x4xf64>, %b: tensor<2x4xf64>) -> tensor<2x4xf64> {
      %r = graph.mul %a, %b : tensor<2x4xf64>
      return %r : tensor<2x4xf64>
    })",
                2);
}
