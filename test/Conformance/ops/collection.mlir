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
// Lists in lists: what is taken out is not changed by what becomes of its list.
func.func @list_of_lists(%a0: tensor<3xf32> {graph.name = "a0"}, %a1: tensor<5xf32> {graph.name = "a1"}, %a2: tensor<i64> {graph.name = "a2"})
    -> (tensor<?xf32> {graph.name = "r0"}, tensor<i64> {graph.name = "r1"}, tensor<i64> {graph.name = "r2"}) attributes {graph.entry, ranges = [[-4.0, 4.0], [-4.0, 4.0], [0.0, 1.0]]} {
  %s = graph.seq_new(%a0, %a1) : (tensor<3xf32>, tensor<5xf32>) -> !graph.seq<tensor<?xf32>>
  %t = graph.seq_insert %s, %a1 : !graph.seq<tensor<?xf32>>, tensor<5xf32> -> !graph.seq<tensor<?xf32>>
  %l = graph.seq_new(%s) : (!graph.seq<tensor<?xf32>>) -> !graph.seq<!graph.seq<tensor<?xf32>>>
  %m = graph.seq_insert %l, %t at %a2 : !graph.seq<!graph.seq<tensor<?xf32>>>, !graph.seq<tensor<?xf32>>, tensor<i64> -> !graph.seq<!graph.seq<tensor<?xf32>>>
  %u = graph.seq_at %m, %a2 : !graph.seq<!graph.seq<tensor<?xf32>>>, tensor<i64> -> !graph.seq<tensor<?xf32>>
  %v = graph.seq_erase %u at %a2 : !graph.seq<tensor<?xf32>>, tensor<i64> -> !graph.seq<tensor<?xf32>>
  %w = graph.seq_at %m, %a2 : !graph.seq<!graph.seq<tensor<?xf32>>>, tensor<i64> -> !graph.seq<tensor<?xf32>>
  %e = graph.seq_erase %m at %a2 : !graph.seq<!graph.seq<tensor<?xf32>>>, tensor<i64> -> !graph.seq<!graph.seq<tensor<?xf32>>>
  %n = graph.seq_length %v : !graph.seq<tensor<?xf32>> -> tensor<i64>
  %k = graph.seq_length %e : !graph.seq<!graph.seq<tensor<?xf32>>> -> tensor<i64>
  %r = graph.seq_at %w, %a2 : !graph.seq<tensor<?xf32>>, tensor<i64> -> tensor<?xf32>
  return %r, %n, %k : tensor<?xf32>, tensor<i64>, tensor<i64>
}
func.func @optional_of_sequence(%a0: tensor<4xf32> {graph.name = "a0"}, %a1: tensor<4xf32> {graph.name = "a1"})
    -> (tensor<4xf32> {graph.name = "r0"}, tensor<i1> {graph.name = "r1"}) attributes {graph.entry} {
  %c1 = graph.constant dense<1> : tensor<i64>
  %s = graph.seq_new(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> !graph.seq<tensor<4xf32>>
  %o = graph.opt_new(%s) : (!graph.seq<tensor<4xf32>>) -> !graph.opt<!graph.seq<tensor<4xf32>>>
  %h = graph.opt_has %o : !graph.opt<!graph.seq<tensor<4xf32>>> -> tensor<i1>
  %t = graph.opt_get %o : !graph.opt<!graph.seq<tensor<4xf32>>> -> !graph.seq<tensor<4xf32>>
  %r = graph.seq_at %t, %c1 : !graph.seq<tensor<4xf32>>, tensor<i64> -> tensor<4xf32>
  return %r, %h : tensor<4xf32>, tensor<i1>
}
// Items of different ranks, under a type that says nothing of them.
func.func @mixed_ranks(%a0: tensor<3xf32> {graph.name = "a0"}, %a1: tensor<2x3xf32> {graph.name = "a1"})
    -> (tensor<3xf32> {graph.name = "r0"}, tensor<?x3xf32> {graph.name = "r1"}) attributes {graph.entry} {
  %c0 = graph.constant dense<0> : tensor<i64>
  %c1 = graph.constant dense<-1> : tensor<i64>
  %s = graph.seq_new(%a0) : (tensor<3xf32>) -> !graph.seq<tensor<3xf32>>
  %o = graph.opt_new(%s) : (!graph.seq<tensor<3xf32>>) -> !graph.opt<!graph.seq<tensor<*xf32>>>
  %t = graph.opt_get %o : !graph.opt<!graph.seq<tensor<*xf32>>> -> !graph.seq<tensor<*xf32>>
  %u = graph.seq_insert %t, %a1 : !graph.seq<tensor<*xf32>>, tensor<2x3xf32> -> !graph.seq<tensor<*xf32>>
  %r = graph.seq_at %u, %c0 : !graph.seq<tensor<*xf32>>, tensor<i64> -> tensor<3xf32>
  %q = graph.seq_at %u, %c1 : !graph.seq<tensor<*xf32>>, tensor<i64> -> tensor<?x3xf32>
  return %r, %q : tensor<3xf32>, tensor<?x3xf32>
}
