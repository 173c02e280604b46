// RUN: mlc-opt %s --mlc-lower-precision --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-phase-layout=precision=bf16 --split-input-file | FileCheck %s --check-prefix=PHASE
// RUN: mlc-opt %s --mlc-phase-layout --split-input-file | FileCheck %s --check-prefix=F32 --implicit-check-not=bf16

// Operands are rounded, the sum stays f32. Constants are rounded when they are
// written, with two neighbouring rows together.

// CHECK-LABEL: func.func @product
// CHECK: %[[X:.*]] = graph.cast %arg0 : tensor<?x5xf32> to tensor<?x5xbf16>
// CHECK: %[[W:.*]] = graph.cast %{{.*}} : tensor<5x40xf32> to tensor<5x40xbf16>
// CHECK: graph.dot_general %[[X]], %[[W]]{{.*}} -> tensor<?x40xf32>
// PHASE-LABEL: func.func @product
// PHASE: %[[X:.*]] = graph.cast %arg0
// PHASE: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x3x32x2xbf16>>
// PHASE: graph.packed_matmul %[[X]], %[[W]] columns = 40 : tensor<?x5xbf16>, tensor<2x3x32x2xbf16> -> tensor<?x40xf32>
// F32-LABEL: func.func @product
func.func @product(%x: tensor<?x5xf32>) -> tensor<?x40xf32> {
  %w = graph.constant dense<0.5> : tensor<5x40xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x5xf32>, tensor<5x40xf32> -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// What several products read is rounded once; both operands may be computed.

// PHASE-LABEL: func.func @computed
// PHASE-COUNT-2: graph.cast
// PHASE-NOT: graph.cast
// PHASE-COUNT-2: graph.dot_general {{.*}}bf16>, {{.*}}bf16> -> {{.*}}f32>
func.func @computed(%x: tensor<2x8x4xf32>, %y: tensor<2x4x9xf32>) -> (tensor<2x8x9xf32>, tensor<2x8x8xf32>) {
  %0 = graph.dot_general %x, %y batch = [0] x [0] contract = [2] x [1]
    : tensor<2x8x4xf32>, tensor<2x4x9xf32> -> tensor<2x8x9xf32>
  %1 = graph.dot_general %x, %x batch = [0] x [0] contract = [2] x [2]
    : tensor<2x8x4xf32>, tensor<2x8x4xf32> -> tensor<2x8x8xf32>
  return %0, %1 : tensor<2x8x9xf32>, tensor<2x8x8xf32>
}

// -----

// Other types, outer products and recurrences stay.

// CHECK-LABEL: func.func @stays
// CHECK-NOT: bf16
func.func @stays(%x: tensor<4x4xf64>, %v: tensor<4xf32>, %m: tensor<4x4xf32>, %n: index)
    -> (tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = graph.dot_general %x, %x batch = [] x [] contract = [1] x [0]
    : tensor<4x4xf64>, tensor<4x4xf64> -> tensor<4x4xf64>
  %1 = graph.dot_general %v, %v batch = [] x [] contract = [] x []
    : tensor<4xf32>, tensor<4xf32> -> tensor<4x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%state = %m) -> (tensor<4x4xf32>) {
    %next = graph.dot_general %state, %m batch = [] x [] contract = [1] x [0]
      : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
    scf.yield %next : tensor<4x4xf32>
  }
  return %0, %1, %2 : tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Convolutions on blocks of channels: two neighbouring channels together. The
// first layer has none, depthwise ones sum over none.

// PHASE-LABEL: func.func @convolutions
// PHASE: graph.blocked_convolution {{.*}}tensor<1x3x16x16xf32>, tensor<1x3x3x3x32xf32>
// PHASE: graph.blocked_convolution {{.*}}tensor<1x2x16x16x16xbf16>, tensor<2x2x1x1x8x32x2xbf16> -> tensor<1x4x8x8x16xf32>
// PHASE: graph.blocked_convolution {{.*}}tensor<1x4x8x8x16xf32>, tensor<4x3x3x16xf32>
func.func @convolutions(%x: tensor<1x3x16x16xf32>) -> tensor<1x64x8x8xf32> {
  %w0 = graph.constant dense<0.5> : tensor<32x3x3x3xf32>
  %0 = graph.convolution %x, %w0 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x3x16x16xf32>, tensor<32x3x3x3xf32> -> tensor<1x32x16x16xf32>
  %w1 = graph.constant dense<0.25> : tensor<64x32x1x1xf32>
  %1 = graph.convolution %0, %w1 strides = [2, 2] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<64x32x1x1xf32> -> tensor<1x64x8x8xf32>
  %w2 = graph.constant dense<0.125> : tensor<64x1x3x3xf32>
  %2 = graph.convolution %1, %w2 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 64
    : tensor<1x64x8x8xf32>, tensor<64x1x3x3xf32> -> tensor<1x64x8x8xf32>
  return %2 : tensor<1x64x8x8xf32>
}
