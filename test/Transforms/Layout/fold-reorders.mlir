// RUN: mlc-opt %s --mlc-fold-reorders --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-assign-layouts --mlc-fold-reorders --canonicalize --split-input-file | FileCheck %s --check-prefix=NET

// CHECK-LABEL: func.func @from_last
// CHECK: %[[V:.*]] = graph.reshape %arg0 : tensor<1x8x9x32xf32> to tensor<1x8x9x2x16xf32>
// CHECK: graph.transpose %[[V]] [0, 3, 1, 2, 4] : tensor<1x8x9x2x16xf32> -> tensor<1x2x8x9x16xf32>
func.func @from_last(%x: tensor<1x8x9x32xf32>) -> tensor<1x2x8x9x16xf32> {
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<1x8x9x32xf32> -> tensor<1x32x8x9xf32>
  %1 = graph.to_blocked %0 dim = 1 block = 16 : tensor<1x32x8x9xf32> -> tensor<1x2x8x9x16xf32>
  return %1 : tensor<1x2x8x9x16xf32>
}

// CHECK-LABEL: func.func @to_last
// CHECK: %[[T:.*]] = graph.transpose %arg0 [0, 2, 3, 1, 4] : tensor<1x2x8x?x16xf32> -> tensor<1x8x?x2x16xf32>
// CHECK: graph.reshape %[[T]] sizes({{.*}}) : tensor<1x8x?x2x16xf32> to tensor<1x8x?x32xf32>
func.func @to_last(%x: tensor<1x2x8x?x16xf32>) -> tensor<1x8x?x32xf32> {
  %0 = graph.from_blocked %x channels = 32 : tensor<1x2x8x?x16xf32> -> tensor<1x32x8x?xf32>
  %1 = graph.transpose %0 [0, 2, 3, 1] : tensor<1x32x8x?xf32> -> tensor<1x8x?x32xf32>
  return %1 : tensor<1x8x?x32xf32>
}

// Half a block has to be cut out one channel at a time.

// CHECK-LABEL: func.func @half
// CHECK: graph.from_blocked
// CHECK: graph.transpose
func.func @half(%x: tensor<1x2x8x8x16xf32>) -> tensor<1x8x8x24xf32> {
  %0 = graph.from_blocked %x channels = 24 : tensor<1x2x8x8x16xf32> -> tensor<1x24x8x8xf32>
  %1 = graph.transpose %0 [0, 2, 3, 1] : tensor<1x24x8x8xf32> -> tensor<1x8x8x24xf32>
  return %1 : tensor<1x8x8x24xf32>
}

// -----

// A depthwise convolution between channels-last ops, its residual with it: the
// whole stream is blocked, though the additions read nothing blocked at first.

// NET-LABEL: func.func @next
// NET-NOT: graph.to_blocked
// NET-NOT: graph.from_blocked
// NET: graph.add %{{.*}}, %{{.*}} : tensor<1x2x8x8x16xf32>
// NET: graph.blocked_convolution
// NET: graph.transpose %{{.*}} [0, 2, 3, 1, 4]
func.func @next(%x: tensor<1x8x8x32xf32>, %y: tensor<1x8x8x32xf32>) -> (tensor<1x8x8x32xf32>, tensor<1x8x8x32xf32>) {
  %w = graph.constant dense<0.5> : tensor<32x1x7x7xf32>
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<1x8x8x32xf32> -> tensor<1x32x8x8xf32>
  %1 = graph.transpose %y [0, 3, 1, 2] : tensor<1x8x8x32xf32> -> tensor<1x32x8x8xf32>
  %2 = graph.add %0, %1 : tensor<1x32x8x8xf32>
  %3 = graph.convolution %2, %w strides = [1, 1] low = [3, 3] high = [3, 3]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 32
    : tensor<1x32x8x8xf32>, tensor<32x1x7x7xf32> -> tensor<1x32x8x8xf32>
  %4 = graph.transpose %3 [0, 2, 3, 1] : tensor<1x32x8x8xf32> -> tensor<1x8x8x32xf32>
  %5 = graph.transpose %2 [0, 2, 3, 1] : tensor<1x32x8x8xf32> -> tensor<1x8x8x32xf32>
  return %4, %5 : tensor<1x8x8x32xf32>, tensor<1x8x8x32xf32>
}
