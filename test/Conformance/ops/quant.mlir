//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Quantisation. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @quantize_i8(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<i8> {graph.name = "a2"})
    -> (tensor<?x6xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<i8> -> tensor<?x6xi8>
  return %r : tensor<?x6xi8>
}
func.func @dequantize_i8(%a0: tensor<?x6xi8> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<i8> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-100.0, 100.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xi8>, tensor<f32>, tensor<i8> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_ui8(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<ui8> {graph.name = "a2"})
    -> (tensor<?x6xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [0.0, 20.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<ui8> -> tensor<?x6xui8>
  return %r : tensor<?x6xui8>
}
func.func @dequantize_ui8(%a0: tensor<?x6xui8> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<ui8> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 200.0], [0.5, 2.0], [0.0, 20.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xui8>, tensor<f32>, tensor<ui8> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_i16(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<i16> {graph.name = "a2"})
    -> (tensor<?x6xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<i16> -> tensor<?x6xi16>
  return %r : tensor<?x6xi16>
}
func.func @dequantize_i16(%a0: tensor<?x6xi16> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<i16> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-100.0, 100.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xi16>, tensor<f32>, tensor<i16> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_ui16(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<ui16> {graph.name = "a2"})
    -> (tensor<?x6xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [0.0, 20.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<ui16> -> tensor<?x6xui16>
  return %r : tensor<?x6xui16>
}
func.func @dequantize_ui16(%a0: tensor<?x6xui16> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<ui16> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 200.0], [0.5, 2.0], [0.0, 20.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xui16>, tensor<f32>, tensor<ui16> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_f8E4M3FN(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<f8E4M3FN> {graph.name = "a2"})
    -> (tensor<?x6xf8E4M3FN> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [0.0, 0.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<f8E4M3FN> -> tensor<?x6xf8E4M3FN>
  return %r : tensor<?x6xf8E4M3FN>
}
func.func @dequantize_f8E4M3FN(%a0: tensor<?x6xf8E4M3FN> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<f8E4M3FN> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-100.0, 100.0], [0.5, 2.0], [0.0, 0.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf8E4M3FN>, tensor<f32>, tensor<f8E4M3FN> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_f8E5M2(%a0: tensor<?x6xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<f8E5M2> {graph.name = "a2"})
    -> (tensor<?x6xf8E5M2> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-400.0, 400.0], [0.5, 2.0], [0.0, 0.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<f8E5M2> -> tensor<?x6xf8E5M2>
  return %r : tensor<?x6xf8E5M2>
}
func.func @dequantize_f8E5M2(%a0: tensor<?x6xf8E5M2> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<f32> {graph.name = "a1"}, %a2: tensor<f8E5M2> {graph.name = "a2"})
    -> (tensor<?x6xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-100.0, 100.0], [0.5, 2.0], [0.0, 0.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 0 block = 0 : tensor<?x6xf8E5M2>, tensor<f32>, tensor<f8E5M2> -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
func.func @quantize_axis(%a0: tensor<4x6xf32> {graph.name = "a0"}, %a1: tensor<6xf32> {graph.name = "a1"}, %a2: tensor<6xi8> {graph.name = "a2"})
    -> (tensor<4x6xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-200.0, 200.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.quantize %a0, %a1, %a2 axis = 1 block = 0 : tensor<4x6xf32>, tensor<6xf32>, tensor<6xi8> -> tensor<4x6xi8>
  return %r : tensor<4x6xi8>
}
func.func @dequantize_blocked(%a0: tensor<4x12xi8> {graph.name = "a0"}, %a1: tensor<4x3xf32> {graph.name = "a1"}, %a2: tensor<4x3xi8> {graph.name = "a2"})
    -> (tensor<4x12xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-100.0, 100.0], [0.5, 2.0], [-5.0, 5.0]]} {
  %r = graph.dequantize %a0, %a1, %a2 axis = 1 block = 4 : tensor<4x12xi8>, tensor<4x3xf32>, tensor<4x3xi8> -> tensor<4x12xf32>
  return %r : tensor<4x12xf32>
}
