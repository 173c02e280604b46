// RUN: mlc-opt %s --mlc-count-nonzero | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<?x4xf32>) -> tensor<2x?xi64> {
  // CHECK: %[[Z:.*]] = graph.constant dense<0.0
  // CHECK: %[[B:.*]] = graph.broadcast %[[Z]]
  // CHECK: %[[C:.*]] = graph.compare ne %[[X:.*]], %[[B]]
  // CHECK: %[[I:.*]] = graph.cast %[[C]]
  // CHECK: %[[S:.*]] = graph.reduce sum %[[I]] dims = [0, 1]
  // CHECK: %[[E:.*]] = tensor.extract %[[S]][]
  // CHECK: %[[N:.*]] = arith.index_cast %[[E]]
  // CHECK: graph.nonzero %[[X]] size(%[[N]])
  %r = graph.nonzero %x : tensor<?x4xf32> -> tensor<2x?xi64>
  return %r : tensor<2x?xi64>
}

// Booleans are their own truth; a static result needs no count.
// CHECK-LABEL: func.func @others
func.func @others(%p: tensor<4xi1>) -> (tensor<1x?xi64>, tensor<1x2xi64>) {
  // CHECK-NOT: graph.compare
  // CHECK: graph.cast %{{.*}} : tensor<4xi1> to tensor<4xi64>
  // CHECK: graph.nonzero %{{.*}} size(
  %r = graph.nonzero %p : tensor<4xi1> -> tensor<1x?xi64>
  // CHECK: graph.nonzero %{{.*}} : tensor<4xi1> -> tensor<1x2xi64>
  %s = graph.nonzero %p : tensor<4xi1> -> tensor<1x2xi64>
  return %r, %s : tensor<1x?xi64>, tensor<1x2xi64>
}
