// RUN: mlc-opt %s --verify-diagnostics --split-input-file

func.func @channels(%x: tensor<1x?x8xf32>) {
  // expected-error @+1 {{needs static channels and a positive block, has 'tensor<1x?x8xf32>' and 16}}
  %0 = "graph.to_blocked"(%x) {dim = 1 : i64, block = 16 : i64} : (tensor<1x?x8xf32>) -> tensor<1x?x8x16xf32>
  return
}

// -----

func.func @blocks(%x: tensor<1x2x8x16xf32>) {
  // expected-error @+1 {{of 40 channels needs 3 blocks, has 'tensor<1x2x8x16xf32>'}}
  %0 = graph.from_blocked %x channels = 40 : tensor<1x2x8x16xf32> -> tensor<1x40x8xf32>
  return
}

// -----

func.func @plain_result(%x: tensor<1x1x8x8x16xf32>, %w: tensor<1x1x3x3x16x32xf32>) {
  // expected-error @+1 {{needs one or two spatial dimensions and a blocked result}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3] strides = [1, 1]
    low = [1, 1] high = [1, 1] dilations = [1, 1] groups = 1
    : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x32xf32> -> tensor<1x32x8x8xf32>
  return
}

// -----

func.func @extents(%x: tensor<1x1x8x8x16xf32>, %w: tensor<1x1x3x3x16x32xf32>) {
  // expected-error @+1 {{needs a result shaped like 'tensor<1x2x6x6x16xf32>', has 'tensor<1x2x8x8x16xf32>'}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3] strides = [1, 1]
    low = [0, 0] high = [0, 0] dilations = [1, 1] groups = 1
    : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x32xf32> -> tensor<1x2x8x8x16xf32>
  return
}

// -----

func.func @cut(%x: tensor<1x1x8x8x16xf32>, %w: tensor<1x1x3x3x16x32xf32>) {
  // expected-error @+1 {{cannot cut its input, has a pad of -1}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3] strides = [1, 1]
    low = [-1, 0] high = [0, 0] dilations = [1, 1] groups = 1
    : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x32xf32> -> tensor<1x2x5x6x16xf32>
  return
}

// -----

func.func @groups(%x: tensor<1x2x8x8x16xf32>, %w: tensor<4x1x1x1x16x32xf32>) {
  // expected-error @+1 {{has groups that are no whole blocks: 32 channels of 32 in 4 groups}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 32 kernel = [1, 1] strides = [1, 1]
    low = [0, 0] high = [0, 0] dilations = [1, 1] groups = 4
    : tensor<1x2x8x8x16xf32>, tensor<4x1x1x1x16x32xf32> -> tensor<1x2x8x8x16xf32>
  return
}

// -----

func.func @winograd_strides(%x: tensor<1x1x8x8x16xf32>, %w: tensor<1x36x16x32xf32>) {
  // expected-error @+1 {{needs 3 x 3 taps, strides and dilations of 1, one group and a blocked input for the transformed filter 'tensor<1x36x16x32xf32>'}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3] strides = [2, 2]
    low = [1, 1] high = [1, 1] dilations = [1, 1] groups = 1
    : tensor<1x1x8x8x16xf32>, tensor<1x36x16x32xf32> -> tensor<1x2x4x4x16xf32>
  return
}

// -----

func.func @winograd_filter(%x: tensor<1x1x8x8x16xf32>, %w: tensor<1x16x24x32xf32>) {
  // expected-error @+1 {{needs a filter shaped like 'tensor<1x16x16x32xf32>', has 'tensor<1x16x24x32xf32>'}}
  %0 = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3] strides = [1, 1]
    low = [1, 1] high = [1, 1] dilations = [1, 1] groups = 1
    : tensor<1x1x8x8x16xf32>, tensor<1x16x24x32xf32> -> tensor<1x2x8x8x16xf32>
  return
}
