// RUN: mlc-opt %s --split-input-file --verify-diagnostics

func.func @bits(%x: tensor<4x8xf32>, %w: tensor<1x1x32xi32>, %s: tensor<1x1x32xf32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{needs 2, 4 or 8 bits, has 3}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 8 block = 8 bits = 3 : (tensor<4x8xf32>, tensor<1x1x32xi32>, tensor<1x1x32xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

// -----

func.func @panels(%x: tensor<4x8xf32>, %w: tensor<1x1x32xi32>, %s: tensor<1x1x32xf32>) -> tensor<4x40xf32> {
  // expected-error @+1 {{needs 2 panels of 1 rows of 32 columns as i32}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 40 depth = 8 block = 8 bits = 4 : (tensor<4x8xf32>, tensor<1x1x32xi32>, tensor<1x1x32xf32>) -> tensor<4x40xf32>
  return %0 : tensor<4x40xf32>
}

// -----

func.func @scales(%x: tensor<4x16xf32>, %w: tensor<1x16x32xi8>, %s: tensor<1x1x32xf32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{needs 2 scales of 32 columns per panel}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 16 block = 8 bits = 8 : (tensor<4x16xf32>, tensor<1x16x32xi8>, tensor<1x1x32xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

// -----

func.func @zeros(%x: tensor<4x8xf32>, %w: tensor<1x1x32xi32>, %s: tensor<1x1x32xf32>, %z: tensor<1x1x32xi32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{needs as many zero points of i8 as scales}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s, %z columns = 20 depth = 8 block = 8 bits = 4 : (tensor<4x8xf32>, tensor<1x1x32xi32>, tensor<1x1x32xf32>, tensor<1x1x32xi32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

// -----

func.func @word(%x: tensor<4x8xf32>, %w: tensor<1x1x32xi32>, %s: tensor<1x2x32xf32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{has blocks of 4 rows, no multiple of the 8 rows of a word}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 8 block = 4 bits = 4 : (tensor<4x8xf32>, tensor<1x1x32xi32>, tensor<1x2x32xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

// -----

func.func @depth(%x: tensor<4x9xf32>, %w: tensor<1x1x32xi32>, %s: tensor<1x1x32xf32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{with 8 rows}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 8 block = 8 bits = 4 : (tensor<4x9xf32>, tensor<1x1x32xi32>, tensor<1x1x32xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

// -----

func.func @wide(%x: tensor<4x8xf64>, %w: tensor<1x1x32xi32>, %s: tensor<1x1x32xf32>) -> tensor<4x20xf32> {
  // expected-error @+1 {{sums f32}}
  %0 = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 8 block = 8 bits = 4 : (tensor<4x8xf64>, tensor<1x1x32xi32>, tensor<1x1x32xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}
