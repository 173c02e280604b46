// RUN: mlc-opt %s --mlc-gather-quantized-rows --canonicalize --split-input-file | FileCheck %s

// A scale per row is gathered beside the rows.

// CHECK-LABEL: func.func @per_row
// CHECK-SAME: %[[I:.*]]: tensor<1x2xi64>
// CHECK-DAG: %[[Q:.*]] = graph.constant {{.*}} tensor<8x4xi8>
// CHECK-DAG: %[[S:.*]] = graph.constant {{.*}} tensor<8xf32>
// CHECK-DAG: graph.gather %[[Q]], %[[I]] dim = 0 : tensor<8x4xi8>, tensor<1x2xi64> -> tensor<1x2x4xi8>
// CHECK-DAG: graph.gather %[[S]], %[[I]] dim = 0 : tensor<8xf32>, tensor<1x2xi64> -> tensor<1x2xf32>
// CHECK-NOT: graph.dequantize
// CHECK: graph.mul {{.*}} tensor<1x2x4xf32>
func.func @per_row(%i: tensor<1x2xi64>) -> tensor<1x2x4xf32> {
  %q = graph.constant dense<3> : tensor<8x4xi8>
  %s = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %z = graph.constant dense<1> : tensor<8xi8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<8x4xi8>, tensor<8xf32>, tensor<8xi8> -> tensor<8x4xf32>
  %g = graph.gather %w, %i dim = 0 : tensor<8x4xf32>, tensor<1x2xi64> -> tensor<1x2x4xf32>
  return %g : tensor<1x2x4xf32>
}

// -----

// Scales of another axis move with it, those of blocks are gathered.

// CHECK-LABEL: func.func @per_column
// CHECK: %[[G:.*]] = graph.gather {{.*}} -> tensor<5x2x4xi8>
// CHECK: graph.dequantize %[[G]], {{.*}} axis = 2 block = 0
func.func @per_column(%i: tensor<5x2xi64>) -> tensor<5x2x4xf32> {
  %q = graph.constant dense<3> : tensor<8x4xi8>
  %s = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %z = graph.constant dense<1> : tensor<4xi8>
  %w = graph.dequantize %q, %s, %z axis = 1 block = 0 : tensor<8x4xi8>, tensor<4xf32>, tensor<4xi8> -> tensor<8x4xf32>
  %g = graph.gather %w, %i dim = 0 : tensor<8x4xf32>, tensor<5x2xi64> -> tensor<5x2x4xf32>
  return %g : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @blocks
// CHECK-DAG: graph.gather {{.*}} -> tensor<?x4xui4>
// CHECK-DAG: graph.gather {{.*}} -> tensor<?x2xf32>
// CHECK: graph.dequantize {{.*}} axis = 1 block = 2
func.func @blocks(%i: tensor<?xi64>) -> tensor<?x4xf32> {
  %q = graph.constant dense<3> : tensor<8x4xui4>
  %s = graph.constant dense<0.5> : tensor<8x2xf32>
  %z = graph.constant dense<1> : tensor<8x2xui4>
  %w = graph.dequantize %q, %s, %z axis = 1 block = 2 : tensor<8x4xui4>, tensor<8x2xf32>, tensor<8x2xui4> -> tensor<8x4xf32>
  %g = graph.gather %w, %i dim = 0 : tensor<8x4xf32>, tensor<?xi64> -> tensor<?x4xf32>
  return %g : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @one_scale
// CHECK: %[[G:.*]] = graph.gather {{.*}} dim = 1
// CHECK: graph.dequantize %[[G]]
func.func @one_scale(%i: tensor<3xi64>) -> tensor<8x3xf32> {
  %q = graph.constant dense<3> : tensor<8x4xui8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<1> : tensor<ui8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<8x4xui8>, tensor<f32>, tensor<ui8> -> tensor<8x4xf32>
  %g = graph.gather %w, %i dim = 1 : tensor<8x4xf32>, tensor<3xi64> -> tensor<8x3xf32>
  return %g : tensor<8x3xf32>
}

// Blocks along the dimension that is chosen from stay, and what is computed.
// CHECK-LABEL: func.func @within
// CHECK: graph.dequantize
// CHECK-NEXT: graph.gather
func.func @within(%i: tensor<3xi64>) -> tensor<3x4xf32> {
  %q = graph.constant dense<3> : tensor<8x4xui8>
  %s = graph.constant dense<0.5> : tensor<4x4xf32>
  %z = graph.constant dense<1> : tensor<4x4xui8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 2 : tensor<8x4xui8>, tensor<4x4xf32>, tensor<4x4xui8> -> tensor<8x4xf32>
  %g = graph.gather %w, %i dim = 0 : tensor<8x4xf32>, tensor<3xi64> -> tensor<3x4xf32>
  return %g : tensor<3x4xf32>
}
