// RUN: mlc-opt %s --mlc-pack-integer-filters --canonicalize --split-input-file | FileCheck %s

// Channels last, a border of zeros, panels; the transpose behind it moves down to
// where the sums have become bytes.

// CHECK-LABEL: func.func @requantised
// CHECK-DAG: graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x9x16x4xi8>>
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1] : tensor<1x4x8x8xui8> -> tensor<1x8x8x4xui8>
// CHECK: %[[P:.*]] = graph.pad constant %[[X]]
// CHECK-SAME: to tensor<1x10x10x4xui8>
// CHECK: %[[C:.*]] = graph.packed_integer_convolution %[[P]]
// CHECK-SAME: channels = 20 kernel = [3, 3] strides = [1, 1] dilations = [1, 1]
// CHECK-SAME: -> tensor<1x8x8x20xi32>
// CHECK: %[[B:.*]] = graph.broadcast %arg1 dims = [3] : tensor<20xi32> to tensor<1x8x8x20xi32>
// CHECK: %[[S:.*]] = graph.sub %[[C]], %[[B]] : tensor<1x8x8x20xi32>
// CHECK: %[[F:.*]] = graph.cast %[[S]]
// CHECK: %[[Q:.*]] = graph.quantize %[[F]], %arg2, %arg3 {{.*}} -> tensor<1x8x8x20xi8>
// CHECK: %[[R:.*]] = graph.transpose %[[Q]] [0, 3, 1, 2]
// CHECK: return %[[R]]
func.func @requantised(%x: tensor<1x4x8x8xui8>, %b: tensor<20xi32>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<1x20x8x8xi8> {
  %w = graph.constant dense<3> : tensor<20x4x3x3xi8>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x4x8x8xui8>, tensor<20x4x3x3xi8> -> tensor<1x20x8x8xi32>
  %1 = graph.broadcast %b dims = [1] : tensor<20xi32> to tensor<1x20x8x8xi32>
  %2 = graph.sub %0, %1 : tensor<1x20x8x8xi32>
  %3 = graph.cast %2 : tensor<1x20x8x8xi32> to tensor<1x20x8x8xf32>
  %4 = graph.quantize %3, %s, %z axis = 0 block = 0 : tensor<1x20x8x8xf32>, tensor<f32>, tensor<i8> -> tensor<1x20x8x8xi8>
  return %4 : tensor<1x20x8x8xi8>
}

// -----

// A kernel of one pixel is a matrix product.

// CHECK-LABEL: func.func @one_by_one
// CHECK: graph.packed_integer_matmul
// CHECK-NOT: graph.packed_integer_convolution
func.func @one_by_one(%x: tensor<?x8x?x?xi8>) -> tensor<?x20x?x?xi32> {
  %w = graph.constant dense<3> : tensor<20x8x1x1xi8>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<?x8x?x?xi8>, tensor<20x8x1x1xi8> -> tensor<?x20x?x?xi32>
  return %0 : tensor<?x20x?x?xi32>
}

// -----

// Groups have no panels, nor have filters that are computed.

// CHECK-LABEL: func.func @groups
// CHECK: graph.convolution
func.func @groups(%x: tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi32> {
  %w = graph.constant dense<3> : tensor<8x1x1x1xi8>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 8
    : tensor<1x8x8x8xi8>, tensor<8x1x1x1xi8> -> tensor<1x8x8x8xi32>
  return %0 : tensor<1x8x8x8xi32>
}

// CHECK-LABEL: func.func @computed
// CHECK: graph.convolution
func.func @computed(%x: tensor<1x8x8x8xi8>, %w: tensor<8x8x1x1xi8>) -> tensor<1x8x8x8xi32> {
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x8x8x8xi8>, tensor<8x8x1x1xi8> -> tensor<1x8x8x8xi32>
  return %0 : tensor<1x8x8x8xi32>
}

// -----

// Between two convolutions of bytes the transposes cancel, also around a border.

// CHECK-LABEL: func.func @chain
// CHECK: graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: %[[A:.*]] = graph.packed_integer_matmul
// CHECK: %[[Q:.*]] = graph.quantize
// CHECK: %[[P:.*]] = graph.pad constant %[[Q]], %arg2 low = [0, 1, 1, 0]
// CHECK: %[[B:.*]] = graph.packed_integer_convolution %[[P]]
// CHECK: %[[R:.*]] = graph.transpose %[[B]] [0, 3, 1, 2]
// CHECK-NEXT: return %[[R]]
func.func @chain(%x: tensor<1x8x6x6xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<1x20x6x6xi32> {
  %w = graph.constant dense<3> : tensor<12x8x1x1xi8>
  %v = graph.constant dense<5> : tensor<20x12x3x3xi8>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x8x6x6xui8>, tensor<12x8x1x1xi8> -> tensor<1x12x6x6xi32>
  %1 = graph.cast %0 : tensor<1x12x6x6xi32> to tensor<1x12x6x6xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x12x6x6xf32>, tensor<f32>, tensor<ui8> -> tensor<1x12x6x6xui8>
  %3 = graph.pad constant %2, %z low = [0, 0, 1, 1] : tensor<1x12x6x6xui8>, tensor<ui8> to tensor<1x12x8x8xui8>
  %4 = graph.convolution %3, %v strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x12x8x8xui8>, tensor<20x12x3x3xi8> -> tensor<1x20x6x6xi32>
  return %4 : tensor<1x20x6x6xi32>
}

// -----

// A residual is read twice and turned by neither reader; windows and means over
// the map are taken with channels last.

// CHECK-LABEL: func.func @residual
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK-NOT: graph.transpose
// CHECK: graph.packed_integer_matmul
// CHECK: graph.add {{.*}} : tensor<1x8x8x16xf32>
// CHECK: graph.reshape
// CHECK: graph.window max {{.*}} kernel = [2, 2, 1] strides = [2, 2, 1] dilations = [1, 1, 1] low = [0, 0, 0] high = [0, 0, 0] : tensor<1x1x8x8x16xf32> -> tensor<1x1x4x4x16xf32>
// CHECK: graph.reduce sum {{.*}} dims = [1, 2] : tensor<1x4x4x16xf32> -> tensor<1x16xf32>
// CHECK-NOT: graph.transpose
// CHECK: return
func.func @residual(%x: tensor<1x16x8x8xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<1x16xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x1xi8>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x16x8x8xui8>, tensor<16x16x1x1xi8> -> tensor<1x16x8x8xi32>
  %1 = graph.cast %0 : tensor<1x16x8x8xi32> to tensor<1x16x8x8xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x16x8x8xf32>, tensor<f32>, tensor<ui8> -> tensor<1x16x8x8xui8>
  %3 = graph.dequantize %2, %s, %z axis = 0 block = 0 : tensor<1x16x8x8xui8>, tensor<f32>, tensor<ui8> -> tensor<1x16x8x8xf32>
  %4 = graph.convolution %2, %w strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x16x8x8xui8>, tensor<16x16x1x1xi8> -> tensor<1x16x8x8xi32>
  %5 = graph.cast %4 : tensor<1x16x8x8xi32> to tensor<1x16x8x8xf32>
  %6 = graph.add %5, %3 : tensor<1x16x8x8xf32>
  %7 = graph.window max %6 kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [0, 0] : tensor<1x16x8x8xf32> -> tensor<1x16x4x4xf32>
  %8 = graph.reduce sum %7 dims = [2, 3] : tensor<1x16x4x4xf32> -> tensor<1x16xf32>
  return %8 : tensor<1x16xf32>
}

// -----

// What is left over moves bytes, not what they are widened to; more channels
// than a slice holds are cut.

// CHECK-LABEL: func.func @raised
// CHECK: graph.packed_integer_convolution
// CHECK: %[[Q:.*]] = graph.quantize
// CHECK: %[[T:.*]] = graph.transpose %[[Q]] [0, 3, 1, 2] : tensor<1x4x4x8xui8> -> tensor<1x8x4x4xui8>
// CHECK: %[[D:.*]] = graph.dequantize %[[T]]
// CHECK: return %[[D]]
func.func @raised(%x: tensor<1x1024x8x8xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<1x8x4x4xf32> {
  %w = graph.constant dense<3> : tensor<8x1024x1x1xi8>
  %0 = graph.convolution %x, %w strides = [2, 2] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x1024x8x8xui8>, tensor<8x1024x1x1xi8> -> tensor<1x8x4x4xi32>
  %1 = graph.cast %0 : tensor<1x8x4x4xi32> to tensor<1x8x4x4xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x8x4x4xf32>, tensor<f32>, tensor<ui8> -> tensor<1x8x4x4xui8>
  %3 = graph.dequantize %2, %s, %z axis = 0 block = 0 : tensor<1x8x4x4xui8>, tensor<f32>, tensor<ui8> -> tensor<1x8x4x4xf32>
  return %3 : tensor<1x8x4x4xf32>
}

// -----

// Extents that only the run knows: what moves in front of the transpose does not
// ask for those of what comes behind it.

// CHECK-LABEL: func.func @run_time_extents
// CHECK: graph.packed_integer_convolution
// CHECK: graph.quantize {{.*}} -> tensor<?x8x20xi8>
// CHECK: graph.pad constant %{{.*}} to tensor<?x10x20xi8>
// CHECK: graph.window
func.func @run_time_extents(%x: tensor<?x4x8xui8>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<?x20x5xi8> {
  %w = graph.constant dense<3> : tensor<20x4x3xi8>
  %c0 = arith.constant 0 : index
  %0 = graph.convolution %x, %w strides = [1] low = [1] high = [1]
    lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<?x4x8xui8>, tensor<20x4x3xi8> -> tensor<?x20x8xi32>
  %1 = graph.cast %0 : tensor<?x20x8xi32> to tensor<?x20x8xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<?x20x8xf32>, tensor<f32>, tensor<i8> -> tensor<?x20x8xi8>
  %n = tensor.dim %2, %c0 : tensor<?x20x8xi8>
  %3 = graph.pad constant %2, %z low = [0, 0, 1] sizes(%n) : tensor<?x20x8xi8>, tensor<i8> to tensor<?x20x10xi8>
  %4 = graph.window max %3 kernel = [2] strides = [2] dilations = [1] low = [0] high = [0] : tensor<?x20x10xi8> -> tensor<?x20x5xi8>
  return %4 : tensor<?x20x5xi8>
}
