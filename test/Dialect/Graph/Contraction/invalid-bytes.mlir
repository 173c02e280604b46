// RUN: mlc-opt %s --split-input-file --verify-diagnostics

func.func @types(%x: tensor<4x6xi16>, %w: tensor<2x2x16x4xi8>, %s: tensor<32xi32>) -> tensor<4x20xi32> {
  // expected-error @+1 {{multiplies i8 or ui8 with i8 and sums i32}}
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20 : tensor<4x6xi16>, tensor<2x2x16x4xi8>, tensor<32xi32> -> tensor<4x20xi32>
  return %0 : tensor<4x20xi32>
}

// -----

func.func @panels(%x: tensor<4x6xi8>, %w: tensor<1x2x16x4xi8>, %s: tensor<32xi32>) -> tensor<4x20xi32> {
  // expected-error @+1 {{needs 2 panels of 16 columns}}
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20 : tensor<4x6xi8>, tensor<1x2x16x4xi8>, tensor<32xi32> -> tensor<4x20xi32>
  return %0 : tensor<4x20xi32>
}

// -----

func.func @sums(%x: tensor<4x6xi8>, %w: tensor<2x2x16x4xi8>, %s: tensor<20xi32>) -> tensor<4x20xi32> {
  // expected-error @+1 {{needs 32 sums}}
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20 : tensor<4x6xi8>, tensor<2x2x16x4xi8>, tensor<20xi32> -> tensor<4x20xi32>
  return %0 : tensor<4x20xi32>
}

// -----

func.func @depth(%x: tensor<4x9xi8>, %w: tensor<2x2x16x4xi8>, %s: tensor<32xi32>) -> tensor<4x20xi32> {
  // expected-error @+1 {{contracts 9 elements with 2 groups of four}}
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20 : tensor<4x9xi8>, tensor<2x2x16x4xi8>, tensor<32xi32> -> tensor<4x20xi32>
  return %0 : tensor<4x20xi32>
}

// -----

func.func @extents(%x: tensor<4x6xi8>, %w: tensor<2x2x16x4xi8>, %s: tensor<32xi32>) -> tensor<4x24xi32> {
  // expected-error @+1 {{gives other extents}}
  %0 = graph.packed_integer_matmul %x, %w, %s columns = 20 : tensor<4x6xi8>, tensor<2x2x16x4xi8>, tensor<32xi32> -> tensor<4x24xi32>
  return %0 : tensor<4x24xi32>
}

// -----

func.func @window_depth(%x: tensor<1x8x8x4xi8>, %w: tensor<1x8x16x4xi8>, %s: tensor<16xi32>) -> tensor<1x6x6x16xi32> {
  // expected-error @+1 {{contracts 36 elements with 8 groups of four}}
  %0 = graph.packed_integer_convolution %x, %w, %s channels = 16 kernel = [3, 3] strides = [1, 1] dilations = [1, 1]
    : tensor<1x8x8x4xi8>, tensor<1x8x16x4xi8>, tensor<16xi32> -> tensor<1x6x6x16xi32>
  return %0 : tensor<1x6x6x16xi32>
}

// -----

func.func @window_extents(%x: tensor<1x8x8x4xi8>, %w: tensor<1x9x16x4xi8>, %s: tensor<16xi32>) -> tensor<1x7x6x16xi32> {
  // expected-error @+1 {{gives other extents}}
  %0 = graph.packed_integer_convolution %x, %w, %s channels = 16 kernel = [3, 3] strides = [1, 1] dilations = [1, 1]
    : tensor<1x8x8x4xi8>, tensor<1x9x16x4xi8>, tensor<16xi32> -> tensor<1x7x6x16xi32>
  return %0 : tensor<1x7x6x16xi32>
}

// -----

func.func @window_lists(%x: tensor<1x8x8x4xi8>, %w: tensor<1x9x16x4xi8>, %s: tensor<16xi32>) -> tensor<1x6x6x16xi32> {
  // expected-error @+1 {{needs 2 positive entries per spatial list}}
  %0 = graph.packed_integer_convolution %x, %w, %s channels = 16 kernel = [3, 3] strides = [1] dilations = [1, 1]
    : tensor<1x8x8x4xi8>, tensor<1x9x16x4xi8>, tensor<16xi32> -> tensor<1x6x6x16xi32>
  return %0 : tensor<1x6x6x16xi32>
}
