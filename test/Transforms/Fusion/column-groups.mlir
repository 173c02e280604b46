// RUN: mlc-opt %s --mlc-fuse-kernels --split-input-file | FileCheck %s

// A cell: four groups of columns meet in the kernel of their product, which has
// both states as results. The row of another tensor is read in place.

// CHECK-LABEL: func.func @cell
// CHECK: %[[C:.*]]:2 = kernel.call @k0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT: kernel.call
// CHECK: return %[[C]]#0, %[[C]]#1
// CHECK: kernel.func @k0
// CHECK-SAME: -> (tensor<1x2x64xf32>, tensor<1x2x64xf32>)
// CHECK-SAME: kernel.kind = "contraction"
// CHECK: graph.slice %{{.*}} [%{{.*}}, 0, 0]
// CHECK: graph.packed_matmul
// CHECK-COUNT-4: graph.slice
// CHECK: %[[HIDDEN:.*]] = graph.mul
// CHECK: kernel.return %[[HIDDEN]], %{{.*}}
// CHECK-NOT: kernel.func
func.func @cell(%p: tensor<9x2x256xf32> {graph.name = "p"}, %t: index, %h: tensor<1x2x64xf32> {graph.name = "h"}, %c: tensor<1x2x64xf32> {graph.name = "c"}, %w: tensor<8x64x32xf32> {graph.name = "w"})
    -> (tensor<1x2x64xf32> {graph.name = "y"}, tensor<1x2x64xf32> {graph.name = "z"}) attributes {graph.entry} {
  %row = graph.slice %p [%t, 0, 0] steps = [1, 1, 1] : tensor<9x2x256xf32> to tensor<1x2x256xf32>
  %dot = graph.packed_matmul %h, %w columns = 256 : tensor<1x2x64xf32>, tensor<8x64x32xf32> -> tensor<1x2x256xf32>
  %all = graph.add %row, %dot : tensor<1x2x256xf32>
  %0 = graph.slice %all [0, 0, 0] steps = [1, 1, 1] : tensor<1x2x256xf32> to tensor<1x2x64xf32>
  %in = graph.sigmoid %0 : tensor<1x2x64xf32>
  %2 = graph.slice %all [0, 0, 128] steps = [1, 1, 1] : tensor<1x2x256xf32> to tensor<1x2x64xf32>
  %forget = graph.sigmoid %2 : tensor<1x2x64xf32>
  %3 = graph.slice %all [0, 0, 192] steps = [1, 1, 1] : tensor<1x2x256xf32> to tensor<1x2x64xf32>
  %candidate = graph.tanh %3 : tensor<1x2x64xf32>
  %kept = graph.mul %forget, %c : tensor<1x2x64xf32>
  %new = graph.mul %in, %candidate : tensor<1x2x64xf32>
  %cell = graph.add %kept, %new : tensor<1x2x64xf32>
  %1 = graph.slice %all [0, 0, 64] steps = [1, 1, 1] : tensor<1x2x256xf32> to tensor<1x2x64xf32>
  %out = graph.sigmoid %1 : tensor<1x2x64xf32>
  %shown = graph.tanh %cell : tensor<1x2x64xf32>
  %hidden = graph.mul %out, %shown : tensor<1x2x64xf32>
  return %hidden, %cell : tensor<1x2x64xf32>, tensor<1x2x64xf32>
}

// -----

// A group that is wanted as it is stays a part of the product's result.

// CHECK-LABEL: func.func @split
// CHECK: kernel.func
// CHECK: graph.packed_matmul
// CHECK-NEXT: kernel.return %{{.*}} : tensor<5x64xf32>
func.func @split(%x: tensor<5x64xf32> {graph.name = "x"}, %w: tensor<2x64x32xf32> {graph.name = "w"})
    -> (tensor<5x32xf32> {graph.name = "y"}, tensor<5x32xf32> {graph.name = "z"}) attributes {graph.entry} {
  %dot = graph.packed_matmul %x, %w columns = 64 : tensor<5x64xf32>, tensor<2x64x32xf32> -> tensor<5x64xf32>
  %0 = graph.slice %dot [0, 0] steps = [1, 1] : tensor<5x64xf32> to tensor<5x32xf32>
  %1 = graph.slice %dot [0, 32] steps = [1, 1] : tensor<5x64xf32> to tensor<5x32xf32>
  %2 = graph.tanh %1 : tensor<5x32xf32>
  return %0, %2 : tensor<5x32xf32>, tensor<5x32xf32>
}

