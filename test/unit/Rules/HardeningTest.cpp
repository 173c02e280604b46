//===- HardeningTest.cpp - A flipped bit is detected ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// @check(x..., result) -> residual, the check of an op with its result given
// from outside: zero for the true result, not for one with a bit flipped.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Rules/RuleTest.h"

using namespace rules;
using mlc::Literal;

/// `exact`: the residual of a right result is 0 and every bit counts; else bits
/// that change an element by less than 1e-3 may go unnoticed.
static void checkHardening(const std::string &text, bool exact, double low = -1,
                           double high = 1) {
  Program p(text);
  INFO(text);
  mlir::func::FuncOp plain = p.main(), check = p.copy("check");
  mlc::graph::HardeningOpInterface op;
  check.walk([&](mlc::graph::HardeningOpInterface found) { op = found; });
  REQUIRE(op);
  CHECK(op.getProtectionKind() != mlc::graph::ProtectionKind::None);
  mlir::Block &body = check.getBody().front();
  mlir::OpBuilder builder(body.getTerminator());
  auto residual = op.buildCheck(builder);
  REQUIRE(mlir::succeeded(residual));
  CHECK(mlir::cast<mlir::RankedTensorType>(residual->getType()).getRank() == 0);
  mlir::Value result = op->getResult(0);
  mlir::Value given = body.addArgument(result.getType(), op.getLoc());
  body.getTerminator()->setOperands({*residual});
  result.replaceAllUsesWith(given);
  check.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), {residual->getType()}));
  REQUIRE(p.verify());

  std::vector<Literal> x = randomInputs(plain, 41, low, high);
  Literal right = p.run(plain, x)[0];
  auto residualOf = [&](const Literal &claimed) {
    std::vector<Literal> all = x;
    all.push_back(claimed);
    double value = std::fabs(p.run(check, all)[0].getDouble(0));
    return std::isnan(value) ? HUGE_VAL : value;
  };
  double noise = residualOf(right);
  CHECK(noise <= (exact ? 0 : 1e-5));
  unsigned bits =
      mlir::getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth();
  for (int64_t i = 0; i < right.count(); i += 3)
    for (unsigned bit = 0; bit < bits; bit += 1) {
      Literal wrong = right.expanded();
      wrong.setBits(i, wrong.getBits(i) ^ (uint64_t(1) << bit));
      double change = std::fabs(wrong.getDouble(i) - right.getDouble(i));
      if (!exact && change < 1e-3)
        continue;
      INFO("element " << i << ", bit " << bit << ", change " << change);
      CHECK(residualOf(wrong) > (exact ? 0 : 1e-4));
    }
}

static std::string product(const std::string &a, const std::string &b,
                           const std::string &r, const std::string &numbers) {
  return "func.func @main(%a: " + a + ", %b: " + b + ") -> " + r +
         " {\n  %r = graph.dot_general %a, %b " + numbers + " : " + a + ", " +
         b + " -> " + r + "\n  return %r : " + r + "\n}\n";
}

TEST_CASE("a flipped bit of a product is detected") {
  checkHardening(product("tensor<2x3x4xf32>", "tensor<2x4x5xf32>",
                         "tensor<2x3x5xf32>",
                         "batch = [0] x [0] contract = [2] x [1]"),
                 false);
  checkHardening(product("tensor<4x3xf32>", "tensor<4xf32>", "tensor<3xf32>",
                         "batch = [] x [] contract = [0] x [0]"),
                 false);
  checkHardening(product("tensor<4xf32>", "tensor<4xf32>", "tensor<f32>",
                         "batch = [] x [] contract = [0] x [0]"),
                 false);
  checkHardening(product("tensor<3x4xi8>", "tensor<4x5xi8>", "tensor<3x5xi32>",
                         "batch = [] x [] contract = [1] x [0]"),
                 true, -100, 100);
}

