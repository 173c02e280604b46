// RUN: mlc-opt %s --mlc-assign-layouts --canonicalize --cse --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-assign-layouts=always=true --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ALWAYS

// An image goes in plain, the region behind it is blocked, the mean over the map
// leaves it as a view. The residual and its addition stay inside.

// CHECK-LABEL: func.func @residual
// CHECK-NOT: graph.to_blocked
// CHECK: %[[A:.*]] = graph.blocked_convolution %arg0, {{.*}} channels = 32 of 3
// CHECK-SAME: tensor<1x3x8x8xf32>, tensor<1x3x3x3x32xf32> -> tensor<1x2x8x8x16xf32>
// CHECK: %[[B:.*]] = graph.broadcast %{{.*}} dims = [1, 4] : tensor<2x16xf32> to tensor<1x2x8x8x16xf32>
// CHECK: %[[C:.*]] = graph.add %[[A]], %[[B]]
// CHECK: %[[D:.*]] = graph.max %[[C]], %{{.*}} : tensor<1x2x8x8x16xf32>
// CHECK: %[[E:.*]] = graph.blocked_convolution %[[D]], {{.*}} channels = 32 of 32
// CHECK: %[[F:.*]] = graph.add %[[E]], %[[D]]
// CHECK: %[[G:.*]] = graph.reduce sum %[[F]] dims = [2, 3] : tensor<1x2x8x8x16xf32> -> tensor<1x2x16xf32>
// CHECK: %[[H:.*]] = graph.reshape %[[G]] : tensor<1x2x16xf32> to tensor<1x32xf32>
// CHECK: return %[[H]]
func.func @residual(%x: tensor<1x3x8x8xf32>) -> tensor<1x32xf32> {
  %zero = graph.constant dense<0.0> : tensor<1x32x8x8xf32>
  %w = graph.constant dense<0.5> : tensor<32x3x3x3xf32>
  %v = graph.constant dense<0.25> : tensor<32x32x3x3xf32>
  %b = graph.constant dense<[1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16.,
    1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16.]> : tensor<32xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x3x8x8xf32>, tensor<32x3x3x3xf32> -> tensor<1x32x8x8xf32>
  %1 = graph.broadcast %b dims = [1] : tensor<32xf32> to tensor<1x32x8x8xf32>
  %2 = graph.add %0, %1 : tensor<1x32x8x8xf32>
  %3 = graph.max %2, %zero : tensor<1x32x8x8xf32>
  %4 = graph.convolution %3, %v strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x8x8xf32>
  %5 = graph.add %4, %3 : tensor<1x32x8x8xf32>
  %6 = graph.reduce sum %5 dims = [2, 3] : tensor<1x32x8x8xf32> -> tensor<1x32xf32>
  return %6 : tensor<1x32xf32>
}

// -----

// One convolution between plain values would pay for two reorders.

// CHECK-LABEL: func.func @alone
// CHECK: graph.convolution
// ALWAYS-LABEL: func.func @alone
// ALWAYS: %[[A:.*]] = graph.to_blocked %arg0 dim = 1 block = 16 : tensor<1x24x8x8xf32> -> tensor<1x2x8x8x16xf32>
// ALWAYS: %[[B:.*]] = graph.blocked_convolution %[[A]], {{.*}} channels = 40 of 24
// ALWAYS: graph.from_blocked %[[B]] channels = 40 : tensor<1x3x8x8x16xf32> -> tensor<1x40x8x8xf32>
func.func @alone(%x: tensor<1x24x8x8xf32>) -> tensor<1x40x8x8xf32> {
  %w = graph.constant dense<0.5> : tensor<40x24x1x1xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x24x8x8xf32>, tensor<40x24x1x1xf32> -> tensor<1x40x8x8xf32>
  return %0 : tensor<1x40x8x8xf32>
}

// -----

// Depthwise, pooling, a scale per channel from the region itself (squeeze and
// excite), dynamic batch and extents.

