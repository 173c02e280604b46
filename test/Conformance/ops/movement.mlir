//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Ops that move elements. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @transpose_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.transpose %a0 [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @transpose_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.transpose %a0 [1, 0] : tensor<?x?xi8> -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @transpose_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.transpose %a0 [1, 0] : tensor<?x?xi1> -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @transpose_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.transpose %a0 [1, 0] : tensor<?x?xf64> -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @transpose_3d(%a0: tensor<5x6x7xf32> {graph.name = "a0"})
    -> (tensor<7x5x6xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.transpose %a0 [2, 0, 1] : tensor<5x6x7xf32> -> tensor<7x5x6xf32>
  return %r : tensor<7x5x6xf32>
}
func.func @reshape_static(%a0: tensor<6x4xf32> {graph.name = "a0"})
    -> (tensor<3x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reshape %a0 : tensor<6x4xf32> to tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
func.func @reshape_dynamic(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]})
    -> (tensor<?x2x3xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %c = arith.constant 0 : index
  %d = tensor.dim %a0, %c : tensor<?x6xf32>
  %r = graph.reshape %a0 sizes(%d) : tensor<?x6xf32> to tensor<?x2x3xf32>
  return %r : tensor<?x2x3xf32>
}
func.func @broadcast_row(%a0: tensor<?xf32> {graph.name = "a0", graph.dims = ["m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a1, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a1, %c1 : tensor<?x?xf32>
  %b = graph.broadcast %a0 dims = [1] sizes(%n, %m) : tensor<?xf32> to tensor<?x?xf32>
  %r = graph.add %b, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @broadcast_static(%a0: tensor<3x1x5xf32> {graph.name = "a0"})
    -> (tensor<2x3x4x5xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.broadcast %a0 dims = [1, 2, 3] : tensor<3x1x5xf32> to tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
// Trailing dimensions that act as one, the last of them of extent 1.
func.func @broadcast_column(%a0: tensor<40x1xf32> {graph.name = "a0"}, %a1: tensor<2x3x40x1xf32> {graph.name = "a1"})
    -> (tensor<2x3x40x1xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %b = graph.broadcast %a0 dims = [2, 3] : tensor<40x1xf32> to tensor<2x3x40x1xf32>
  %r = graph.add %b, %a1 : tensor<2x3x40x1xf32>
  return %r : tensor<2x3x40x1xf32>
}
func.func @broadcast_ones(%a0: tensor<1x1x5x1x1xi32> {graph.name = "a0"}, %a1: tensor<2x3x5x1x1xi32> {graph.name = "a1"})
    -> (tensor<2x3x5x1x1xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %b = graph.broadcast %a0 dims = [0, 1, 2, 3, 4] : tensor<1x1x5x1x1xi32> to tensor<2x3x5x1x1xi32>
  %r = graph.sub %a1, %b : tensor<2x3x5x1x1xi32>
  return %r : tensor<2x3x5x1x1xi32>
}
func.func @broadcast_mismatch(%a0: tensor<?xf32> {graph.name = "a0", graph.dims = ["n"]}, %a1: tensor<?xf32> {graph.name = "a1", graph.dims = ["m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, fails, skewed, sizes = [7, 2]} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a1, %c0 : tensor<?xf32>
  %b = graph.broadcast %a0 dims = [0] sizes(%n) : tensor<?xf32> to tensor<?xf32>
  %r = graph.add %b, %a1 : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @slice_steps(%a0: tensor<9x10xf32> {graph.name = "a0"})
    -> (tensor<4x5xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.slice %a0 [1, 9] steps = [2, -2] : tensor<9x10xf32> to tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
func.func @pad_constant(%a0: tensor<5x6xf32> {graph.name = "a0"}, %a1: tensor<f32> {graph.name = "a1"})
    -> (tensor<9x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.pad constant %a0, %a1 low = [3, 0] : tensor<5x6xf32>, tensor<f32> to tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
func.func @pad_reflect(%a0: tensor<5x6xf32> {graph.name = "a0"}, %a1: tensor<f32> {graph.name = "a1"})
    -> (tensor<9x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.pad reflect %a0, %a1 low = [3, 0] : tensor<5x6xf32>, tensor<f32> to tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
func.func @pad_edge(%a0: tensor<5x6xf32> {graph.name = "a0"}, %a1: tensor<f32> {graph.name = "a1"})
    -> (tensor<9x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.pad edge %a0, %a1 low = [3, 0] : tensor<5x6xf32>, tensor<f32> to tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
func.func @pad_wrap(%a0: tensor<5x6xf32> {graph.name = "a0"}, %a1: tensor<f32> {graph.name = "a1"})
    -> (tensor<9x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.pad wrap %a0, %a1 low = [3, 0] : tensor<5x6xf32>, tensor<f32> to tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
func.func @pad_negative(%a0: tensor<5x6xi32> {graph.name = "a0"}, %a1: tensor<i32> {graph.name = "a1"})
    -> (tensor<4x8xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.pad constant %a0, %a1 low = [-2, 1] : tensor<5x6xi32>, tensor<i32> to tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}
func.func @concat_inner(%a0: tensor<?x3xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<?x5xf32> {graph.name = "a1", graph.dims = ["n", ""]})
    -> (tensor<?x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.concat %a0, %a1 dim = 1 : (tensor<?x3xf32>, tensor<?x5xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
func.func @concat_dynamic(%a0: tensor<?x3xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<?x3xf32> {graph.name = "a1", graph.dims = ["m", ""]}, %a2: tensor<2x3xf32> {graph.name = "a2"})
    -> (tensor<?x3xf32> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.concat %a0, %a1, %a2 dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
func.func @reverse(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, skewed} {
  %r = graph.reverse %a0 dims = [1] : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @iota_f32(%a0: tensor<f32> {graph.name = "a0"}, %a1: tensor<f32> {graph.name = "a1"})
    -> (tensor<4x9xf32> {graph.name = "r0"}) attributes {graph.entry, ulp = 2 : i64, rtol = 0.0, atol = 1.0e-6} {
  %r = graph.iota %a0, %a1 dim = 1 : tensor<f32> -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}
func.func @iota_i64(%a0: tensor<i64> {graph.name = "a0"}, %a1: tensor<i64> {graph.name = "a1"})
    -> (tensor<9xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.iota %a0, %a1 dim = 0 : tensor<i64> -> tensor<9xi64>
  return %r : tensor<9xi64>
}
func.func @insert_slice(%a0: tensor<2x4xf32> {graph.name = "a0"}, %a1: tensor<8x4xf32> {graph.name = "a1"}, %a2: tensor<i64> {graph.name = "a2"})
    -> (tensor<8x4xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-4.0, 4.0], [0.0, 6.0]]} {
  %e = tensor.extract %a2[] : tensor<i64>
  %t = arith.index_cast %e : i64 to index
  %r = graph.insert_slice %a0 into %a1 [%t, 0] : tensor<2x4xf32> into tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