TEST_CASE("a flipped bit of a convolution is detected") {
  for (const char *groups : {"1", "2"})
    checkHardening(
        std::string("func.func @main(%x: tensor<1x4x6xf32>, %w: tensor<4x") +
            (*groups == '1' ? "4" : "2") +
            "x3xf32>) -> tensor<1x4x3xf32> {\n"
            "  %r = graph.convolution %x, %w strides = [2] low = [1] high = "
            "[1] "
            "lhs_dilation = [1] rhs_dilation = [1] groups = " +
            groups + " : tensor<1x4x6xf32>, tensor<4x" +
            (*groups == '1' ? "4" : "2") +
            "x3xf32> -> tensor<1x4x3xf32>\n  return %r : "
            "tensor<1x4x3xf32>\n}\n",
        false);
}

TEST_CASE("a flipped bit of a movement is detected") {
  auto movement = [](const std::string &arguments, const std::string &op,
                     const std::string &type) {
    checkHardening("func.func @main(" + arguments + ") -> " + type +
                       " {\n  %r = " + op + "\n  return %r : " + type + "\n}\n",
                   true, 0, 2);
  };
  for (std::string e : {"f32", "f16", "i8"}) {
    std::string x = "%x: tensor<2x3x" + e + ">", t = "tensor<2x3x" + e + ">";
    movement(x,
             "graph.transpose %x [1, 0] : " + t + " -> tensor<3x2x" + e + ">",
             "tensor<3x2x" + e + ">");
    movement(x, "graph.reshape %x : " + t + " to tensor<6x" + e + ">",
             "tensor<6x" + e + ">");
    movement(x, "graph.reverse %x dims = [1] : " + t, t);
    movement(x,
             "graph.broadcast %x dims = [1, 2] : " + t + " to tensor<2x2x3x" +
                 e + ">",
             "tensor<2x2x3x" + e + ">");
    movement(x,
             "graph.slice %x [0, 1] steps = [1, 1] : " + t + " to tensor<2x2x" +
                 e + ">",
             "tensor<2x2x" + e + ">");
    movement(x + ", %v: tensor<" + e + ">",
             "graph.pad constant %x, %v low = [1, 0] : " + t + ", tensor<" + e +
                 "> to tensor<4x3x" + e + ">",
             "tensor<4x3x" + e + ">");
    movement(x,
             "graph.concat %x, %x dim = 0 : (" + t + ", " + t +
                 ") -> tensor<4x3x" + e + ">",
             "tensor<4x3x" + e + ">");
    movement(x + ", %i: tensor<2xi64>",
             "graph.gather %x, %i dim = 0 : " + t + ", tensor<2xi64> -> " + t,
             t);
    movement(x + ", %i: tensor<1x3xi64>",
             "graph.gather_elements %x, %i dim = 0 : " + t +
                 ", tensor<1x3xi64> -> tensor<1x3x" + e + ">",
             "tensor<1x3x" + e + ">");
    movement(x + ", %i: tensor<2x1xi64>",
             "graph.gather_nd %x, %i batch_dims = 0 : " + t +
                 ", tensor<2x1xi64> -> " + t,
             t);
    movement(x + ", %i: tensor<1x3xi64>, %u: tensor<1x3x" + e + ">",
             "graph.scatter_elements replace %x, %i, %u dim = 0 : " + t +
                 ", tensor<1x3xi64>, tensor<1x3x" + e + "> -> " + t,
             t);
    movement(x + ", %i: tensor<1x1xi64>, %u: tensor<1x3x" + e + ">",
             "graph.scatter_nd add %x, %i, %u : " + t +
                 ", tensor<1x1xi64>, tensor<1x3x" + e + "> -> " + t,
             t);
    movement(x + ", %u: tensor<1x3x" + e + ">",
             "graph.insert_slice %u into %x [1, 0] : tensor<1x3x" + e +
                 "> into " + t,
             t);
    movement("%s: tensor<" + e + ">, %d: tensor<" + e + ">",
             "graph.iota %s, %d dim = 0 : tensor<" + e + "> -> tensor<5x" + e +
                 ">",
             "tensor<5x" + e + ">");
  }
}