// ALWAYS-LABEL: func.func @light
// ALWAYS: %[[X:.*]] = graph.to_blocked %arg0
// ALWAYS: %[[D:.*]] = graph.blocked_convolution %[[X]], %{{.*}} channels = 32 of 32 {{.*}} groups = 32 : tensor<?x2x?x?x16xf32>, tensor<2x3x3x16xf32>
// ALWAYS: %[[P:.*]] = graph.window max %[[D]] kernel = [2, 2, 1] strides = [2, 2, 1]
// ALWAYS: %[[R:.*]] = graph.reduce sum %[[P]] dims = [2, 3] : tensor<?x2x?x?x16xf32> -> tensor<?x2x16xf32>
// ALWAYS: %[[B:.*]] = graph.broadcast %[[R]] dims = [0, 1, 4] sizes
// ALWAYS: %[[M:.*]] = graph.mul %[[P]], %[[B]]
// ALWAYS: graph.from_blocked %[[M]]
func.func @light(%x: tensor<?x32x?x?xf32>, %n: index, %h: index, %v: index) -> tensor<?x32x?x?xf32> {
  %w = graph.constant dense<0.5> : tensor<32x1x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 32
    : tensor<?x32x?x?xf32>, tensor<32x1x3x3xf32> -> tensor<?x32x?x?xf32>
  %1 = graph.window max %0 kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [0, 0] : tensor<?x32x?x?xf32> -> tensor<?x32x?x?xf32>
  %2 = graph.reduce sum %1 dims = [2, 3] : tensor<?x32x?x?xf32> -> tensor<?x32xf32>
  %3 = graph.reshape %2 sizes(%n) : tensor<?x32xf32> to tensor<?x32x1x1xf32>
  %4 = graph.broadcast %3 dims = [0, 1, 2, 3] sizes(%n, %h, %v) : tensor<?x32x1x1xf32> to tensor<?x32x?x?xf32>
  %5 = graph.mul %1, %4 : tensor<?x32x?x?xf32>
  return %5 : tensor<?x32x?x?xf32>
}

// -----

// Seams of whole blocks join and cut; others are a border.

// ALWAYS-LABEL: func.func @seams
// ALWAYS: %[[A:.*]] = graph.window max
// ALWAYS: graph.concat %[[A]], %[[A]] dim = 1 : (tensor<1x2x4x4x16xf32>, tensor<1x2x4x4x16xf32>) -> tensor<1x4x4x4x16xf32>
// ALWAYS: graph.slice %{{.*}} [0, 1, 0, 0, 0] steps = [1, 1, 1, 1, 1] : tensor<1x4x4x4x16xf32> to tensor<1x2x4x4x16xf32>
// ALWAYS: graph.from_blocked
// ALWAYS: graph.slice %{{.*}} [0, 8, 0, 0]
func.func @seams(%x: tensor<1x32x8x8xf32>) -> (tensor<1x32x4x4xf32>, tensor<1x8x4x4xf32>) {
  %0 = graph.window max %x kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [0, 0] : tensor<1x32x8x8xf32> -> tensor<1x32x4x4xf32>
  %1 = graph.concat %0, %0 dim = 1 : (tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>) -> tensor<1x64x4x4xf32>
  %2 = graph.slice %1 [0, 16, 0, 0] steps = [1, 1, 1, 1] : tensor<1x64x4x4xf32> to tensor<1x32x4x4xf32>
  %3 = graph.slice %1 [0, 8, 0, 0] steps = [1, 1, 1, 1] : tensor<1x64x4x4xf32> to tensor<1x8x4x4xf32>
  return %2, %3 : tensor<1x32x4x4xf32>, tensor<1x8x4x4xf32>
}

// -----

// Twice the columns, as a resize makes them: reshapes and repetitions behind the
// channels stay in the layout.

// ALWAYS-LABEL: func.func @upsampled
// ALWAYS: graph.blocked_convolution
// ALWAYS-NOT: graph.from_blocked
// ALWAYS: graph.broadcast {{.*}} dims = [0, 1, 2, 3, 5] : tensor<1x2x8x8x16xf32> to tensor<1x2x8x8x2x16xf32>
// ALWAYS: graph.reshape {{.*}} to tensor<1x2x8x16x16xf32>
// ALWAYS: graph.blocked_convolution
func.func @upsampled(%x: tensor<1x32x8x8xf32>) -> tensor<1x32x8x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x8x8xf32>
  %1 = graph.broadcast %0 dims = [0, 1, 2, 3] : tensor<1x32x8x8xf32> to tensor<1x32x8x8x2xf32>
  %2 = graph.reshape %1 : tensor<1x32x8x8x2xf32> to tensor<1x32x8x16xf32>
  %3 = graph.convolution %2, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x8x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x8x16xf32>
  return %3 : tensor<1x32x8x16xf32>
}
