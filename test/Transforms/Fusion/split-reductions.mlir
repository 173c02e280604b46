// RUN: mlc-opt %s --mlc-split-reductions --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-split-reductions --mlc-fuse-kernels --split-input-file | FileCheck %s --check-prefix=FUSED

// Sums of rows and columns of a product begin in its kernel.

// CHECK-LABEL: @sums
// CHECK: %[[C:.*]] = graph.dot_general
// CHECK: %[[R:.*]] = graph.reduce_blocks sum %[[C]] dim = 1 block = 32 : tensor<80x70xf32> -> tensor<80x3xf32>
// CHECK: graph.reduce sum %[[R]] dims = [1]
// CHECK: %[[S:.*]] = graph.reduce_blocks max %[[C]] dim = 0 block = 64 : tensor<80x70xf32> -> tensor<2x70xf32>
// CHECK: graph.reduce max %[[S]] dims = [0]
// FUSED-LABEL: @sums
// FUSED: %[[K:.*]]:3 = kernel.call @k0
// FUSED: kernel.call @k1(%[[K]]#1)
// FUSED: kernel.call @k2(%[[K]]#2)
// FUSED: return %[[K]]#0
// FUSED: kernel.func @k0
// FUSED-SAME: kernel.kind = "contraction"
// FUSED: graph.dot_general
// FUSED-COUNT-2: graph.reduce_blocks
func.func @sums(%a: tensor<80x16xf32>, %b: tensor<16x70xf32>)
    -> (tensor<80x70xf32>, tensor<80xf32>, tensor<70xf32>) {
  %c = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0]
    : tensor<80x16xf32>, tensor<16x70xf32> -> tensor<80x70xf32>
  %r = graph.reduce sum %c dims = [1] : tensor<80x70xf32> -> tensor<80xf32>
  %s = graph.reduce max %c dims = [0] : tensor<80x70xf32> -> tensor<70xf32>
  return %c, %r, %s : tensor<80x70xf32>, tensor<80xf32>, tensor<70xf32>
}

// -----

// A norm meets the product again: that is a kernel over rows.

// CHECK-LABEL: @norm
// CHECK-NOT: reduce_blocks
func.func @norm(%a: tensor<80x16xf32>, %b: tensor<16x70xf32>) -> tensor<80x70xf32> {
  %c = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0]
    : tensor<80x16xf32>, tensor<16x70xf32> -> tensor<80x70xf32>
  %r = graph.reduce sum %c dims = [1] : tensor<80x70xf32> -> tensor<80xf32>
  %w = graph.broadcast %r dims = [0] : tensor<80xf32> to tensor<80x70xf32>
  %n = graph.div %c, %w : tensor<80x70xf32>
  return %n : tensor<80x70xf32>
}

// -----

// Narrow floats would round every part.

// CHECK-LABEL: @narrow
// CHECK-NOT: reduce_blocks
func.func @narrow(%a: tensor<80x16xf16>, %b: tensor<16x70xf16>) -> tensor<80xf16> {
  %c = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0]
    : tensor<80x16xf16>, tensor<16x70xf16> -> tensor<80x70xf16>
  %r = graph.reduce sum %c dims = [1] : tensor<80x70xf16> -> tensor<80xf16>
  return %r : tensor<80xf16>
}

// -----

// Also behind what is fused to the product, and in a batch.

// CHECK-LABEL: @batched
// CHECK: graph.reduce_blocks sum %{{.*}} dim = 1 block = 64 : tensor<4x80x70xf32> -> tensor<4x2x70xf32>
// FUSED-LABEL: @batched
// FUSED: %{{.*}}:2 = kernel.call @k0
func.func @batched(%a: tensor<4x80x16xf32>, %b: tensor<4x16x70xf32>) -> (tensor<4x80x70xf32>, tensor<4x70xf32>) {
  %c = graph.dot_general %a, %b batch = [0] x [0] contract = [2] x [1]
    : tensor<4x80x16xf32>, tensor<4x16x70xf32> -> tensor<4x80x70xf32>
  %e = graph.neg %c : tensor<4x80x70xf32>
  %r = graph.reduce sum %e dims = [1] : tensor<4x80x70xf32> -> tensor<4x70xf32>
  return %e, %r : tensor<4x80x70xf32>, tensor<4x70xf32>
}

// -----

// Extents of the parts are asked of the product's operands: they are computed
// before the call, where its result cannot be asked yet.

// FUSED-LABEL: @dynamic
// FUSED-NOT: tensor.dim %{{.*}}#
// FUSED: %[[K:.*]]:2 = kernel.call @k0
// FUSED: kernel.call @k1(%[[K]]#1)
func.func @dynamic(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<f64> {
  %c = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0]
    : tensor<?x?xf64>, tensor<?x?xf64> -> tensor<?x?xf64>
  %r = graph.reduce prod %c dims = [0, 1] : tensor<?x?xf64> -> tensor<f64>
  return %r : tensor<f64>
}
