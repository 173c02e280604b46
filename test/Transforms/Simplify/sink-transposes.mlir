// RUN: mlc-opt %s -mlc-simplify-graph -split-input-file | FileCheck %s

// There and back around pointwise ops.
// CHECK-LABEL: @cancel
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>)
func.func @cancel(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK-NOT: graph.transpose
  // CHECK: %[[A:.*]] = graph.add %[[X]]
  // CHECK: %[[B:.*]] = graph.exp %[[A]] : tensor<2x3x4xf32>
  // CHECK: return %[[B]]
  %one = graph.constant dense<1.0> : tensor<3x4x2xf32>
  %t = graph.transpose %x [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %a = graph.add %t, %one : tensor<3x4x2xf32>
  %b = graph.exp %a : tensor<3x4x2xf32>
  %r = graph.transpose %b [2, 0, 1] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}

// -----

// Two equal transposes become one.
// CHECK-LABEL: @join
func.func @join(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[A:.*]] = graph.mul %{{.*}} : tensor<2x3xf32>
  // CHECK: graph.transpose %[[A]] [1, 0]
  // CHECK-NOT: graph.transpose
  // CHECK: return
  %a = graph.transpose %x [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %b = graph.transpose %y [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %r = graph.mul %a, %b : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: @different
func.func @different(%x: tensor<2x2x2xf32>, %y: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  // CHECK-COUNT-2: graph.transpose
  // CHECK: graph.mul
  %a = graph.transpose %x [1, 0, 2] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %b = graph.transpose %y [2, 1, 0] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %r = graph.mul %a, %b : tensor<2x2x2xf32>
  return %r : tensor<2x2x2xf32>
}
