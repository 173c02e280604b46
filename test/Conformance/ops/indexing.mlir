//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Gathers and scatters. The attributes are explained in ../driver/OpRows.h.

func.func @gather_i64(%a0: tensor<7x5xf32> {graph.name = "a0"}, %a1: tensor<2x3xi64> {graph.name = "a1"})
    -> (tensor<2x3x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-7.0, 6.0]]} {
  %r = graph.gather %a0, %a1 dim = 0 : tensor<7x5xf32>, tensor<2x3xi64> -> tensor<2x3x5xf32>
  return %r : tensor<2x3x5xf32>
}
func.func @gather_i32(%a0: tensor<7x5xf32> {graph.name = "a0"}, %a1: tensor<2x3xi32> {graph.name = "a1"})
    -> (tensor<2x3x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-7.0, 6.0]]} {
  %r = graph.gather %a0, %a1 dim = 0 : tensor<7x5xf32>, tensor<2x3xi32> -> tensor<2x3x5xf32>
  return %r : tensor<2x3x5xf32>
}
func.func @gather_inner(%a0: tensor<4x7x5xf32> {graph.name = "a0"}, %a1: tensor<3xi64> {graph.name = "a1"})
    -> (tensor<4x3x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-7.0, 6.0]]} {
  %r = graph.gather %a0, %a1 dim = 1 : tensor<4x7x5xf32>, tensor<3xi64> -> tensor<4x3x5xf32>
  return %r : tensor<4x3x5xf32>
}
func.func @gather_outside(%a0: tensor<7xf32> {graph.name = "a0"}, %a1: tensor<4xi64> {graph.name = "a1"})
    -> (tensor<4xf32> {graph.name = "r0"}) attributes {graph.entry, fails, ranges = [[-4.0, 4.0], [7.0, 20.0]]} {
  %r = graph.gather %a0, %a1 dim = 0 : tensor<7xf32>, tensor<4xi64> -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @gather_elements(%a0: tensor<4x7xf32> {graph.name = "a0"}, %a1: tensor<3x6xi64> {graph.name = "a1"})
    -> (tensor<3x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-7.0, 6.0]]} {
  %r = graph.gather_elements %a0, %a1 dim = 1 : tensor<4x7xf32>, tensor<3x6xi64> -> tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}
func.func @gather_nd(%a0: tensor<5x5x3xf32> {graph.name = "a0"}, %a1: tensor<4x2xi64> {graph.name = "a1"})
    -> (tensor<4x3xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-5.0, 4.0]]} {
  %r = graph.gather_nd %a0, %a1 batch_dims = 0 : tensor<5x5x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
func.func @gather_nd_batched(%a0: tensor<4x5x3xf32> {graph.name = "a0"}, %a1: tensor<4x2x1xi64> {graph.name = "a1"})
    -> (tensor<4x2x3xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-5.0, 4.0]]} {
  %r = graph.gather_nd %a0, %a1 batch_dims = 1 : tensor<4x5x3xf32>, tensor<4x2x1xi64> -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}
