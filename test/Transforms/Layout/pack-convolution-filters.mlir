// RUN: mlc-opt %s --mlc-pack-convolution-filters --split-input-file | FileCheck %s

// Pads become a border in front of the kernel.

// CHECK-LABEL: func.func @bordered
// CHECK: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<1x1x3x3x16x32xf32>>
// CHECK: %[[P:.*]] = graph.pad constant %arg0, {{.*}} low = [0, 0, 1, 1]
// CHECK-SAME: to tensor<1x16x10x10xf32>
// CHECK: graph.packed_convolution %[[P]], %[[W]] channels = 32 kernel = [3, 3]
func.func @bordered(%x: tensor<1x16x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %w = graph.constant dense<0.5> : tensor<32x16x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32> -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// -----

// One channel per group leaves the panel empty.

// CHECK-LABEL: func.func @depthwise
// CHECK: graph.convolution
func.func @depthwise(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %w = graph.constant dense<0.5> : tensor<16x1x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 16
    : tensor<1x16x8x8xf32>, tensor<16x1x3x3xf32> -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}
