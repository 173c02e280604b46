// RUN: mlc-opt %s --mlc-pack-dequantized-weights --split-input-file | FileCheck %s

// One scale per column, zero points that vanish.

// CHECK-LABEL: func.func @per_column
// CHECK-DAG: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x4x32xi8>>
// CHECK-DAG: %[[S:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x1x32xf32>>
// CHECK: graph.packed_dequantized_matmul %arg0, %[[W]], %[[S]] columns = 40 depth = 4 block = 4 bits = 8
// CHECK-SAME: (tensor<?x4xf32>, tensor<2x4x32xi8>, tensor<2x1x32xf32>) -> tensor<?x40xf32>
func.func @per_column(%x: tensor<?x4xf32>) -> tensor<?x40xf32> {
  %q = graph.constant dense<3> : tensor<4x40xi8>
  %s = graph.constant dense<0.5> : tensor<40xf32>
  %z = graph.constant dense<0> : tensor<40xi8>
  %w = graph.dequantize %q, %s, %z axis = 1 block = 0 : tensor<4x40xi8>, tensor<40xf32>, tensor<40xi8> -> tensor<4x40xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x4xf32>, tensor<4x40xf32> -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// Unsigned bytes with the middle as their zero point are signed ones without.

// CHECK-LABEL: func.func @per_tensor
// CHECK: graph.packed_dequantized_matmul
// CHECK-SAME: (tensor<3x4xf16>, tensor<1x4x32xi8>, tensor<1x1x32xf16>) -> tensor<3x20xf16>
func.func @per_tensor(%x: tensor<3x4xf16>) -> tensor<3x20xf16> {
  %q = graph.constant dense<3> : tensor<4x20xui8>
  %s = graph.constant dense<0.5> : tensor<f16>
  %z = graph.constant dense<128> : tensor<ui8>
  %w = graph.dequantize %q, %s, %z axis = 1 block = 0 : tensor<4x20xui8>, tensor<f16>, tensor<ui8> -> tensor<4x20xf16>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<3x4xf16>, tensor<4x20xf16> -> tensor<3x20xf16>
  return %0 : tensor<3x20xf16>
}

// -----

// Blocks along the sum, behind a transpose and a slice that cuts the last block;
// eight rows to a word.

// CHECK-LABEL: func.func @blocks
// CHECK-DAG: %[[Z:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<1x3x32xi8>>
// CHECK: graph.packed_dequantized_matmul %arg0, %{{.*}}, %{{.*}}, %[[Z]] columns = 16 depth = 40 block = 16 bits = 4
// CHECK-SAME: (tensor<2x40xf32>, tensor<1x5x32xi32>, tensor<1x3x32xf32>, tensor<1x3x32xi8>) -> tensor<2x16xf32>
func.func @blocks(%x: tensor<2x40xf32>) -> tensor<2x16xf32> {
  %q = graph.constant dense<3> : tensor<16x64xui4>
  %s = graph.constant dense<0.5> : tensor<16x4xf32>
  %z = graph.constant dense<7> : tensor<16x4xui4>
  %w = graph.dequantize %q, %s, %z axis = 1 block = 16 : tensor<16x64xui4>, tensor<16x4xf32>, tensor<16x4xui4> -> tensor<16x64xf32>
  %c = graph.slice %w [0, 0] steps = [1, 1] : tensor<16x64xf32> to tensor<16x40xf32>
  %t = graph.transpose %c [1, 0] : tensor<16x40xf32> -> tensor<40x16xf32>
  %0 = graph.dot_general %x, %t batch = [] x [] contract = [1] x [0]
    : tensor<2x40xf32>, tensor<40x16xf32> -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

// Scales along the sum, blocks that cut a word, few columns, scales that are
// computed.

// CHECK-LABEL: func.func @along
// CHECK: graph.dot_general
func.func @along(%x: tensor<2x40xf32>) -> tensor<2x16xf32> {
  %q = graph.constant dense<3> : tensor<40x16xi8>
  %s = graph.constant dense<0.5> : tensor<40xf32>
  %z = graph.constant dense<7> : tensor<40xi8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<40x16xi8>, tensor<40xf32>, tensor<40xi8> -> tensor<40x16xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<2x40xf32>, tensor<40x16xf32> -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @cut
// CHECK: graph.dot_general
func.func @cut(%x: tensor<2x40xf32>) -> tensor<2x16xf32> {
  %q = graph.constant dense<3> : tensor<40x16xi4>
  %s = graph.constant dense<0.5> : tensor<10x16xf32>
  %z = graph.constant dense<7> : tensor<10x16xi4>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 4 : tensor<40x16xi4>, tensor<10x16xf32>, tensor<10x16xi4> -> tensor<40x16xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<2x40xf32>, tensor<40x16xf32> -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @narrow
// CHECK: graph.dot_general
func.func @narrow(%x: tensor<2x40xf32>) -> tensor<2x3xf32> {
  %q = graph.constant dense<3> : tensor<40x3xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<7> : tensor<i8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<40x3xi8>, tensor<f32>, tensor<i8> -> tensor<40x3xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<2x40xf32>, tensor<40x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK: graph.dot_general
func.func @computed(%x: tensor<2x40xf32>, %s: tensor<f32>) -> tensor<2x16xf32> {
  %q = graph.constant dense<3> : tensor<40x16xi8>
  %z = graph.constant dense<7> : tensor<i8>
  %w = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<40x16xi8>, tensor<f32>, tensor<i8> -> tensor<40x16xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<2x40xf32>, tensor<40x16xf32> -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}
