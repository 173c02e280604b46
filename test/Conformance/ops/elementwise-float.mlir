//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Elementwise ops on floats. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @abs_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.abs %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @neg_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.neg %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @floor_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.floor %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @ceil_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.ceil %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @round_even_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.round_even %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @trunc_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.trunc %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sign_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.sign %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sqrt_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.sqrt %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reciprocal_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.reciprocal %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @rsqrt_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 1 : i64} {
  %r = graph.rsqrt %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @exp_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 2 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.exp %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @expm1_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.expm1 %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @tanh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.tanh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sigmoid_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.sigmoid %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @erf_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.erf %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sinh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.sinh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cosh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.cosh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @asinh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.asinh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @atan_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[-10.0, 10.0]]} {
  %r = graph.atan %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @log_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 2 : i64, ranges = [[0.0, 100.0]]} {
  %r = graph.log %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @log1p_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, ranges = [[0.0, 100.0]]} {
  %r = graph.log1p %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sin_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6, ranges = [[-100.0, 100.0]]} {
  %r = graph.sin %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cos_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6, ranges = [[-100.0, 100.0]]} {
  %r = graph.cos %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @tan_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-6, atol = 1.0e-6, ranges = [[-100.0, 100.0]]} {
  %r = graph.tan %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @asin_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, rtol = 0.0, atol = 1.0e-7, ranges = [[-1.0, 1.0]]} {
  %r = graph.asin %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @acos_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, rtol = 0.0, atol = 1.0e-7, ranges = [[-1.0, 1.0]]} {
  %r = graph.acos %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @atanh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 4 : i64, rtol = 0.0, atol = 1.0e-7, ranges = [[-1.0, 1.0]]} {
  %r = graph.atanh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @acosh_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ulp = 8 : i64, ranges = [[1.0, 50.0]]} {
  %r = graph.acosh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @add_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.add %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @sub_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.sub %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @mul_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.mul %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @div_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.div %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @max_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.max %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @min_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.min %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @rem_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-50.0, 50.0], [0.5, 4.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @mod_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-50.0, 50.0], [0.5, 4.0]], ulp = 1 : i64} {
  %r = graph.mod %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @pow_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ulp = 8 : i64, ranges = [[0.01, 10.0], [-5.0, 5.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @atan2_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ulp = 8 : i64} {
  %r = graph.atan2 %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @add_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.add %a0, %a1 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @mul_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.mul %a0, %a1 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @div_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.div %a0, %a1 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @max_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.max %a0, %a1 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @exp_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.exp %a0 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @tanh_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.tanh %a0 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @sqrt_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sqrt %a0 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @log_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.log %a0 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @sigmoid_f16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sigmoid %a0 : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @add_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xbf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.add %a0, %a1 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @mul_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xbf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.mul %a0, %a1 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @div_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xbf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.div %a0, %a1 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @max_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xbf16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.max %a0, %a1 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @exp_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.exp %a0 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @tanh_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.tanh %a0 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @sqrt_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sqrt %a0 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @log_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.log %a0 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @sigmoid_bf16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 1 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sigmoid %a0 : tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @add_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.add %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @sub_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.sub %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @mul_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.mul %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @div_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.div %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @max_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.max %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @min_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.min %a0, %a1 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @exp_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 4 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.exp %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @log_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 4 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.log %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @tanh_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 8 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.tanh %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @sqrt_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 0 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sqrt %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @erf_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 16 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.erf %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @sigmoid_f64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ulp = 8 : i64, ranges = [[0.1, 8.0]]} {
  %r = graph.sigmoid %a0 : tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @is_nan_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.is_nan %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @is_inf_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.is_inf %a0 {positive = false} : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_eq_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare eq %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_eq_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare eq %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_eq_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare eq %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @compare_ne_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare ne %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_ne_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare ne %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_ne_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare ne %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @compare_lt_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare lt %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_lt_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare lt %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_lt_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare lt %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @compare_le_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare le %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_le_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare le %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_le_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare le %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @compare_gt_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare gt %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_gt_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare gt %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_gt_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare gt %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @compare_ge_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.compare ge %a0, %a1 : tensor<?x?xf32>
  return %r : tensor<?x?xi1>
}
func.func @compare_ge_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare ge %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi1>
}
func.func @compare_ge_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.compare ge %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xi1>
}
func.func @select_f32(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["n", "m"]}, %a2: tensor<?x?xf32> {graph.name = "a2", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.select %a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @select_i64(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]}, %a2: tensor<?x?xi64> {graph.name = "a2", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.select %a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xi64>, tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @select_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi1> {graph.name = "a1", graph.dims = ["n", "m"]}, %a2: tensor<?x?xi1> {graph.name = "a2", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.select %a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xi1>, tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @select_f16(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf16> {graph.name = "a1", graph.dims = ["n", "m"]}, %a2: tensor<?x?xf16> {graph.name = "a2", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.select %a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xf16>, tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @select_ui8(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]}, %a2: tensor<?x?xui8> {graph.name = "a2", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.select %a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xui8>, tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
