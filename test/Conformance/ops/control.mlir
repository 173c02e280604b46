//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Control flow, constants and state. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
graph.state @counter : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
func.func @loop(%a0: tensor<4xf32> {graph.name = "a0"}, %a1: tensor<i64> {graph.name = "a1"})
    -> (tensor<4xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [0.0, 9.0]]} {
  %e = tensor.extract %a1[] : tensor<i64>
  %n = arith.index_cast %e : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a0) -> tensor<4xf32> {
    %t = graph.add %s, %a0 : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @branch(%a0: tensor<?xf32> {graph.name = "a0", graph.dims = ["n"]}, %a1: tensor<i1> {graph.name = "a1"})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry, ulp = 2 : i64} {
  %c = tensor.extract %a1[] : tensor<i1>
  %r = scf.if %c -> tensor<?xf32> {
    %t = graph.exp %a0 : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } else {
    %t = graph.neg %a0 : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @barrier(%a0: tensor<?xf32> {graph.name = "a0", graph.dims = ["n"]})
    -> (tensor<?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %b = graph.barrier %a0 origin 1 : tensor<?xf32>
  %r = graph.add %a0, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @constant(%a0: tensor<2x3xf32> {graph.name = "a0"})
    -> (tensor<2x3xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %c = graph.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = graph.mul %a0, %c : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @state(%a0: tensor<2xf32> {graph.name = "a0"})
    -> (tensor<2xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %v = graph.state_read @counter : tensor<2xf32>
  %r = graph.add %v, %a0 : tensor<2xf32>
  graph.state_write @counter, %r : tensor<2xf32>
  return %r : tensor<2xf32>
}
