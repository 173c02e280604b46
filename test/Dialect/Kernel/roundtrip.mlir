// RUN: mlc-opt -allow-unregistered-dialect %s | mlc-opt -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: kernel.func @scale(%{{.*}}: tensor<?x4xf32>, %{{.*}}: index) -> tensor<?x4xf32>
// CHECK-SAME: attributes {kernel.flops = 16 : i64, kernel.index = 0 : i64, kernel.kind = "loop"}
kernel.func @scale(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32>
    attributes {kernel.kind = "loop", kernel.flops = 16 : i64, kernel.index = 0 : i64} {
  // CHECK: kernel.return %{{.*}} : tensor<?x4xf32>
  kernel.return %x : tensor<?x4xf32>
}

// CHECK-LABEL: kernel.func @two() -> (tensor<2xi64>, tensor<?xf32>)
kernel.func @two() -> (tensor<2xi64>, tensor<?xf32>) {
  %a = arith.constant dense<1> : tensor<2xi64>
  %b = "test.make"() : () -> tensor<?xf32>
  kernel.return %a, %b : tensor<2xi64>, tensor<?xf32>
}

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<?x4xf32>, %d0: index) -> tensor<?x4xf32> {
  // CHECK: kernel.call @scale(%{{.*}}, %{{.*}}) dims(%{{.*}}) : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  %r = kernel.call @scale(%a, %d0) dims(%d0) : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  // CHECK: kernel.call @two() dims(%{{.*}}) : () -> (tensor<2xi64>, tensor<?xf32>)
  %s:2 = kernel.call @two() dims(%d0) : () -> (tensor<2xi64>, tensor<?xf32>)
  "test.keep"(%s#0, %s#1) : (tensor<2xi64>, tensor<?xf32>) -> ()
  return %r : tensor<?x4xf32>
}

// CHECK: module @isa_v3 attributes {kernel.isa = "v3"}
module @isa_v3 attributes {kernel.isa = "v3"} {
  // CHECK: kernel.kind = "loop"
  func.func @scale() attributes {kernel.kind = "loop"} { return }
}
