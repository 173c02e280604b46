// RUN: mlc-opt %s --mlc-decompose-composites | FileCheck %s
// RUN: mlc-opt %s --mlc-decompose-composites=keep=graph.softmax | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: func.func @softmax
// CHECK: graph.reduce max
// CHECK: graph.exp
// CHECK: graph.reduce sum
// CHECK: graph.div
// KEEP-LABEL: func.func @softmax
// KEEP: graph.softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.softmax %x dim = 1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @attention
// CHECK: graph.dot_general
// CHECK-NOT: graph.softmax
// CHECK: graph.dot_general
// KEEP-LABEL: func.func @attention
// KEEP: graph.softmax
func.func @attention(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x4x8xf32>, %v: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %0 = graph.attention %q, %k, %v scale = 0.25 {causal = true}
    : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %0 : tensor<1x2x4x8xf32>
}
