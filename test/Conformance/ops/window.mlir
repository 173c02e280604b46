//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Pooling windows. The attributes are explained in ../driver/OpRows.h.

func.func @window_max_f32(%a0: tensor<2x5x9x11xf32> {graph.name = "a0"})
    -> (tensor<2x5x5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window max %a0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<2x5x9x11xf32> -> tensor<2x5x5x6xf32>
  return %r : tensor<2x5x5x6xf32>
}
func.func @window_max_i8(%a0: tensor<2x5x9x11xi8> {graph.name = "a0"})
    -> (tensor<2x5x5x6xi8> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window max %a0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<2x5x9x11xi8> -> tensor<2x5x5x6xi8>
  return %r : tensor<2x5x5x6xi8>
}
func.func @window_sum_f32(%a0: tensor<2x5x9x11xf32> {graph.name = "a0"})
    -> (tensor<2x5x5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window sum %a0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<2x5x9x11xf32> -> tensor<2x5x5x6xf32>
  return %r : tensor<2x5x5x6xf32>
}
func.func @window_avg_valid_f32(%a0: tensor<2x5x9x11xf32> {graph.name = "a0"})
    -> (tensor<2x5x5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window avg_valid %a0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<2x5x9x11xf32> -> tensor<2x5x5x6xf32>
  return %r : tensor<2x5x5x6xf32>
}
func.func @window_avg_padded_f32(%a0: tensor<2x5x9x11xf32> {graph.name = "a0"})
    -> (tensor<2x5x5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window avg_padded %a0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<2x5x9x11xf32> -> tensor<2x5x5x6xf32>
  return %r : tensor<2x5x5x6xf32>
}
func.func @window_dilated(%a0: tensor<1x3x12xf32> {graph.name = "a0"})
    -> (tensor<1x3x8xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.window max %a0 kernel = [3] strides = [1] dilations = [2]
    low = [0] high = [0] : tensor<1x3x12xf32> -> tensor<1x3x8xf32>
  return %r : tensor<1x3x8xf32>
}
func.func @window_3d(%a0: tensor<1x2x5x6x7xf32> {graph.name = "a0"})
    -> (tensor<1x2x4x5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6} {
  %r = graph.window avg_valid %a0 kernel = [2, 2, 2] strides = [1, 1, 1] dilations = [1, 1, 1]
    low = [0, 0, 0] high = [0, 0, 0] : tensor<1x2x5x6x7xf32> -> tensor<1x2x4x5x6xf32>
  return %r : tensor<1x2x4x5x6xf32>
}
func.func @arg_window_false(%a0: tensor<2x3x8x6xf32> {graph.name = "a0"})
    -> (tensor<2x3x4x3xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.arg_window %a0 kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [0, 0] {column_major = false} : tensor<2x3x8x6xf32> -> tensor<2x3x4x3xi64>
  return %r : tensor<2x3x4x3xi64>
}
func.func @arg_window_true(%a0: tensor<2x3x8x6xf32> {graph.name = "a0"})
    -> (tensor<2x3x4x3xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.arg_window %a0 kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [0, 0] {column_major = true} : tensor<2x3x8x6xf32> -> tensor<2x3x4x3xi64>
  return %r : tensor<2x3x4x3xi64>
}
