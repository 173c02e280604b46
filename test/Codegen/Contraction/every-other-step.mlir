// RUN: mlc-opt %s --mlc-lower-kernels=levels=v4 | FileCheck %s

// The weights of a recurrent step may be more than a cache holds. Every other step
// takes the items from the last to the first, and begins with what is still there.

// CHECK-LABEL: func.func @step(%arg0: index, %arg1: index,
// CHECK:         scf.for %[[I:.*]] = %arg0 to %arg1
// CHECK:         %[[BACK:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK:         arith.remui %arg8, %c2
// CHECK:         arith.select %{{.*}}, %[[BACK]], %[[I]]
kernel.func @step(%x: tensor<9x1x64xf32>, %t: index, %h: tensor<1x1x64xf32>, %w: tensor<2x64x32xf32>)
    -> tensor<1x1x64xf32> attributes {kernel.kind = "contraction"} {
  %row = graph.slice %x [%t, 0, 0] steps = [1, 1, 1] : tensor<9x1x64xf32> to tensor<1x1x64xf32>
  %p = graph.packed_matmul %h, %w columns = 64 : tensor<1x1x64xf32>, tensor<2x64x32xf32> -> tensor<1x1x64xf32>
  %y = graph.add %row, %p : tensor<1x1x64xf32>
  kernel.return %y : tensor<1x1x64xf32>
}

// No step, no order.
// CHECK-LABEL: func.func @product(%arg0: index, %arg1: index,
// CHECK-NOT:     arith.select
// CHECK:         return
kernel.func @product(%h: tensor<1x1x64xf32>, %w: tensor<2x64x32xf32>)
    -> tensor<1x1x64xf32> attributes {kernel.kind = "contraction"} {
  %p = graph.packed_matmul %h, %w columns = 64 : tensor<1x1x64xf32>, tensor<2x64x32xf32> -> tensor<1x1x64xf32>
  kernel.return %p : tensor<1x1x64xf32>
}
