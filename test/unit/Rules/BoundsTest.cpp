//===- BoundsTest.cpp - Interval transfer encloses samples ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are boxes around random centres; 200 points of the box (its corners
// among them) must be mapped into the box that the rule gives.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Rules/RuleTest.h"

using namespace rules;
using mlc::Literal;

namespace {
struct Box {
  double low, high, radius;
};
} // namespace

/// @main(x...) becomes @bounds(lower x, upper x, ...) -> (lower, upper). An
/// argument in `exact` gets one value for both.
static void checkBounds(const std::string &text, Box box,
                        std::vector<bool> exact = {},
                        bool mustBeFinite = true) {
  Program p(text);
  INFO(text);
  mlir::func::FuncOp plain = p.main(), bounds = p.copy("bounds");
  mlc::graph::BoundsOpInterface op;
  bounds.walk([&](mlc::graph::BoundsOpInterface found) { op = found; });
  REQUIRE(op);
  mlir::Block &body = bounds.getBody().front();
  unsigned count = body.getNumArguments();
  exact.resize(count, false);
  for (unsigned i = 0; i < count; ++i)
    body.addArgument(body.getArgument(i).getType(), op.getLoc());
  llvm::SmallVector<mlc::graph::Interval> operands;
  for (mlir::Value operand : op->getOperands()) {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(operand);
    if (!argument) { // a constant is known exactly
      operands.push_back({operand, operand});
      continue;
    }
    unsigned i = argument.getArgNumber();
    mlir::Value upper =
        exact[i] ? body.getArgument(i) : body.getArgument(count + i);
    operands.push_back({body.getArgument(i), upper});
  }
  mlir::OpBuilder builder(body.getTerminator());
  auto interval = op.buildIntervalTransfer(builder, operands);
  REQUIRE(mlir::succeeded(interval));
  body.getTerminator()->setOperands({interval->lower, interval->upper});
  bounds.setFunctionType(builder.getFunctionType(
      body.getArgumentTypes(),
      {interval->lower.getType(), interval->upper.getType()}));
  REQUIRE(p.verify());

  std::vector<Literal> centre = randomInputs(plain, 13, box.low, box.high),
                       ends(2 * count);
  for (unsigned i = 0; i < count; ++i) {
    ends[i] = Literal::zeros(centre[i].spec());
    ends[count + i] = Literal::zeros(centre[i].spec());
    for (int64_t e = 0; e < centre[i].count(); ++e) {
      double radius = exact[i] ? 0 : box.radius * (e % 3) / 2;
      ends[i].setDouble(e, centre[i].getDouble(e) - radius);
      ends[count + i].setDouble(e, centre[i].getDouble(e) + radius);
    }
  }
  std::vector<Literal> limits = p.run(bounds, ends);
  REQUIRE(limits.size() == 2);
  if (mustBeFinite)
    for (int64_t e = 0; e < limits[0].count(); ++e)
      CHECK((std::isfinite(limits[0].getDouble(e)) &&
             std::isfinite(limits[1].getDouble(e))));
  std::mt19937 engine(3);
  for (int sample = 0; sample < 200; ++sample) {
    std::vector<Literal> point(count);
    for (unsigned i = 0; i < count; ++i) {
      point[i] = Literal::zeros(centre[i].spec());
      for (int64_t e = 0; e < point[i].count(); ++e) {
        double t = sample < 100 ? double(engine() & 1) : engine() * 0x1p-32;
        point[i].setDouble(
            e, ends[i].getDouble(e) +
                   t * (ends[count + i].getDouble(e) - ends[i].getDouble(e)));
      }
    }
    Literal y = p.run(plain, point)[0];
    for (int64_t e = 0; e < y.count(); ++e) {
      double value = y.getDouble(e),
             slack = 1e-9 * std::max(1.0, std::fabs(value));
      if (std::isnan(value))
        continue; // outside the function's domain
      CHECK(value >= limits[0].getDouble(e) - slack);
      CHECK(value <= limits[1].getDouble(e) + slack);
    }
  }
}

static std::string unary(const std::string &op) {
  return "func.func @main(%x: tensor<24xf64>) -> tensor<24xf64> {\n  %r = "
         "graph." +
         op + " %x : tensor<24xf64>\n  return %r : tensor<24xf64>\n}\n";
}