// -----

// A gated unit with rows that are counted at run time: one result of half the
// columns.

// CHECK-LABEL: func.func @gated
// CHECK: kernel.call @k0({{.*}}) dims(
// CHECK-NOT: kernel.call
// CHECK: kernel.func @k0
// CHECK-SAME: -> tensor<?x32xf32>
// CHECK: graph.packed_matmul
// CHECK: graph.sigmoid
func.func @gated(%x: tensor<?x64xf32> {graph.name = "x", graph.dims = ["n", ""]}, %w: tensor<2x64x32xf32> {graph.name = "w"})
    -> (tensor<?x32xf32> {graph.name = "y"}) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %dot = graph.packed_matmul %x, %w columns = 64 : tensor<?x64xf32>, tensor<2x64x32xf32> -> tensor<?x64xf32>
  %0 = graph.slice %dot [0, 0] steps = [1, 1] sizes(%n) : tensor<?x64xf32> to tensor<?x32xf32>
  %1 = graph.slice %dot [0, 32] steps = [1, 1] sizes(%n) : tensor<?x64xf32> to tensor<?x32xf32>
  %2 = graph.sigmoid %1 : tensor<?x32xf32>
  %3 = graph.mul %0, %2 : tensor<?x32xf32>
  return %3 : tensor<?x32xf32>
}

// -----

// Rows of another number may be fewer than the product has.

// CHECK-LABEL: func.func @fewer
// CHECK: kernel.func
// CHECK: graph.packed_matmul
// CHECK-NEXT: kernel.return
func.func @fewer(%x: tensor<?x64xf32> {graph.name = "x", graph.dims = ["n", ""]}, %n: index, %w: tensor<2x64x32xf32> {graph.name = "w"})
    -> (tensor<?x32xf32> {graph.name = "y"}) attributes {graph.entry} {
  %dot = graph.packed_matmul %x, %w columns = 64 : tensor<?x64xf32>, tensor<2x64x32xf32> -> tensor<?x64xf32>
  %0 = graph.slice %dot [0, 0] steps = [1, 1] sizes(%n) : tensor<?x64xf32> to tensor<?x32xf32>
  %1 = graph.slice %dot [0, 32] steps = [1, 1] sizes(%n) : tensor<?x64xf32> to tensor<?x32xf32>
  %2 = graph.sigmoid %1 : tensor<?x32xf32>
  %3 = graph.mul %0, %2 : tensor<?x32xf32>
  return %3 : tensor<?x32xf32>
}

// -----

// The product of a value that the kernel makes comes behind it: what reads both
// belongs to that product.

// CHECK-LABEL: func.func @reset
// CHECK: %[[C:.*]]:2 = kernel.call @k0
// CHECK: kernel.call @k1({{.*}}%[[C]]#
// CHECK-NOT: kernel.call
// CHECK: kernel.func @k0
// CHECK-SAME: -> (tensor<2x32xf32>, tensor<2x32xf32>)
func.func @reset(%h: tensor<2x32xf32> {graph.name = "h"}, %w: tensor<2x32x32xf32> {graph.name = "w"}, %v: tensor<1x32x32xf32> {graph.name = "v"})
    -> (tensor<2x32xf32> {graph.name = "y"}) attributes {graph.entry} {
  %both = graph.packed_matmul %h, %w columns = 64 : tensor<2x32xf32>, tensor<2x32x32xf32> -> tensor<2x64xf32>
  %0 = graph.slice %both [0, 0] steps = [1, 1] : tensor<2x64xf32> to tensor<2x32xf32>
  %update = graph.sigmoid %0 : tensor<2x32xf32>
  %1 = graph.slice %both [0, 32] steps = [1, 1] : tensor<2x64xf32> to tensor<2x32xf32>
  %reset = graph.sigmoid %1 : tensor<2x32xf32>
  %kept = graph.mul %reset, %h : tensor<2x32xf32>
  %candidate = graph.packed_matmul %kept, %v columns = 32 : tensor<2x32xf32>, tensor<1x32x32xf32> -> tensor<2x32xf32>
  %next = graph.mul %update, %candidate : tensor<2x32xf32>
  return %next : tensor<2x32xf32>
}
