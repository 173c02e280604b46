// RUN: mlc-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize -cse -split-input-file | FileCheck %s
// The extents of results in terms of operands.

// CHECK-LABEL: @movement
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[N:.*]]: index)
func.func @movement(%x: tensor<?x?xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[A:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %[[C0]]
  %t = graph.transpose %x [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  %a = tensor.dim %t, %c0 : tensor<?x?xf32>
  %b = graph.broadcast %x dims = [1, 2] sizes(%n, %n, %n) : tensor<?x?xf32> to tensor<?x?x?xf32>
  %d = tensor.dim %b, %c0 : tensor<?x?x?xf32>
  // CHECK: %[[S:.*]] = arith.addi %[[B]], %[[B]]
  %c = graph.concat %x, %x dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.dim %c, %c0 : tensor<?x?xf32>
  // CHECK: return %[[A]], %[[N]], %[[S]]
  return %a, %d, %e : index, index, index
}

// -----

// CHECK-LABEL: @indexed
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[I:.*]]: tensor<?x2xi64>, %[[U:.*]]: tensor<1x4xf32>)
func.func @indexed(%x: tensor<?x4xf32>, %i: tensor<?x2xi64>, %u: tensor<1x4xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[A:.*]] = tensor.dim %[[I]]
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]]
  // CHECK: return %[[A]], %[[A]], %[[B]]
  %g = graph.gather %x, %i dim = 0 : tensor<?x4xf32>, tensor<?x2xi64> -> tensor<?x2x4xf32>
  %a = tensor.dim %g, %c0 : tensor<?x2x4xf32>
  %n = graph.gather_nd %x, %i batch_dims = 0 : tensor<?x4xf32>, tensor<?x2xi64> -> tensor<?xf32>
  %b = tensor.dim %n, %c0 : tensor<?xf32>
  %s = graph.insert_slice %u into %x [0, 0] : tensor<1x4xf32> into tensor<?x4xf32>
  %c = tensor.dim %s, %c0 : tensor<?x4xf32>
  return %a, %b, %c : index, index, index
}
