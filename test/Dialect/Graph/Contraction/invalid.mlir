// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<3x4xf32>, %b: tensor<5x6xf32>) {
  // expected-error @+1 {{contracts extents 4 and 5}}
  %r = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0] : tensor<3x4xf32>, tensor<5x6xf32> -> tensor<3x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4xf32>, %b: tensor<4x6xf32>) {
  // expected-error @+1 {{dimension 1 of lhs is out of range or named twice}}
  %r = graph.dot_general %a, %b batch = [1] x [1] contract = [1] x [0] : tensor<3x4xf32>, tensor<4x6xf32> -> tensor<3x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4xf32>, %b: tensor<4x6xf32>) {
  // expected-error @+1 {{gives 'tensor<3x6xf32>', not 'tensor<6x3xf32>'}}
  %r = graph.dot_general %a, %b batch = [] x [] contract = [1] x [0] : tensor<3x4xf32>, tensor<4x6xf32> -> tensor<6x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error @+1 {{has 3 input channels; 1 groups of 2 are 2}}
  %r = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1 : tensor<1x3x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %w: tensor<3x2x3xf32>) {
  // expected-error @+1 {{has 3 output channels, not a multiple of 2 groups}}
  %r = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 2 : tensor<1x4x8xf32>, tensor<3x2x3xf32> -> tensor<1x3x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>) {
  // expected-error @+1 {{gives 'tensor<1x3x6xf32>', not 'tensor<1x3x8xf32>'}}
  %r = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 1 : tensor<1x2x8xf32>, tensor<3x2x3xf32> -> tensor<1x3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>) {
  // expected-error @+1 {{needs positive strides and dilations, has 0}}
  %r = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [0] groups = 1 : tensor<1x2x8xf32>, tensor<3x2x3xf32> -> tensor<1x3x8xf32>
  return
}
