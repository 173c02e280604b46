// RUN: mlc-opt %s -mlc-match-composites -canonicalize -split-input-file | FileCheck %s

// Q K^T / 8 + mask, its softmax, times V; the key transposed as BERT writes it.
// CHECK-LABEL: @bert
// CHECK-SAME: (%[[Q:.*]]: tensor<?x12x16x64xf32>, %[[K:.*]]: tensor<?x16x12x64xf32>, %[[V:.*]]: tensor<?x12x16x64xf32>, %[[M:.*]]: tensor<?x1x1x16xf32>)
func.func @bert(%q: tensor<?x12x16x64xf32>, %k: tensor<?x16x12x64xf32>, %v: tensor<?x12x16x64xf32>,
                %m: tensor<?x1x1x16xf32>) -> tensor<?x12x16x64xf32> {
  // CHECK: %[[KT:.*]] = graph.transpose %[[K]] [0, 2, 1, 3]
  // CHECK: %[[R:.*]] = graph.attention %[[Q]], %[[KT]], %[[V]], %[[M]] scale = 1.250000e-01
  // CHECK: return %[[R]]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x12x16x64xf32>
  %eight = graph.constant dense<8.0> : tensor<f32>
  %t = graph.transpose %k [0, 2, 3, 1] : tensor<?x16x12x64xf32> -> tensor<?x12x64x16xf32>
  %s = graph.dot_general %q, %t batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<?x12x16x64xf32>, tensor<?x12x64x16xf32> -> tensor<?x12x16x16xf32>
  %e = graph.broadcast %eight dims = [] sizes(%n) : tensor<f32> to tensor<?x12x16x16xf32>
  %d = graph.div %s, %e : tensor<?x12x16x16xf32>
  %mb = graph.broadcast %m dims = [0, 1, 2, 3] sizes(%n) : tensor<?x1x1x16xf32> to tensor<?x12x16x16xf32>
  %a = graph.add %d, %mb : tensor<?x12x16x16xf32>
  %w = graph.softmax %a dim = 3 : tensor<?x12x16x16xf32>
  %r = graph.dot_general %w, %v batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<?x12x16x16xf32>, tensor<?x12x16x64xf32> -> tensor<?x12x16x64xf32>
  return %r : tensor<?x12x16x64xf32>
}

// -----

// Query and key scaled apart, no mask, and the softmax itself decomposed.
// CHECK-LABEL: @decomposed
func.func @decomposed(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x6x8xf32>, %v: tensor<1x2x6x8xf32>) -> tensor<1x2x4x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = graph.attention %{{.*}}, %{{.*}}, %{{.*}} scale = 2.500000e-01
  // CHECK-NEXT: return %[[R]]
  %h = graph.constant dense<0.5> : tensor<1x2x4x8xf32>
  %i = graph.constant dense<0.5> : tensor<1x2x6x8xf32>
  %qs = graph.mul %q, %h : tensor<1x2x4x8xf32>
  %ks = graph.mul %k, %i : tensor<1x2x6x8xf32>
  %s = graph.dot_general %qs, %ks batch = [0, 1] x [0, 1] contract = [3] x [3]
    : tensor<1x2x4x8xf32>, tensor<1x2x6x8xf32> -> tensor<1x2x4x6xf32>
  %m = graph.reduce max %s dims = [3] : tensor<1x2x4x6xf32> -> tensor<1x2x4xf32>
  %mb = graph.broadcast %m dims = [0, 1, 2] : tensor<1x2x4xf32> to tensor<1x2x4x6xf32>
  %d = graph.sub %s, %mb : tensor<1x2x4x6xf32>
  %e = graph.exp %d : tensor<1x2x4x6xf32>
  %t = graph.reduce sum %e dims = [3] : tensor<1x2x4x6xf32> -> tensor<1x2x4xf32>
  %tb = graph.broadcast %t dims = [0, 1, 2] : tensor<1x2x4xf32> to tensor<1x2x4x6xf32>
  %w = graph.div %e, %tb : tensor<1x2x4x6xf32>
  %r = graph.dot_general %w, %v batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<1x2x4x6xf32>, tensor<1x2x6x8xf32> -> tensor<1x2x4x8xf32>
  return %r : tensor<1x2x4x8xf32>
}

// -----

// A softmax along the rows is no attention.
// CHECK-LABEL: @other_dim
func.func @other_dim(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  // CHECK-NOT: graph.attention
  %s = graph.dot_general %q, %k batch = [0, 1] x [0, 1] contract = [3] x [3]
    : tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32> -> tensor<1x2x4x4xf32>
  %w = graph.softmax %s dim = 2 : tensor<1x2x4x4xf32>
  %r = graph.dot_general %w, %k batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32> -> tensor<1x2x4x8xf32>
  return %r : tensor<1x2x4x8xf32>
}

// -----

// The key transposed with batch and heads as one dimension, then scaled, as
// PyTorch's exporter writes it.
// CHECK-LABEL: @heads_of_one_image
// CHECK-SAME: (%[[Q:.*]]: tensor<1x6x?x64xf32>, %[[K:.*]]: tensor<6x?x64xf32>, %[[V:.*]]: tensor<1x6x?x64xf32>)
func.func @heads_of_one_image(%q: tensor<1x6x?x64xf32>, %k: tensor<6x?x64xf32>, %v: tensor<1x6x?x64xf32>)
    -> tensor<1x6x?x64xf32> {
  // CHECK: %[[KT:.*]] = graph.reshape %[[K]] {{.*}} to tensor<1x6x?x64xf32>
  // CHECK: graph.attention %[[Q]], %[[KT]], %[[V]] scale = 0.12499999
  %c1 = arith.constant 1 : index
  %n = tensor.dim %k, %c1 : tensor<6x?x64xf32>
  %c2 = arith.constant 2 : index
  %m = tensor.dim %q, %c2 : tensor<1x6x?x64xf32>
  %root = graph.constant dense<0.353553385> : tensor<f32>
  %t = graph.transpose %k [0, 2, 1] : tensor<6x?x64xf32> -> tensor<6x64x?xf32>
  %u = graph.reshape %t sizes(%n) : tensor<6x64x?xf32> to tensor<1x6x64x?xf32>
  %rq = graph.broadcast %root dims = [] sizes(%m) : tensor<f32> to tensor<1x6x?x64xf32>
  %rk = graph.broadcast %root dims = [] sizes(%n) : tensor<f32> to tensor<1x6x64x?xf32>
  %qs = graph.mul %q, %rq : tensor<1x6x?x64xf32>
  %ks = graph.mul %u, %rk : tensor<1x6x64x?xf32>
  %s = graph.dot_general %qs, %ks batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<1x6x?x64xf32>, tensor<1x6x64x?xf32> -> tensor<1x6x?x?xf32>
  %w = graph.softmax %s dim = 3 : tensor<1x6x?x?xf32>
  %r = graph.dot_general %w, %v batch = [0, 1] x [0, 1] contract = [3] x [2]
    : tensor<1x6x?x?xf32>, tensor<1x6x?x64xf32> -> tensor<1x6x?x64xf32>
  return %r : tensor<1x6x?x64xf32>
}
