// RUN: mlc-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// CHECK-LABEL: @extents
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>)
func.func @extents(%x: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[D:.*]] = tensor.dim %[[X]]
  // CHECK: return %[[D]]
  %a = graph.exp %x : tensor<?x4xf32>
  %b = graph.compare lt %a, %x : tensor<?x4xf32>
  %c = graph.cast %b : tensor<?x4xi1> to tensor<?x4xi32>
  %d = tensor.dim %c, %c0 : tensor<?x4xi32>
  return %d : index
}
