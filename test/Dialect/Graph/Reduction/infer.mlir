// RUN: mlc-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: @reduce
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x4xf32>)
func.func @reduce(%x: tensor<?x?x4xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[C1:.*]] = arith.constant 1 : index
  // CHECK: %[[D:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK: return %[[D]], %[[D]]
  %r = graph.reduce sum %x dims = [0, 2] : tensor<?x?x4xf32> -> tensor<?xf32>
  %a = tensor.dim %r, %c0 : tensor<?xf32>
  %s = graph.arg_reduce max %x dim = 0 : tensor<?x?x4xf32> -> tensor<?x4xi64>
  %b = tensor.dim %s, %c0 : tensor<?x4xi64>
  return %a, %b : index, index
}

// -----

// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 - 1) floordiv 2 + 1)>
// CHECK-LABEL: @window
func.func @window(%x: tensor<1x3x?xf32>) -> index {
  %c2 = arith.constant 2 : index
  // CHECK: affine.apply #[[MAP]]
  %r = graph.window max %x kernel = [3] strides = [2] dilations = [1] low = [1] high = [1] : tensor<1x3x?xf32> -> tensor<1x3x?xf32>
  %a = tensor.dim %r, %c2 : tensor<1x3x?xf32>
  return %a : index
}

// -----

// CHECK: #[[PARTS:.*]] = affine_map<()[s0] -> (s0 ceildiv 32)>
// CHECK-LABEL: @reduce_blocks
func.func @reduce_blocks(%x: tensor<8x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  // CHECK: affine.apply #[[PARTS]]
  %r = graph.reduce_blocks sum %x dim = 1 block = 32 : tensor<8x?xf32> -> tensor<8x?xf32>
  %a = tensor.dim %r, %c1 : tensor<8x?xf32>
  return %a : index
}
