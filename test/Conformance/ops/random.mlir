//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Random numbers. The attributes are explained in ../driver/OpRows.h.

func.func @random_bits(%a0: tensor<2xui32> {graph.name = "a0"})
    -> (tensor<5x7xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 4000000000.0]]} {
  %r = graph.random bits %a0 stream = 7 : tensor<2xui32> -> tensor<5x7xui32>
  return %r : tensor<5x7xui32>
}
func.func @random_uniform(%a0: tensor<2xui32> {graph.name = "a0"})
    -> (tensor<5x7xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 4000000000.0]]} {
  %r = graph.random uniform %a0 stream = 7 : tensor<2xui32> -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
func.func @random_normal(%a0: tensor<2xui32> {graph.name = "a0"})
    -> (tensor<5x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[0.0, 4000000000.0]]} {
  %r = graph.random normal %a0 stream = 7 : tensor<2xui32> -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
