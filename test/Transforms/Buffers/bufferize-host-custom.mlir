// RUN: mlc-opt %s --mlc-number-kernels --mlc-bufferize-host | FileCheck %s
// RUN: mlc-opt %s --mlc-number-kernels --mlc-bufferize-host --mlc-rt-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK: module attributes {{{.*}}rt.custom_ops = ["my.scale", "my.select"]
graph.symbol @n {min = 1 : i64}

// A result of static shape is computed in the output.
// CHECK-LABEL: rt.entry @fixed
func.func @fixed(%x: tensor<4xf32>) -> tensor<4xf32> attributes {graph.entry} {
  // CHECK: %[[O:.*]] = rt.output 0()
  // CHECK: rt.custom "my.scale"(%[[X:.*]]) to(%[[O]]) extents() : (tensor<4xf32>) -> tensor<4xf32>
  // LLVM: llvm.call @mlc_rt_custom(
  %0 = graph.custom "my.scale" (%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Otherwise the op says how large it is.
// CHECK-LABEL: rt.entry @asked
func.func @asked(%x: tensor<?xf32> {graph.dims = ["n"]}) -> tensor<?x2xf32> attributes {graph.entry} {
  // CHECK: %[[N:.*]] = rt.symbol @n
  // CHECK: %[[E:.*]] = rt.custom_shape "my.select"(%[[X:.*]]) extents(%[[N]]) : (tensor<?xf32>) -> tensor<?x2xf32> -> index
  // CHECK: %[[O:.*]] = rt.output 0(%[[E]])
  // CHECK: rt.custom "my.select"(%[[X]]) to(%[[O]]) extents(%[[N]], %[[E]])
  // LLVM: llvm.call @mlc_rt_custom_shape(
  // LLVM: llvm.call @mlc_rt_custom(
  %0 = graph.custom "my.select" (%x) : (tensor<?xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
