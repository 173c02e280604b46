// RUN: mlc-opt %s --mlc-fuse-kernels --split-input-file | FileCheck %s

// A transpose behind an epilogue reads what the product's kernel made, instead of
// taking the epilogue and leaving the sums to memory.

// CHECK-LABEL: kernel.func @k0
// CHECK-SAME: -> tensor<8x20xi8> attributes {{.*}}kernel.kind = "contraction"
// CHECK: graph.packed_integer_matmul
// CHECK: graph.quantize
// CHECK-LABEL: kernel.func @k1
// CHECK: graph.transpose
// CHECK-NOT: kernel.func
func.func @main(%x: tensor<8x18xui8> {graph.name = "x"}, %w: tensor<2x5x16x4xi8> {graph.name = "w"}, %s: tensor<32xi32> {graph.name = "s"})
    -> (tensor<20x8xi8> {graph.name = "y"}) attributes {graph.entry} {
  %scale = graph.constant dense<2.0> : tensor<f32>
  %zero = graph.constant dense<3> : tensor<i8>
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20
    : tensor<8x18xui8>, tensor<2x5x16x4xi8>, tensor<32xi32> -> tensor<8x20xi32>
  %1 = graph.cast %0 : tensor<8x20xi32> to tensor<8x20xf32>
  %2 = graph.quantize %1, %scale, %zero axis = 0 block = 0 : tensor<8x20xf32>, tensor<f32>, tensor<i8> -> tensor<8x20xi8>
  %3 = graph.transpose %2 [1, 0] : tensor<8x20xi8> -> tensor<20x8xi8>
  return %3 : tensor<20x8xi8>
}

// -----

// Sums of rows that an epilogue reads are made before, once.

// CHECK-LABEL: kernel.func @k0
// CHECK: graph.reduce sum
// CHECK-LABEL: kernel.func @k1
// CHECK-NOT: graph.reduce
// CHECK: graph.packed_integer_matmul
// CHECK-NOT: graph.reduce
// CHECK: graph.sub
func.func @main(%x: tensor<8x18xui8> {graph.name = "x"}, %w: tensor<2x5x16x4xi8> {graph.name = "w"}, %s: tensor<32xi32> {graph.name = "s"})
    -> (tensor<8x20xi32> {graph.name = "y"}) attributes {graph.entry} {
  %0 = graph.cast %x : tensor<8x18xui8> to tensor<8x18xi32>
  %1 = graph.reduce sum %0 dims = [1] : tensor<8x18xi32> -> tensor<8xi32>
  %2 = graph.packed_integer_matmul %x, %w, %s columns = 20
    : tensor<8x18xui8>, tensor<2x5x16x4xi8>, tensor<32xi32> -> tensor<8x20xi32>
  %3 = graph.broadcast %1 dims = [0] : tensor<8xi32> to tensor<8x20xi32>
  %4 = graph.sub %2, %3 : tensor<8x20xi32>
  return %4 : tensor<8x20xi32>
}
