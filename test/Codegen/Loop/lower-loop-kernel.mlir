// RUN: mlc-opt %s --mlc-lower-kernels=levels=v2,v4 --canonicalize --split-input-file | FileCheck %s

// Pointwise ops of one shape run as one flat loop on whole vectors with a
// scalar tail; the lanes follow the level.

// CHECK: module @isa_v2
// CHECK: func.func @flat
// CHECK: vector<4xf32>
// CHECK: module @isa_v4
// CHECK: func.func @flat
// CHECK: %[[X:.*]] = vector.load %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK: arith.negf %[[X]] : vector<16xf32>
// CHECK: vector.store
// CHECK: memref.load
// CHECK: memref.store
// CHECK: func.func @flat.items
kernel.func @flat(%x: tensor<?x37xf32>) -> tensor<?x37xf32> attributes {kernel.kind = "loop"} {
  %0 = graph.neg %x : tensor<?x37xf32>
  kernel.return %0 : tensor<?x37xf32>
}

// -----

// The reductions of a row come before its columns.

// CHECK: module @isa_v4
// CHECK: func.func @row
// CHECK: scf.for
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.shuffle
// CHECK: scf.for
// CHECK: arith.divf {{.*}} : vector<16xf32>
kernel.func @row(%x: tensor<8x64xf32>) -> tensor<8x64xf32>
    attributes {kernel.kind = "row", kernel.rows = 1 : i64} {
  %0 = graph.reduce sum %x dims = [1] : tensor<8x64xf32> -> tensor<8xf32>
  %1 = graph.broadcast %0 dims = [0] : tensor<8xf32> to tensor<8x64xf32>
  %2 = graph.div %x, %1 : tensor<8x64xf32>
  kernel.return %2 : tensor<8x64xf32>
}

// -----

// bool lies in memory as bytes.

// CHECK: module @isa_v4
// CHECK: func.func @bool
// CHECK-SAME: memref<?xi8>
// CHECK: arith.extui {{.*}} : vector<16xi1> to vector<16xi8>
kernel.func @bool(%x: tensor<64xf32>) -> tensor<64xi1> attributes {kernel.kind = "loop"} {
  %0 = graph.is_nan %x : tensor<64xf32>
  kernel.return %0 : tensor<64xi1>
}

// -----

// An index out of bounds is recorded and never read.

// CHECK: module @isa_v4
// CHECK: func.func @checked
// CHECK: scf.if
// CHECK: func.call @mlc_rt_fail
kernel.func @checked(%x: tensor<8x32xf32>, %i: tensor<3xi64>) -> tensor<3x32xf32> attributes {kernel.kind = "loop"} {
  %0 = graph.gather %x, %i dim = 0 : tensor<8x32xf32>, tensor<3xi64> -> tensor<3x32xf32>
  kernel.return %0 : tensor<3x32xf32>
}

// -----

// Without rows the record names the element.

// CHECK: module @isa_v4
// CHECK: func.func @flat_checked
// CHECK: scf.for %[[I:.*]] = %{{.*}} to
// CHECK: scf.if
// CHECK: %[[ITEM:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: func.call @mlc_rt_fail(%{{.*}}, %{{.*}}, %{{.*}}, %[[ITEM]], %{{.*}}, %{{.*}})
kernel.func @flat_checked(%x: tensor<8xf32>, %i: tensor<300xi64>) -> tensor<300xf32> attributes {kernel.kind = "loop"} {
  %0 = graph.gather %x, %i dim = 0 : tensor<8xf32>, tensor<300xi64> -> tensor<300xf32>
  kernel.return %0 : tensor<300xf32>
}
