//===- InterpreterTest.cpp - What ops mean --------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/Reference/Interpret.h"
#include <cmath>

using namespace mlc;
using Doubles = std::vector<double>;

TEST_CASE("integer division has a result for every operand") {
  Program p(R"(
    func.func @main(%a: tensor<4xi8>, %b: tensor<4xi8>)
        -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
      %q = graph.div %a, %b : tensor<4xi8>
      %r = graph.rem %a, %b : tensor<4xi8>
      %m = graph.mod %a, %b : tensor<4xi8>
      return %q, %r, %m : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
    })");
  auto out = p.run({tensorOf(MLC_I8, {4}, {7, -128, -7, -7}),
                    tensorOf(MLC_I8, {4}, {0, -1, 2, -2})});
  CHECK(p.error == "");
  CHECK(valuesOf(out[0]) == Doubles{0, -128, -3, 3});
  CHECK(valuesOf(out[1]) == Doubles{0, 0, -1, -1});
  CHECK(valuesOf(out[2]) == Doubles{0, 0, 1, -1});
}

TEST_CASE("NaN wins in max and min, and f16 rounds per op") {
  Program p(R"(
    func.func @main(%a: tensor<3xf16>, %b: tensor<3xf16>)
        -> (tensor<3xf16>, tensor<3xf16>, tensor<f16>) {
      %x = graph.max %a, %b : tensor<3xf16>
      %s = graph.add %a, %b : tensor<3xf16>
      %m = graph.reduce max %a dims = [0] : tensor<3xf16> -> tensor<f16>
      return %x, %s, %m : tensor<3xf16>, tensor<3xf16>, tensor<f16>
    })");
  auto out = p.run({tensorOf(MLC_F16, {3}, {NAN, -0.0, 2048}),
                    tensorOf(MLC_F16, {3}, {1, 0.0, 1})});
  CHECK(p.error == "");
  CHECK(std::isnan(out[0].getDouble(0)));
  CHECK(!std::signbit(out[0].getDouble(1)));
  CHECK(out[1].getDouble(2) == 2048);
  CHECK(std::isnan(out[2].getDouble(0)));
}

TEST_CASE("casts saturate, wrap or overflow as stated") {
  Program p(R"(
    func.func @main(%a: tensor<3xf32>)
        -> (tensor<3xi8>, tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>, tensor<3xi1>) {
      %i = graph.cast %a : tensor<3xf32> to tensor<3xi8>
      %s = graph.cast %a : tensor<3xf32> to tensor<3xf8E4M3FN>
      %n = graph.cast %a {saturate = false} : tensor<3xf32> to tensor<3xf8E4M3FN>
      %b = graph.cast %a : tensor<3xf32> to tensor<3xi1>
      return %i, %s, %n, %b : tensor<3xi8>, tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>, tensor<3xi1>
    })");
  auto out = p.run({tensorOf(MLC_F32, {3}, {-1e9, NAN, 500})});
  CHECK(p.error == "");
  CHECK(valuesOf(out[0]) == Doubles{-128, 0, 127});
  CHECK(out[1].getDouble(2) == 448);
  CHECK(out[1].getDouble(0) == -448);
  CHECK(std::isnan(out[2].getDouble(2)));
  CHECK(valuesOf(out[3]) == Doubles{1, 1, 1});
}

TEST_CASE("an index outside its dimension ends the run and names the node") {
  Program p(R"(
    func.func @main(%x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
      %r = graph.gather %x, %i dim = 0 : tensor<4xf32>, tensor<2xi64> -> tensor<2xf32> loc("pick")
      return %r : tensor<2xf32>
    })");
  Literal x = tensorOf(MLC_F32, {4}, {1, 2, 3, 4});
  CHECK(valuesOf(p.run({x, tensorOf(MLC_I64, {2}, {-1, 0})})[0]) ==
        Doubles{4, 1});
  p.run({x, tensorOf(MLC_I64, {2}, {0, 4})});
  CHECK(p.error ==
        "graph.gather at 'pick': index 4 is outside a dimension of 4");
}

TEST_CASE("convolution, its groups and its transposed form") {
  Program p(R"(
    func.func @main(%x: tensor<1x2x4xf32>, %w: tensor<2x1x2xf32>)
        -> (tensor<1x2x3xf32>, tensor<1x2x8xf32>) {
      %a = graph.convolution %x, %w strides = [1] low = [0] high = [0]
        lhs_dilation = [1] rhs_dilation = [1] groups = 2
        : tensor<1x2x4xf32>, tensor<2x1x2xf32> -> tensor<1x2x3xf32>
      %b = graph.convolution %x, %w strides = [1] low = [1] high = [1]
        lhs_dilation = [2] rhs_dilation = [1] groups = 2
        : tensor<1x2x4xf32>, tensor<2x1x2xf32> -> tensor<1x2x8xf32>
      return %a, %b : tensor<1x2x3xf32>, tensor<1x2x8xf32>
    })");
  auto out = p.run({tensorOf(MLC_F32, {1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}),
                    tensorOf(MLC_F32, {2, 1, 2}, {1, 10, 1, -1})});
  CHECK(p.error == "");
  CHECK(valuesOf(out[0]) == Doubles{21, 32, 43, -1, -1, -1});
  CHECK(valuesOf(out[1]) == Doubles{10, 1, 20, 2, 30, 3, 40, 4, -5, 5, -6, 6,
                                    -7, 7, -8, 8});
}

