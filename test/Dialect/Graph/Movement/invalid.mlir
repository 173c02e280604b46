// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{cannot show the 6 elements of 'tensor<2x3xf32>' as 'tensor<7xf32>'}}
  %r = graph.reshape %x : tensor<2x3xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%x: tensor<?x3xf32>) {
  // expected-error @+1 {{needs one size per dynamic extent of 'tensor<?xf32>', has 0}}
  %r = graph.reshape %x : tensor<?x3xf32> to tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{names dimension 1 twice}}
  %r = graph.transpose %x [1, 1] : tensor<2x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32>) {
  // expected-error @+1 {{cannot repeat extent 3 to 4}}
  %r = graph.broadcast %x dims = [1] : tensor<3xf32> to tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{needs ascending dimensions, has 0 after 1}}
  %r = graph.broadcast %x dims = [1, 0] : tensor<2x3xf32> to tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{reads elements 2..4 of a dimension of extent 4}}
  %r = graph.slice %x [2] steps = [1] : tensor<4xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs steps other than 0}}
  %r = graph.slice %x [0] steps = [0] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{needs a value of rank 0, has 'tensor<1xf32>'}}
  %r = graph.pad constant %x, %v low = [1] : tensor<4xf32>, tensor<1xf32> to tensor<6xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{names dimension 0 twice}}
  %r = graph.reverse %x dims = [0, 0] : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{dimension 2 is outside a tensor of rank 2}}
  %r = graph.gather %x, %i dim = 2 : tensor<8x4xf32>, tensor<3xi64> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x4xf32>, %i: tensor<4x2xi64>) {
  // expected-error @+1 {{has 4 indices along dimension 0 of extent 3}}
  %r = graph.gather_elements %x, %i dim = 1 : tensor<3x4xf32>, tensor<4x2xi64> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{needs updates shaped like 'tensor<2xf32>', has 'tensor<3xf32>'}}
  %r = graph.scatter_elements add %x, %i, %u dim = 0 : tensor<4xf32>, tensor<2xi64>, tensor<3xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2x2xi64>, %u: tensor<2xf32>) {
  // expected-error @+1 {{has tuples of 2 indices for a tensor of rank 1}}
  %r = graph.scatter_nd replace %x, %i, %u : tensor<4xf32>, tensor<2x2xi64>, tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %u: tensor<2xf32>) {
  // expected-error @+1 {{writes up to element 5 of a dimension of extent 4}}
  %r = graph.insert_slice %u into %x [3] : tensor<2xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %u: tensor<2xf16>) {
  // expected-error @+1 {{moves elements and cannot change their type from 'f16' to 'f32'}}
  %r = graph.insert_slice %u into %x [0] : tensor<2xf16> into tensor<4xf32>
  return
}
