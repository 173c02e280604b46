// RUN: mlc-opt %s --mlc-lower-kernels=levels=v3 | FileCheck %s

// The maximum and the sum of a row are computed once a row. The broadcast asks
// for element 0 of the leading extent, the row for element `row / 40`: with an
// extent of 1 they are the same, and found to be.

// The maximum in four parts, since no order of it loses anything; the exponentials
// are kept in the result for the division.

// CHECK-LABEL: func.func @softmax(
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c32 iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: math.exp
// CHECK: vector.store {{.*}}, %arg5
// CHECK: scf.for {{.*}} iter_args
// CHECK: math.exp
// CHECK: memref.store {{.*}}, %arg5
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK-NOT: math.exp
// CHECK: vector.load %arg5
// CHECK: arith.divf
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

// The same with rows that are counted at run time, once the kernel knows that they
// are its operand's (mlc-link-extents).

// CHECK-LABEL: func.func @dynamic(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: return
kernel.func @dynamic(%x: tensor<?x625xf32>) -> tensor<?x625xf32>
    attributes {kernel.kind = "row", kernel.rows = 1 : i64} {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x625xf32>
  %max = graph.reduce max %x dims = [1] : tensor<?x625xf32> -> tensor<?xf32>
  %b = graph.broadcast %max dims = [0] sizes(%m) : tensor<?xf32> to tensor<?x625xf32>
  %d = graph.sub %x, %b : tensor<?x625xf32>
  %e = graph.exp %d : tensor<?x625xf32>
  %sum = graph.reduce sum %e dims = [1] : tensor<?x625xf32> -> tensor<?xf32>
  %s = graph.broadcast %sum dims = [0] sizes(%m) : tensor<?xf32> to tensor<?x625xf32>
  %y = graph.div %e, %s : tensor<?x625xf32>
  kernel.return %y : tensor<?x625xf32>
}

// The rows have a number of their own beside the operand's extents: that both are
// one follows from the sum of what has the one and what has the other.

// CHECK-LABEL: func.func @two_names(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: return
kernel.func @two_names(%bias: tensor<625xf32>, %m: index, %n: index, %a: tensor<?x?x625xf32>)
    -> tensor<?x?x625xf32> attributes {kernel.kind = "row", kernel.rows = 2 : i64} {
  %wide = graph.broadcast %bias dims = [2] sizes(%m, %n) : tensor<625xf32> to tensor<?x?x625xf32>
  %x = graph.add %a, %wide : tensor<?x?x625xf32>
  %max = graph.reduce max %x dims = [2] : tensor<?x?x625xf32> -> tensor<?x?xf32>
  %b = graph.broadcast %max dims = [0, 1] sizes(%m, %n) : tensor<?x?xf32> to tensor<?x?x625xf32>
  %d = graph.sub %x, %b : tensor<?x?x625xf32>
  %e = graph.exp %d : tensor<?x?x625xf32>
  %sum = graph.reduce sum %e dims = [2] : tensor<?x?x625xf32> -> tensor<?x?xf32>
  %s = graph.broadcast %sum dims = [0, 1] sizes(%m, %n) : tensor<?x?xf32> to tensor<?x?x625xf32>
  %y = graph.div %e, %s : tensor<?x?x625xf32>
  kernel.return %y : tensor<?x?x625xf32>
}

// Through a reshape that only adds a dimension of 1, as exporters write it.

// CHECK-LABEL: func.func @kept_dimension(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: return
kernel.func @kept_dimension(%x: tensor<?x?x625xf32>) -> tensor<?x?x625xf32>
    attributes {kernel.kind = "row", kernel.rows = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?x625xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x625xf32>
  %sum = graph.reduce sum %x dims = [2] : tensor<?x?x625xf32> -> tensor<?x?xf32>
  %k = graph.reshape %sum sizes(%m, %n) : tensor<?x?xf32> to tensor<?x?x1xf32>
  %s = graph.broadcast %k dims = [0, 1, 2] sizes(%m, %n) : tensor<?x?x1xf32> to tensor<?x?x625xf32>
  %y = graph.div %x, %s : tensor<?x?x625xf32>
  kernel.return %y : tensor<?x?x625xf32>
}
