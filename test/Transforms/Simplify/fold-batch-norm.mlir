// RUN: mlc-opt %s -mlc-simplify-graph -mlc-fold-constants -canonicalize -split-input-file | FileCheck %s

// A batch norm after a convolution: filter * [2, 4], bias [1, 1] (mean 1 and 2,
// scale over deviation 2 and 4, bias 3 and 9).
// CHECK-LABEL: @batch_norm
// CHECK-SAME: (%[[X:.*]]: tensor<1x1x4xf32>)
func.func @batch_norm(%x: tensor<1x1x4xf32>) -> tensor<1x2x2xf32> {
  // CHECK-DAG: %[[W:.*]] = graph.constant dense<{{.*}}[2.000000e+00, 4.000000e+00, 6.000000e+00]{{.*}}[4.000000e+00, 4.000000e+00, 8.000000e+00]{{.*}}> : tensor<2x1x3xf32>
  // CHECK-DAG: %[[B:.*]] = graph.constant dense<1.000000e+00> : tensor<{{.*}}xf32>
  // CHECK: %[[C:.*]] = graph.convolution %[[X]], %[[W]]
  // CHECK: %[[R:.*]] = graph.add %[[C]]
  // CHECK-NOT: graph.batch_norm
  // CHECK: return %[[R]]
  %w = graph.constant dense<[[[1.0, 2.0, 3.0]], [[1.0, 1.0, 2.0]]]> : tensor<2x1x3xf32>
  %s = graph.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %b = graph.constant dense<[3.0, 9.0]> : tensor<2xf32>
  %m = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = graph.constant dense<[0.75, 0.75]> : tensor<2xf32>
  %c = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<1x1x4xf32>, tensor<2x1x3xf32> -> tensor<1x2x2xf32>
  %r = graph.batch_norm %c, %s, %b, %m, %v epsilon = 0.25 : (tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  return %r : tensor<1x2x2xf32>
}

// -----

// A convolution with its own bias, which is scaled and shifted too.
// CHECK-LABEL: @bias
func.func @bias(%x: tensor<?x1x4xf32>) -> tensor<?x1x2xf32> {
  // CHECK-DAG: graph.constant dense<{{.*}}2.000000e+00, 4.000000e+00, 6.000000e+00{{.*}}> : tensor<1x1x3xf32>
  // CHECK-DAG: graph.constant dense<2.500000e+01> : tensor<1xf32>
  // CHECK: graph.convolution
  // CHECK-COUNT-1: graph.add
  // CHECK-NOT: graph.mul
  // CHECK: return
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x4xf32>
  %w = graph.constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %two = graph.constant dense<2.0> : tensor<1xf32>
  %ten = graph.constant dense<10.0> : tensor<1xf32>
  %five = graph.constant dense<5.0> : tensor<1xf32>
  %f = graph.broadcast %two dims = [1] sizes(%n) : tensor<1xf32> to tensor<?x1x2xf32>
  %t = graph.broadcast %ten dims = [1] sizes(%n) : tensor<1xf32> to tensor<?x1x2xf32>
  %v = graph.broadcast %five dims = [1] sizes(%n) : tensor<1xf32> to tensor<?x1x2xf32>
  %c = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<?x1x4xf32>, tensor<1x1x3xf32> -> tensor<?x1x2xf32>
  %a = graph.add %c, %t : tensor<?x1x2xf32>
  %b = graph.mul %a, %f : tensor<?x1x2xf32>
  %r = graph.add %b, %v : tensor<?x1x2xf32>
  return %r : tensor<?x1x2xf32>
}

// -----

// Statistics that are arguments: the batch norm stays.
// CHECK-LABEL: @training
func.func @training(%x: tensor<1x2x2xf32>, %m: tensor<2xf32>) -> tensor<1x2x2xf32> {
  // CHECK: graph.batch_norm
  %r = graph.batch_norm %x, %m, %m, %m, %m epsilon = 0.25 : (tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  return %r : tensor<1x2x2xf32>
}

// -----

// A bias that is no vector, then something else: nothing is built in vain, so
// the rewriting ends.
// CHECK-LABEL: func @residual
// CHECK: %[[Y:.*]] = graph.convolution
// CHECK: %[[B:.*]] = graph.broadcast
// CHECK: %[[S:.*]] = graph.add %[[Y]], %[[B]]
// CHECK: graph.add %arg1, %[[S]]
func.func @residual(%x: tensor<1x2x4x4xf32>, %z: tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32> {
  %w = graph.constant dense<0.5> : tensor<3x2x1x1xf32>
  %c = graph.constant dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf32>
  %y = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0] lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x2x4x4xf32>, tensor<3x2x1x1xf32> -> tensor<1x3x4x4xf32>
  %b = graph.broadcast %c dims = [0, 1, 2, 3] : tensor<1x3x1x1xf32> to tensor<1x3x4x4xf32>
  %s = graph.add %y, %b : tensor<1x3x4x4xf32>
  %r = graph.add %z, %s : tensor<1x3x4x4xf32>
  return %r : tensor<1x3x4x4xf32>
}