static std::string binary(const std::string &op) {
  return "func.func @main(%a: tensor<24xf64>, %b: tensor<24xf64>) -> "
         "tensor<24xf64> {\n"
         "  %r = graph." +
         op + " %a, %b : tensor<24xf64>\n  return %r : tensor<24xf64>\n}\n";
}

TEST_CASE("bounds of unary ops") {
  for (const char *op : {"abs", "neg", "exp", "expm1", "sin", "cos", "atan",
                         "sinh", "cosh", "tanh", "asinh", "erf", "sigmoid",
                         "floor", "ceil", "round_even", "trunc", "sign"})
    for (double radius : {0.1, 1.0, 4.0})
      checkBounds(unary(op), {-4, 4, radius});
  for (const char *op : {"log", "log1p", "sqrt", "rsqrt"})
    checkBounds(unary(op), {1.2, 3, 1});
  for (const char *op : {"asin", "acos", "atanh"})
    checkBounds(unary(op), {-0.4, 0.4, 0.5});
  checkBounds(unary("acosh"), {2.2, 3, 1});
  for (const char *op : {"reciprocal", "tan"})
    checkBounds(unary(op), {-3, 3, 1}, {}, /*mustBeFinite=*/false);
  checkBounds(unary("reciprocal"), {1.5, 3, 1});
}

TEST_CASE("bounds of binary ops") {
  for (const char *op : {"add", "sub", "mul", "max", "min", "mod", "rem"})
    for (double radius : {0.2, 2.0})
      checkBounds(binary(op), {-3, 3, radius});
  for (const char *op : {"div", "pow", "atan2"}) {
    checkBounds(binary(op), {-3, 3, 2}, {}, /*mustBeFinite=*/false);
    checkBounds(binary(op), {1.5, 3, 1});
  }
  checkBounds(R"(
    func.func @main(%x: tensor<24xf64>) -> tensor<24xf64> {
      %r = graph.mul %x, %x : tensor<24xf64>
      return %r : tensor<24xf64>
    })",
              {-2, 2, 1});
}

TEST_CASE("bounds of powers and comparisons and choices") {
  for (const char *exponent : {"2.0", "3.0", "1.0"})
    checkBounds(std::string(R"(
    func.func @main(%x: tensor<24xf64>) -> tensor<24xf64> {
      %c = graph.constant dense<)") +
                    exponent + R"(> : tensor<24xf64>
      %r = graph.pow %x, %c : tensor<24xf64>
      return %r : tensor<24xf64>
    })",
                {-2, 2, 1}, {}, true);
  for (const char *predicate : {"lt", "le", "gt", "ge", "eq", "ne"})
    checkBounds(
        std::string(
            "func.func @main(%a: tensor<24xf64>, %b: tensor<24xf64>) -> "
            "tensor<24xi1> {\n  %r = graph.compare ") +
            predicate +
            " %a, %b : tensor<24xf64>\n  return %r : tensor<24xi1>\n}\n",
        {-2, 2, 1});
  checkBounds(R"(
    func.func @main(%p: tensor<24xi1>, %a: tensor<24xf64>, %b: tensor<24xf64>) -> tensor<24xf64> {
      %r = graph.select %p, %a, %b : tensor<24xi1>, tensor<24xf64>, tensor<24xf64>
      return %r : tensor<24xf64>
    })",
              {0, 2, 0.5}, {true});
}

TEST_CASE("bounds of contractions") {
  for (std::vector<bool> exact : {std::vector<bool>{false, false},
                                  {false, true},
                                  {true, false},
                                  {true, true}}) {
    checkBounds(R"(
      func.func @main(%a: tensor<2x3x4xf64>, %b: tensor<2x4x5xf64>) -> tensor<2x3x5xf64> {
        %r = graph.dot_general %a, %b batch = [0] x [0] contract = [2] x [1]
          : tensor<2x3x4xf64>, tensor<2x4x5xf64> -> tensor<2x3x5xf64>
        return %r : tensor<2x3x5xf64>
      })",
                {-1, 1, 0.5}, exact);
    checkBounds(R"(
      func.func @main(%x: tensor<1x4x5xf64>, %w: tensor<2x2x3xf64>) -> tensor<1x2x3xf64> {
        %r = graph.convolution %x, %w strides = [2] low = [1] high = [1]
          lhs_dilation = [1] rhs_dilation = [1] groups = 2
          : tensor<1x4x5xf64>, tensor<2x2x3xf64> -> tensor<1x2x3xf64>
        return %r : tensor<1x2x3xf64>
      })",
                {-1, 1, 0.5}, exact);
  }
}
