// RUN: mlc-opt %s --mlc-number-kernels | FileCheck %s

// Kernels in module order; nodes in the order in which the entry reaches them.
// CHECK: module attributes {rt.nodes = ["first", "second", "shape", "third"]}
module {
  // CHECK: kernel.func @b{{.*}}kernel.index = 0
  kernel.func @b(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = graph.neg %x : tensor<4xf32> loc("third")
    kernel.return %0 : tensor<4xf32>
  }
  // CHECK: kernel.func @a{{.*}}kernel.index = 1
  kernel.func @a(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = graph.exp %x : tensor<4xf32> loc("first")
    %1 = graph.neg %0 : tensor<4xf32> loc("second")
    kernel.return %1 : tensor<4xf32>
  }
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {graph.entry} {
    %0 = kernel.call @a(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.reshape %0 : tensor<4xf32> to tensor<4xf32> loc("shape")
    %2 = kernel.call @b(%1) : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
