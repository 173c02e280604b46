//===- DerivativeTest.cpp - Cotangents against finite differences --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For f in f64, a cotangent g and a direction d: g . (f(x + h d) - f(x - h d))
// / 2h must equal vjp(g) . d.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Rules/RuleTest.h"

using namespace rules;
using mlc::Literal;

static double dot(const Literal &a, const Literal &b) {
  double sum = 0;
  for (int64_t i = 0; i < a.count(); ++i)
    sum += a.getDouble(i) * b.getDouble(i);
  return sum;
}

static Literal moved(const Literal &x, const Literal &d, double h) {
  Literal result = Literal::zeros(x.spec());
  for (int64_t i = 0; i < x.count(); ++i)
    result.setDouble(i, x.getDouble(i) + h * d.getDouble(i));
  return result;
}

/// Checks the op of @main that implements the interface; every argument of
/// @main is an f64 tensor or is given in `fixed`.
static void checkDerivative(const std::string &text, double low, double high,
                            double tolerance = 2e-6) {
  Program p(text);
  INFO(text);
  mlir::func::FuncOp plain = p.main(), adjoint = p.copy("adjoint");
  // adjoint(x..., g) -> cotangents of the real arguments
  mlc::graph::DifferentiableOpInterface op;
  adjoint.walk(
      [&](mlc::graph::DifferentiableOpInterface found) { op = found; });
  REQUIRE(op);
  mlir::Operation *terminator = adjoint.getBody().front().getTerminator();
  mlir::Value g = adjoint.getBody().front().addArgument(
      op->getResult(0).getType(), op.getLoc());
  mlir::OpBuilder builder(terminator);
  auto cotangents = op.buildVjp(builder, {g});
  REQUIRE(mlir::succeeded(cotangents));
  REQUIRE(cotangents->size() == op->getNumOperands());
  llvm::SmallVector<mlir::Value> outputs;
  llvm::SmallVector<unsigned> of;
  for (auto [i, value] : llvm::enumerate(*cotangents)) {
    if (!value)
      continue;
    CHECK(value.getType() == op->getOperand(i).getType());
    outputs.push_back(value);
    of.push_back(
        mlir::cast<mlir::BlockArgument>(op->getOperand(i)).getArgNumber());
  }
  terminator->setOperands(outputs);
  adjoint.setFunctionType(
      builder.getFunctionType(adjoint.getBody().front().getArgumentTypes(),
                              mlir::ValueRange(outputs).getTypes()));
  REQUIRE(p.verify());

  std::vector<Literal> x = randomInputs(plain, 5, low, high);
  for (auto [i, type] : llvm::enumerate(plain.getArgumentTypes()))
    if (mlir::getElementTypeOrSelf(type).isInteger(1))
      x[i] = randomTensor(type, 77 + i, 0, 2); // truth values
  Literal y = p.run(plain, x)[0];
  auto yType = mlc::tensorTypeOf(&p.context, y.spec());
  Literal cotangent = randomTensor(yType, 21, -1, 1);
  std::vector<Literal> all = x;
  all.push_back(cotangent);
  std::vector<Literal> gradients = p.run(adjoint, all);
  REQUIRE(gradients.size() == of.size());
  const double h = 1e-5;
  for (auto [gradient, argument] : llvm::zip(gradients, of)) {
    CHECK(gradient.shape() == x[argument].shape());
    Literal direction =
        randomTensor(mlc::tensorTypeOf(&p.context, x[argument].spec()),
                     31 + argument, -1, 1);
    std::vector<Literal> up = x, down = x;
    up[argument] = moved(x[argument], direction, h);
    down[argument] = moved(x[argument], direction, -h);
    double difference = (dot(p.run(plain, up)[0], cotangent) -
                         dot(p.run(plain, down)[0], cotangent)) /
                        (2 * h);
    double derivative = dot(gradient, direction);
    INFO("argument " << argument << ": " << derivative << ", by differences "
                     << difference);
    CHECK(std::fabs(derivative - difference) <=
          tolerance * std::max(1.0, std::fabs(difference)));
  }
}

static std::string unary(const std::string &op) {
  return "func.func @main(%x: tensor<2x5xf64>) -> tensor<2x5xf64> {\n  %r = "
         "graph." +
         op + " %x : tensor<2x5xf64>\n  return %r : tensor<2x5xf64>\n}\n";
}

static std::string binary(const std::string &op) {
  return "func.func @main(%a: tensor<?x5xf64>, %b: tensor<?x5xf64>) -> "
         "tensor<?x5xf64> {\n"
         "  %r = graph." +
         op + " %a, %b : tensor<?x5xf64>\n  return %r : tensor<?x5xf64>\n}\n";
}

