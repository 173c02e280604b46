// RUN: mlc-opt %s -mlc-simplify-graph -split-input-file | FileCheck %s

// CHECK-LABEL: @neutral
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: index)
func.func @neutral(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %one = graph.constant dense<1.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %minus = graph.constant dense<-0.0> : tensor<f32>
  %ob = graph.broadcast %one dims = [] sizes(%n) : tensor<f32> to tensor<?x4xf32>
  %zb = graph.broadcast %zero dims = [] sizes(%n) : tensor<f32> to tensor<?x4xf32>
  %mb = graph.broadcast %minus dims = [] sizes(%n) : tensor<f32> to tensor<?x4xf32>
  %a = graph.mul %ob, %x : tensor<?x4xf32>
  %b = graph.div %a, %ob : tensor<?x4xf32>
  %c = graph.sub %b, %zb : tensor<?x4xf32>
  %d = graph.add %c, %mb : tensor<?x4xf32>
  %e = graph.pow %d, %ob : tensor<?x4xf32>
  return %e : tensor<?x4xf32>
}

// -----

// -0 + +0 is +0, and 1 - x is not x.
// CHECK-LABEL: @not_neutral
func.func @not_neutral(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: graph.add
  // CHECK: graph.sub
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %a = graph.add %x, %zero : tensor<4xf32>
  %b = graph.sub %zero, %x : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @twice
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[H:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi32>)
func.func @twice(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf16>, tensor<4xi32>, tensor<4xf32>) {
  // CHECK-NEXT: return %[[X]], %[[H]], %[[I]], %[[X]]
  %a = graph.neg %x : tensor<4xf32>
  %b = graph.neg %a : tensor<4xf32>
  %c = graph.cast %h : tensor<4xf16> to tensor<4xf32>
  %d = graph.cast %c : tensor<4xf32> to tensor<4xf16>
  %e = graph.cast %i : tensor<4xi32> to tensor<4xi64>
  %f = graph.cast %e : tensor<4xi64> to tensor<4xi32>
  %g = graph.reverse %x dims = [0] : tensor<4xf32>
  %r = graph.reverse %g dims = [0] : tensor<4xf32>
  return %b, %d, %f, %r : tensor<4xf32>, tensor<4xf16>, tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @lossy
func.func @lossy(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-COUNT-4: graph.cast
  %c = graph.cast %x : tensor<4xf32> to tensor<4xf16>
  %d = graph.cast %c : tensor<4xf16> to tensor<4xf32>
  %e = graph.cast %i : tensor<4xi32> to tensor<4xf32>
  %f = graph.cast %e : tensor<4xf32> to tensor<4xi32>
  return %d, %f : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: @choices
// CHECK-SAME: (%{{.*}}: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @choices(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: return %[[A]], %[[B]]
  %no = graph.constant dense<false> : tensor<4xi1>
  %c = graph.select %p, %a, %a : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  %d = graph.select %no, %a, %b : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}
