// RUN: mlc-opt %s --mlc-split-transposed-convolutions --canonicalize --split-input-file | FileCheck %s

// Two by two at a step of two: four channels of one by one for each, with what
// follows as their epilogue; then the phases go between each other.

// CHECK-LABEL: func.func @two_by_two
// CHECK-DAG: graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<24x8x1x1xf32>>
// CHECK: %[[C:.*]] = graph.convolution %arg0, %{{.*}} strides = [1, 1] low = [0, 0] high = [0, 0] lhs_dilation = [1, 1]
// CHECK-SAME: tensor<1x8x4x5xf32>, tensor<24x8x1x1xf32> -> tensor<1x24x4x5xf32>
// CHECK: %[[R:.*]] = graph.broadcast %arg1 dims = [0] : tensor<6xf32> to tensor<6x4xf32>
// CHECK: %[[F:.*]] = graph.reshape %[[R]] : tensor<6x4xf32> to tensor<24xf32>
// CHECK: %[[B:.*]] = graph.broadcast %[[F]] dims = [1] : tensor<24xf32> to tensor<1x24x4x5xf32>
// CHECK: %[[A:.*]] = graph.add %[[C]], %[[B]] : tensor<1x24x4x5xf32>
// CHECK: %[[M:.*]] = graph.max %[[A]], %{{.*}} : tensor<1x24x4x5xf32>
// CHECK: %[[S:.*]] = graph.reshape %[[M]] : tensor<1x24x4x5xf32> to tensor<1x6x2x2x4x5xf32>
// CHECK: %[[T:.*]] = graph.transpose %[[S]] [0, 1, 4, 2, 5, 3]
// CHECK: %[[W:.*]] = graph.reshape %[[T]] : tensor<1x6x4x2x5x2xf32> to tensor<1x6x8x10xf32>
// CHECK: return %[[W]]
func.func @two_by_two(%x: tensor<1x8x4x5xf32>, %bias: tensor<6xf32>) -> tensor<1x6x8x10xf32> {
  %w = graph.constant dense<0.5> : tensor<6x8x2x2xf32>
  %zero = graph.constant dense<0.0> : tensor<1x6x8x10xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [2, 2] rhs_dilation = [1, 1] groups = 1
    : tensor<1x8x4x5xf32>, tensor<6x8x2x2xf32> -> tensor<1x6x8x10xf32>
  %1 = graph.broadcast %bias dims = [1] : tensor<6xf32> to tensor<1x6x8x10xf32>
  %2 = graph.add %0, %1 : tensor<1x6x8x10xf32>
  %3 = graph.max %2, %zero : tensor<1x6x8x10xf32>
  return %3 : tensor<1x6x8x10xf32>
}

// -----

// Three taps at a step of two: phases of one and two taps share a window. What is
// too much is cut off.

// CHECK-LABEL: func.func @three_taps
// CHECK: graph.convolution %arg0, %{{.*}} strides = [1] low = [0] high = [0]
// CHECK-SAME: tensor<1x4x8xf32>, tensor<6x4x2xf32> -> tensor<1x6x7xf32>
// CHECK: graph.transpose {{.*}} [0, 1, 3, 2] : tensor<1x3x2x7xf32> -> tensor<1x3x7x2xf32>
// CHECK: graph.slice {{.*}} : tensor<1x3x14xf32> to tensor<1x3x13xf32>
func.func @three_taps(%x: tensor<1x4x8xf32>) -> tensor<1x3x13xf32> {
  %w = graph.constant dense<0.5> : tensor<3x4x3xf32>
  %0 = graph.convolution %x, %w strides = [1] low = [0] high = [0]
    lhs_dilation = [2] rhs_dilation = [1] groups = 1
    : tensor<1x4x8xf32>, tensor<3x4x3xf32> -> tensor<1x3x13xf32>
  return %0 : tensor<1x3x13xf32>
}

// -----

// CHECK-LABEL: func.func @computed
// CHECK: lhs_dilation = [2]
func.func @computed(%x: tensor<1x4x8xf32>, %w: tensor<3x4x3xf32>) -> tensor<1x3x13xf32> {
  %0 = graph.convolution %x, %w strides = [1] low = [0] high = [0]
    lhs_dilation = [2] rhs_dilation = [1] groups = 1
    : tensor<1x4x8xf32>, tensor<3x4x3xf32> -> tensor<1x3x13xf32>
  return %0 : tensor<1x3x13xf32>
}