TEST_CASE("derivatives of unary ops") {
  for (const char *op :
       {"abs", "neg", "exp", "expm1", "sin", "cos", "tan", "atan", "sinh",
        "cosh", "tanh", "asinh", "erf", "sigmoid", "floor", "ceil",
        "round_even", "trunc", "sign"})
    for (double side : {-1.0, 1.0})
      checkDerivative(unary(op), std::min(0.1 * side, 0.45 * side),
                      std::max(0.1 * side, 0.45 * side));
  for (const char *op : {"log", "log1p", "sqrt", "rsqrt", "reciprocal"})
    checkDerivative(unary(op), 0.5, 3);
  for (const char *op : {"asin", "acos", "atanh"})
    checkDerivative(unary(op), -0.8, 0.8);
  checkDerivative(unary("acosh"), 1.2, 3);
}

TEST_CASE("derivatives of binary ops") {
  for (const char *op : {"add", "sub", "mul", "max", "min"})
    checkDerivative(binary(op), -2, 2);
  for (const char *op : {"div", "pow", "atan2"})
    checkDerivative(binary(op), 0.5, 2);
  // Away from the jumps of the quotient.
  for (const char *op : {"mod", "rem"})
    checkDerivative(binary(op), 1.0, 1.9, 1e-3);
}

TEST_CASE("derivatives of choices and conversions") {
  checkDerivative(R"(
    func.func @main(%p: tensor<4xi1>, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
      %r = graph.select %p, %a, %b : tensor<4xi1>, tensor<4xf64>, tensor<4xf64>
      return %r : tensor<4xf64>
    })",
                  -1, 1);
  Program p(R"(
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf64> {
      %r = graph.cast %a : tensor<4xf32> to tensor<4xf64>
      return %r : tensor<4xf64>
    })");
  p.main().walk([&](mlc::graph::CastOp op) {
    mlir::OpBuilder builder(op->getNextNode());
    auto cotangents = op.buildVjp(builder, {op.getResult()});
    REQUIRE(mlir::succeeded(cotangents));
    CHECK((*cotangents)[0].getType() == op.getInput().getType());
  });
}

TEST_CASE("derivatives of products") {
  checkDerivative(R"(
    func.func @main(%a: tensor<3x4xf64>, %b: tensor<4x5xf64>) -> tensor<3x5xf64> {
      %r = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0]
        : tensor<3x4xf64>, tensor<4x5xf64> -> tensor<3x5xf64>
      return %r : tensor<3x5xf64>
    })",
                  -1, 1);
  // Batches apart, two contracted dimensions in different orders, dynamic
  // extents.
  checkDerivative(R"(
    func.func @main(%a: tensor<4x2x3x5xf64>, %b: tensor<5x?x2x4xf64>) -> tensor<2x3x?xf64> {
      %r = graph.dot_general %a, %b batch = [1] x [2] contract = [0, 3] x [3, 0]
        : tensor<4x2x3x5xf64>, tensor<5x?x2x4xf64> -> tensor<2x3x?xf64>
      return %r : tensor<2x3x?xf64>
    })",
                  -1, 1);
  checkDerivative(R"(
    func.func @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> tensor<f64> {
      %r = graph.dot_general %a, %b batch = [] x [] contract = [0] x [0]
        : tensor<6xf64>, tensor<6xf64> -> tensor<f64>
      return %r : tensor<f64>
    })",
                  -1, 1);
}

TEST_CASE("derivatives of convolutions") {
  auto convolution = [](const std::string &x, const std::string &w,
                        const std::string &y, const std::string &options) {
    checkDerivative("func.func @main(%x: " + x + ", %w: " + w + ") -> " + y +
                        " {\n  %r = graph.convolution %x, %w " + options +
                        " : " + x + ", " + w + " -> " + y +
                        "\n  return %r : " + y + "\n}\n",
                    -1, 1);
  };
  convolution(
      "tensor<2x3x6x5xf64>", "tensor<4x3x3x2xf64>", "tensor<2x4x6x4xf64>",
      "strides = [1, 1] low = [1, 0] high = [1, 0] lhs_dilation = [1, 1] "
      "rhs_dilation = [1, 1] groups = 1");
  // A stride that leaves elements over, dilations, groups, unequal pads.
  convolution("tensor<2x4x9xf64>", "tensor<6x2x3xf64>", "tensor<2x6x4xf64>",
              "strides = [2] low = [1] high = [0] lhs_dilation = [1] "
              "rhs_dilation = [1] groups = 2");
  convolution("tensor<1x4x5xf64>", "tensor<4x1x3xf64>", "tensor<1x4x6xf64>",
              "strides = [1] low = [1] high = [0] lhs_dilation = [2] "
              "rhs_dilation = [2] groups = 4");
  convolution("tensor<?x2x8xf64>", "tensor<3x2x3xf64>", "tensor<?x3x3xf64>",
              "strides = [3] low = [-1] high = [2] lhs_dilation = [1] "
              "rhs_dilation = [1] groups = 1");
}
