// RUN: mlc-opt %s -mlc-match-composites -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: @softmax
// CHECK-SAME: (%[[X:.*]]: tensor<2x8xf32>)
func.func @softmax(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = graph.softmax %[[X]] dim = 1 : tensor<2x8xf32>
  // CHECK-NEXT: return %[[R]]
  %m = graph.reduce max %x dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  %mb = graph.broadcast %m dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %d = graph.sub %x, %mb : tensor<2x8xf32>
  %e = graph.exp %d : tensor<2x8xf32>
  %s = graph.reduce sum %e dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  %sb = graph.broadcast %s dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %r = graph.div %e, %sb : tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

// Dimensions kept as extents of 1, dynamic extents.
// CHECK-LABEL: @kept_dims
func.func @kept_dims(%x: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: graph.softmax %{{.*}} dim = 2 : tensor<?x?x8xf32>
  // CHECK-NOT: graph.exp
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %e = graph.exp %x : tensor<?x?x8xf32>
  %s = graph.reduce sum %e dims = [2] : tensor<?x?x8xf32> -> tensor<?x?xf32>
  %sr = graph.reshape %s sizes(%n, %k) : tensor<?x?xf32> to tensor<?x?x1xf32>
  %sb = graph.broadcast %sr dims = [0, 1, 2] sizes(%n, %k) : tensor<?x?x1xf32> to tensor<?x?x8xf32>
  %r = graph.div %e, %sb : tensor<?x?x8xf32>
  return %r : tensor<?x?x8xf32>
}

// -----

// CHECK-LABEL: @logarithm
func.func @logarithm(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: graph.softmax %{{.*}} dim = 1 {logarithm = true} : tensor<2x8xf32>
  %m = graph.reduce max %x dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  %mb = graph.broadcast %m dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %d = graph.sub %x, %mb : tensor<2x8xf32>
  %e = graph.exp %d : tensor<2x8xf32>
  %s = graph.reduce sum %e dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  %l = graph.log %s : tensor<2xf32>
  %lb = graph.broadcast %l dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %r = graph.sub %d, %lb : tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

// The sum came back to another dimension (a square tensor hides it in the type).
// CHECK-LABEL: @crosswise
func.func @crosswise(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NOT: graph.softmax
  %e = graph.exp %x : tensor<8x8xf32>
  %s = graph.reduce sum %e dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %sb = graph.broadcast %s dims = [1] : tensor<8xf32> to tensor<8x8xf32>
  %r = graph.div %e, %sb : tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Divided by the sum of something else.
// CHECK-LABEL: @foreign_sum
func.func @foreign_sum(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NOT: graph.softmax
  %e = graph.exp %x : tensor<2x8xf32>
  %s = graph.reduce sum %x dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  %sb = graph.broadcast %s dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %r = graph.div %e, %sb : tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
