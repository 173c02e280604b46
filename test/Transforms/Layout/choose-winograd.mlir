// RUN: mlc-opt %s --mlc-assign-layouts=always=true --mlc-choose-winograd=first=0 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-assign-layouts=always=true '--mlc-choose-winograd=first=0 always=true' --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ALWAYS
// RUN: mlc-opt %s --mlc-assign-layouts=always=true --mlc-choose-winograd --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=NET

// Enough channels and tiles: the transformed filter takes the packed one's place.

// CHECK-LABEL: func.func @pays
// CHECK: graph.blocked_convolution %{{.*}}, %{{.*}} channels = 32 of 32
// CHECK-SAME: groups = 1 : tensor<1x2x16x16x16xf32>, tensor<1x36x32x32xf32> -> tensor<1x2x16x16x16xf32>
func.func @pays(%x: tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  return %0 : tensor<1x32x16x16xf32>
}

// -----

// The first layers of a net stay as exact as they are.

// CHECK-LABEL: func.func @deep
// CHECK-COUNT-11: tensor<1x2x16x16x16xf32>, tensor<1x36x32x32xf32>
// NET-LABEL: func.func @deep
// NET-COUNT-10: tensor<1x2x16x16x16xf32>, tensor<1x2x3x3x16x32xf32>
// NET: tensor<1x2x16x16x16xf32>, tensor<1x36x32x32xf32>
func.func @deep(%x: tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %1 = graph.convolution %0, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %2 = graph.convolution %1, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %3 = graph.convolution %2, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %4 = graph.convolution %3, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %5 = graph.convolution %4, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %6 = graph.convolution %5, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %7 = graph.convolution %6, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %8 = graph.convolution %7, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %9 = graph.convolution %8, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  %10 = graph.convolution %9, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  return %10 : tensor<1x32x16x16xf32>
}

// -----

// The number of images does not matter.

// CHECK-LABEL: func.func @batch
// CHECK: graph.blocked_convolution
// CHECK-SAME: tensor<?x2x16x16x16xf32>, tensor<1x36x32x32xf32>
func.func @batch(%x: tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<?x32x16x16xf32>
  return %0 : tensor<?x32x16x16xf32>
}

// -----

// Little tiles leave out more of a little map.

// CHECK-LABEL: func.func @six
// CHECK: graph.blocked_convolution
// CHECK-SAME: tensor<1x2x6x6x16xf32>, tensor<1x16x32x32xf32>
func.func @six(%x: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x6x6xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

// -----

// A tile of 16 results for a map of 4: nothing is saved.

// CHECK-LABEL: func.func @small
// CHECK: graph.blocked_convolution
// CHECK-SAME: tensor<1x2x3x3x16x32xf32>
// ALWAYS-LABEL: func.func @small
// ALWAYS: graph.blocked_convolution
// ALWAYS-SAME: tensor<1x{{16|36}}x32x32xf32>
func.func @small(%x: tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x2x2xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x2x2xf32>
  return %0 : tensor<1x32x2x2xf32>
}

// -----

// Numbers that overflow when they are transformed.

// ALWAYS-LABEL: func.func @great
// ALWAYS: graph.blocked_convolution
// ALWAYS-SAME: tensor<1x2x3x3x16x32xf32>
func.func @great(%x: tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> {
  %w = graph.constant dense<3.0e38> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x16x16xf32>
  return %0 : tensor<1x32x16x16xf32>
}

// -----

// ALWAYS-LABEL: func.func @strides
// ALWAYS: graph.blocked_convolution
// ALWAYS-SAME: tensor<1x2x3x3x16x32xf32>
func.func @strides(%x: tensor<1x32x16x16xf32>) -> tensor<1x32x8x8xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [2, 2] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x16x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// -----

// ALWAYS-LABEL: func.func @groups
// ALWAYS: graph.blocked_convolution
// ALWAYS-SAME: tensor<2x1x3x3x16x32xf32>
func.func @groups(%x: tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x16x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 2
    : tensor<1x32x16x16xf32>, tensor<32x16x3x3xf32> -> tensor<1x32x16x16xf32>
  return %0 : tensor<1x32x16x16xf32>
}

// -----

// ALWAYS-LABEL: func.func @dynamic_rows
// ALWAYS: graph.blocked_convolution
// ALWAYS-SAME: tensor<1x2x3x3x16x32xf32>
func.func @dynamic_rows(%x: tensor<1x32x?x16xf32>) -> tensor<1x32x?x16xf32> {
  %w = graph.constant dense<0.5> : tensor<32x32x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x32x?x16xf32>, tensor<32x32x3x3xf32> -> tensor<1x32x?x16xf32>
  return %0 : tensor<1x32x?x16xf32>
}
