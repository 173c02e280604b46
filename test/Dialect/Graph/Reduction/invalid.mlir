// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{dimension 2 is outside a tensor of rank 2}}
  %r = graph.reduce sum %x dims = [2] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{combines bits and needs integers, has 'f32'}}
  %r = graph.reduce and %x dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r = graph.reduce sum %x dims = [1] : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{finds a maximum or a minimum, not a sum}}
  %r = graph.arg_reduce sum %x dim = 1 : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{dimension 1 is outside a tensor of rank 1}}
  %r = graph.scan sum %x dim = 1 : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  // expected-error @+1 {{needs positive kernel, strides and dilations, has 0}}
  %r = graph.window max %x kernel = [2] strides = [0] dilations = [1] low = [0] high = [0] : tensor<1x3x4xf32> -> tensor<1x3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  // expected-error @+1 {{needs as many true high pads as high pads, has 2 and 1}}
  %r = graph.window avg_padded %x kernel = [2] strides = [2] dilations = [1] low = [0] high = [0] {pads_high = array<i64: 0, 0>} : tensor<1x3x4xf32> -> tensor<1x3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<8x70xf32>) {
  // expected-error @+1 {{dimension 2 is outside a tensor of rank 2}}
  %r = "graph.reduce_blocks"(%x) <{combiner = 0 : i32, dim = 2 : i64, block = 32 : i64}> : (tensor<8x70xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @f(%x: tensor<8x70xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<8x3xf32>' are incompatible with return type(s) of operation 'tensor<8x2xf32>'}}
  %r = graph.reduce_blocks sum %x dim = 1 block = 32 : tensor<8x70xf32> -> tensor<8x2xf32>
  return
}
