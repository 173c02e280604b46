// RUN: mlc-opt %s --mlc-fuse-kernels --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-fuse-kernels=single=true --split-input-file | FileCheck %s --check-prefix=SINGLE

// A pointwise chain is one kernel; splats live in its code.

// CHECK-LABEL: func.func @chain
// CHECK: %[[R:.*]] = kernel.call @k0(%arg0)
// CHECK: return %[[R]]
// CHECK: kernel.func @k0
// CHECK-SAME: kernel.kind = "loop"
// CHECK: graph.constant dense<2.0
// CHECK: graph.mul
// CHECK: graph.exp
// SINGLE-LABEL: func.func @chain
// SINGLE-COUNT-2: kernel.call
func.func @chain(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %two = graph.constant dense<2.0> : tensor<4x8xf32>
  %0 = graph.mul %x, %two : tensor<4x8xf32>
  %1 = graph.exp %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Reductions over the trailing dimensions become rows.

// CHECK-LABEL: func.func @rows
// CHECK-COUNT-1: kernel.call
// CHECK: kernel.func
// CHECK-SAME: kernel.kind = "row"
// CHECK-SAME: kernel.rows = 1
func.func @rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.reduce sum %x dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = graph.broadcast %0 dims = [0] : tensor<4xf32> to tensor<4x8xf32>
  %2 = graph.div %x, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// What stands behind a product is its epilogue; what feeds it is not computed
// again for every use.

// CHECK-LABEL: func.func @epilogue
// CHECK: kernel.call @k0(%arg0)
// CHECK: kernel.call @k1
// CHECK: kernel.func @k0
// CHECK: graph.tanh
// CHECK: kernel.func @k1
// CHECK-SAME: kernel.kind = "contraction"
// CHECK: graph.dot_general
// CHECK: graph.add
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %t = graph.tanh %x : tensor<4x8xf32>
  %0 = graph.dot_general %t, %w batch = [] x [] contract = [1] x [0]
    : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  %1 = graph.broadcast %b dims = [1] : tensor<16xf32> to tensor<4x16xf32>
  %2 = graph.add %0, %1 : tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Equal kernels are one symbol, whatever their inputs.

// CHECK-LABEL: func.func @shared
// CHECK: %[[A:.*]] = kernel.call @k0(%arg0)
// CHECK: kernel.call @k0(%[[A]])
// CHECK-NOT: kernel.func @k1
func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.exp %x : tensor<4xf32>
  %1 = graph.exp %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Dynamic extents reach the caller, also those of values that vanish inside.

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: kernel.call @k0(%arg0) dims(%[[N]])
func.func @dynamic(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = graph.exp %x : tensor<?x8xf32>
  %1 = graph.neg %0 : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// Kernels are made inside of regions too; the loop stays with the host.

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: kernel.call @k0
func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<4xf32> {
    %0 = graph.exp %v : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A packed convolution hands out runs of pixels: what needs rows stays apart.

// CHECK-LABEL: func.func @maps
// CHECK: kernel.call @k0
// CHECK: kernel.call @k1
// CHECK: kernel.func @k0
// CHECK-SAME: kernel.kind = "convolution"
// CHECK: graph.packed_convolution
// CHECK-NOT: graph.add
// CHECK: kernel.func @k1
// CHECK: graph.add
func.func @maps(%x: tensor<1x3x8x8xf32>, %w: tensor<1x3x3x3x32xf32>, %row: tensor<6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = graph.packed_convolution %x, %w channels = 32 kernel = [3, 3]
    strides = [1, 1] dilations = [1, 1] groups = 1
    : tensor<1x3x8x8xf32>, tensor<1x3x3x3x32xf32> -> tensor<1x32x6x6xf32>
  %1 = graph.broadcast %row dims = [3] : tensor<6xf32> to tensor<1x32x6x6xf32>
  %2 = graph.add %0, %1 : tensor<1x32x6x6xf32>
  return %2 : tensor<1x32x6x6xf32>
}

// -----

// Extents that members tell without being asked leave with them.

// CHECK-LABEL: func.func @unasked
// CHECK: kernel.call @k0(%arg0, %arg1) dims
// CHECK-NOT: tensor.dim %{{[^a]}}
// CHECK: return
func.func @unasked(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = graph.exp %x : tensor<?x?xf32>
  %1 = graph.exp %y : tensor<?x?xf32>
  %2 = graph.concat %0, %1 dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = graph.neg %2 : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// A product reads its operands from memory, a splat too; elsewhere it is code.

// CHECK-LABEL: @splat_weights
// CHECK: %[[W:.*]] = graph.constant dense<5.000000e-01> : tensor<4x8xf32>
// CHECK: kernel.call @k0(%{{.*}}, %[[W]])
// CHECK: kernel.func @k0(%[[A:.*]]: tensor<3x4xf32>, %[[B:.*]]: tensor<4x8xf32>)
// CHECK: graph.dot_general %[[A]], %[[B]]
func.func @splat_weights(%a: tensor<3x4xf32>) -> tensor<3x8xf32> {
  %w = graph.constant dense<5.0e-1> : tensor<4x8xf32>
  %c = graph.dot_general %a, %w batch = [] x [] contract = [1] x [0]
    : tensor<3x4xf32>, tensor<4x8xf32> -> tensor<3x8xf32>
  %two = graph.constant dense<2.0> : tensor<3x8xf32>
  %r = graph.mul %c, %two : tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// -----

// A great splat does not go into the weights: it is filled at run time.

// CHECK-LABEL: @terabytes
// CHECK-NOT: graph.constant dense<{{.*}}> : tensor<1048576x1048576xf32>
// CHECK: kernel.call @k0
// CHECK: kernel.func @k0() -> tensor<1048576x1048576xf32>
// CHECK: graph.constant dense<1.000000e+00> : tensor<f32>
// CHECK: graph.broadcast
func.func @terabytes() -> tensor<1048576x1048576xf32> {
  %c = graph.constant dense<1.0> : tensor<1048576x1048576xf32>
  return %c : tensor<1048576x1048576xf32>
}

// -----

// Behind a transpose the rows of the result are other rows than those that are
// reduced: in one kernel the sum would be computed again for each element.

// CHECK-LABEL: func.func @turned_rows
// CHECK-COUNT-2: kernel.call
// CHECK: kernel.func @k0
// CHECK: graph.reduce sum
// CHECK-NOT: graph.transpose
// CHECK: kernel.func @k1
// CHECK-NOT: graph.reduce
func.func @turned_rows(%x: tensor<4x?x?xf32>) -> tensor<4x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c1 : tensor<4x?x?xf32>
  %n = tensor.dim %x, %c2 : tensor<4x?x?xf32>
  %0 = graph.reduce sum %x dims = [2] : tensor<4x?x?xf32> -> tensor<4x?xf32>
  %1 = graph.broadcast %0 dims = [0, 1] sizes(%m, %n) : tensor<4x?xf32> to tensor<4x?x?xf32>
  %2 = graph.div %x, %1 : tensor<4x?x?xf32>
  %3 = graph.transpose %2 [0, 2, 1] : tensor<4x?x?xf32> -> tensor<4x?x?xf32>
  return %3 : tensor<4x?x?xf32>
}

// -----

// Rows that are cut along their columns are the same rows.

// CHECK-LABEL: func.func @cut_rows
// CHECK-COUNT-1: kernel.call
// CHECK: kernel.func
// CHECK-SAME: kernel.rows = 1
func.func @cut_rows(%x: tensor<4x8xf32>) -> tensor<4x3xf32> {
  %0 = graph.reduce sum %x dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = graph.broadcast %0 dims = [0] : tensor<4xf32> to tensor<4x8xf32>
  %2 = graph.div %x, %1 : tensor<4x8xf32>
  %3 = graph.slice %2 [0, 2] steps = [1, 1] : tensor<4x8xf32> to tensor<4x3xf32>
  return %3 : tensor<4x3xf32>
}

// -----

// What only repeats numbers is made again by each reader, not stored.
// CHECK-LABEL: func.func @shared_broadcast
// CHECK-NOT: graph.broadcast
// CHECK: kernel.call @[[FIRST:k[0-9]+]](
// CHECK-NOT: graph.broadcast
// CHECK: kernel.call @[[SECOND:k[0-9]+]](
// CHECK-NOT: kernel.call
// CHECK: return
// CHECK: kernel.func @[[FIRST]]
// CHECK: graph.broadcast
// CHECK: kernel.func @[[SECOND]]
// CHECK: graph.broadcast
func.func @shared_broadcast(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %n: index) -> (tensor<?x8xf32>, tensor<?x8xf32>) attributes {graph.entry} {
  %two = graph.constant dense<2.0> : tensor<f32>
  %spread = graph.broadcast %two dims = [] sizes(%n) : tensor<f32> to tensor<?x8xf32>
  %p = graph.mul %x, %spread : tensor<?x8xf32>
  %q = graph.add %y, %spread : tensor<?x8xf32>
  return %p, %q : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// A reader that wants its operand in memory has the tensor; others need not.
// CHECK-LABEL: func.func @product_reads_broadcast
// CHECK: %[[SPREAD:.*]] = kernel.call @{{.*}}(%arg1)
// CHECK: kernel.call @{{.*}}(%arg0, %[[SPREAD]])
// CHECK: kernel.call @{{.*}}(%arg1)
// CHECK-NOT: kernel.call
// CHECK: return
func.func @product_reads_broadcast(%x: tensor<4x8xf32>, %v: tensor<8xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>) attributes {graph.entry} {
  %spread = graph.broadcast %v dims = [0] : tensor<8xf32> to tensor<8x4xf32>
  %p = graph.dot_general %x, %spread batch = [] x [] contract = [1] x [0] : tensor<4x8xf32>, tensor<8x4xf32> -> tensor<4x4xf32>
  %q = graph.neg %spread : tensor<8x4xf32>
  return %p, %q : tensor<4x4xf32>, tensor<8x4xf32>
}

// -----

// A broadcast may fail where its operand has neither 1 nor the result's extent.
// Where the extents are known to be equal it cannot, and all nodes share a kernel.
// CHECK-LABEL: func.func @equal_extents
// CHECK: kernel.call @[[ONE:k[0-9]+]](
// CHECK: kernel.call @[[ONE]](
func.func @equal_extents(%x: tensor<?x8xf32>, %v: tensor<?xf32>, %w: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %v, %c0 : tensor<?xf32>
  %m = tensor.dim %w, %c0 : tensor<?xf32>
  %p = graph.broadcast %v dims = [0] sizes(%n) : tensor<?xf32> to tensor<?x8xf32> loc("first")
  %q = graph.broadcast %w dims = [0] sizes(%m) : tensor<?xf32> to tensor<?x8xf32> loc("second")
  return %p, %q : tensor<?x8xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @unknown_extents
// CHECK: kernel.call @[[ONE:k[0-9]+]](
// CHECK-NOT: kernel.call @[[ONE]](
// CHECK: return
func.func @unknown_extents(%n: index, %v: tensor<?xf32>, %w: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) attributes {graph.entry} {
  %p = graph.broadcast %v dims = [0] sizes(%n) : tensor<?xf32> to tensor<?x8xf32> loc("first")
  %q = graph.broadcast %w dims = [0] sizes(%n) : tensor<?xf32> to tensor<?x8xf32> loc("second")
  return %p, %q : tensor<?x8xf32>, tensor<?x8xf32>
}
