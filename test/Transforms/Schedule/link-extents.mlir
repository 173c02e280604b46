// RUN: mlc-opt %s --mlc-link-extents | FileCheck %s

// The number of rows is the operand's own: the kernel says so itself, and the
// broadcast to it has nothing to ask at run time.
// CHECK-LABEL: func.func @main
// CHECK: kernel.call @softmax(%{{.*}}) dims(%[[ROWS:.*]], %{{.*}}) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK: kernel.call @other(%{{.*}}, %{{.*}})
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %k = tensor.dim %y, %c0 : tensor<?x?xf32>
  %0 = kernel.call @softmax(%x, %m, %n) dims(%m, %n) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %1 = kernel.call @other(%x, %m) dims(%m, %n) : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %2 = kernel.call @other(%x, %k) dims(%k, %n) : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK: kernel.func @softmax(%[[X:.*]]: tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: graph.broadcast %{{.*}} dims = [0] sizes(%[[M]], %[[N]])
kernel.func @softmax(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32>
    attributes {kernel.kind = "row", kernel.rows = 1 : i64} {
  %0 = graph.reduce max %x dims = [1] : tensor<?x?xf32> -> tensor<?xf32>
  %1 = graph.broadcast %0 dims = [0] sizes(%m, %n) : tensor<?xf32> to tensor<?x?xf32>
  %2 = graph.sub %x, %1 : tensor<?x?xf32>
  kernel.return %2 : tensor<?x?xf32>
}

// One call has another number: nothing is known.
// CHECK: kernel.func @other(%{{.*}}: tensor<?x?xf32>, %{{.*}}: index)
kernel.func @other(%x: tensor<?x?xf32>, %m: index) -> tensor<?x?xf32> attributes {kernel.kind = "loop"} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = graph.broadcast %x dims = [0, 1] sizes(%m, %n) : tensor<?x?xf32> to tensor<?x?xf32>
  kernel.return %0 : tensor<?x?xf32>
}
