// RUN: mlc-opt %s --mlc-lower-kernels=levels=v3 | FileCheck %s

// The maximum and the sum of a row are computed once a row. The broadcast asks
// for element 0 of the leading extent, the row for element `row / 40`: with an
// extent of 1 they are the same, and found to be.

// CHECK-LABEL: func.func @softmax(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: return
kernel.func @softmax(%x: tensor<1x40x625xf32>) -> tensor<1x40x625xf32>
    attributes {kernel.kind = "row", kernel.rows = 2 : i64} {
  %max = graph.reduce max %x dims = [2] : tensor<1x40x625xf32> -> tensor<1x40xf32>
  %b = graph.broadcast %max dims = [0, 1] : tensor<1x40xf32> to tensor<1x40x625xf32>
  %d = graph.sub %x, %b : tensor<1x40x625xf32>
  %e = graph.exp %d : tensor<1x40x625xf32>
  %sum = graph.reduce sum %e dims = [2] : tensor<1x40x625xf32> -> tensor<1x40xf32>
  %s = graph.broadcast %sum dims = [0, 1] : tensor<1x40xf32> to tensor<1x40x625xf32>
  %y = graph.div %e, %s : tensor<1x40x625xf32>
  kernel.return %y : tensor<1x40x625xf32>
}
