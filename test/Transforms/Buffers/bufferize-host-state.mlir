// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

graph.state @count : tensor<1xf32> = dense<0.0> : tensor<1xf32>
kernel.func @inc(%x: tensor<1xf32>) -> tensor<1xf32> {
  kernel.return %x : tensor<1xf32>
}

// Read, computed, written back: the kernel reads the block itself.
// CHECK-LABEL: rt.entry @step
func.func @step() -> tensor<1xf32> attributes {graph.entry} {
  // CHECK: %[[S:.*]] = rt.state @count
  // CHECK: %[[O:.*]] = rt.output 0()
  // CHECK: rt.launch @inc(%[[S]], %[[O]])
  // CHECK: %[[T:.*]] = rt.state @count
  // CHECK: rt.copy %[[O]] to %[[T]]()
  %0 = graph.state_read @count : tensor<1xf32>
  %1 = kernel.call @inc(%0) : (tensor<1xf32>) -> tensor<1xf32>
  graph.state_write @count, %1 : tensor<1xf32>
  return %1 : tensor<1xf32>
}

// The old value is wanted after the write: it is saved.
// CHECK-LABEL: rt.entry @exchange
func.func @exchange(%x: tensor<1xf32>) -> tensor<1xf32> attributes {graph.entry} {
  // CHECK: %[[S:.*]] = rt.state @count
  // CHECK: %[[T:.*]] = rt.alloc()
  // CHECK: rt.copy %[[S]] to %[[T]]()
  // CHECK: rt.copy %{{.*}} to %{{.*}}() : tensor<1xf32>
  // CHECK: rt.copy %[[T]] to
  %0 = graph.state_read @count : tensor<1xf32>
  graph.state_write @count, %x : tensor<1xf32>
  return %0 : tensor<1xf32>
}
