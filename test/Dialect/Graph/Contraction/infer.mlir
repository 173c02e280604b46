// RUN: mlc-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: @product
// CHECK-SAME: (%[[A:.*]]: tensor<?x3x?xf32>, %[[B:.*]]: tensor<?x?x5xf32>)
func.func @product(%a: tensor<?x3x?xf32>, %b: tensor<?x?x5xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[D:.*]] = tensor.dim %[[A]], %[[C0]]
  // CHECK: return %[[D]]
  %r = graph.dot_general %a, %b batch = [0] x [0] contract = [2] x [1] : tensor<?x3x?xf32>, tensor<?x?x5xf32> -> tensor<?x3x5xf32>
  %d = tensor.dim %r, %c0 : tensor<?x3x5xf32>
  return %d : index
}

// -----

// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 - 3) floordiv 2 + 2)>
// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<?x2x?xf32>, %w: tensor<3x2x3xf32>) -> index {
  %c2 = arith.constant 2 : index
  // CHECK: affine.apply #[[MAP]]
  %r = graph.convolution %x, %w strides = [2] low = [1] high = [1] lhs_dilation = [1] rhs_dilation = [1] groups = 1 : tensor<?x2x?xf32>, tensor<3x2x3xf32> -> tensor<?x3x?xf32>
  %d = tensor.dim %r, %c2 : tensor<?x3x?xf32>
  return %d : index
}
