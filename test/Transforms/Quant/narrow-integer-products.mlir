// RUN: mlc-opt %s --mlc-narrow-integer-products --canonicalize --split-input-file | FileCheck %s

// A zero point of the left side costs the sums of the columns, which are constant.

// CHECK-LABEL: func.func @left
// CHECK-DAG: %[[W:.*]] = graph.constant dense<3> : tensor<10x20xi8>
// CHECK-DAG: %[[S:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<20xi32>>
// CHECK: %[[P:.*]] = graph.dot_general %arg0, %[[W]] {{.*}} : tensor<4x10xui8>, tensor<10x20xi8> -> tensor<4x20xi32>
// CHECK: %[[T:.*]] = graph.mul %{{.*}}, %[[S]] : tensor<20xi32>
// CHECK: %[[B:.*]] = graph.broadcast %[[T]] dims = [1] : tensor<20xi32> to tensor<4x20xi32>
// CHECK: graph.sub %[[P]], %[[B]]
// CHECK-NOT: graph.reduce
func.func @left(%x: tensor<4x10xui8>, %z: tensor<ui8>) -> tensor<4x20xi32> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.cast %x : tensor<4x10xui8> to tensor<4x10xi32>
  %1 = graph.cast %z : tensor<ui8> to tensor<i32>
  %2 = graph.broadcast %1 dims = [] : tensor<i32> to tensor<4x10xi32>
  %3 = graph.sub %0, %2 : tensor<4x10xi32>
  %4 = graph.cast %w : tensor<10x20xi8> to tensor<10x20xi32>
  %5 = graph.dot_general %3, %4 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
  return %5 : tensor<4x20xi32>
}

// -----

// One of the right side costs the sums of the rows. Unsigned constants become
// signed: with 128 as zero point nothing is left to correct.

// CHECK-LABEL: func.func @right
// CHECK: graph.reduce sum
// CHECK: graph.dot_general
// CHECK: graph.sub
func.func @right(%x: tensor<4x10xi8>, %z: tensor<20xi8>) -> tensor<4x20xi32> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.cast %x : tensor<4x10xi8> to tensor<4x10xi32>
  %1 = graph.cast %w : tensor<10x20xi8> to tensor<10x20xi32>
  %2 = graph.cast %z : tensor<20xi8> to tensor<20xi32>
  %3 = graph.broadcast %2 dims = [1] : tensor<20xi32> to tensor<10x20xi32>
  %4 = graph.sub %1, %3 : tensor<10x20xi32>
  %5 = graph.dot_general %0, %4 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
  return %5 : tensor<4x20xi32>
}

// CHECK-LABEL: func.func @unsigned_middle
// CHECK: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<10x20xi8>>
// CHECK-NEXT: %[[P:.*]] = graph.dot_general %arg0, %[[W]]
// CHECK-NEXT: return %[[P]]
func.func @unsigned_middle(%x: tensor<4x10xui8>) -> tensor<4x20xi32> {
  %w = graph.constant dense<130> : tensor<10x20xui8>
  %z = graph.constant dense<128> : tensor<10x20xi32>
  %0 = graph.cast %x : tensor<4x10xui8> to tensor<4x10xi32>
  %1 = graph.cast %w : tensor<10x20xui8> to tensor<10x20xi32>
  %2 = graph.sub %1, %z : tensor<10x20xi32>
  %3 = graph.dot_general %0, %2 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
  return %3 : tensor<4x20xi32>
}

// -----

// Integers that were no bytes stay, as do zero points that change along the sum.

// CHECK-LABEL: func.func @wide
// CHECK: graph.dot_general {{.*}} tensor<4x10xi32>, tensor<10x20xi32>
func.func @wide(%x: tensor<4x10xi16>, %w: tensor<10x20xi8>) -> tensor<4x20xi32> {
  %0 = graph.cast %x : tensor<4x10xi16> to tensor<4x10xi32>
  %1 = graph.cast %w : tensor<10x20xi8> to tensor<10x20xi32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
  return %2 : tensor<4x20xi32>
}

// CHECK-LABEL: func.func @along_the_sum
// CHECK: graph.dot_general {{.*}} tensor<4x10xi32>, tensor<10x20xi32>
func.func @along_the_sum(%x: tensor<4x10xi8>, %w: tensor<10x20xi8>, %z: tensor<10xi8>) -> tensor<4x20xi32> {
  %0 = graph.cast %x : tensor<4x10xi8> to tensor<4x10xi32>
  %1 = graph.cast %z : tensor<10xi8> to tensor<10xi32>
  %2 = graph.broadcast %1 dims = [1] : tensor<10xi32> to tensor<4x10xi32>
  %3 = graph.sub %0, %2 : tensor<4x10xi32>
  %4 = graph.cast %w : tensor<10x20xi8> to tensor<10x20xi32>
  %5 = graph.dot_general %3, %4 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
  return %5 : tensor<4x20xi32>
}

// -----

// A convolution's border holds the zero point; less it, that is zero.

// CHECK-LABEL: func.func @convolution
// CHECK: %[[P:.*]] = graph.pad constant %arg0, %{{.*}} low = [0, 0, 1, 1]
// CHECK-SAME: tensor<1x4x8x8xui8>, tensor<ui8> to tensor<1x4x10x10xui8>
// CHECK: %[[C:.*]] = graph.convolution %[[P]], {{.*}} low = [0, 0] high = [0, 0]
// CHECK-SAME: tensor<1x4x10x10xui8>, tensor<20x4x3x3xi8> -> tensor<1x20x8x8xi32>
// CHECK: graph.broadcast {{.*}} dims = [1] : tensor<20xi32> to tensor<1x20x8x8xi32>
// CHECK: graph.sub %[[C]]
func.func @convolution(%x: tensor<1x4x8x8xui8>, %z: tensor<ui8>) -> tensor<1x20x8x8xi32> {
  %w = graph.constant dense<3> : tensor<20x4x3x3xi8>
  %0 = graph.cast %x : tensor<1x4x8x8xui8> to tensor<1x4x8x8xi32>
  %1 = graph.cast %z : tensor<ui8> to tensor<i32>
  %2 = graph.broadcast %1 dims = [] : tensor<i32> to tensor<1x4x8x8xi32>
  %3 = graph.sub %0, %2 : tensor<1x4x8x8xi32>
  %4 = graph.cast %w : tensor<20x4x3x3xi8> to tensor<20x4x3x3xi32>
  %5 = graph.convolution %3, %4 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x4x8x8xi32>, tensor<20x4x3x3xi32> -> tensor<1x20x8x8xi32>
  return %5 : tensor<1x20x8x8xi32>
}

// A filter's own zero point would need the sums of windows.

// CHECK-LABEL: func.func @filter_zero
// CHECK: graph.convolution {{.*}} tensor<1x4x8x8xi32>
func.func @filter_zero(%x: tensor<1x4x8x8xui8>) -> tensor<1x20x8x8xi32> {
  %w = graph.constant dense<3> : tensor<20x4x1x1xi8>
  %z = graph.constant dense<2> : tensor<20x4x1x1xi32>
  %0 = graph.cast %x : tensor<1x4x8x8xui8> to tensor<1x4x8x8xi32>
  %1 = graph.cast %w : tensor<20x4x1x1xi8> to tensor<20x4x1x1xi32>
  %2 = graph.sub %1, %z : tensor<20x4x1x1xi32>
  %3 = graph.convolution %0, %2 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x4x8x8xi32>, tensor<20x4x1x1xi32> -> tensor<1x20x8x8xi32>
  return %3 : tensor<1x20x8x8xi32>
}
