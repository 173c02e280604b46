// RUN: mlc-opt %s --mlc-pack-matmul-weights --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @packed
// CHECK: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x4x32xf32>>
// CHECK: graph.packed_matmul %arg0, %[[W]] columns = 40
func.func @packed(%x: tensor<?x4xf32>) -> tensor<?x40xf32> {
  %w = graph.constant dense<0.5> : tensor<4x40xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x4xf32>, tensor<4x40xf32> -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// Too few columns would waste the panel; a run-time operand has none.

// CHECK-LABEL: func.func @narrow
// CHECK: graph.dot_general
func.func @narrow(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %w = graph.constant dense<0.5> : tensor<4x2xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<8x4xf32>, tensor<4x2xf32> -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @runtime
// CHECK: graph.dot_general
func.func @runtime(%x: tensor<8x4xf32>, %w: tensor<4x40xf32>) -> tensor<8x40xf32> {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<8x4xf32>, tensor<4x40xf32> -> tensor<8x40xf32>
  return %0 : tensor<8x40xf32>
}

// -----

// Bytes go to panels of 16 columns with groups of four rows, beside the sums of
// the columns.

// CHECK-LABEL: func.func @bytes
// CHECK-DAG: %[[W:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<2x3x16x4xi8>>
// CHECK-DAG: %[[S:.*]] = graph.constant #graph.const<"{{[0-9a-f]+}}" : tensor<32xi32>>
// CHECK: graph.packed_integer_matmul %arg0, %[[W]], %[[S]] columns = 20
// CHECK-SAME: tensor<?x10xui8>, tensor<2x3x16x4xi8>, tensor<32xi32> -> tensor<?x20xi32>
func.func @bytes(%x: tensor<?x10xui8>) -> tensor<?x20xi32> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x10xui8>, tensor<10x20xi8> -> tensor<?x20xi32>
  return %0 : tensor<?x20xi32>
}

// -----

// Sums of another width, or unsigned weights, have no panels.

// CHECK-LABEL: func.func @bytes_narrow_sum
// CHECK: graph.dot_general
func.func @bytes_narrow_sum(%x: tensor<4x10xi8>) -> tensor<4x20xi8> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi8>, tensor<10x20xi8> -> tensor<4x20xi8>
  return %0 : tensor<4x20xi8>
}

// CHECK-LABEL: func.func @bytes_unsigned
// CHECK: graph.dot_general
func.func @bytes_unsigned(%x: tensor<4x10xi8>) -> tensor<4x20xi32> {
  %w = graph.constant dense<3> : tensor<10x20xui8>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<4x10xi8>, tensor<10x20xui8> -> tensor<4x20xi32>
  return %0 : tensor<4x20xi32>
}
