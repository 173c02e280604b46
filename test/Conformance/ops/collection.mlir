//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sequences and optionals. The attributes are explained in ../driver/OpRows.h.

func.func @sequence(%a0: tensor<3xf32> {graph.name = "a0"}, %a1: tensor<5xf32> {graph.name = "a1"}, %a2: tensor<i64> {graph.name = "a2"})
    -> (tensor<?xf32> {graph.name = "r0"}, tensor<i64> {graph.name = "r1"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-4.0, 4.0], [0.0, 1.0]]} {
  %x = tensor.cast %a0 : tensor<3xf32> to tensor<?xf32>
  %y = tensor.cast %a1 : tensor<5xf32> to tensor<?xf32>
  %s = graph.seq_new(%x) : (tensor<?xf32>) -> !graph.seq<tensor<?xf32>>
  %t = graph.seq_insert %s, %y at %a2 : !graph.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64> -> !graph.seq<tensor<?xf32>>
  %u = graph.seq_insert %t, %x : !graph.seq<tensor<?xf32>>, tensor<?xf32> -> !graph.seq<tensor<?xf32>>
  %w = graph.seq_erase %u at %a2 : !graph.seq<tensor<?xf32>>, tensor<i64> -> !graph.seq<tensor<?xf32>>
  %n = graph.seq_length %w : !graph.seq<tensor<?xf32>> -> tensor<i64>
  %r = graph.seq_at %u, %a2 : !graph.seq<tensor<?xf32>>, tensor<i64> -> tensor<?xf32>
  return %r, %n : tensor<?xf32>, tensor<i64>
}
func.func @optional(%a0: tensor<4xf32> {graph.name = "a0"})
    -> (tensor<4xf32> {graph.name = "r0"}, tensor<i1> {graph.name = "r1"}) attributes {graph.entry} {
  %o = graph.opt_new(%a0) : (tensor<4xf32>) -> !graph.opt<tensor<4xf32>>
  %h = graph.opt_has %o : !graph.opt<tensor<4xf32>> -> tensor<i1>
  %r = graph.opt_get %o : !graph.opt<tensor<4xf32>> -> tensor<4xf32>
  return %r, %h : tensor<4xf32>, tensor<i1>
}
