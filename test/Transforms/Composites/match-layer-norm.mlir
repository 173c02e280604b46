// RUN: mlc-opt %s -mlc-match-composites -canonicalize -split-input-file | FileCheck %s

// As PyTorch's exporter writes it: means that keep their dimension, pow, sqrt,
// div, then scale and bias.
// CHECK-LABEL: @exported
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x8xf32>, %[[G:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>)
func.func @exported(%x: tensor<?x?x8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: %[[R:.*]], %{{.*}}, %{{.*}} = graph.layer_norm %[[X]], %[[G]], %[[B]] dim = 2 epsilon = 9.99{{.*}}
  // CHECK-NOT: graph.div
  // CHECK: return %[[R]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %count = graph.constant dense<8.0> : tensor<f32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %eps = graph.constant dense<1.0e-5> : tensor<f32>
  %cb = graph.broadcast %count dims = [] sizes(%n, %k) : tensor<f32> to tensor<?x?x1xf32>
  %tb = graph.broadcast %two dims = [] sizes(%n, %k) : tensor<f32> to tensor<?x?x8xf32>
  %eb = graph.broadcast %eps dims = [] sizes(%n, %k) : tensor<f32> to tensor<?x?x1xf32>
  %s = graph.reduce sum %x dims = [2] : tensor<?x?x8xf32> -> tensor<?x?xf32>
  %sr = graph.reshape %s sizes(%n, %k) : tensor<?x?xf32> to tensor<?x?x1xf32>
  %m = graph.div %sr, %cb : tensor<?x?x1xf32>
  %mb = graph.broadcast %m dims = [0, 1, 2] sizes(%n, %k) : tensor<?x?x1xf32> to tensor<?x?x8xf32>
  %d = graph.sub %x, %mb : tensor<?x?x8xf32>
  %q = graph.pow %d, %tb : tensor<?x?x8xf32>
  %t = graph.reduce sum %q dims = [2] : tensor<?x?x8xf32> -> tensor<?x?xf32>
  %tr = graph.reshape %t sizes(%n, %k) : tensor<?x?xf32> to tensor<?x?x1xf32>
  %v = graph.div %tr, %cb : tensor<?x?x1xf32>
  %w = graph.add %v, %eb : tensor<?x?x1xf32>
  %o = graph.sqrt %w : tensor<?x?x1xf32>
  %ob = graph.broadcast %o dims = [0, 1, 2] sizes(%n, %k) : tensor<?x?x1xf32> to tensor<?x?x8xf32>
  %y = graph.div %d, %ob : tensor<?x?x8xf32>
  %gb = graph.broadcast %g dims = [2] sizes(%n, %k) : tensor<8xf32> to tensor<?x?x8xf32>
  %bb = graph.broadcast %b dims = [2] sizes(%n, %k) : tensor<8xf32> to tensor<?x?x8xf32>
  %z = graph.mul %y, %gb : tensor<?x?x8xf32>
  %r = graph.add %z, %bb : tensor<?x?x8xf32>
  return %r : tensor<?x?x8xf32>
}

// -----

// x * rsqrt(mean(x^2) + eps) * g
// CHECK-LABEL: @rms
func.func @rms(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: graph.layer_norm %{{.*}}, %{{.*}} dim = 1 epsilon = 9.99{{[^ ]*}} {rms = true}
  %eighth = graph.constant dense<0.125> : tensor<4xf32>
  %eps = graph.constant dense<1.0e-6> : tensor<4xf32>
  %q = graph.mul %x, %x : tensor<4x8xf32>
  %s = graph.reduce sum %q dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m = graph.mul %s, %eighth : tensor<4xf32>
  %w = graph.add %m, %eps : tensor<4xf32>
  %i = graph.rsqrt %w : tensor<4xf32>
  %ib = graph.broadcast %i dims = [0] : tensor<4xf32> to tensor<4x8xf32>
  %y = graph.mul %x, %ib : tensor<4x8xf32>
  %gb = graph.broadcast %g dims = [1] : tensor<8xf32> to tensor<4x8xf32>
  %r = graph.mul %y, %gb : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// The mean of another number of elements.
// CHECK-LABEL: @wrong_count
func.func @wrong_count(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: graph.layer_norm
  %seventh = graph.constant dense<7.0> : tensor<4xf32>
  %eps = graph.constant dense<1.0e-6> : tensor<4xf32>
  %q = graph.mul %x, %x : tensor<4x8xf32>
  %s = graph.reduce sum %q dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m = graph.div %s, %seventh : tensor<4xf32>
  %w = graph.add %m, %eps : tensor<4xf32>
  %i = graph.sqrt %w : tensor<4xf32>
  %ib = graph.broadcast %i dims = [0] : tensor<4xf32> to tensor<4x8xf32>
  %y = graph.div %x, %ib : tensor<4x8xf32>
  %gb = graph.broadcast %g dims = [1] : tensor<8xf32> to tensor<4x8xf32>
  %r = graph.mul %y, %gb : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
