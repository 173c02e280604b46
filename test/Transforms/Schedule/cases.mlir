// RUN: mlc-opt %s --mlc-schedule-kernels | FileCheck %s
// RUN: mlc-opt %s --mlc-schedule-kernels --mlc-split-variants --mlc-lower-kernels=levels=v4 | FileCheck %s --check-prefix=LOW

// CHECK-DAG: #[[ONE:.*]] = affine_set<()[s0] : (s0 - 1 == 0)>
// CHECK-DAG: #[[FEW:.*]] = affine_set<()[s0] : (-s0 + 6 >= 0)>
// CHECK-DAG: #[[BOTH:.*]] = affine_set<()[s0, s1] : (s0 - 1 == 0, s1 - 1 == 0)>
// CHECK-DAG: #[[SAME:.*]] = affine_set<()[s0, s1, s2, s3] : (s0 - s3 == 0, s1 - s3 == 0)>
// CHECK-DAG: #[[LEFT:.*]] = affine_set<()[s0, s1, s2, s3] : (s0 - 1 == 0, s1 - s3 == 0)>
// CHECK-DAG: #[[RIGHT:.*]] = affine_set<()[s0, s1, s2, s3] : (s0 - s3 == 0, s1 - 1 == 0)>

// Rows counted at run time: one, few, any.
// CHECK-LABEL: kernel.func @rows
// CHECK-SAME: <isa "v4" when #[[ONE]] levels [<parallel [1, 32]>, <unroll [8]>]>
// CHECK-SAME: <isa "v4" when #[[FEW]] levels [<parallel [6, 32]>, <unroll [8]>]>
// CHECK-SAME: <isa "v4" levels [<parallel [14, 32]>]>
// One row is a constant in its case: four sums for each of two vectors, no loop
// over rows.
// LOW: func.func @rows.case0(
// LOW: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// LOW-COUNT-8: math.fma
// LOW: func.func @rows.case0.items
// Few rows: a tile of each height.
// LOW: func.func @rows.case1(
// LOW-COUNT-6: arith.cmpi eq
// LOW: func.func @rows(
kernel.func @rows(%x: tensor<?x64xf32>, %w: tensor<2x64x32xf32>) -> tensor<?x64xf32>
    attributes {kernel.kind = "contraction"} {
  %0 = graph.packed_matmul %x, %w columns = 64 : tensor<?x64xf32>, tensor<2x64x32xf32> -> tensor<?x64xf32>
  kernel.return %0 : tensor<?x64xf32>
}

// A row that is known needs no case.
// CHECK-LABEL: kernel.func @single
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" levels [<parallel [1, 32]>, <unroll [8]>]>, <isa "v3" levels [<parallel [1, 16]>, <unroll [8]>]>, <levels [<parallel [1, 16]>, <unroll [8]>]>]>
kernel.func @single(%x: tensor<1x64xf32>, %w: tensor<2x64x32xf32>) -> tensor<1x64xf32>
    attributes {kernel.kind = "contraction"} {
  %0 = graph.packed_matmul %x, %w columns = 64 : tensor<1x64xf32>, tensor<2x64x32xf32> -> tensor<1x64xf32>
  kernel.return %0 : tensor<1x64xf32>
}

// Two extents make up the rows: no affine condition says that there are few.
// CHECK-LABEL: kernel.func @batches
// CHECK-SAME: <isa "v4" when #[[BOTH]]
// CHECK-NOT: -s0
// CHECK-SAME: <isa "v4" levels [<parallel [14, 32]>]>
kernel.func @batches(%x: tensor<?x?x64xf32>, %w: tensor<2x64x32xf32>) -> tensor<?x?x64xf32>
    attributes {kernel.kind = "contraction"} {
  %0 = graph.packed_matmul %x, %w columns = 64 : tensor<?x?x64xf32>, tensor<2x64x32xf32> -> tensor<?x?x64xf32>
  kernel.return %0 : tensor<?x?x64xf32>
}

// Lanes along a dimension that may be 1 in either operand.
// CHECK-LABEL: kernel.func @maybe
// CHECK-SAME: sched.schedule = #sched.schedule<[<when #[[SAME]]>, <when #[[LEFT]]>, <when #[[RIGHT]]>, <>]>
// LOW: func.func @maybe.case0(
// LOW-COUNT-2: vector.load
// LOW: func.func @maybe.case1(
// LOW: memref.load
// LOW: vector.load
// LOW: func.func @maybe.case2(
// LOW: vector.load
// LOW: memref.load
// LOW: func.func @maybe(
// LOW-NOT: vector.load
// LOW: func.func @maybe.items
kernel.func @maybe(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32>
    attributes {kernel.kind = "loop"} {
  %0 = graph.broadcast %x dims = [0] sizes(%n) : tensor<?xf32> to tensor<?xf32>
  %1 = graph.broadcast %y dims = [0] sizes(%n) : tensor<?xf32> to tensor<?xf32>
  %2 = graph.add %0, %1 : tensor<?xf32>
  kernel.return %2 : tensor<?xf32>
}

// The extents of a pointwise op are those of its operand.
// CHECK-LABEL: kernel.func @behind
// CHECK-SAME: sched.schedule = #sched.schedule<[<when #[[ALONE:.*]]>, <when #[[ONE]]>, <>]>
// LOW: func.func @behind.case0(
// LOW: vector.load
// LOW: arith.negf {{.*}} : vector<16xf32>
kernel.func @behind(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
    attributes {kernel.kind = "loop"} {
  %0 = graph.neg %x : tensor<?xf32>
  %1 = graph.broadcast %0 dims = [0] sizes(%n) : tensor<?xf32> to tensor<?xf32>
  %2 = graph.abs %1 : tensor<?xf32>
  kernel.return %2 : tensor<?xf32>
}
