// RUN: mlc-opt -mlc-fold-constants="recipe-bytes=2048 max-bytes=4096" -canonicalize %s | FileCheck %s

// CHECK-LABEL: func @arithmetic
// CHECK: graph.constant dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
// CHECK-NOT: graph.add
func.func @arithmetic() -> tensor<2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %c = graph.add %a, %b : tensor<2xf32>
  return %c : tensor<2xf32>
}

// What stays: division by zero is no error, an index out of range is one.
// CHECK-LABEL: func @errors_stay
// CHECK: graph.constant dense<0> : tensor<2xi32>
// CHECK: graph.gather
func.func @errors_stay() -> (tensor<2xi32>, tensor<1xi32>) {
  %a = graph.constant dense<[1, 2]> : tensor<2xi32>
  %z = graph.constant dense<0> : tensor<2xi32>
  %q = graph.div %a, %z : tensor<2xi32>
  %i = graph.constant dense<7> : tensor<1xi64>
  %g = graph.gather %a, %i dim = 0 : tensor<2xi32>, tensor<1xi64> -> tensor<1xi32>
  return %q, %g : tensor<2xi32>, tensor<1xi32>
}

// A broadcast stays for its users' sake, but an op on top of it is folded.
// CHECK-LABEL: func @broadcast
// CHECK-DAG: %[[B:.*]] = graph.broadcast
// CHECK-DAG: %[[C:.*]] = graph.constant dense<{{\[\[}}2, 4], [2, 4]]> : tensor<2x2xi32>
// CHECK: return %[[B]], %[[C]]
func.func @broadcast() -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %a = graph.constant dense<[1, 2]> : tensor<2xi32>
  %b = graph.broadcast %a dims = [1] : tensor<2xi32> to tensor<2x2xi32>
  %c = graph.add %b, %b : tensor<2x2xi32>
  return %b, %c : tensor<2x2xi32>, tensor<2x2xi32>
}

// Large movement is put off until the weights are written.
// CHECK-LABEL: func @recipe
// CHECK-NOT: graph.transpose
// CHECK: graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x400xi32>>
func.func @recipe() -> tensor<2x400xi32> {
  %z = graph.constant dense<0> : tensor<i32>
  %o = graph.constant dense<1> : tensor<i32>
  %a = graph.iota %z, %o dim = 0 : tensor<i32> -> tensor<400x2xi32>
  %t = graph.transpose %a [1, 0] : tensor<400x2xi32> -> tensor<2x400xi32>
  return %t : tensor<2x400xi32>
}

// A factor for each row of a large constant is put off as well.
// CHECK-LABEL: func @rows_scaled
// CHECK-NOT: graph.mul
// CHECK: graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x400xf32>>
func.func @rows_scaled() -> tensor<2x400xf32> {
  %z = graph.constant dense<0.0> : tensor<f32>
  %o = graph.constant dense<1.0> : tensor<f32>
  %f = graph.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %a = graph.iota %z, %o dim = 1 : tensor<f32> -> tensor<2x400xf32>
  %b = graph.broadcast %f dims = [0] : tensor<2xf32> to tensor<2x400xf32>
  %m = graph.mul %b, %a : tensor<2x400xf32>
  return %m : tensor<2x400xf32>
}

// Larger than the limit and than twice what it reads.
// CHECK-LABEL: func @too_large
// CHECK: graph.iota
func.func @too_large() -> tensor<4000xi32> {
  %z = graph.constant dense<0> : tensor<i32>
  %o = graph.constant dense<1> : tensor<i32>
  %a = graph.iota %z, %o dim = 0 : tensor<i32> -> tensor<4000xi32>
  return %a : tensor<4000xi32>
}

// CHECK-LABEL: func @random_stays
// CHECK: graph.random
func.func @random_stays() -> tensor<4xf32> {
  %k = graph.constant dense<[1, 2]> : tensor<2xui32>
  %r = graph.random uniform %k stream = 3 : tensor<2xui32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @scalars
// CHECK: %[[C:.*]] = arith.constant 5 : i64
// CHECK: return %[[C]]
func.func @scalars() -> i64 {
  %a = graph.constant dense<[4, 5]> : tensor<2xi64>
  %i = arith.constant 1 : index
  %e = tensor.extract %a[%i] : tensor<2xi64>
  return %e : i64
}
