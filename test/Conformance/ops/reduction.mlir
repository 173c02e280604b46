//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Reductions, argument reductions and scans. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @reduce_sum_f32_row(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_sum_f32_column(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_sum_f32_all(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return %r : tensor<f32>
}
func.func @reduce_sum_f64_row(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_sum_f64_column(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_sum_f64_all(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xf64> -> tensor<f64>
  return %r : tensor<f64>
}
func.func @reduce_sum_f16_row(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_sum_f16_column(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_sum_f16_all(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xf16> -> tensor<f16>
  return %r : tensor<f16>
}
func.func @reduce_sum_i32_row(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_sum_i32_column(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_sum_i32_all(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xi32> -> tensor<i32>
  return %r : tensor<i32>
}
func.func @reduce_sum_i64_row(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_sum_i64_column(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_sum_i64_all(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xi64> -> tensor<i64>
  return %r : tensor<i64>
}
func.func @reduce_sum_ui8_row(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_sum_ui8_column(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_sum_ui8_all(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<ui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?xui8> -> tensor<ui8>
  return %r : tensor<ui8>
}
func.func @reduce_prod_f32_row(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_prod_f32_column(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_prod_f32_all(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return %r : tensor<f32>
}
func.func @reduce_prod_f64_row(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_prod_f64_column(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_prod_f64_all(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xf64> -> tensor<f64>
  return %r : tensor<f64>
}
func.func @reduce_prod_f16_row(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_prod_f16_column(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_prod_f16_all(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, rtol = 2.0e-3, atol = 2.0e-3, ranges = [[0.7, 1.3]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xf16> -> tensor<f16>
  return %r : tensor<f16>
}
func.func @reduce_prod_i32_row(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_prod_i32_column(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_prod_i32_all(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xi32> -> tensor<i32>
  return %r : tensor<i32>
}
func.func @reduce_prod_i64_row(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_prod_i64_column(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_prod_i64_all(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xi64> -> tensor<i64>
  return %r : tensor<i64>
}
func.func @reduce_prod_ui8_row(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [1] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_prod_ui8_column(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_prod_ui8_all(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<ui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[1.0, 3.0]]} {
  %r = graph.reduce prod %a0 dims = [0, 1] : tensor<?x?xui8> -> tensor<ui8>
  return %r : tensor<ui8>
}
func.func @reduce_max_f32_row(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_max_f32_column(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_max_f32_all(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return %r : tensor<f32>
}
func.func @reduce_max_f64_row(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_max_f64_column(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_max_f64_all(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xf64> -> tensor<f64>
  return %r : tensor<f64>
}
func.func @reduce_max_f16_row(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_max_f16_column(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_max_f16_all(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xf16> -> tensor<f16>
  return %r : tensor<f16>
}
func.func @reduce_max_i32_row(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_max_i32_column(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_max_i32_all(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xi32> -> tensor<i32>
  return %r : tensor<i32>
}
func.func @reduce_max_i64_row(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_max_i64_column(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_max_i64_all(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xi64> -> tensor<i64>
  return %r : tensor<i64>
}
func.func @reduce_max_ui8_row(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_max_ui8_column(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_max_ui8_all(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<ui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce max %a0 dims = [0, 1] : tensor<?x?xui8> -> tensor<ui8>
  return %r : tensor<ui8>
}
func.func @reduce_min_f32_row(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_min_f32_column(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @reduce_min_f32_all(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return %r : tensor<f32>
}
func.func @reduce_min_f64_row(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_min_f64_column(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xf64> -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @reduce_min_f64_all(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xf64> -> tensor<f64>
  return %r : tensor<f64>
}
func.func @reduce_min_f16_row(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_min_f16_column(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xf16> -> tensor<?xf16>
  return %r : tensor<?xf16>
}
func.func @reduce_min_f16_all(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<f16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xf16> -> tensor<f16>
  return %r : tensor<f16>
}
func.func @reduce_min_i32_row(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_min_i32_column(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @reduce_min_i32_all(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xi32> -> tensor<i32>
  return %r : tensor<i32>
}
func.func @reduce_min_i64_row(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_min_i64_column(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xi64> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @reduce_min_i64_all(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<i64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xi64> -> tensor<i64>
  return %r : tensor<i64>
}
func.func @reduce_min_ui8_row(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [1] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_min_ui8_column(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0] : tensor<?x?xui8> -> tensor<?xui8>
  return %r : tensor<?xui8>
}
func.func @reduce_min_ui8_all(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<ui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce min %a0 dims = [0, 1] : tensor<?x?xui8> -> tensor<ui8>
  return %r : tensor<ui8>
}
func.func @reduce_and_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce and %a0 dims = [1] : tensor<?x?xi1> -> tensor<?xi1>
  return %r : tensor<?xi1>
}
func.func @reduce_or_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce or %a0 dims = [1] : tensor<?x?xi1> -> tensor<?xi1>
  return %r : tensor<?xi1>
}
func.func @reduce_middle(%a0: tensor<3x5x7xf32> {graph.name = "a0"})
    -> (tensor<3x7xf32> {graph.name = "r0"}) attributes {graph.entry, ulp = 8 : i64, atol = 1.0e-6} {
  %r = graph.reduce sum %a0 dims = [1] : tensor<3x5x7xf32> -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}
func.func @reduce_max_special(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.reduce max %a0 dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @arg_max_f32_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1], special} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = false} : tensor<?x?xf32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_max_f32_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1], special} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = true} : tensor<?x?xf32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_max_i32_false(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = false} : tensor<?x?xi32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_max_i32_true(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = true} : tensor<?x?xi32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_max_ui8_false(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = false} : tensor<?x?xui8> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_max_ui8_true(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce max %a0 dim = 1 {last = true} : tensor<?x?xui8> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_f32_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1], special} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = false} : tensor<?x?xf32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_f32_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1], special} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = true} : tensor<?x?xf32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_i32_false(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = false} : tensor<?x?xi32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_i32_true(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = true} : tensor<?x?xi32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_ui8_false(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = false} : tensor<?x?xui8> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @arg_min_ui8_true(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?xi64> {graph.name = "r0"}) attributes {graph.entry, sizes = [33, 8, 1]} {
  %r = graph.arg_reduce min %a0 dim = 1 {last = true} : tensor<?x?xui8> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @scan_sum_false_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan sum %a0 dim = 1 {exclusive = false, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_sum_false_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan sum %a0 dim = 1 {exclusive = false, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_sum_true_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan sum %a0 dim = 1 {exclusive = true, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_sum_true_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan sum %a0 dim = 1 {exclusive = true, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_prod_false_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan prod %a0 dim = 1 {exclusive = false, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_prod_false_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan prod %a0 dim = 1 {exclusive = false, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_prod_true_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan prod %a0 dim = 1 {exclusive = true, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_prod_true_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan prod %a0 dim = 1 {exclusive = true, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_max_false_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan max %a0 dim = 1 {exclusive = false, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_max_false_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan max %a0 dim = 1 {exclusive = false, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_max_true_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan max %a0 dim = 1 {exclusive = true, reverse = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_max_true_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.7, 1.3]]} {
  %r = graph.scan max %a0 dim = 1 {exclusive = true, reverse = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @scan_sum_i32_outer(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.scan sum %a0 dim = 0 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @reduce_blocks_sum_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %r = graph.reduce_blocks sum %a0 dim = 0 block = 3 : tensor<?x?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reduce_blocks_max_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.reduce_blocks max %a0 dim = 1 block = 3 : tensor<?x?xi32> -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
// Long sums: one accumulator for all terms is off by more.
func.func @reduce_sum_f32_long_column(%a0: tensor<40000x20xf32> {graph.name = "a0"})
    -> (tensor<20xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 1.0]], rtol = 5.0e-6} {
  %r = graph.reduce sum %a0 dims = [0] : tensor<40000x20xf32> -> tensor<20xf32>
  return %r : tensor<20xf32>
}
func.func @reduce_sum_f32_long_map(%a0: tensor<?x?x20xf32> {graph.name = "a0", graph.dims = ["n", "m", ""]})
    -> (tensor<20xf32> {graph.name = "r0"}) attributes {graph.entry, sizes = [1, 200, 600], ranges = [[0.0, 1.0]], rtol = 5.0e-6} {
  %r = graph.reduce sum %a0 dims = [0, 1] : tensor<?x?x20xf32> -> tensor<20xf32>
  return %r : tensor<20xf32>
}
