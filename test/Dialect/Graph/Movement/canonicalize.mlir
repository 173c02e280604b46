// RUN: mlc-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: @reshapes
// CHECK-SAME: (%[[X:.*]]: tensor<2x6xf32>)
func.func @reshapes(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // CHECK-NEXT: return %[[X]]
  %a = graph.reshape %x : tensor<2x6xf32> to tensor<12xf32>
  %b = graph.reshape %a : tensor<12xf32> to tensor<2x6xf32>
  return %b : tensor<2x6xf32>
}

// -----

// CHECK-LABEL: @transposes
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>)
func.func @transposes(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4x2x3xf32>) {
  // CHECK-NEXT: %[[B:.*]] = graph.transpose %[[X]] [2, 0, 1]
  // CHECK-NEXT: return %[[X]], %[[B]]
  %a = graph.transpose %x [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %b = graph.transpose %a [2, 0, 1] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  %c = graph.transpose %a [1, 2, 0] : tensor<3x4x2xf32> -> tensor<4x2x3xf32>
  return %b, %c : tensor<2x3x4xf32>, tensor<4x2x3xf32>
}

// -----

// Moving an extent of 1 moves no element.
// CHECK-LABEL: @unit_transpose
func.func @unit_transpose(%x: tensor<1x3x4xf32>) -> tensor<3x1x4xf32> {
  // CHECK-NEXT: graph.reshape %{{.*}} : tensor<1x3x4xf32> to tensor<3x1x4xf32>
  %r = graph.transpose %x [1, 0, 2] : tensor<1x3x4xf32> -> tensor<3x1x4xf32>
  return %r : tensor<3x1x4xf32>
}

// -----

// CHECK-LABEL: @broadcasts
func.func @broadcasts(%x: tensor<3xf32>) -> tensor<2x4x3xf32> {
  // CHECK-NEXT: graph.broadcast %{{.*}} dims = [2] : tensor<3xf32> to tensor<2x4x3xf32>
  %a = graph.broadcast %x dims = [1] : tensor<3xf32> to tensor<4x3xf32>
  %b = graph.broadcast %a dims = [1, 2] : tensor<4x3xf32> to tensor<2x4x3xf32>
  return %b : tensor<2x4x3xf32>
}

// -----

// A reduction that kept its dimension, spread again.
// CHECK-LABEL: @kept_dimension
func.func @kept_dimension(%x: tensor<4xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: graph.broadcast %{{.*}} dims = [0] : tensor<4xf32> to tensor<4x8xf32>
  %a = graph.reshape %x : tensor<4xf32> to tensor<4x1xf32>
  %b = graph.broadcast %a dims = [0, 1] : tensor<4x1xf32> to tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @whole
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<4xf32>, %[[O:.*]]: tensor<1x4xf32>)
func.func @whole(%x: tensor<4xf32>, %u: tensor<4xf32>, %o: tensor<1x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x4xf32>) {
  // CHECK-NEXT: return %[[X]], %[[X]], %[[U]], %[[O]]
  %a = graph.slice %x [0] steps = [1] : tensor<4xf32> to tensor<4xf32>
  %b = graph.concat %x dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
  %c = graph.insert_slice %u into %x [0] : tensor<4xf32> into tensor<4xf32>
  %d = graph.reverse %o dims = [0] : tensor<1x4xf32>
  return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x4xf32>
}

// -----

// CHECK-LABEL: @splats
func.func @splats() -> (tensor<6xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<4x2x3xf32>) {
  // CHECK-DAG: graph.constant dense<1.000000e+00> : tensor<6xf32>
  // CHECK-DAG: graph.constant dense<1.000000e+00> : tensor<3x2xf32>
  // CHECK-DAG: graph.constant dense<1.000000e+00> : tensor<2xf32>
  // CHECK-DAG: graph.constant dense<1.000000e+00> : tensor<4x2x3xf32>
  // CHECK: return
  %c = graph.constant dense<1.0> : tensor<2x3xf32>
  %a = graph.reshape %c : tensor<2x3xf32> to tensor<6xf32>
  %b = graph.transpose %c [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %s = graph.slice %a [0] steps = [1] : tensor<6xf32> to tensor<2xf32>
  %d = graph.broadcast %c dims = [1, 2] : tensor<2x3xf32> to tensor<4x2x3xf32>
  return %a, %b, %s, %d : tensor<6xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<4x2x3xf32>
}

// -----

// The extent itself, or all elements over the rest, is no change of shape. A size
// from elsewhere may not fit, which the run must still find out.
// CHECK-LABEL: @own_extent
func.func @own_extent(%x: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %all = arith.muli %d, %c4 : index
  %rest = arith.floordivsi %all, %c4 : index
  // CHECK: %[[R:.*]] = graph.reshape %arg0 sizes(%arg1)
  // CHECK: return %arg0, %arg0, %[[R]]
  %a = graph.reshape %x sizes(%d) : tensor<?x4xf32> to tensor<?x4xf32>
  %b = graph.reshape %x sizes(%rest) : tensor<?x4xf32> to tensor<?x4xf32>
  %c = graph.reshape %x sizes(%n) : tensor<?x4xf32> to tensor<?x4xf32>
  return %a, %b, %c : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}
