// RUN: mlc-opt %s -mlc-simplify-graph -split-input-file | FileCheck %s

// Zeros around the input become the convolution's own pads.
// CHECK-LABEL: @pad
func.func @pad(%x: tensor<?x1x4xf32>, %w: tensor<2x1x3xf32>) -> tensor<?x2x5xf32> {
  // CHECK-NOT: graph.pad
  // CHECK: graph.convolution %{{.*}} strides = [1] low = [2] high = [1]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x4xf32>
  %z = graph.constant dense<0.0> : tensor<f32>
  %p = graph.pad constant %x, %z low = [0, 0, 1] sizes(%n) : tensor<?x1x4xf32>, tensor<f32> to tensor<?x1x6xf32>
  %r = graph.convolution %p, %w strides = [1] low = [1] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<?x1x6xf32>, tensor<2x1x3xf32> -> tensor<?x2x5xf32>
  return %r : tensor<?x2x5xf32>
}

// -----

// Ones are no zeros.
// CHECK-LABEL: @pad_ones
func.func @pad_ones(%x: tensor<1x1x4xf32>, %w: tensor<2x1x3xf32>) -> tensor<1x2x4xf32> {
  // CHECK: graph.pad
  %z = graph.constant dense<1.0> : tensor<f32>
  %p = graph.pad constant %x, %z low = [0, 0, 1] : tensor<1x1x4xf32>, tensor<f32> to tensor<1x1x6xf32>
  %r = graph.convolution %p, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<1x1x6xf32>, tensor<2x1x3xf32> -> tensor<1x2x4xf32>
  return %r : tensor<1x2x4xf32>
}