TEST_CASE("loops, branches and calls") {
  Program p(R"(
    func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
      %y = graph.add %x, %x : tensor<f32>
      return %y : tensor<f32>
    }
    func.func @main(%x: tensor<f32>, %n: index) -> (tensor<f32>, index) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> tensor<f32> {
        %t = func.call @twice(%s) : (tensor<f32>) -> tensor<f32>
        scf.yield %t : tensor<f32>
      }
      %k = scf.while (%i = %zero) : (index) -> index {
        %c = arith.cmpi slt, %i, %n : index
        scf.condition(%c) %i : index
      } do {
      ^bb0(%i: index):
        %j = arith.addi %i, %one : index
        scf.yield %j : index
      }
      %big = arith.cmpi sgt, %k, %one : index
      %v = scf.if %big -> tensor<f32> {
        scf.yield %r : tensor<f32>
      } else {
        scf.yield %x : tensor<f32>
      }
      return %v, %k : tensor<f32>, index
    })");
  auto out = p.run({tensorOf(MLC_F32, {}, {1.5}), Literal::scalarInt(MLC_I64, 4)});
  CHECK(p.error == "");
  CHECK(out[0].getDouble(0) == 24);
  CHECK(out[1].getInt(0) == 4);
  reference::Limits limits;
  limits.iterations = 3;
  p.run({tensorOf(MLC_F32, {}, {1.5}), Literal::scalarInt(MLC_I64, 4)}, limits);
  CHECK(p.error.find("more than 3 iterations") != std::string::npos);
}

TEST_CASE("softmax and layer norm by hand") {
  Program p(R"(
    func.func @main(%x: tensor<2x2xf32>, %g: tensor<2xf32>)
        -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
      %s = graph.softmax %x dim = 1 : tensor<2x2xf32>
      %y, %m, %d = graph.layer_norm %x, %g dim = 1 epsilon = 0.0 :
        tensor<2x2xf32>, tensor<2xf32> -> tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
      return %s, %y, %m : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
    })");
  auto out = p.run({tensorOf(MLC_F32, {2, 2}, {1000, 1000, 1, 3}),
                    tensorOf(MLC_F32, {2}, {1, 2})});
  CHECK(p.error == "");
  CHECK(out[0].getDouble(0) == 0.5);
  CHECK(valuesOf(out[1])[2] == -1);
  CHECK(valuesOf(out[1])[3] == 2);
  CHECK(valuesOf(out[2]) == Doubles{1000, 2});
}

TEST_CASE("random numbers are Philox's") {
  Program p(R"(
    func.func @main(%k: tensor<2xui32>) -> (tensor<4xui32>, tensor<1000xf32>) {
      %b = graph.random bits %k stream = 0 : tensor<2xui32> -> tensor<4xui32>
      %n = graph.random normal %k stream = 1 : tensor<2xui32> -> tensor<1000xf32>
      return %b, %n : tensor<4xui32>, tensor<1000xf32>
    })");
  auto out = p.run({tensorOf(MLC_U32, {2}, {0, 0})});
  CHECK(p.error == "");
  // The published test vector for counter and key zero.
  CHECK(out[0].getUInt(0) == 0x6627e8d5u);
  CHECK(out[0].getUInt(1) == 0xe169c58du);
  CHECK(out[0].getUInt(2) == 0xbc57ac4cu);
  CHECK(out[0].getUInt(3) == 0x9b00dbd8u);
  double sum = 0, square = 0;
  for (double v : valuesOf(out[1])) {
    sum += v;
    square += v * v;
  }
  CHECK(std::fabs(sum / 1000) < 0.1);
  CHECK(std::fabs(square / 1000 - 1) < 0.15);
}

TEST_CASE("sorting is stable and NaN is largest") {
  Program p(R"(
    func.func @main(%x: tensor<5xf32>) -> (tensor<5xi64>, tensor<5xi64>, tensor<1x?xi64>) {
      %v, %i = graph.sort %x dim = 0 : tensor<5xf32> -> tensor<5xf32>, tensor<5xi64>
      %w, %j = graph.sort %x dim = 0 {descending = true} : tensor<5xf32> -> tensor<5xf32>, tensor<5xi64>
      %n = graph.nonzero %x : tensor<5xf32> -> tensor<1x?xi64>
      return %i, %j, %n : tensor<5xi64>, tensor<5xi64>, tensor<1x?xi64>
    })");
  auto out = p.run({tensorOf(MLC_F32, {5}, {2, NAN, 1, 2, 0})});
  CHECK(p.error == "");
  CHECK(valuesOf(out[0]) == Doubles{4, 2, 0, 3, 1});
  CHECK(valuesOf(out[1]) == Doubles{1, 0, 3, 2, 4});
  CHECK(valuesOf(out[2]) == Doubles{0, 1, 2, 3});
}