func.func @scatter_elements_replace(%a0: tensor<6x6xf32> {graph.name = "a0"}, %a1: tensor<1x6xi64> {graph.name = "a1"}, %a2: tensor<1x6xf32> {graph.name = "a2"})
    -> (tensor<6x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_elements replace %a0, %a1, %a2 dim = 0 : tensor<6x6xf32>, tensor<1x6xi64>, tensor<1x6xf32> -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
func.func @scatter_nd_replace(%a0: tensor<6x5xf32> {graph.name = "a0"}, %a1: tensor<1x1xi64> {graph.name = "a1"}, %a2: tensor<1x5xf32> {graph.name = "a2"})
    -> (tensor<6x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_nd replace %a0, %a1, %a2 : tensor<6x5xf32>, tensor<1x1xi64>, tensor<1x5xf32> -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @scatter_elements_add(%a0: tensor<6x6xf32> {graph.name = "a0"}, %a1: tensor<1x6xi64> {graph.name = "a1"}, %a2: tensor<1x6xf32> {graph.name = "a2"})
    -> (tensor<6x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_elements add %a0, %a1, %a2 dim = 0 : tensor<6x6xf32>, tensor<1x6xi64>, tensor<1x6xf32> -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
func.func @scatter_nd_add(%a0: tensor<6x5xf32> {graph.name = "a0"}, %a1: tensor<1x1xi64> {graph.name = "a1"}, %a2: tensor<1x5xf32> {graph.name = "a2"})
    -> (tensor<6x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_nd add %a0, %a1, %a2 : tensor<6x5xf32>, tensor<1x1xi64>, tensor<1x5xf32> -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @scatter_elements_mul(%a0: tensor<6x6xf32> {graph.name = "a0"}, %a1: tensor<1x6xi64> {graph.name = "a1"}, %a2: tensor<1x6xf32> {graph.name = "a2"})
    -> (tensor<6x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_elements mul %a0, %a1, %a2 dim = 0 : tensor<6x6xf32>, tensor<1x6xi64>, tensor<1x6xf32> -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
func.func @scatter_nd_mul(%a0: tensor<6x5xf32> {graph.name = "a0"}, %a1: tensor<1x1xi64> {graph.name = "a1"}, %a2: tensor<1x5xf32> {graph.name = "a2"})
    -> (tensor<6x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_nd mul %a0, %a1, %a2 : tensor<6x5xf32>, tensor<1x1xi64>, tensor<1x5xf32> -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @scatter_elements_max(%a0: tensor<6x6xf32> {graph.name = "a0"}, %a1: tensor<1x6xi64> {graph.name = "a1"}, %a2: tensor<1x6xf32> {graph.name = "a2"})
    -> (tensor<6x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_elements max %a0, %a1, %a2 dim = 0 : tensor<6x6xf32>, tensor<1x6xi64>, tensor<1x6xf32> -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
func.func @scatter_nd_max(%a0: tensor<6x5xf32> {graph.name = "a0"}, %a1: tensor<1x1xi64> {graph.name = "a1"}, %a2: tensor<1x5xf32> {graph.name = "a2"})
    -> (tensor<6x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_nd max %a0, %a1, %a2 : tensor<6x5xf32>, tensor<1x1xi64>, tensor<1x5xf32> -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @scatter_elements_min(%a0: tensor<6x6xf32> {graph.name = "a0"}, %a1: tensor<1x6xi64> {graph.name = "a1"}, %a2: tensor<1x6xf32> {graph.name = "a2"})
    -> (tensor<6x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_elements min %a0, %a1, %a2 dim = 0 : tensor<6x6xf32>, tensor<1x6xi64>, tensor<1x6xf32> -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
func.func @scatter_nd_min(%a0: tensor<6x5xf32> {graph.name = "a0"}, %a1: tensor<1x1xi64> {graph.name = "a1"}, %a2: tensor<1x5xf32> {graph.name = "a2"})
    -> (tensor<6x5xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-6.0, 5.0]]} {
  %r = graph.scatter_nd min %a0, %a1, %a2 : tensor<6x5xf32>, tensor<1x1xi64>, tensor<1x5xf32> -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @scatter_elements_meet(%a0: tensor<8xi32> {graph.name = "a0"}, %a1: tensor<40xi64> {graph.name = "a1"}, %a2: tensor<40xi32> {graph.name = "a2"})
    -> (tensor<8xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-8.0, 7.0]]} {
  %r = graph.scatter_elements add %a0, %a1, %a2 dim = 0 : tensor<8xi32>, tensor<40xi64>, tensor<40xi32> -> tensor<8xi32>
  return %r : tensor<8xi32>
}
func.func @scatter_outside(%a0: tensor<8xf32> {graph.name = "a0"}, %a1: tensor<3xi64> {graph.name = "a1"}, %a2: tensor<3xf32> {graph.name = "a2"})
    -> (tensor<8xf32> {graph.name = "r0"}) attributes {graph.entry, fails, ranges = [[-4.0, 4.0], [8.0, 9.0]]} {
  %r = graph.scatter_elements replace %a0, %a1, %a2 dim = 0 : tensor<8xf32>, tensor<3xi64>, tensor<3xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}
