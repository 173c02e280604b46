//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sorting and selecting. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @sort_f32_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed, special} {
  %v, %i = graph.sort %a0 dim = 1 {descending = false} : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xf32>, tensor<?x?xi64>
}
func.func @top_k_f32_false(%a0: tensor<4x30xf32> {graph.name = "a0"})
    -> (tensor<4x5xf32> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry, special} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = false} : tensor<4x30xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xf32>, tensor<4x5xi64>
}
func.func @sort_f32_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed, special} {
  %v, %i = graph.sort %a0 dim = 1 {descending = true} : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xf32>, tensor<?x?xi64>
}
func.func @top_k_f32_true(%a0: tensor<4x30xf32> {graph.name = "a0"})
    -> (tensor<4x5xf32> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry, special} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = true} : tensor<4x30xf32> -> tensor<4x5xf32>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xf32>, tensor<4x5xi64>
}
func.func @sort_i32_false(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed} {
  %v, %i = graph.sort %a0 dim = 1 {descending = false} : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xi32>, tensor<?x?xi64>
}
func.func @top_k_i32_false(%a0: tensor<4x30xi32> {graph.name = "a0"})
    -> (tensor<4x5xi32> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = false} : tensor<4x30xi32> -> tensor<4x5xi32>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xi32>, tensor<4x5xi64>
}
func.func @sort_i32_true(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed} {
  %v, %i = graph.sort %a0 dim = 1 {descending = true} : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xi32>, tensor<?x?xi64>
}
func.func @top_k_i32_true(%a0: tensor<4x30xi32> {graph.name = "a0"})
    -> (tensor<4x5xi32> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = true} : tensor<4x30xi32> -> tensor<4x5xi32>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xi32>, tensor<4x5xi64>
}
func.func @sort_ui8_false(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed} {
  %v, %i = graph.sort %a0 dim = 1 {descending = false} : tensor<?x?xui8> -> tensor<?x?xui8>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xui8>, tensor<?x?xi64>
}
func.func @top_k_ui8_false(%a0: tensor<4x30xui8> {graph.name = "a0"})
    -> (tensor<4x5xui8> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = false} : tensor<4x30xui8> -> tensor<4x5xui8>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xui8>, tensor<4x5xi64>
}
func.func @sort_ui8_true(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}, tensor<?x?xi64> {graph.name = "r1"}) attributes {graph.entry, skewed} {
  %v, %i = graph.sort %a0 dim = 1 {descending = true} : tensor<?x?xui8> -> tensor<?x?xui8>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xui8>, tensor<?x?xi64>
}
func.func @top_k_ui8_true(%a0: tensor<4x30xui8> {graph.name = "a0"})
    -> (tensor<4x5xui8> {graph.name = "r0"}, tensor<4x5xi64> {graph.name = "r1"}) attributes {graph.entry} {
  %v, %i = graph.top_k %a0 dim = 1 {largest = true} : tensor<4x30xui8> -> tensor<4x5xui8>, tensor<4x5xi64>
  return %v, %i : tensor<4x5xui8>, tensor<4x5xi64>
}
func.func @nonzero_f32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<2x?xi64> {graph.name = "r0"}) attributes {graph.entry, skewed, special} {
  %r = graph.nonzero %a0 : tensor<?x?xf32> -> tensor<2x?xi64>
  return %r : tensor<2x?xi64>
}
func.func @nonzero_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<2x?xi64> {graph.name = "r0"}) attributes {graph.entry, skewed, ranges = [[0.0, 1.0]]} {
  %r = graph.nonzero %a0 : tensor<?x?xi1> -> tensor<2x?xi64>
  return %r : tensor<2x?xi64>
}
func.func @nonzero_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<2x?xi64> {graph.name = "r0"}) attributes {graph.entry, skewed, ranges = [[0.0, 1.0]]} {
  %r = graph.nonzero %a0 : tensor<?x?xi32> -> tensor<2x?xi64>
  return %r : tensor<2x?xi64>
}
