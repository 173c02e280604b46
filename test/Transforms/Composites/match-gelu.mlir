// RUN: mlc-opt %s -mlc-match-composites -canonicalize -split-input-file | FileCheck %s

// x * 0.5 * (1 + erf(x / sqrt 2))
// CHECK-LABEL: @erf
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %{{.*}}: index)
func.func @erf(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK-NEXT: %[[R:.*]] = graph.gelu erf %[[X]] : tensor<?xf32>
  // CHECK-NEXT: return %[[R]]
  %half = graph.constant dense<0.5> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %root = graph.constant dense<1.41421354> : tensor<f32>
  %rb = graph.broadcast %root dims = [] sizes(%n) : tensor<f32> to tensor<?xf32>
  %ob = graph.broadcast %one dims = [] sizes(%n) : tensor<f32> to tensor<?xf32>
  %hb = graph.broadcast %half dims = [] sizes(%n) : tensor<f32> to tensor<?xf32>
  %d = graph.div %x, %rb : tensor<?xf32>
  %e = graph.erf %d : tensor<?xf32>
  %s = graph.add %e, %ob : tensor<?xf32>
  %h = graph.mul %x, %hb : tensor<?xf32>
  %r = graph.mul %h, %s : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// x * (0.5 + 0.5 erf(0.7071 x))
// CHECK-LABEL: @other_order
func.func @other_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: graph.gelu erf %{{.*}} : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %root = graph.constant dense<0.707106769> : tensor<4xf32>
  %d = graph.mul %x, %root : tensor<4xf32>
  %e = graph.erf %d : tensor<4xf32>
  %f = graph.mul %e, %half : tensor<4xf32>
  %s = graph.add %f, %half : tensor<4xf32>
  %r = graph.mul %s, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// 0.5 x (1 + tanh(0.79788 (x + 0.044715 x^3)))
// CHECK-LABEL: @tanh
func.func @tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: graph.gelu tanh %{{.*}} : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %three = graph.constant dense<3.0> : tensor<4xf32>
  %cubic = graph.constant dense<0.044715> : tensor<4xf32>
  %slope = graph.constant dense<0.797884583> : tensor<4xf32>
  %p = graph.pow %x, %three : tensor<4xf32>
  %c = graph.mul %p, %cubic : tensor<4xf32>
  %a = graph.add %x, %c : tensor<4xf32>
  %i = graph.mul %a, %slope : tensor<4xf32>
  %t = graph.tanh %i : tensor<4xf32>
  %s = graph.add %t, %one : tensor<4xf32>
  %h = graph.mul %x, %s : tensor<4xf32>
  %r = graph.mul %h, %half : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// 0.79788 x (1 + 0.044715 x x) inside the tanh
// CHECK-LABEL: @tanh_factored
func.func @tanh_factored(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: graph.gelu tanh %{{.*}} : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %cubic = graph.constant dense<0.044715> : tensor<4xf32>
  %slope = graph.constant dense<0.797884583> : tensor<4xf32>
  %q = graph.mul %x, %x : tensor<4xf32>
  %c = graph.mul %q, %cubic : tensor<4xf32>
  %a = graph.add %one, %c : tensor<4xf32>
  %b = graph.mul %x, %slope : tensor<4xf32>
  %i = graph.mul %b, %a : tensor<4xf32>
  %t = graph.tanh %i : tensor<4xf32>
  %s = graph.add %one, %t : tensor<4xf32>
  %h = graph.mul %half, %s : tensor<4xf32>
  %r = graph.mul %x, %h : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A wrong constant is another function.
// CHECK-LABEL: @wrong_constant
func.func @wrong_constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: graph.gelu
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %root = graph.constant dense<0.70> : tensor<4xf32>
  %d = graph.mul %x, %root : tensor<4xf32>
  %e = graph.erf %d : tensor<4xf32>
  %s = graph.add %e, %one : tensor<4xf32>
  %h = graph.mul %x, %half : tensor<4xf32>
  %r = graph.mul %h, %s : tensor<4xf32>
  return %r : tensor<4xf32>
}
